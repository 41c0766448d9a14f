"""What a caller sends to the assistant and gets from it (interface 2.7–2.10)."""

from datetime import date, datetime
from typing import TYPE_CHECKING, Annotated, Any, Literal, Self
from zoneinfo import ZoneInfo

from pydantic import Field, StrictBool

from common.envelope import Changes, RequestModel, SuggestionView, View
from common.fields import Instant, Prose
from domain.identity.zones import Timezone
from domain.pa.records import Report, RunState, Task, TaskRun, TaskStatus, Trigger
from domain.schedules import Schedule

if TYPE_CHECKING:
    from domain.pa.answers import Reply

MAX_TEXT_LENGTH = 10_000
MAX_WHEN_LENGTH = 300
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


class AssignTask(RequestModel):
    """A task in plain words, with its schedule in the same words, or in `when`; `timezone` overrides the account's."""

    task: Text
    when: Annotated[Prose, Field(min_length=1, max_length=MAX_WHEN_LENGTH)] | None = None
    project_id: Annotated[str, Field(max_length=64)] | None = None
    timezone: Timezone | None = None


class UpdateTask(Changes):
    """Pause or resume; switch its mails on or off."""

    status: Literal[TaskStatus.ACTIVE, TaskStatus.PAUSED] | None = None
    mail: StrictBool | None = None


class AssistantStatus(View):
    """The assistant's status (interface 2.7). `open_items` counts what the inbox shows as open."""

    status: Literal["available"] = "available"
    active_projects: int
    pending_approvals: int
    unread_messages: int
    open_items: int
    summary: str


class ActionView(View):
    """Something the customer can do now; `ids` name the records it is about. `project` is empty where it is none's."""

    type: Literal["approval", "review", "credential", "intake", "resume", "message", "task", "webhook"]
    project: str
    count: int
    ids: list[str]


class AssistantAnswer(View):
    """An answer (interface 2.8). `intents` says how the question was understood, and `by` by whom.

    `suggestion`: where a task's schedule was unclear, a text close by that would be read; null if there is none.
    """

    response: str
    actions: list[ActionView]
    intents: list[str]
    suggestion: SuggestionView | None = None
    by: Literal["rules", "model"] = "rules"

    @classmethod
    def of(cls, reply: "Reply", *, by: Literal["rules", "model"]) -> Self:
        """The view of a reply."""
        return cls(
            response=reply.response,
            actions=list(reply.actions),
            intents=list(reply.intents),
            suggestion=reply.suggestion,
            by=by,
        )


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
    def of(cls, schedule: Schedule, text: str, *, now: datetime, running: bool = True) -> Self:
        """The view of a schedule, with the runs after `now`: none while its task is not `running`."""
        zone = ZoneInfo(schedule.timezone)
        runs = [
            RunTime(utc=run, local=run.astimezone(zone).isoformat(timespec="minutes"))
            for run in schedule.occurrences_after(now, SHOWN_RUNS if running else 0)
        ]
        return cls(
            kind="recurring" if schedule.recurring else "once",
            rrules=list(schedule.rrules) or None,
            at=datetime.fromisoformat(schedule.at) if schedule.at else None,
            timezone=schedule.timezone,
            text=text,
            next_runs=runs,
        )


class TaskAccepted(View):
    """Confirms a new task (interface 2.9)."""

    task_id: str
    status: Literal["accepted"] = "accepted"
    message: str
    scheduled: bool
    schedule: ScheduleView | None
    same_as: list[str] = Field(description="Scheduled tasks that do the same at the same times, and were there before.")


class TaskView(View):
    """A task."""

    id: str
    text: str
    task: str
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
        schedule = ScheduleView.of(timetable, text, now=now, running=running) if timetable else None
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
    """A report without its text."""

    id: str
    task_id: str
    run_id: str
    title: str
    succeeded: bool
    due_at: Instant
    created_at: Instant


class ReportView(ReportSummary):
    """A report with its Markdown and the data it was made from."""

    content: str
    data: dict[str, Any]

    @classmethod
    def of(cls, report: Report) -> Self:
        """The view of a stored report."""
        return cls(**report.model_dump(exclude={"account_id"}))


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


class ProjectSummary(View):
    """The account's projects, by attention (interface 2.10)."""

    needs_attention: list[AttentionView]
    on_track: list[OnTrackView]
    drafts: list[DraftView]
    completed_recently: list[CompletedView]


def report_summary(report: Report) -> ReportSummary:
    """A report without its text."""
    return ReportSummary(**report.model_dump(include=set(ReportSummary.model_fields)))
