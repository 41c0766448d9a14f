"""Projects: create, read, answer the intake, estimate, submit, decide (interface 4.4)."""

from __future__ import annotations

from typing import Annotated

from common.envelope import Envelope
from common.gate import KIB, Access
from common.http import Body, CurrentCaller, CurrentOrigin, Door, Path, Query
from domain.leaving.deleted import list_deleted
from domain.projects.models import (
    ApprovalList,
    ApprovalView,
    ArchiveView,
    ChangeQuote,
    DeliverableView,
    EstimateView,
    IntakeView,
    ProjectDetail,
    ProjectList,
    ProjectView,
    RevisionTextView,
)
from domain.projects.requests import (
    ChangeProjectStatus,
    CreateProject,
    DecideApproval,
    IntakeAnswers,
    QuoteChanges,
    SubmitProject,
    UpdateProject,
)
from domain.projects.service import project_service
from domain.projects.states import ListedStatus, ProjectStatus
from domain.projects.text import Comment
from domain.repository.retrying import retry_service
from domain.usage.service import count_errors

door = Door("projects", after_request=count_errors)
lambda_handler = door
READ = Access(scopes=("projects:read",))
NARROWED = Access(scopes=("projects:read",), narrows=True)
WRITE = Access(scopes=("projects:write",))
INTAKE = Access(scopes=("projects:write",), max_body_bytes=256 * KIB)
Id = Annotated[str, Path(max_length=64)]


@door.route("POST", "/projects", WRITE, status=201, creates=True)
def create_project(body: CreateProject, caller: CurrentCaller) -> Envelope[ProjectView]:
    return Envelope(data=project_service().create(caller.account_id, body))


@door.route("GET", "/projects", NARROWED)
def list_projects(
    caller: CurrentCaller,
    status: Annotated[ListedStatus | None, Query()] = None,
    limit: Annotated[int, Query(ge=1, le=100)] = 20,
    cursor: Annotated[str | None, Query(max_length=1024)] = None,
) -> Envelope[ProjectList]:
    if status is ListedStatus.DELETED:
        return Envelope(data=list_deleted(caller))
    wanted = ProjectStatus(status.value) if status else None
    page = project_service().list_page(
        caller.account_id, status=wanted, limit=limit, cursor=cursor, within=caller.project_ids
    )
    return Envelope(data=page)


@door.route("GET", "/projects/{project_id}", READ)
def get_project(project_id: Id, caller: CurrentCaller) -> Envelope[ProjectDetail]:
    return Envelope(data=project_service().describe(caller.account_id, project_id))


@door.route("GET", "/projects/{project_id}/intake", READ)
def get_intake(project_id: Id, caller: CurrentCaller) -> Envelope[IntakeView]:
    return Envelope(data=project_service().get_intake(caller.account_id, project_id))


@door.route("POST", "/projects/{project_id}/intake", INTAKE)
def answer_intake(project_id: Id, body: IntakeAnswers, caller: CurrentCaller) -> Envelope[IntakeView]:
    return Envelope(data=project_service().answer_intake(caller.account_id, project_id, body))


@door.route("GET", "/projects/{project_id}/estimate", READ)
def get_estimate(project_id: Id, caller: CurrentCaller) -> Envelope[EstimateView]:
    return Envelope(data=project_service().get_estimate(caller.account_id, project_id))


@door.route("PATCH", "/projects/{project_id}", WRITE)
def update_project(project_id: Id, body: UpdateProject, caller: CurrentCaller) -> Envelope[ProjectView]:
    return Envelope(data=project_service().change_ceiling(caller.account_id, project_id, body))


@door.route("POST", "/projects/{project_id}/submit", WRITE)
def submit_project(
    project_id: Id, caller: CurrentCaller, body: Annotated[SubmitProject | None, Body()] = None
) -> Envelope[ProjectView]:
    return Envelope(data=project_service().submit(caller.account_id, project_id, body))


@door.route("GET", "/projects/{project_id}/deliverables/{deliverable_id}", READ)
def get_deliverable(project_id: Id, deliverable_id: Id, caller: CurrentCaller) -> Envelope[DeliverableView]:
    return Envelope(data=project_service().get_deliverable(caller.account_id, project_id, deliverable_id))


@door.route("GET", "/projects/{project_id}/deliverables/{deliverable_id}/revisions/{revision}", READ)
def get_revision(
    project_id: Id, deliverable_id: Id, revision: Annotated[int, Path(ge=1, le=9999)], caller: CurrentCaller
) -> Envelope[RevisionTextView]:
    return Envelope(data=project_service().get_revision(caller.account_id, project_id, deliverable_id, revision))


@door.route("POST", "/projects/{project_id}/deliverables/{deliverable_id}/deliver", WRITE)
def deliver_again(project_id: Id, deliverable_id: Id, caller: CurrentCaller) -> Envelope[DeliverableView]:
    return Envelope(data=retry_service().retry(caller.account_id, project_id, deliverable_id))


@door.route("GET", "/projects/{project_id}/archive", READ)
def get_archive(project_id: Id, caller: CurrentCaller) -> Envelope[ArchiveView]:
    return Envelope(data=project_service().archive(caller.account_id, project_id))


@door.route("GET", "/projects/{project_id}/approvals", READ)
def list_approvals(project_id: Id, caller: CurrentCaller) -> Envelope[ApprovalList]:
    return Envelope(data=project_service().list_approvals(caller.account_id, project_id))


@door.route("POST", "/projects/{project_id}/approvals/{approval_id}", WRITE)
def decide_approval(
    project_id: Id, approval_id: Id, body: DecideApproval, caller: CurrentCaller, origin: CurrentOrigin
) -> Envelope[ApprovalView]:
    return Envelope(data=project_service().decide(caller, project_id, approval_id, body, origin))


@door.route("GET", "/projects/{project_id}/approvals/{approval_id}/quote", READ)
def get_change_quote(
    project_id: Id, approval_id: Id, caller: CurrentCaller, comment: Annotated[Comment | None, Query()] = None
) -> Envelope[ChangeQuote]:
    asked = QuoteChanges(comment=comment)
    return Envelope(data=project_service().quote(caller.account_id, project_id, approval_id, asked))


@door.route("POST", "/projects/{project_id}/approvals/{approval_id}/quote", READ)
def quote_changes(project_id: Id, approval_id: Id, body: QuoteChanges, caller: CurrentCaller) -> Envelope[ChangeQuote]:
    return Envelope(data=project_service().quote(caller.account_id, project_id, approval_id, body))


@door.route("POST", "/projects/{project_id}/status", WRITE)
def change_project_status(project_id: Id, body: ChangeProjectStatus, caller: CurrentCaller) -> Envelope[ProjectView]:
    return Envelope(data=project_service().change_status(caller.account_id, project_id, body))
