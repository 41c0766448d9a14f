"""The assistant's sweep: delivers occurrences that no worker began, and runs whose worker died."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import cache

from common.clock import utc_now
from common.errors import ChangedMeanwhile, Unavailable
from common.services import service
from common.telemetry import logger
from domain.pa.eventbridge import RunScheduler, occasion_of, run_scheduler
from domain.pa.occurrences import missed
from domain.pa.records import Task, TaskRun, Trigger
from domain.pa.store import AssistantStore, assistant_store
from domain.work.outbox import Window, sweep

LATE = timedelta(minutes=2)
FORGET_AFTER = timedelta(days=400)
_LIMIT_PER_SHARD = 100


@service
class MissedRunService:
    """Delivers occurrences that are over two minutes late, and runs whose worker died."""

    store: AssistantStore
    scheduler: RunScheduler
    now: Callable[[], datetime]

    def sweep(self) -> int:
        """Deliver what is overdue, at most one occurrence of each task; returns how many tasks and runs there were."""
        now = self.now()
        tasks, runs = self.store.list_overdue(Window(now - FORGET_AFTER, now - LATE), limit=_LIMIT_PER_SHARD)
        again = sweep("broken_off_runs_sweep", runs, self._deliver_again)
        return again + sweep("overdue_runs_sweep", tasks, lambda task: self._catch_up(task, now))

    def _deliver_again(self, run: TaskRun) -> None:
        try:
            self.scheduler.deliver(occasion_of(run.account_id, run.task_id, run.due_at, run.trigger))
        except Unavailable:
            logger.warning("left_to_next_sweep", task_id=run.task_id)

    def _catch_up(self, task: Task, now: datetime) -> None:
        """Deliver the last of a task's overdue occurrences, and record those before it as missed."""
        if task.next_run_at is None:
            return
        trigger = Trigger.SCHEDULE if task.schedule is not None else Trigger.AT_ONCE
        try:
            due = skip_to_latest(self.store, task, task.next_run_at, until=now - LATE, now=now)
            self.scheduler.deliver(occasion_of(task.account_id, task.id, due, trigger))
        except ChangedMeanwhile:
            logger.info("moved_on_meanwhile", task_id=task.id)
        except Unavailable:
            logger.warning("left_to_next_sweep", task_id=task.id)


def skip_to_latest(store: AssistantStore, task: Task, due_at: datetime, *, until: datetime, now: datetime) -> datetime:
    """Move a task on to its latest occurrence up to `until`, and return that; record those before it as missed.

    `due_at` is the armed occurrence, the first of them. Raises `ChangedMeanwhile`.
    """
    *before, latest = [due_at, *task.occurrences_between(due_at, until)]
    if before:
        store.put_missed_runs(missed(task, before, now))
        store.save_task(task, task.changed(now, next_run_at=latest))
    return latest


@cache
def missed_run_service() -> MissedRunService:
    """The service, built once for each process."""
    return MissedRunService(assistant_store(), run_scheduler(), utc_now)
