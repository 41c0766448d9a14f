"""Tools of the personal assistant: status, questions, tasks, reports (interface 4.3)."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, StrictBool, model_validator

from common.caller import Caller
from common.envelope import View
from common.fields import Instant
from domain.pa.models import (
    ActionView,
    AskAssistant,
    AssignTask,
    AssistantAnswer,
    ReportList,
    ReportView,
    TaskAccepted,
    TaskDeleted,
    TaskView,
    Text,
    UpdateTask,
    WaitingHours,
    When,
)
from domain.pa.records import TaskKind, TaskStatus
from domain.pa.service import Begun, assistant_service
from domain.pa.tasks import task_service
from domain.projects.service import project_service
from mcp_door.arguments import Creating, Id, NoArguments, Paged, told
from mcp_door.asking_back import Interim, Person, asking_when
from mcp_door.card_tools import CardNamed, put_to_person
from mcp_door.tasks import AskedTask
from mcp_door.tool import ADDS, IRREVOCABLE, READS, SETS, Brief, tool
from mcp_door.wording import in_tools

PA = ("pa:access",)
LATEST_RUNS = 5
WAITING = "For kind check: how long an item has waited."
_TASK = ("id", "task", "project_id", "status", "schedule", "next_run_at", "mail")
_TIMETABLE = {"schedule": ("text", "timezone")}
_IN_ONE = Brief(_TASK, of_each={"schedule": ("text", "next_runs")})
_MAILED = "Each report also goes to the customer's confirmed address by mail, unless mails of reports are switched off."


@told(
    when="Such as 'every Monday at 9am'; else read in task.",
    kind="What its report tells.",
    waiting_hours=WAITING,
    project_id="prj_…; else all.",
    timezone="IANA name; the account's unless given.",
)
class Assign(Creating, AssignTask):
    """Arguments of `assign_pa_task`: a task, and its schedule in the same words or in `when`."""


class TaskNamed(NoArguments):
    """Arguments that name a task."""

    task_id: Annotated[Id, Field(description="Id tsk_…")]


@told(when="As for a new one.", waiting_hours=WAITING, status="paused stops it.")
class ChangeTask(TaskNamed):
    """Arguments of `update_pa_task`: a task, and what to change; what is left out stays."""

    task: Text | None = None
    when: When | None = None
    kind: TaskKind | None = None
    waiting_hours: WaitingHours | None = None
    status: Literal[TaskStatus.ACTIVE, TaskStatus.PAUSED] | None = None
    mail: StrictBool | None = None

    @model_validator(mode="after")
    def _names_something(self) -> Self:
        if not self.model_dump(exclude={"task_id"}, exclude_none=True):
            raise ValueError("Give task, when, kind, status or mail")
        return self


class RunTask(Creating, TaskNamed):
    """Arguments of `run_pa_task`: the task to run now."""


class ListReports(NoArguments):
    """Arguments of `list_pa_reports`: which reports to list."""

    limit: Annotated[int, Field(ge=1, le=100, description="1 to 100.")] = 20
    before: Annotated[Id | None, Field(description="rep_…: only older.")] = None
    task_id: Annotated[Id | None, Field(description="tsk_…: only of this task.")] = None


class GetReport(NoArguments):
    """Arguments of `get_pa_report`: the report to read."""

    report_id: Annotated[Id, Field(description="Id rep_…")]


class Assigned(TaskAccepted):
    """A new task; `mail` says in a sentence who gets its reports by mail."""

    mail: str


class NamedTask(TaskView):
    """A task with the name of its project; `project` is null for a task that belongs to none."""

    project: str | None


class NamedTasks(View):
    """A page of tasks, newest first."""

    tasks: list[NamedTask]
    has_more: bool
    next_cursor: str | None


class DeletedTask(TaskDeleted):
    """A task that was deleted; `task` is what it was told to do."""

    task: str


class LatestRun(View):
    """A run of a task: when it was due, its status, and its report, if it made one."""

    due_at: Instant
    status: str
    report_id: str | None
    note: str | None


class TaskWithRuns(TaskView):
    """A task and its latest five runs, the latest first."""

    latest_runs: list[LatestRun]


class Told(View):
    """An answer. `cards`: what the message asked to be done; nothing was done, confirm_card does one."""

    response: str
    actions: list[ActionView] | None = None
    cards: list[CardNamed] | None = None


def told_of(answer: AssistantAnswer) -> Told:
    """The assistant's answer as `ask_pa` returns it, with tools named in place of routes."""
    cards = [CardNamed(id=one.id, summary=one.summary) for one in answer.cards] or None
    return Told(response=in_tools(answer.response), actions=answer.actions, cards=cards)


