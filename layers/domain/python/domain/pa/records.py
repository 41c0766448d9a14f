"""The stored records of the assistant's work: tasks, their runs, and the reports that the runs made."""

from datetime import datetime
from enum import StrEnum
from itertools import takewhile
from typing import Any, Self

from pydantic import model_validator

from common.fields import Instant
from domain.projects.records import Record
from domain.schedules import Schedule

MAX_FAILURES = 5


class TaskStatus(StrEnum):
    """A task's status. Five failed runs in a row make it `failed`, until resumed; only a new schedule ends `done`."""

    ACTIVE = "active"
    PAUSED = "paused"
    DONE = "done"
    FAILED = "failed"


class TaskKind(StrEnum):
    """What the report of a task tells. A `reminder` holds its own words alone, a `check` is silent when all is well."""

    SUMMARY = "summary"
    NEEDS_ME = "needs_me"
    MONEY = "money"
    DATES = "dates"
    WORK = "work"
    REMINDER = "reminder"
    CHECK = "check"


def is_reminder(text: str) -> bool:
    """Whether the words of a task begin with "remind" or "please remind", so that its report only reminds."""
    return text.casefold().removeprefix("please ").startswith("remind ")


class Trigger(StrEnum):
    """What caused a run: the schedule, a task without a schedule, or the customer's wish to run it now."""

    SCHEDULE = "schedule"
    AT_ONCE = "at_once"
    MANUAL = "manual"


class RunState(StrEnum):
    """How far the run of an occurrence has come; `missed`: nobody ran it in time, and nobody will."""

    RUNNING = "running"
    SUCCEEDED = "succeeded"
    FAILED = "failed"
    MISSED = "missed"


class Task(Record):
    """A task. `text` is what the customer wrote, `task` is that text without the words about time.

    `schedule` is `Schedule.to_plain()`; a task without one runs at once. `next_run_at` is the armed occurrence, if any.
    `manual_run_at` is when the customer asked to run the task now; it is None when that run has ended. `mail`: its
    reports come by mail, if the account gets reports by mail. `version` rises with every change. `waiting_hours`: a
    check tells only of what has waited so long. `skipped_at`: the run left out last, by a skip or a later time.
    """

    id: str
    account_id: str
    text: str
    task: str
    kind: TaskKind = TaskKind.SUMMARY
    waiting_hours: int | None = None
    project_id: str | None = None
    status: TaskStatus = TaskStatus.ACTIVE
    schedule: dict[str, Any] | None = None
    schedule_text: str | None = None
    timezone: str
    next_run_at: Instant | None = None
    last_run_at: Instant | None = None
    manual_run_at: Instant | None = None
    skipped_at: Instant | None = None
    mail: bool = True
    failures: int = 0
    created_at: Instant
    updated_at: Instant
    version: int = 1

    @model_validator(mode="before")
    @classmethod
    def _of_earlier_editions(cls, stored: Any) -> Any:
        """Give a task of an earlier edition, which has no kind, the kind `reminder` if its words are a reminder."""
        if isinstance(stored, dict) and "kind" not in stored and is_reminder(str(stored.get("task", ""))):
            return stored | {"kind": TaskKind.REMINDER}
        return stored

    @property
    def timetable(self) -> Schedule | None:
        """The schedule as an object that computes occurrences; None for a task that runs at once."""
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
        """This task with `updates`, `now` as `updated_at`, and the next version."""
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
    """A report: Markdown to read, and the data that it was made from.

    `title` says its kind or what it reminds of; `summary` is its verdict in a sentence, empty for a reminder.
    """

    id: str
    account_id: str
    task_id: str
    run_id: str
    title: str
    summary: str = ""
    content: str
    data: dict[str, Any]
    succeeded: bool
    due_at: Instant
    created_at: Instant
