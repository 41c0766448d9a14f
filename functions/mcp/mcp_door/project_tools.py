"""Tools of projects: from a draft to its approved deliverables (interface 4.4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from pydantic import Field

from common.caller import Caller, Origin
from common.envelope import View
from domain.keys.service import key_service
from domain.projects.decided import ANY_KEY
from domain.projects.errors import IntakeIncomplete
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
    DecideApproval,
    IntakeAnswers,
    NewProject,
    QuoteChanges,
    SubmitProject,
    UpdateProject,
)
from domain.projects.service import project_service
from domain.projects.states import ApprovalStatus, ProjectStatus
from mcp_door.arguments import Chosen, Creating, Id, InProject, Paged, told
from mcp_door.tool import ADDS, IRREVOCABLE, READS, REPLACES, Brief, Tool

READ = ("projects:read",)
WRITE = ("projects:write",)
CEILING = "For documents, not building."
APPROVAL = "apr_…, from list_approvals."
_KEY = "key_"
_ONE_EACH = "Each change by itself, as 'drop R2; add a must-have: gift cards'"


class ListProjects(Chosen, Paged):
    """Which projects."""

    status: Annotated[ProjectStatus | None, Field(description="Only these.")] = None


class GetProject(Chosen, InProject):
    """Which project, and what of it."""


class GetEstimate(Chosen, InProject):
    """Whose estimate, and what of it."""


class GetDeliverable(Chosen, InProject):
    """Which document, and what of it."""

    deliverable_id: Annotated[Id, Field(description="dlv_…, from get_project.")]


@told(
    name="What to call it.",
    description="In the customer's words.",
    deadline="Day, YYYY-MM-DD.",
    budget_ceiling=CEILING,
)
class CreateDraft(Creating, NewProject):
    """A draft's name and frame."""


@told(answers="{question id: value}; null clears one.")
class AnswerIntake(IntakeAnswers, InProject):
    """Answers to any of the questions."""


@told(
    decision="What the customer said.",
    comment=f"{_ONE_EACH}; needed for request_changes.",
    hand_out_work="Delivery plan: hand its work out to workers.",
)
class Decide(DecideApproval, InProject):
    """A decision about one revision."""

    approval_id: Annotated[Id, Field(description=APPROVAL)]


@told(budget_ceiling=f"{CEILING} null: no ceiling.")
class UpdateCeiling(UpdateProject, InProject):
    """The most the project may cost."""


@told(accept_over_ceiling="true: the customer accepts more than the ceiling.")
class Submit(SubmitProject, InProject):
    """Which draft."""


@told(comment=f"{_ONE_EACH}; without it, the price alone.")
class Quote(QuoteChanges, InProject):
    """Changes that the customer thinks of."""

    approval_id: Annotated[Id, Field(description=APPROVAL)]


class Quoted(ChangeQuote):
    """A quote, and in `price` what it comes to; where nothing can be applied it has no `cost`."""

    price: str
    cost: int | None  # type: ignore[assignment]
    included: bool | None  # type: ignore[assignment]


class Limited(ProjectView):
    """A project, and in `note` what its ceiling holds and what it doesn't."""

    note: str | None


class Waiting(View):
    """An approval that waits for the customer."""

    approval_id: str
    title: str


class Decided(View):
    """What was decided. `next`: what comes of it. `to_decide`: what else of the project waits for the customer."""

    id: str
    title: str
    revision: int
    status: ApprovalStatus
    decided: str | None
    next_approval_id: str | None
    next: str
    to_decide: list[Waiting]


def _list_projects(caller: Caller, arguments: ListProjects) -> ProjectList:
    return project_service().list_page(
        caller.account_id,
        status=arguments.status,
        limit=arguments.limit,
        cursor=arguments.cursor,
        within=caller.project_ids,
    )


def _get_project(caller: Caller, arguments: GetProject) -> ProjectDetail:
    return project_service().describe(caller.account_id, arguments.project_id)


def _get_project_intake(caller: Caller, arguments: InProject) -> IntakeView:
    return project_service().get_intake(caller.account_id, arguments.project_id)


def _get_project_estimate(caller: Caller, arguments: GetEstimate) -> EstimateView:
    return project_service().get_estimate(caller.account_id, arguments.project_id)


def _get_deliverable(caller: Caller, arguments: GetDeliverable) -> DeliverableView:
    return project_service().get_deliverable(caller.account_id, arguments.project_id, arguments.deliverable_id)


