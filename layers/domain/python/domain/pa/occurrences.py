"""Rules of a task's occurrences, pure: what should run, what was missed, what a run makes of its task."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from common.ids import derived_id
from domain.pa.records import MAX_FAILURES, RunState, Task, TaskRun, TaskStatus, Trigger
from domain.pa.scheduler import Occasion

LEASE = timedelta(seconds=90)
MANUAL_RUN_LOST_AFTER = timedelta(minutes=10)  # longer than the queue takes to deliver again what a dead worker held
MISSED_KEPT = 1_000  # ten days of a task that runs every 15 minutes
_MISSED = "Missed: nobody was there to run it. Of the occurrences missed in a row one is caught up."


def run_id(occasion: Occasion) -> str:
    """The one id of an occurrence's run, however often it is delivered."""
    return derived_id("run", occasion.moment, occasion.task_id, occasion.trigger)


def is_expected(task: Task, occasion: Occasion) -> bool:
    """Paused and ended tasks do not run; nor does an occurrence that was disarmed while its message was under way.

    One that was moved past already is expected too: its first delivery may have died after arming the next.
    """
    if occasion.trigger == Trigger.MANUAL or task.status is TaskStatus.DONE:
        return True
    return task.status is TaskStatus.ACTIVE and (task.next_run_at is None or occasion.moment <= task.next_run_at)


def begun(occasion: Occasion, now: datetime) -> TaskRun:
    """The record of a run that begins now; nobody else begins it until its lease has ended."""
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
    """A record for each occurrence that nobody ran; of very many the latest, the first of which counts the others."""
    kept = moments[-MISSED_KEPT:]
    earlier = len(moments) - len(kept)
    return [_missed(task, moment, now, earlier if place == 0 else 0) for place, moment in enumerate(kept)]


def is_manual_run_under_way(task: Task, now: datetime) -> bool:
    """Whether a run that somebody asked for has not ended yet; one that is 10 minutes old counts as lost."""
    return task.manual_run_at is not None and now < task.manual_run_at + MANUAL_RUN_LOST_AFTER


def after_run(task: Task, run: TaskRun, now: datetime, *, succeeded: bool) -> Task:
    """The task after a run. The fifth failure in a row ends its schedule until it is resumed."""
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
        note=_MISSED + (f" {earlier} more before this one were missed as well." if earlier else ""),
    )
