"""What a caller sends to the assistant and gets from it (interface 2.7–2.10)."""

from datetime import date, datetime
from typing import Annotated, Any, Literal, Self
from zoneinfo import ZoneInfo

from pydantic import ConfigDict, Field, StrictBool, model_validator

from common.envelope import RequestModel, View
from common.fields import ONLY_NUMBERS, Instant, Prose
from domain.answers.cards import CardView
from domain.answers.facts import FactView
from domain.answers.views import CostView, SentenceView
from domain.identity.zones import Timezone
from domain.pa.records import RunState, Task, TaskKind, TaskRun, TaskStatus, Trigger
from domain.schedules import Schedule

MAX_TEXT_LENGTH = 10_000
MAX_WHEN_LENGTH = 1_000
MAX_WAITING_HOURS = 24 * 365
SHOWN_RUNS = 3
Text = Annotated[Prose, Field(min_length=1, max_length=MAX_TEXT_LENGTH)]


HoursWaited = Annotated[
    float,
    Field(
        description="For how long approvals and requests for access waited for you: hours, to a tenth, each by itself"
    ),
]


class AskAssistant(RequestModel):
    """A question in plain words."""

    message: Text


When = Annotated[Prose, Field(min_length=1, max_length=MAX_WHEN_LENGTH)]
WaitingHours = Annotated[int, Field(ge=1, le=MAX_WAITING_HOURS), ONLY_NUMBERS]


class AssignTask(RequestModel):
    """A task in plain words. `when`: its schedule in words, as RFC 5545, or `now`; `timezone` overrides the account's.

    Without `when`, a schedule is looked for at the start of `task`, at its end, and behind "send me" and its like.
    `waiting_hours` goes with the kind `check`, which tells only of what has waited so long.
    """

    task: Text
    when: When | None = None
    kind: TaskKind | None = None
    waiting_hours: WaitingHours | None = None
    project_id: Annotated[str, Field(max_length=64)] | None = None
    timezone: Timezone | None = None

    @model_validator(mode="after")
    def _hours_go_with_checks(self) -> Self:
        if (self.kind is TaskKind.CHECK) != (self.waiting_hours is not None):
            raise ValueError("Give waiting_hours with the kind check only")
        return self


class ReadSchedule(RequestModel):
    """Words to read as POST /pa/task and PATCH /pa/tasks/:taskId would: `when`, or else the schedule in `task`."""

    task: Text | None = None
    when: When | None = None
    timezone: Timezone | None = None

    @model_validator(mode="after")
    def _gives_something(self) -> Self:
        if self.task is None and self.when is None:
            raise ValueError("Give task or when")
        return self


class TaskAsRead(RequestModel):
    """What the caller read of a task before changing it: `when`, its schedule in words."""

    when: str | None = Field(None, max_length=MAX_TEXT_LENGTH)


class UpdateTask(RequestModel):
    """Pause or resume a task, or change its words, times, kind, project or mails. Its id and its runs stay.

    `project_id` null: the task is about all projects. `was`: what you read; if it differs now, nothing is changed.
    """

    task: Text | None = None
    when: When | None = None
    kind: TaskKind | None = None
    waiting_hours: WaitingHours | None = None
    project_id: Annotated[str, Field(max_length=64)] | None = None
    status: Literal[TaskStatus.ACTIVE, TaskStatus.PAUSED] | None = None
    mail: StrictBool | None = None
    was: TaskAsRead | None = None

    @model_validator(mode="after")
    def _names_something(self) -> Self:
        names = self.model_fields_set - {"was"}
        if not names or any(getattr(self, name) is None for name in names - {"project_id"}):
            fields = [name for name in type(self).model_fields if name != "was"]
            raise ValueError(f"Give at least one of {', '.join(fields)}; only project_id may be null")
        return self


class SkipRun(RequestModel):
    """POST /pa/tasks/:id/skip. `due_at`: the run that is left out, as `next_run_at` of the task says it."""

    due_at: Instant


class AssistantStatus(View):
    """The assistant's status (interface 2.7). `open_items` counts what the inbox shows as open."""

    status: Literal["available"] = "available"
    active_projects: int
    pending_approvals: int
    unread_messages: int
    open_items: int
    summary: str


class ActionView(View):
    """Something the customer can do now; `ids` name the records it is about. `project` is empty if there is none."""

    type: Literal["approval", "review", "credential", "intake", "resume", "message", "task", "webhook"]
    project: str
    count: int
    ids: list[str]


class AssistantAnswer(View):
    """An answer (interface 2.8). `intents` are the topics that the message was taken to be about.

    `facts` are what is on record, in the order in which it is told. `cards` are deeds that the message asked for: they
    are prepared, and nothing of them was done.
    """

    model_config = ConfigDict(extra="ignore")  # answers of earlier editions are kept for 30 days

    response: str
    actions: list[ActionView]
    intents: list[str]
    facts: list[FactView] = Field(default_factory=list)
    cards: list[CardView] = Field(default_factory=list)
    by: Literal["rules", "model"] = "rules"
    sentences: list[SentenceView] = Field(default_factory=list, description="A model's answer, sentence by sentence.")
    draft: str | None = Field(
        None, description="A text that a model wrote for use elsewhere; `response` holds it, too."
    )
    cost: CostView | None = None


class RunTime(View):
    """One occurrence, as an instant and on the clock of the schedule's zone."""

    utc: Instant
    local: str


