"""Tools of work items: add one; claim one, report, submit. The customer reviews in the dashboard or by REST."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from common.caller import Caller
from common.envelope import RequestModel, View
from common.wording import days
from domain.projects.service import project_service
from domain.work_items.models import (
    ClaimView,
    ClaimWorkItem,
    CreateWorkItem,
    Criteria,
    Days,
    DeedView,
    NoteView,
    ProgressReported,
    RecommendationView,
    ReleaseWorkItem,
    ReportProgress,
    SubmissionView,
    SubmitWork,
    Title,
    What,
    WorkItemClaimed,
    WorkItemView,
)
from domain.work_items.records import DeedKind, ItemState
from domain.work_items.rules import WITHOUT_EFFORT
from domain.work_items.service import work_service
from domain.work_items.working import worker_service
from mcp_door.arguments import MAX_CURSOR_LENGTH, Creating, Id, InProject, told
from mcp_door.tool import ADDS, READS, Brief, tool

READ = ("work:read",)
WRITE = ("work:write",)
OWN = ("projects:write",)
_PAGE = 10
_CLAIM = "From claim_work."
_BY_CUSTOMER = frozenset({DeedKind.ACCEPTED, DeedKind.RETURNED, DeedKind.CLOSED, DeedKind.CANCELLED})
_OF_CLAIM = ("worker", "percent", "lease_until")


class ListWork(InProject):
    """Arguments of `list_work`: which items to list."""

    state: Annotated[ItemState | None, Field(description="Only these.")] = None
    cursor: Annotated[str | None, Field(max_length=MAX_CURSOR_LENGTH, description="next_cursor.")] = None


class CreateWork(Creating, InProject):
    """Arguments of `create_work`: what is to be done, and how that is shown."""

    title: Annotated[Title, Field(description="In a few words.")]
    what: Annotated[What, Field(description="What to build.")]
    criteria: Annotated[Criteria, Field(description="What has to be shown.")]
    effort_days: Annotated[Days | None, Field(description="Likely days.")] = None


class OfItem(RequestModel):
    """Arguments that name a work item."""

    work_id: Annotated[Id, Field(description="Id wrk_…")]


@told(worker="Your name.", lease_minutes="1 to 1440.")
class ClaimWork(Creating, ClaimWorkItem, OfItem):
    """Arguments of `claim_work`: an item, the worker's name, and for how long."""


@told(claim_id=_CLAIM, note="What was done.", percent="0 to 100.")
class Report(ReportProgress, OfItem):
    """Arguments of `report_work_progress`: what was done, and how far the item is."""


@told(claim_id=_CLAIM, reason="Why, for whoever is next.")
class Release(ReleaseWorkItem, OfItem):
    """Arguments of `release_work`: an item, and why it is given back."""


@told(
    claim_id=_CLAIM,
    links="https, to the work.",
    evidence="For every criterion.",
    cost="If known: whole units of the project's currency.",
)
class Submit(SubmitWork, OfItem):
    """Arguments of `submit_work`: what was done, with evidence for every criterion."""


class WorkShown(View):
    """An item: its brief, who has it and how far, what it costs, and what became of it so far."""

    id: str
    state: ItemState
    likely_cost: int
    cost: int | None
    claim: ClaimView | None
    blocked_by: tuple[str, ...]
    brief: str
    notes: list[NoteView]
    submissions: list[SubmissionView]


class Deed(DeedView):
    """What was done to an item last. `by`: who did it, the worker of the item or the customer."""

    by: str


class ListedWork(WorkItemView):
    """An item of the list, with who did what to it last."""

    latest: Deed | None


class ListedWorks(View):
    """A page of a project's items: those of the plan in its order, then those made by hand."""

    items: list[ListedWork]
    has_more: bool
    next_cursor: str | None


class WorkMade(WorkItemView):
    """The new item; `note`: when all is likely to be done now, how much is done, and which effort is counted."""

    note: str


class Submitted(View):
    """The item in review, and the CTO's recommendation with its doubts."""

    id: str
    state: ItemState
    recommendation: RecommendationView