@tool("Ask the assistant", PA, READS, then=put_to_person)
def ask_pa(caller: Caller, arguments: AskAssistant, person: Person) -> Told:
    """Ask across all projects: priorities, approvals, blockers, money, dates, access. Answers at once, does nothing."""
    # A client that takes tasks gets one where a model is asked.
    found = (assistant_service().begin if person.takes_tasks else assistant_service().ask)(caller, arguments)
    if isinstance(found, Begun):
        task = AskedTask.of(caller, str(found.sequence), found.request_id)
        raise Interim(task.shown("working", result_type="task"))
    return told_of(found)


@tool(
    "Assign a task",
    PA,
    ADDS,
    brief=Brief(
        ("task_id", "status", "message", "scheduled", "schedule", "same_as", "mail"),
        of_each={"schedule": ("text", "next_runs")},
    ),
)
def assign_pa_task(caller: Caller, arguments: Assign, person: Person) -> Assigned:
    """Give the assistant a task, once or on a schedule in plain words: 'every Monday at 9am report what needs me'.

    Each run makes a report and mails it.
    """
    assigned = asking_when(person, arguments, "when", lambda asked: task_service().assign(caller.account_id, asked))
    return Assigned(**dict(assigned), mail=_MAILED)


@tool("Change a task", PA, SETS, brief=_IN_ONE)
def update_pa_task(caller: Caller, arguments: ChangeTask, person: Person) -> TaskView:
    """Pause or resume a task, or change its words, times, kind or mails."""

    def change(asked: ChangeTask) -> TaskView:
        wanted = UpdateTask.model_validate(asked.model_dump(exclude={"task_id"}, exclude_none=True))
        return task_service().update(caller.account_id, arguments.task_id, wanted)

    return asking_when(person, arguments, "when", change)


@tool("Delete a task", PA, IRREVOCABLE)
def delete_pa_task(caller: Caller, arguments: TaskNamed) -> DeletedTask:
    """Delete a task, which can't be undone. Its reports stay."""
    task = task_service().get(caller.account_id, arguments.task_id).task
    return DeletedTask(**dict(task_service().delete(caller.account_id, arguments.task_id)), task=task)


@tool("Run a task now", PA, ADDS, brief=_IN_ONE)
def run_pa_task(caller: Caller, arguments: RunTask) -> TaskView:
    """Run a task once now; its schedule stays. Then see list_pa_reports."""
    return task_service().run_now(caller.account_id, arguments.task_id)


@tool("List tasks", PA, READS, brief=Brief((*_TASK, "project"), of="tasks", of_each=_TIMETABLE))
def list_pa_tasks(caller: Caller, arguments: Paged) -> NamedTasks:
    """Tasks, newest first, with schedule, status, next run."""
    page = task_service().list_page(caller.account_id, limit=arguments.limit, cursor=arguments.cursor)
    of_projects = any(task.project_id for task in page.tasks)
    names = {one.id: one.name for one in project_service().list_all(caller.account_id)} if of_projects else {}
    tasks = [NamedTask(**dict(task), project=names.get(task.project_id or "")) for task in page.tasks]
    return NamedTasks(tasks=tasks, has_more=page.has_more, next_cursor=page.next_cursor)


@tool("Task", PA, READS, brief=Brief((*_TASK, "latest_runs")))
def get_pa_task(caller: Caller, arguments: TaskNamed) -> TaskWithRuns:
    """A task's schedule, next runs, and how the latest went."""
    task = task_service().get(caller.account_id, arguments.task_id)
    runs = task_service().list_runs(caller.account_id, arguments.task_id, limit=LATEST_RUNS, cursor=None).runs
    latest = [LatestRun.model_validate(run) for run in runs]
    return TaskWithRuns(**dict(task), latest_runs=latest)


@tool("List reports", PA, READS)
def list_pa_reports(caller: Caller, arguments: ListReports) -> ReportList:
    """Reports, latest first, without their text."""
    return task_service().list_reports(
        caller.account_id, limit=arguments.limit, before=arguments.before, task_id=arguments.task_id
    )


@tool("Read a report", PA, READS, brief=Brief(("id", "title", "created_at", "content")))
def get_pa_report(caller: Caller, arguments: GetReport) -> ReportView:
    """One report's Markdown text."""
    return task_service().get_report(caller.account_id, arguments.report_id)