class ScheduleView(View):
    """A schedule as we understood it: its rules or its instant, its wording, and the next runs."""

    kind: Literal["once", "recurring"]
    rrules: list[str] | None
    at: Instant | None
    timezone: str
    text: str
    next_runs: list[RunTime]

    @classmethod
    def of(
        cls, schedule: Schedule, text: str, *, now: datetime, running: bool = True, skipped: datetime | None = None
    ) -> Self:
        """The view of a schedule with its next three runs after `now` and `skipped`; no runs unless `running`."""
        zone = ZoneInfo(schedule.timezone)
        following = schedule.occurrences_after(max(now, skipped or now), SHOWN_RUNS if running else 0)
        runs = [RunTime(utc=run, local=run.astimezone(zone).isoformat(timespec="minutes")) for run in following]
        return cls(
            kind="recurring" if schedule.recurring else "once",
            rrules=list(schedule.rrules) or None,
            at=datetime.fromisoformat(schedule.at) if schedule.at else None,
            timezone=schedule.timezone,
            text=text,
            next_runs=runs,
        )


class ScheduleRead(View):
    """A schedule as it would be understood; nothing was assigned. `schedule` is null where the task would run at once.

    `task` is what is left of the task without its schedule, and `kind` the kind that its words suggest. `note` says
    which periods have no run.
    """

    task: str | None
    kind: TaskKind | None
    schedule: ScheduleView | None
    note: str


class TaskAccepted(View):
    """Confirms a new task (interface 2.9)."""

    task_id: str
    status: Literal["accepted"] = "accepted"
    message: str
    scheduled: bool
    kind: TaskKind
    schedule: ScheduleView | None
    same_as: list[str] = Field(description="Scheduled tasks that do the same at the same times, and were there before.")


class TaskView(View):
    """A task. `schedule` is null if it runs at once; `failures` counts failed runs in a row."""

    id: str
    text: str
    task: str
    kind: TaskKind
    waiting_hours: int | None
    project_id: str | None
    status: TaskStatus
    schedule: ScheduleView | None
    next_run_at: Instant | None
    last_run_at: Instant | None
    mail: bool
    failures: int
    created_at: Instant
    updated_at: Instant

    @classmethod
    def of(cls, task: Task, *, now: datetime) -> Self:
        """The view of a stored task."""
        timetable, text = task.timetable, task.schedule_text or ""
        running = task.status is TaskStatus.ACTIVE
        schedule = (
            ScheduleView.of(timetable, text, now=now, running=running, skipped=task.skipped_at) if timetable else None
        )
        fields = task.model_dump(include=set(cls.model_fields) - {"schedule"})
        return cls(**fields, schedule=schedule)


class TaskDeleted(View):
    """A deleted task. Its reports stay."""

    id: str
    deleted: bool = True


class TaskList(View):
    """A page of tasks, newest first."""

    tasks: list[TaskView]
    has_more: bool
    next_cursor: str | None


class RunView(View):
    """One occurrence of a task."""

    id: str
    task_id: str
    due_at: Instant
    trigger: Trigger
    status: RunState
    started_at: Instant
    finished_at: Instant | None
    report_id: str | None
    note: str | None

    @classmethod
    def of(cls, run: TaskRun) -> Self:
        """The view of a stored run."""
        return cls(status=run.state, **run.model_dump(include=set(cls.model_fields) - {"status"}))


class RunList(View):
    """A page of runs, the latest first."""

    runs: list[RunView]
    has_more: bool
    next_cursor: str | None


class ReportSummary(View):
    """A report without its text. `summary` is its verdict in a sentence, empty for a reminder."""

    id: str
    task_id: str
    run_id: str
    title: str
    summary: str
    succeeded: bool
    due_at: Instant
    created_at: Instant


class ReportView(ReportSummary):
    """A report with its Markdown and the data it was made from."""

    content: str
    data: dict[str, Any]


class ReportList(View):
    """A page of reports, the latest first. `next_cursor` is the value of `before` for the next page."""

    reports: list[ReportSummary]
    has_more: bool
    next_cursor: str | None


class AttentionView(View):
    """A project that needs its customer (interface 2.10). `reason` says what, and for how long."""

    id: str
    name: str
    reason: str
    priority: Literal["high", "medium"]
    hours_waited_on_you: HoursWaited


class OnTrackView(View):
    """A project under way that needs nothing now (interface 2.10). `eta`: when all of it is likely to be done."""

    id: str
    name: str
    progress: int
    eta: date | None
    hours_waited_on_you: HoursWaited


class DraftView(View):
    """A project that was not submitted yet, and asks for nothing so far."""

    id: str
    name: str


class CompletedView(View):
    """A project completed in the last 30 days."""

    id: str
    name: str
    completed_at: Instant
    hours_waited_on_you: HoursWaited


class ConversationView(View):
    """A project's conversation in which the CEO has written: its latest message, and how many are unread."""

    project_id: str
    project_name: str
    unread: int
    last_reply_at: Instant
    last_reply: str


class ConversationList(View):
    """The conversations, the one with the latest message first."""

    conversations: list[ConversationView]


class ProjectSummary(View):
    """The account's projects, by attention (interface 2.10)."""

    needs_attention: list[AttentionView]
    on_track: list[OnTrackView]
    drafts: list[DraftView]
    completed_recently: list[CompletedView]