@tool(
    "List work",
    READ,
    READS,
    mirrors="list_work_items",
    brief=Brief(
        ("id", "title", "state", "blocked_by", "returns", "claim", "latest"),
        of="items",
        of_each={"claim": _OF_CLAIM},
    ),
)
def list_work(caller: Caller, arguments: ListWork) -> ListedWorks:
    """A project's work items, in order."""
    page = work_service().list_page(
        caller.account_id, arguments.project_id, state=arguments.state, limit=_PAGE, cursor=arguments.cursor
    )
    items = [ListedWork.model_validate(item.model_dump() | {"latest": _deed(item.latest)}) for item in page.items]
    return ListedWorks(items=items, has_more=page.has_more, next_cursor=page.next_cursor)


def _deed(deed: DeedView | None) -> Deed | None:
    """The deed with who did it, `by`. If that was the customer, `worker` still names the worker whose item it was."""
    if deed is None:
        return None
    by = "customer" if deed.kind in _BY_CUSTOMER or not deed.worker else f"worker {deed.worker}"
    return Deed.model_validate(deed.model_dump() | {"by": by})


@tool(
    "Work item",
    READ,
    READS,
    mirrors="get_work_item",
    narrows=True,
    brief=Brief(
        ("id", "state", "claim", "blocked_by", "likely_cost", "cost", "brief", "notes", "submissions"),
        of_each={
            "claim": _OF_CLAIM,
            "notes": ("worker", "text", "percent", "at"),
            "submissions": (*("worker", "at", "summary", "links", "evidence", "cost", "recommendation", "review"),),
        },
    ),
)
def get_work(caller: Caller, arguments: OfItem) -> WorkShown:
    """A work item's brief, reports and submissions."""
    detail = work_service().describe(caller, arguments.work_id)
    return WorkShown(
        id=detail.item.id,
        state=detail.item.state,
        likely_cost=detail.item.likely_cost,
        cost=detail.item.cost,
        claim=detail.item.claim,
        blocked_by=detail.item.blocked_by,
        brief=detail.brief,
        notes=detail.notes,
        submissions=detail.submissions,
    )


@tool(
    "Add work",
    OWN,
    ADDS,
    mirrors="create_work_item",
    brief=Brief(("id", "title", "state", "criteria", "blocked_by", "likely_cost", "note")),
)
def create_work(caller: Caller, arguments: CreateWork) -> WorkMade:
    """Add a work item to a submitted project. What the product has to do changes by add_brief_entry."""
    asked = CreateWorkItem(
        title=arguments.title, what=arguments.what, criteria=arguments.criteria, effort_days=arguments.effort_days
    )
    made = work_service().create(caller, arguments.project_id, asked)
    project = project_service().describe(caller.account_id, arguments.project_id)
    sentences = [project.said.expected, project.said.progress]
    if made.effort_days is None:
        sentences.append(f"No effort was given: {days(WITHOUT_EFFORT)} is counted, which is no estimate.")
    said = " ".join(filter(None, sentences))
    return WorkMade.model_validate(made.model_dump() | {"note": said})


@tool(
    "Claim work",
    WRITE,
    ADDS,
    mirrors="claim_work_item",
    narrows=True,
    brief=Brief(("claim_id", "lease_until", "brief")),
)
def claim_work(caller: Caller, arguments: ClaimWork) -> WorkItemClaimed:
    """Take a ready item for yourself alone; returns its brief."""
    return worker_service().claim(caller, arguments.work_id, arguments)


@tool("Report progress", WRITE, ADDS, mirrors="report_progress", narrows=True, brief=Brief(("lease_until",)))
def report_work_progress(caller: Caller, arguments: Report) -> ProgressReported:
    """Report on a claimed item, which renews the lease."""
    return worker_service().report(caller, arguments.work_id, arguments)


@tool("Submit work", WRITE, ADDS, narrows=True)
def submit_work(caller: Caller, arguments: Submit) -> Submitted:
    """Submit a claimed item for review."""
    done = worker_service().submit(caller, arguments.work_id, arguments)
    return Submitted(id=done.item.id, state=done.item.state, recommendation=done.submission.recommendation)


@tool("Release work", WRITE, ADDS, mirrors="release_work_item", narrows=True, brief=Brief(("id", "state")))
def release_work(caller: Caller, arguments: Release) -> WorkItemView:
    """Give a claimed item back."""
    return worker_service().release(caller, arguments.work_id, arguments)