def _list_approvals(caller: Caller, arguments: InProject) -> ApprovalList:
    found = project_service().list_approvals(caller.account_id, arguments.project_id)
    if not any((one.decided_by or "").startswith(_KEY) for one in found.approvals):
        return found
    names = key_service().names_of(caller.account_id)
    return found.model_copy(update={"approvals": tuple(_with_key(one, names) for one in found.approvals)})


def _with_key(approval: ApprovalView, names: Mapping[str, str]) -> ApprovalView:
    """The approval, saying which API key it was decided with; a deleted one has no name."""
    name = names.get(approval.decided_by or "")
    if not name or not approval.decided:
        return approval
    return approval.model_copy(update={"decided": approval.decided.replace(ANY_KEY, f"with the API key “{name}”")})


def _create_project(caller: Caller, arguments: CreateDraft) -> ProjectView:
    return project_service().create(caller.account_id, arguments)


def _answer_project_intake(caller: Caller, arguments: AnswerIntake) -> IntakeView:
    return project_service().answer_intake(caller.account_id, arguments.project_id, arguments)


def _update_project(caller: Caller, arguments: UpdateCeiling) -> Limited:
    changed = project_service().change_ceiling(caller.account_id, arguments.project_id, arguments)
    return Limited.model_validate(changed.model_dump() | {"note": _said_of_ceiling(caller, changed)})


def _said_of_ceiling(caller: Caller, project: ProjectView) -> str | None:
    """What the ceiling holds, and whether building takes the whole above it; None without a ceiling."""
    ceiling = project.budget.ceiling
    if ceiling is None:
        return None
    held = "It holds planning and documents only; nothing here limits building."
    if project.budget.spent > ceiling:
        held = f"{project.budget.currency} {project.budget.spent:,} are spent already, over this ceiling. {held}"
    try:
        estimate = project_service().get_estimate(caller.account_id, project.id)
    except IntakeIncomplete:
        return held
    documents, currency = project.budget.estimated or estimate.total, estimate.currency
    least, most = (documents + of_build for of_build in (estimate.build.low, estimate.build.high))
    whole = f"Documents and building together, by the outlook: {currency} {least:,} to {most:,}"
    over = least > ceiling and f", at least {currency} {least - ceiling:,} over {ceiling:,}"
    return f"{held} {whole}{over or ''}."


def _submit_project(caller: Caller, arguments: Submit) -> ProjectView:
    return project_service().submit(caller.account_id, arguments.project_id, arguments)


def _quote_changes(caller: Caller, arguments: Quote) -> Quoted:
    service = project_service()
    quote, price = service.quote_in_words(caller.account_id, arguments.project_id, arguments.approval_id, arguments)
    # "cost": 0 beside "nothing can be applied" reads as: it is free.
    costs = {"cost": None, "included": None} if quote.nothing_to_apply else {}
    return Quoted.model_validate(quote.model_dump() | {"price": price} | costs)


def _decide_approval(caller: Caller, arguments: Decide, origin: Origin) -> Decided:
    decided = project_service().decide(caller, arguments.project_id, arguments.approval_id, arguments, origin)
    approvals = project_service().list_approvals(caller.account_id, arguments.project_id).approvals
    waiting = [
        Waiting(approval_id=one.id, title=one.title) for one in approvals if one.status is ApprovalStatus.PENDING
    ]
    if decided.next_approval_id is not None:
        price = project_service().price_after(caller.account_id, arguments.project_id, arguments.approval_id)
        following = (
            f"The team writes revision {decided.revision + 1}; then next_approval_id is in list_approvals. A further "
            f"change of this document costs {price}."
        )
    else:
        titles = ", ".join(one.title for one in waiting)
        following = (
            f"The team goes on once the customer has decided these, too: {titles}."
            if waiting
            else "The team goes on; nothing else waits here."
        )
    return Decided(
        **decided.model_dump(include={"id", "title", "revision", "status", "decided", "next_approval_id"}),
        next=following,
        to_decide=waiting,
    )


