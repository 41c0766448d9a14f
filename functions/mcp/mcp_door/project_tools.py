"""Tools of projects: from a draft to its approved deliverables (interface 4.4)."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from common.caller import Caller, Origin
from domain.projects.models import (
    ApprovalList,
    ApprovalView,
    ChangeQuote,
    DeliverableView,
    EstimateView,
    IntakeView,
    ProjectDetail,
    ProjectList,
    ProjectView,
)
from domain.projects.requests import (
    CreateProject,
    DecideApproval,
    IntakeAnswers,
    QuoteChanges,
    SubmitProject,
    UpdateProject,
)
from domain.projects.service import project_service
from domain.projects.states import ProjectStatus
from mcp_door.arguments import Creating, Id, InProject, Paged
from mcp_door.tool import ADDS, IRREVOCABLE, READS, REPLACES, Tool

READ = ("projects:read",)
WRITE = ("projects:write",)


class ListProjects(Paged):
    """Which projects."""

    status: Annotated[ProjectStatus | None, Field(description="Only projects with this status.")] = None


class GetDeliverable(InProject):
    """Which document."""

    deliverable_id: Annotated[Id, Field(description="The deliverable's id (dlv_…), from get_project.")]


class CreateDraft(Creating, CreateProject):
    """A draft's name and frame."""


class AnswerIntake(IntakeAnswers, InProject):
    """Answers to any of the questions."""


class Decide(DecideApproval, InProject):
    """A decision about one revision."""

    approval_id: Annotated[Id, Field(description="The approval's id (apr_…), from list_approvals.")]


class UpdateCeiling(UpdateProject, InProject):
    """The most the project may cost."""


class Submit(SubmitProject, InProject):
    """Which draft."""


class Quote(QuoteChanges, InProject):
    """Changes that the customer thinks of."""

    approval_id: Annotated[Id, Field(description="As list_approvals gives it (apr_…).")]


def _list_projects(caller: Caller, arguments: ListProjects) -> ProjectList:
    return project_service().list_page(
        caller.account_id,
        status=arguments.status,
        limit=arguments.limit,
        cursor=arguments.cursor,
        within=caller.project_ids,
    )


def _get_project(caller: Caller, arguments: InProject) -> ProjectDetail:
    return project_service().describe(caller.account_id, arguments.project_id)


def _get_project_intake(caller: Caller, arguments: InProject) -> IntakeView:
    return project_service().get_intake(caller.account_id, arguments.project_id)


def _get_project_estimate(caller: Caller, arguments: InProject) -> EstimateView:
    return project_service().get_estimate(caller.account_id, arguments.project_id)


def _get_deliverable(caller: Caller, arguments: GetDeliverable) -> DeliverableView:
    return project_service().get_deliverable(caller.account_id, arguments.project_id, arguments.deliverable_id)


def _list_approvals(caller: Caller, arguments: InProject) -> ApprovalList:
    return project_service().list_approvals(caller.account_id, arguments.project_id)


def _create_project(caller: Caller, arguments: CreateDraft) -> ProjectView:
    return project_service().create(caller.account_id, arguments)


def _answer_project_intake(caller: Caller, arguments: AnswerIntake) -> IntakeView:
    return project_service().answer_intake(caller.account_id, arguments.project_id, arguments)


def _update_project(caller: Caller, arguments: UpdateCeiling) -> ProjectView:
    return project_service().change_ceiling(caller.account_id, arguments.project_id, arguments)


def _submit_project(caller: Caller, arguments: Submit) -> ProjectView:
    return project_service().submit(caller.account_id, arguments.project_id, arguments)


def _quote_changes(caller: Caller, arguments: Quote) -> ChangeQuote:
    return project_service().quote(caller.account_id, arguments.project_id, arguments.approval_id, arguments)


def _decide_approval(caller: Caller, arguments: Decide, origin: Origin) -> ApprovalView:
    return project_service().decide(caller, arguments.project_id, arguments.approval_id, arguments, origin)


