"""What is stored of the assistant's work: tasks, their runs, and the reports the runs made."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from itertools import takewhile
from typing import Any, Self

from common.fields import Instant
from domain.pa.schedule import Schedule
from domain.projects.records import Record

MAX_FAILURES = 5


class TaskStatus(StrEnum):
    """A task's life. It fails by itself after five failed runs in a row and can be resumed; done is final."""

    ACTIVE = "active"
    PAUSED = "paused"
    DONE = "done"
    FAILED = "failed"


class Trigger(StrEnum):
    """Why a run is made."""

    SCHEDULE = "schedule"
    AT_ONCE = "at_once"
    MANUAL = "manual"


class RunState(StrEnum):
    """How an occurrence ended; every occurrence has a record, also one that was missed."""

    RUNNING = "running"
    SUCCEEDED = "succeeded"
    FAILED = "failed"
    MISSED = "missed"


class Task(Record):
    """`text` as assigned, `task` without its time words. `schedule` is `Schedule.to_plain()`; None runs at once.

    `next_run_at` is the occurrence that is armed; None when there is none. `manual_run_at` is when somebody last asked
    to run it now, until that run has ended. `version` rises with every change.
    """

    id: str
    account_id: str
    text: str
    task: str
    project_id: str | None = None
    status: TaskStatus = TaskStatus.ACTIVE
    schedule: dict[str, Any] | None = None
    schedule_text: str | None = None
    timezone: str
    next_run_at: Instant | None = None
    last_run_at: Instant | None = None
    manual_run_at: Instant | None = None
    failures: int = 0
    created_at: Instant
    updated_at: Instant
    version: int = 1

    @property
    def timetable(self) -> Schedule | None:
        """The schedule, able to tell its occurrences."""
        return Schedule.from_plain(self.schedule) if self.schedule else None

    @property
    def recurring(self) -> bool:
        """Whether it runs more than once."""
        return self.timetable is not None and self.timetable.recurring

    @property
    def live(self) -> bool:
        """Whether it may still run by itself, now or after being resumed."""
        return self.status is not TaskStatus.DONE

    def changed(self, now: datetime, **updates: Any) -> Self:
        """This task with `updates`, one version further."""
        return self.model_copy(update={**updates, "updated_at": now, "version": self.version + 1})

    def occurrence_after(self, moment: datetime) -> datetime | None:
        """The first occurrence strictly after `moment`, or None when the schedule has ended."""
        following = self.timetable.occurrences_after(moment, 1) if self.timetable else []
        return following[0] if following else None

    def occurrences_between(self, after: datetime, until: datetime) -> list[datetime]:
        """The occurrences strictly after `after` up to and including `until`."""
        timetable = self.timetable
        if timetable is None:
            return []
        return list(takewhile(lambda moment: moment <= until, timetable.iterate_after(after)))


class TaskRun(Record):
    """One occurrence. Its id is derived from task, trigger and `due_at`, so that delivering it twice runs it once."""

    id: str
    account_id: str
    task_id: str
    due_at: Instant
    trigger: Trigger
    state: RunState
    started_at: Instant
    lease_until: Instant | None = None
    finished_at: Instant | None = None
    report_id: str | None = None
    note: str | None = None


class Report(Record):
    """What a run made: Markdown to read, and the data it was made from. `title` is the task in a line."""

    id: str
    account_id: str
    task_id: str
    run_id: str
    title: str
    content: str
    data: dict[str, Any]
    succeeded: bool
    due_at: Instant
    created_at: Instant