_AFTER = Brief(("id", "name", "status", "phase", "eta", "eta_covers", "deadline", "budget"))
TOOLS = (
    Tool(
        name="list_projects",
        title="List projects",
        description="List projects, newest first.",
        scopes=READ,
        hints=READS,
        arguments=ListProjects,
        result=ProjectList,
        call=_list_projects,
        narrows=True,
        brief=Brief(
            ("id", "name", "status", "phase", "progress", "eta", "eta_covers", "deadline", "budget"),
            of="projects",
        ),
    ),
    Tool(
        name="get_project",
        title="Project",
        description="One project: dates, budget, documents, what waits for the customer.",
        scopes=READ,
        hints=READS,
        arguments=GetProject,
        result=ProjectDetail,
        call=_get_project,
        brief=Brief(
            (
                *(
                    "id",
                    "name",
                    "status",
                    "phase",
                    "progress",
                    "progress_counts",
                    "eta",
                    "eta_covers",
                    "deadline",
                    "budget",
                ),
                *("deliverables", "pending_approvals", "open_credential_requests"),
            ),
            of_each={"deliverables": ("id", "kind", "state", "revision")},
        ),
    ),
    Tool(
        name="get_project_intake",
        mirrors="get_intake",
        title="Intake questions",
        description="A project's questions, the answers so far, and which required ones are missing.",
        scopes=READ,
        hints=READS,
        arguments=InProject,
        result=IntakeView,
        call=_get_project_intake,
        brief=Brief(("id", "prompt", "type", "required", "options", "answer"), of="questions"),
    ),
    Tool(
        name="get_project_estimate",
        mirrors="get_estimate",
        title="Estimate",
        description="What planning and documents cost and take; building comes on top: build. Needs a complete intake.",
        scopes=READ,
        hints=READS,
        arguments=GetEstimate,
        result=EstimateView,
        call=_get_project_estimate,
        brief=Brief(
            ("currency", "total", "low", "high", "working_days", "eta", "over_ceiling", "late", "build"),
            of_each={"build": ("low", "high", "working_days")},
        ),
    ),
    Tool(
        name="get_deliverable",
        title="Read a document",
        description="A document, as Markdown. Read it before you advise on its approval.",
        scopes=READ,
        hints=READS,
        arguments=GetDeliverable,
        result=DeliverableView,
        call=_get_deliverable,
        brief=Brief(("id", "kind", "title", "state", "revision", "content")),
    ),
    Tool(
        name="list_approvals",
        title="List approvals",
        description="What waits for the customer's approval in a project, and what was decided, newest first.",
        scopes=READ,
        hints=READS,
        arguments=InProject,
        result=ApprovalList,
        call=_list_approvals,
        brief=Brief(("id", "deliverable_id", "title", "revision", "status", "created_at", "decided"), of="approvals"),
    ),
    Tool(
        name="create_project",
        title="Create a project",
        description="Create a draft, which commits to nothing. Next: get_project_intake, answer_project_intake, "
        "get_project_estimate, submit_project.",
        scopes=WRITE,
        hints=ADDS,
        arguments=CreateDraft,
        result=ProjectView,
        call=_create_project,
        brief=_AFTER,
    ),
    Tool(
        name="answer_project_intake",
        mirrors="answer_intake",
        title="Answer the intake",
        description="Answer some or all of a draft's questions. Later answers replace earlier ones.",
        scopes=WRITE,
        hints=REPLACES,
        arguments=AnswerIntake,
        result=IntakeView,
        call=_answer_project_intake,
        brief=Brief(("complete", "missing")),
    ),
    Tool(
        name="submit_project",
        title="Submit a project",
        description="Accept the estimate and start. It can't be undone and spends: show the estimate and "
        "ask the customer first.",
        scopes=WRITE,
        hints=IRREVOCABLE,
        arguments=Submit,
        result=ProjectView,
        call=_submit_project,
        brief=_AFTER,
    ),
    Tool(
        name="update_project",
        title="Change the ceiling",
        description="Set or remove the ceiling of a project's documents, in the estimate's currency; ask the "
        "customer first. A deadline moves by decide_approval: 'move the deadline to 2027-03-01'; in a "
        "draft, by answer_project_intake.",
        scopes=WRITE,
        hints=REPLACES,
        arguments=UpdateCeiling,
        result=Limited,
        call=_update_project,
        brief=Brief((*_AFTER.fields, "note")),
    ),
    Tool(
        name="quote_changes",
        title="Quote changes",
        description="What requesting changes would cost, what they change in building, which can be applied. "
        "Requests nothing.",
        scopes=READ,
        hints=READS,
        arguments=Quote,
        result=Quoted,
        call=_quote_changes,
        brief=Brief(
            (
                *("price", "currency", "cost", "included", "points", "nothing_to_apply", "examples", "over_ceiling"),
                *("read_by_model", "build"),
            )
        ),
    ),
    Tool(
        name="decide_approval",
        title="Decide",
        description="Approve a revision, or request changes; refused where none can be applied. It can't be "
        "undone: ask the customer first.",
        scopes=WRITE,
        hints=IRREVOCABLE,
        arguments=Decide,
        result=Decided,
        call=_decide_approval,
        noted=True,
    ),
)
