"""The rules of a task's occurrences, as pure functions: which should run, which were missed, what a run changes."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from common.ids import derived_id
from domain.pa.eventbridge import Occasion
from domain.pa.records import MAX_FAILURES, RunState, Task, TaskRun, TaskStatus, Trigger

LEASE = timedelta(seconds=90)
# The queue delivers the message of a dead worker again before this time is over.
MANUAL_RUN_LOST_AFTER = timedelta(minutes=10)
MISSED_KEPT = 1_000  # ten days of a task that runs every 15 minutes
_MISSED = "Missed: the task did not run at this time. Of several missed runs we make up for the last one."


def run_id(occasion: Occasion) -> str:
    """The id of an occurrence's run. It stays the same when the occurrence is delivered again."""
    return derived_id("run", occasion.moment, occasion.task_id, occasion.trigger)


def is_expected(task: Task, occasion: Occasion) -> bool:
    """Whether an occurrence should run.

    It should not when the customer skipped it or a later one, when its task is paused or has failed, or when it is
    later than the armed one: then it was disarmed while its message was under way. An earlier one should run, and so
    should one of a task that is done: its first delivery may have died after it armed the next one or found none.
    """
    if occasion.trigger == Trigger.MANUAL:
        return True
    if task.skipped_at is not None and occasion.moment <= task.skipped_at:
        return False
    if task.status is TaskStatus.DONE:
        return True
    return task.status is TaskStatus.ACTIVE and (task.next_run_at is None or occasion.moment <= task.next_run_at)


def begun(occasion: Occasion, now: datetime) -> TaskRun:
    """The record of a run that begins now; no other worker begins it until its lease has ended."""
    return TaskRun(
        id=run_id(occasion),
        account_id=occasion.account_id,
        task_id=occasion.task_id,
        due_at=occasion.moment,
        trigger=Trigger(occasion.trigger),
        state=RunState.RUNNING,
        started_at=now,
        lease_until=now + LEASE,
    )


def missed(task: Task, moments: Sequence[datetime], now: datetime) -> list[TaskRun]:
    """Records of occurrences that nobody ran: the latest 1,000. The first of them says how many more came before."""
    kept = moments[-MISSED_KEPT:]
    earlier = len(moments) - len(kept)
    return [_missed(task, moment, now, earlier if place == 0 else 0) for place, moment in enumerate(kept)]


def is_manual_run_under_way(task: Task, now: datetime) -> bool:
    """Whether a run that the customer asked for is still under way; after 10 minutes it counts as lost."""
    return task.manual_run_at is not None and now < task.manual_run_at + MANUAL_RUN_LOST_AFTER


def after_run(task: Task, run: TaskRun, now: datetime, *, succeeded: bool) -> Task:
    """The task after a run. The fifth failure in a row stops the task until it is resumed."""
    changes: dict[str, Any] = {"last_run_at": now, "failures": 0 if succeeded else task.failures + 1}
    if run.trigger is Trigger.MANUAL and run.due_at == task.manual_run_at:
        changes["manual_run_at"] = None
    if changes["failures"] >= MAX_FAILURES and task.live:
        changes |= {"status": TaskStatus.FAILED, "next_run_at": None}
    return task.changed(now, **changes)


def _missed(task: Task, due_at: datetime, now: datetime, earlier: int) -> TaskRun:
    return TaskRun(
        id=derived_id("run", due_at, task.id, Trigger.SCHEDULE),
        account_id=task.account_id,
        task_id=task.id,
        due_at=due_at,
        trigger=Trigger.SCHEDULE,
        state=RunState.MISSED,
        started_at=now,
        finished_at=now,
        note=_MISSED + (f" {earlier} more before this one were missed too." if earlier else ""),
    )