TOOLS = (
    Tool(
        name="list_projects",
        title="List projects",
        description="List the account's projects, newest first, with status, phase, progress, eta and budget.",
        scopes=READ,
        hints=READS,
        arguments=ListProjects,
        result=ProjectList,
        call=_list_projects,
        narrows=True,
    ),
    Tool(
        name="get_project",
        title="Project",
        description="Read one project: its deliverables without their text, and how many approvals and credential "
        "requests wait for the customer.",
        scopes=READ,
        hints=READS,
        arguments=InProject,
        result=ProjectDetail,
        call=_get_project,
    ),
    Tool(
        name="get_project_intake",
        title="Intake questions",
        description="Read a project's questionnaire: each question with its type, options and answer so far, and "
        "which required answers are missing.",
        scopes=READ,
        hints=READS,
        arguments=InProject,
        result=IntakeView,
        call=_get_project_intake,
    ),
    Tool(
        name="get_project_estimate",
        title="Estimate",
        description="Get a project's estimated cost, working days and eta, per phase. The intake must be complete.",
        scopes=READ,
        hints=READS,
        arguments=InProject,
        result=EstimateView,
        call=_get_project_estimate,
    ),
    Tool(
        name="get_deliverable",
        title="Read a deliverable",
        description="Read a document that the team has written, as Markdown, with the history of its revisions. Read "
        "it before you advise the customer to approve it or not.",
        scopes=READ,
        hints=READS,
        arguments=GetDeliverable,
        result=DeliverableView,
        call=_get_deliverable,
    ),
    Tool(
        name="list_approvals",
        title="List approvals",
        description="List what the team asks the customer to approve in a project, and what was decided, newest first.",
        scopes=READ,
        hints=READS,
        arguments=InProject,
        result=ApprovalList,
        call=_list_approvals,
    ),
    Tool(
        name="create_project",
        title="Create a project",
        description="Create a project as a draft, which commits the customer to nothing. Next: get_project_intake for "
        "the questions, answer_project_intake, get_project_estimate, and submit_project once the customer agrees.",
        scopes=WRITE,
        hints=ADDS,
        arguments=CreateDraft,
        result=ProjectView,
        call=_create_project,
    ),
    Tool(
        name="answer_project_intake",
        title="Answer the intake",
        description="Answer some or all of a draft's questions, as {question id: value}. A later answer replaces an "
        "earlier one; null clears it.",
        scopes=WRITE,
        hints=REPLACES,
        arguments=AnswerIntake,
        result=IntakeView,
        call=_answer_project_intake,
    ),
    Tool(
        name="submit_project",
        title="Submit a project",
        description="Make the brief final and accept the estimate: the team starts to work and spends the budget. It "
        "can't be undone, so show the customer the estimate and ask before you call this. An estimate over the ceiling "
        "needs accept_over_ceiling, which only the customer may decide.",
        scopes=WRITE,
        hints=IRREVOCABLE,
        arguments=Submit,
        result=ProjectView,
        call=_submit_project,
    ),
    Tool(
        name="update_project",
        title="Change the ceiling",
        description="Set the most a project may cost, or null for no ceiling. A team that stopped at its ceiling goes "
        "on.",
        scopes=WRITE,
        hints=REPLACES,
        arguments=UpdateCeiling,
        result=ProjectView,
        call=_update_project,
    ),
    Tool(
        name="quote_changes",
        title="Quote changes",
        description="What requesting changes to a document would cost, and which points of the comment the team can "
        "apply. Nothing is requested. Call it before decide_approval with request_changes.",
        scopes=READ,
        hints=READS,
        arguments=Quote,
        result=ChangeQuote,
        call=_quote_changes,
    ),
    Tool(
        name="decide_approval",
        title="Decide an approval",
        description="Approve a revision of a deliverable, or request changes with a comment that says which. Each "
        "revision is decided only once, and the decision is the customer's: ask before you call this.",
        scopes=WRITE,
        hints=IRREVOCABLE,
        arguments=Decide,
        result=ApprovalView,
        call=_decide_approval,
        noted=True,
    ),
)
