"""Tools of the personal assistant: status, questions, tasks, reports (interface 4.3)."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from common.caller import Caller
from domain.pa.models import (
    AskAssistant,
    AssignTask,
    AssistantAnswer,
    AssistantStatus,
    ProjectSummary,
    ReportList,
    ReportView,
    RunList,
    TaskAccepted,
    TaskList,
    TaskView,
)
from domain.pa.service import assistant_service
from domain.pa.tasks import task_service
from mcp_door.arguments import Creating, Id, NoArguments, Paged
from mcp_door.tool import ADDS, READS, Tool

PA = ("pa:access",)


class Assign(Creating, AssignTask):
    """A task, with its schedule in the same words."""


class GetTask(NoArguments):
    """Which task."""

    task_id: Annotated[Id, Field(description="The task's id (tsk_…), from list_pa_tasks.")]


class ListRuns(Paged, GetTask):
    """Which runs of which task."""


class ListReports(NoArguments):
    """Which reports."""

    limit: Annotated[int, Field(ge=1, le=100, description="How many at most.")] = 20
    before: Annotated[Id | None, Field(description="A report id. Returns reports older than that one.")] = None
    task_id: Annotated[Id | None, Field(description="Only reports of this task.")] = None


class GetReport(NoArguments):
    """Which report."""

    report_id: Annotated[Id, Field(description="The report's id (rep_…), from list_pa_reports.")]


def _get_pa_status(caller: Caller, _arguments: NoArguments) -> AssistantStatus:
    return assistant_service().describe_status(caller.account_id)


def _get_pa_project_summary(caller: Caller, _arguments: NoArguments) -> ProjectSummary:
    return assistant_service().summarise_projects(caller.account_id)


def _ask_pa(caller: Caller, arguments: AskAssistant) -> AssistantAnswer:
    return assistant_service().ask(caller.account_id, arguments)


def _assign_pa_task(caller: Caller, arguments: Assign) -> TaskAccepted:
    return task_service().assign(caller.account_id, arguments)


def _list_pa_tasks(caller: Caller, arguments: Paged) -> TaskList:
    return task_service().list_page(caller.account_id, limit=arguments.limit, cursor=arguments.cursor)


def _get_pa_task(caller: Caller, arguments: GetTask) -> TaskView:
    return task_service().get(caller.account_id, arguments.task_id)


def _list_pa_task_runs(caller: Caller, arguments: ListRuns) -> RunList:
    return task_service().list_runs(
        caller.account_id, arguments.task_id, limit=arguments.limit, cursor=arguments.cursor
    )


def _list_pa_reports(caller: Caller, arguments: ListReports) -> ReportList:
    return task_service().list_reports(
        caller.account_id, limit=arguments.limit, before=arguments.before, task_id=arguments.task_id
    )


def _get_pa_report(caller: Caller, arguments: GetReport) -> ReportView:
    return task_service().get_report(caller.account_id, arguments.report_id)


TOOLS = (
    Tool(
        name="get_pa_status",
        title="Assistant status",
        description="Summarise the account in figures and one sentence: active projects, pending approvals, unread "
        "messages.",
        scopes=PA,
        hints=READS,
        arguments=NoArguments,
        result=AssistantStatus,
        call=_get_pa_status,
    ),
    Tool(
        name="get_pa_project_summary",
        title="Projects by attention",
        description="List every project once: those that need the customer's attention, with the reason, most urgent "
        "first; those on track; those completed in the last 30 days.",
        scopes=PA,
        hints=READS,
        arguments=NoArguments,
        result=ProjectSummary,
        call=_get_pa_project_summary,
    ),
    Tool(
        name="ask_pa",
        title="Ask the assistant",
        description="Ask a question about all projects in plain words: priorities, approvals, blockers, budget, dates, "
        "credentials, unread messages. Returns the answer at once. A request that states a clear schedule becomes a "
        "task.",
        scopes=PA,
        hints=ADDS,
        arguments=AskAssistant,
        result=AssistantAnswer,
        call=_ask_pa,
    ),
    Tool(
        name="assign_pa_task",
        title="Assign a task",
        description="Give the assistant a task in plain words, to run once or on a schedule: 'every Monday at 9am "
        "report what needs my attention'. The answer says how the schedule was understood. If the schedule is unclear, "
        "the call is refused and says what to change. Each run makes a report: see list_pa_reports.",
        scopes=PA,
        hints=ADDS,
        arguments=Assign,
        result=TaskAccepted,
        call=_assign_pa_task,
    ),
    Tool(
        name="list_pa_tasks",
        title="List tasks",
        description="List the assistant's tasks, newest first, each with its schedule, status and next run.",
        scopes=PA,
        hints=READS,
        arguments=Paged,
        result=TaskList,
        call=_list_pa_tasks,
    ),
    Tool(
        name="get_pa_task",
        title="Task",
        description="Read one of the assistant's tasks, with its schedule and next runs.",
        scopes=PA,
        hints=READS,
        arguments=GetTask,
        result=TaskView,
        call=_get_pa_task,
    ),
    Tool(
        name="list_pa_task_runs",
        title="Runs of a task",
        description="List when a task ran and how each run ended, latest first.",
        scopes=PA,
        hints=READS,
        arguments=ListRuns,
        result=RunList,
        call=_list_pa_task_runs,
    ),
    Tool(
        name="list_pa_reports",
        title="List reports",
        description="List the reports that the assistant has made, latest first, without their text.",
        scopes=PA,
        hints=READS,
        arguments=ListReports,
        result=ReportList,
        call=_list_pa_reports,
    ),
    Tool(
        name="get_pa_report",
        title="Read a report",
        description="Read one report: its Markdown text and the data it was made from.",
        scopes=PA,
        hints=READS,
        arguments=GetReport,
        result=ReportView,
        call=_get_pa_report,
    ),
)
