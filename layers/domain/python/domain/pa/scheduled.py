"""Reads which tasks run later or regularly, and loads nothing of what assigning a task needs."""

from __future__ import annotations

from functools import cache

from common.services import frozen
from domain.pa.records import Task
from domain.pa.store import AssistantStore, assistant_store


@frozen
class ScheduledTasks:
    """Reads the tasks of an account that run later or regularly."""

    store: AssistantStore

    def list_scheduled(self, account_id: str) -> list[Task]:
        """The tasks that are not done: the next to run comes first, those without a next run last."""
        tasks = self.store.list_scheduled(account_id)
        return sorted(tasks, key=lambda task: (task.next_run_at is None, task.next_run_at or task.created_at))


@cache
def scheduled_tasks() -> ScheduledTasks:
    """The `ScheduledTasks`, built once for each process."""
    return ScheduledTasks(assistant_store())
