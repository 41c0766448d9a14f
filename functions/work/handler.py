"""Work items: what a plan leaves to be done, claimed and submitted by workers, accepted by the customer."""

from __future__ import annotations

from typing import Annotated

from common.envelope import Envelope
from common.gate import Access
from common.http import CurrentCaller, Door, Path, Query
from domain.usage.service import note_request
from domain.work_items.models import (
    CancelWorkItem,
    ClaimWorkItem,
    CloseWorkItem,
    CreateWorkItem,
    ProgressReported,
    ReleaseWorkItem,
    ReportProgress,
    ReviewWork,
    SubmitWork,
    UpdateWorkItem,
    WorkItemClaimed,
    WorkItemDetail,
    WorkItemList,
    WorkItemView,
    WorkSubmitted,
)
from domain.work_items.records import ItemState
from domain.work_items.reviewing import review_service
from domain.work_items.service import work_service
from domain.work_items.working import worker_service

door = Door("work", after_request=note_request)
lambda_handler = door
READ_PROJECT = Access(scopes=("work:read",))
READ = Access(scopes=("work:read",), narrows=True)
WORK = Access(scopes=("work:write",), narrows=True)
OWN_PROJECT = Access(scopes=("projects:write",))
OWN = Access(scopes=("projects:write",), narrows=True)
CLOSE = Access(session_only=True)
Id = Annotated[str, Path(max_length=64)]


@door.route("GET", "/projects/{project_id}/work-items", READ_PROJECT)
def list_work_items(
    project_id: Id,
    caller: CurrentCaller,
    state: Annotated[ItemState | None, Query()] = None,
    limit: Annotated[int, Query(ge=1, le=100)] = 20,
    cursor: Annotated[str | None, Query(max_length=64)] = None,
) -> Envelope[WorkItemList]:
    """The plan's items in its order, then those made by hand. `ready` finds what was returned, too."""
    page = work_service().list_page(caller.account_id, project_id, state=state, limit=limit, cursor=cursor)
    return Envelope(data=page)


@door.route(
    "POST",
    "/projects/{project_id}/work-items",
    OWN_PROJECT,
    status=201,
    creates=True,
    errors=("LIMIT_REACHED", "CONFLICT"),
    example={"title": "Booking", "what": "Guests book a table.", "criteria": ["A guest can book"]},
)
def create_work_item(project_id: Id, body: CreateWorkItem, caller: CurrentCaller) -> Envelope[WorkItemView]:
    """A new item. Its criteria are `1`, `2` and so on."""
    return Envelope(data=work_service().create(caller, project_id, body))


@door.route("GET", "/work-items/{work_id}", READ)
def get_work_item(work_id: Id, caller: CurrentCaller) -> Envelope[WorkItemDetail]:
    """The item with its brief, history, notes and submissions."""
    return Envelope(data=work_service().describe(caller, work_id))


@door.route("PATCH", "/work-items/{work_id}", OWN, errors=("CONFLICT",), example={"title": "Booking a table"})
def update_work_item(work_id: Id, body: UpdateWorkItem, caller: CurrentCaller) -> Envelope[WorkItemView]:
    """Change any of the fields, while nobody works on the item. The item is ready again."""
    return Envelope(data=work_service().update(caller, work_id, body))


@door.route("POST", "/work-items/{work_id}/cancel", OWN, errors=("CONFLICT",))
def cancel_work_item(work_id: Id, caller: CurrentCaller, body: CancelWorkItem | None = None) -> Envelope[WorkItemView]:
    """Nobody does the item any more."""
    return Envelope(data=work_service().cancel(caller, work_id, body))


@door.route("POST", "/work-items/{work_id}/close", CLOSE, errors=("CONFLICT",))
def close_work_item(work_id: Id, body: CloseWorkItem, caller: CurrentCaller) -> Envelope[WorkItemView]:
    """The item is done without a submission."""
    return Envelope(data=work_service().close(caller, work_id, body))


@door.route(
    "POST", "/work-items/{work_id}/claim", WORK, creates=True, errors=("ALREADY_CLAIMED", "WORK_BLOCKED", "CONFLICT")
)
def claim_work_item(work_id: Id, body: ClaimWorkItem, caller: CurrentCaller) -> Envelope[WorkItemClaimed]:
    """Have the item for `lease_minutes`. Reporting progress begins the lease anew."""
    return Envelope(data=worker_service().claim(caller, work_id, body))


@door.route(
    "POST", "/work-items/{work_id}/progress", WORK, creates=True, errors=("CLAIM_OVER", "LIMIT_REACHED", "CONFLICT")
)
def report_progress(work_id: Id, body: ReportProgress, caller: CurrentCaller) -> Envelope[ProgressReported]:
    """Note how it goes. The lease begins anew."""
    return Envelope(data=worker_service().report(caller, work_id, body))


@door.route("POST", "/work-items/{work_id}/release", WORK, creates=True, errors=("CLAIM_OVER", "CONFLICT"))
def release_work_item(work_id: Id, body: ReleaseWorkItem, caller: CurrentCaller) -> Envelope[WorkItemView]:
    """Give the item back."""
    return Envelope(data=worker_service().release(caller, work_id, body))


@door.route(
    "POST",
    "/work-items/{work_id}/submit",
    WORK,
    creates=True,
    errors=("CLAIM_OVER", "LIMIT_REACHED", "CONFLICT"),
    example={
        "claim_id": "clm_1",
        "summary": "Booking works",
        "evidence": [{"criterion": "1", "text": "It is shown in the run"}],
    },
)
def submit_work(work_id: Id, body: SubmitWork, caller: CurrentCaller) -> Envelope[WorkSubmitted]:
    """Put what was done before the owner, with evidence for every criterion once."""
    return Envelope(data=worker_service().submit(caller, work_id, body))


@door.route(
    "POST",
    "/work-items/{work_id}/review",
    OWN,
    errors=("SUBMISSION_REPLACED", "CONFLICT"),
    example={"decision": "accept", "submission_hash": "0" * 64},
)
def review_work(work_id: Id, body: ReviewWork, caller: CurrentCaller) -> Envelope[WorkSubmitted]:
    """Accept, or return with a comment. A key that ever claimed the item cannot review it."""
    return Envelope(data=review_service().review(caller, work_id, body))
