"""Projects: create, read, answer the intake, change the brief, estimate, submit, decide (interface 4.4)."""

from __future__ import annotations

from typing import Annotated

from common.clock import utc_now
from common.envelope import Envelope
from common.gate import KIB, Access
from common.http import Body, CurrentCaller, CurrentOrigin, Door, Path, Query
from common.settings import settings
from domain.leaving.deleted import list_deleted
from domain.projects.brief.requests import AddEntry, ChangeBrief, ChangeEntry, UpdateProject, WhatIf
from domain.projects.brief.views import BriefEntryView, BriefView, ChoiceView, EstimateView, WhatIfView
from domain.projects.documents.requests import AddLine, AnswerChoice, AnswerComment, ChangeLine, ChangeLines
from domain.projects.documents.service import document_service
from domain.projects.documents.views import DocumentView, LineView
from domain.projects.models import (
    ApprovalList,
    ApprovalView,
    ArchiveView,
    DeliverableView,
    IntakeView,
    NoteList,
    ProjectDetail,
    ProjectList,
    ProjectView,
    RevisionTextView,
)
from domain.projects.requests import ChangeProjectStatus, CreateProject, DecideApproval, IntakeAnswers, SubmitProject
from domain.projects.service import project_service
from domain.projects.states import ListedStatus, ProjectStatus
from domain.repository.retrying import retry_service
from domain.usage.service import note_request

door = Door("projects", after_request=note_request)
lambda_handler = door
READ = Access(scopes=("projects:read",))
NARROWED = Access(scopes=("projects:read",), narrows=True)
WRITE = Access(scopes=("projects:write",))
LINES = Access(scopes=("projects:write",), max_body_bytes=128 * KIB)
DECIDE = Access(scopes=("projects:write",), recent_proof=True)
INTAKE = Access(scopes=("projects:write",), max_body_bytes=256 * KIB)
Id = Annotated[str, Path(max_length=64)]
EXAMPLE_HASH = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"


@door.route(
    "POST",
    "/projects",
    WRITE,
    status=201,
    creates=True,
    errors=("LIMIT_REACHED",),
    example={"name": "Bakery shop", "budget_ceiling": {"amount": 40000, "currency": "EUR"}},
)
def create_project(body: CreateProject, caller: CurrentCaller) -> Envelope[ProjectView]:
    """A new draft; a description of at most 2,000 characters is its goal. An `example` is only to be looked at."""
    made = project_service().create(caller.account_id, body)
    if settings.model and body.description and not body.example:
        from domain.agents.asking import questions  # noqa: PLC0415 - only where a model answers

        questions().interview(caller, made.id, body.description)
    return Envelope(data=made)


@door.route("GET", "/projects", NARROWED)
def list_projects(
    caller: CurrentCaller,
    status: Annotated[ListedStatus | None, Query()] = None,
    limit: Annotated[int, Query(ge=1, le=100)] = 20,
    cursor: Annotated[str | None, Query(max_length=1024)] = None,
) -> Envelope[ProjectList]:
    """Newest first. `deleted` lists what can be restored, in one page."""
    if status is ListedStatus.DELETED:
        return Envelope(data=list_deleted(caller))
    wanted = ProjectStatus(status.value) if status else None
    page = project_service().list_page(
        caller.account_id, status=wanted, limit=limit, cursor=cursor, within=caller.project_ids
    )
    return Envelope(data=page)


@door.route("GET", "/projects/{project_id}", READ)
def get_project(project_id: Id, caller: CurrentCaller) -> Envelope[ProjectDetail]:
    """The project with its documents, without their text."""
    return Envelope(data=project_service().describe(caller.account_id, project_id))


@door.route("GET", "/projects/{project_id}/intake", READ)
def get_intake(project_id: Id, caller: CurrentCaller) -> Envelope[IntakeView]:
    """The questions, with the answers so far."""
    return Envelope(data=project_service().get_intake(caller.account_id, project_id))


@door.route(
    "POST",
    "/projects/{project_id}/intake",
    INTAKE,
    errors=("ALREADY_SUBMITTED", "CONFLICT"),
    example={"answers": {"goal": "Customers order bread before noon.", "platforms": ["web"]}},
)
def answer_intake(project_id: Id, body: IntakeAnswers, caller: CurrentCaller) -> Envelope[IntakeView]:
    """Answer some or all questions, as often as you like. The last answer counts; null clears it."""
    return Envelope(data=project_service().answer_intake(caller.account_id, project_id, body))


@door.route("GET", "/projects/{project_id}/brief", READ)
def get_brief(project_id: Id, caller: CurrentCaller) -> Envelope[BriefView]:
    """The brief: each entry, the kind we take it for, the days it takes, and the estimate."""
    return Envelope(data=project_service().get_brief(caller.account_id, project_id))


@door.route(
    "PATCH",
    "/projects/{project_id}/brief",
    WRITE,
    errors=("CONFLICT",),
    example={"platforms": ["web", "ios"], "tone": "warm"},
)
def change_brief(project_id: Id, body: ChangeBrief, caller: CurrentCaller) -> Envelope[BriefView]:
    """Change what is said once for the whole product. Null clears an answer that is not required."""
    return Envelope(data=project_service().change_brief(caller.account_id, project_id, body))


@door.route(
    "POST",
    "/projects/{project_id}/brief/entries",
    WRITE,
    status=201,
    creates=True,
    errors=("LIMIT_REACHED", "CONFLICT"),
    example={"type": "must_have", "text": "Customers book a table for up to eight people"},
)
def add_brief_entry(project_id: Id, body: AddEntry, caller: CurrentCaller) -> Envelope[BriefEntryView]:
    """A new entry, the last of its type. What you leave out of its reading, we read from its words."""
    return Envelope(data=project_service().add_entry(caller.account_id, project_id, body))


@door.route(
    "PATCH",
    "/projects/{project_id}/brief/entries/{entry_id}",
    WRITE,
    errors=("CONFLICT",),
    example={"kinds": ["booking"], "size": "small"},
)
def change_brief_entry(
    project_id: Id, entry_id: Id, body: ChangeEntry, caller: CurrentCaller
) -> Envelope[BriefEntryView]:
    """Reword an entry, correct its reading, or move it within its type."""
    return Envelope(data=project_service().change_entry(caller.account_id, project_id, entry_id, body))


@door.route("DELETE", "/projects/{project_id}/brief/entries/{entry_id}", WRITE, errors=("CHANGED_SINCE", "CONFLICT"))
def drop_brief_entry(
    project_id: Id, entry_id: Id, caller: CurrentCaller, was: Annotated[str | None, Query(max_length=300)] = None
) -> Envelope[BriefEntryView]:
    """The entry no longer counts. Its id is never given to another. `was`: its text as you read it."""
    return Envelope(data=project_service().drop_entry(caller.account_id, project_id, entry_id, was=was))


@door.route(
    "POST",
    "/projects/{project_id}/what-if",
    READ,
    errors=("LIMIT_REACHED", "CONFLICT"),
    example={"changes": [{"op": "drop_entry", "id": "R1"}, {"op": "change_project", "team_size": 3}]},
)
def ask_what_if(project_id: Id, body: WhatIf, caller: CurrentCaller) -> Envelope[WhatIfView]:
    """The estimates before and after up to 50 changes, as the routes take them. Nothing is done."""
    return Envelope(data=project_service().what_if(caller.account_id, project_id, body))


@door.route("GET", "/projects/{project_id}/estimate", READ, errors=("INTAKE_INCOMPLETE",))
def get_estimate(project_id: Id, caller: CurrentCaller) -> Envelope[EstimateView]:
    """What getting the product built costs and takes. Available once there are a must-have and a platform."""
    return Envelope(data=project_service().get_estimate(caller.account_id, project_id))


@door.route(
    "PATCH",
    "/projects/{project_id}",
    WRITE,
    errors=("CONFLICT",),
    example={"budget_ceiling": {"amount": 45000, "currency": "EUR"}},
)
def update_project(project_id: Id, body: UpdateProject, caller: CurrentCaller) -> Envelope[ProjectView]:
    """Change name, deadline, budget ceiling, day rates or team size. Null removes a limit or your own rates."""
    return Envelope(data=project_service().change_project(caller.account_id, project_id, body))


@door.route(
    "POST",
    "/projects/{project_id}/submit",
    WRITE,
    errors=("INTAKE_INCOMPLETE", "OVER_CEILING", "ALREADY_SUBMITTED", "CONFLICT"),
)
def submit_project(
    project_id: Id, caller: CurrentCaller, body: Annotated[SubmitProject | None, Body()] = None
) -> Envelope[ProjectView]:
    """Accept the estimate and start the team's work. A likely cost over the ceiling needs your yes."""
    return Envelope(data=project_service().submit(caller.account_id, project_id, body))


@door.route("GET", "/projects/{project_id}/deliverables/{deliverable_id}", READ)
def get_deliverable(project_id: Id, deliverable_id: Id, caller: CurrentCaller) -> Envelope[DocumentView]:
    """The document with its text, its lines, and why it is outdated, if it is."""
    return Envelope(data=document_service().get(caller.account_id, project_id, deliverable_id))


@door.route(
    "PATCH",
    "/projects/{project_id}/deliverables/{deliverable_id}/lines",
    LINES,
    errors=("TEXT_CHANGED", "LIMIT_REACHED", "CONFLICT"),
    example={"content_hash": EXAMPLE_HASH, "edits": [{"id": "R1.2", "state": "struck"}]},
)
def change_lines(
    project_id: Id, deliverable_id: Id, body: ChangeLines, caller: CurrentCaller
) -> Envelope[DocumentView]:
    """Up to 50 edits of lines, all or none, while the document is in review or sent back."""
    return Envelope(data=document_service().change_lines(caller.account_id, project_id, deliverable_id, body))


@door.route(
    "PATCH",
    "/projects/{project_id}/deliverables/{deliverable_id}/lines/{line_id}",
    WRITE,
    errors=("TEXT_CHANGED", "LIMIT_REACHED", "CONFLICT"),
    example={"content_hash": EXAMPLE_HASH, "text": "A booking is confirmed by mail within five minutes."},
)
def change_line(
    project_id: Id, deliverable_id: Id, line_id: Id, body: ChangeLine, caller: CurrentCaller
) -> Envelope[DocumentView]:
    """Reword a line, keep it, strike it, move it within its part, or take back what was done with it."""
    return Envelope(data=document_service().change_line(caller.account_id, project_id, deliverable_id, line_id, body))


@door.route(
    "POST",
    "/projects/{project_id}/deliverables/{deliverable_id}/lines",
    WRITE,
    status=201,
    creates=True,
    errors=("LIMIT_REACHED", "CONFLICT"),
    example={"section": "criteria", "text": "A guest finds the way to the door on the page.", "refs": ["R1"]},
)
def add_line(project_id: Id, deliverable_id: Id, body: AddLine, caller: CurrentCaller) -> Envelope[LineView]:
    """Add a line after the line `after`, else at the end of its section. `accepts` lists the sections."""
    return Envelope(data=document_service().add_line(caller.account_id, project_id, deliverable_id, body))


@door.route(
    "PATCH",
    "/projects/{project_id}/deliverables/{deliverable_id}/comments/{comment_id}",
    WRITE,
    errors=("CONFLICT",),
    example={"answer": "Agreed on the phone: it stays as it is."},
)
def answer_comment(
    project_id: Id, deliverable_id: Id, comment_id: Id, body: AnswerComment, caller: CurrentCaller
) -> Envelope[DocumentView]:
    """Say what became of a comment, which closes it."""
    found = document_service().answer_comment(caller.account_id, project_id, deliverable_id, comment_id, body.answer)
    return Envelope(data=found)


@door.route("POST", "/projects/{project_id}/deliverables/{deliverable_id}/rewrite", WRITE, errors=("CONFLICT",))
def rewrite_deliverable(project_id: Id, deliverable_id: Id, caller: CurrentCaller) -> Envelope[DocumentView]:
    """The next revision of an outdated document, from the brief as it stands. Lines that you edited stay."""
    return Envelope(data=document_service().rewrite(caller.account_id, project_id, deliverable_id))


@door.route("POST", "/projects/{project_id}/deliverables/{deliverable_id}/present", WRITE, errors=("CONFLICT",))
def present_deliverable(project_id: Id, deliverable_id: Id, caller: CurrentCaller) -> Envelope[DocumentView]:
    """Present a document that was sent back, as it stands."""
    return Envelope(data=document_service().present(caller.account_id, project_id, deliverable_id))


@door.route(
    "PATCH",
    "/projects/{project_id}/choices/{choice_id}",
    WRITE,
    errors=("CONFLICT",),
    example={"answer": "48 hours"},
)
def answer_choice(project_id: Id, choice_id: Id, body: AnswerChoice, caller: CurrentCaller) -> Envelope[ChoiceView]:
    """Decide a choice, or go back to the proposed answer. Every text that is not approved shows it at once."""
    return Envelope(data=document_service().answer_choice(caller.account_id, project_id, choice_id, body))


@door.route("GET", "/projects/{project_id}/deliverables/{deliverable_id}/revisions/{revision}", READ)
def get_revision(
    project_id: Id, deliverable_id: Id, revision: Annotated[int, Path(ge=1, le=9999)], caller: CurrentCaller
) -> Envelope[RevisionTextView]:
    """That revision's text, and the comment that it answers. 404 where its text was not kept."""
    return Envelope(data=project_service().get_revision(caller.account_id, project_id, deliverable_id, revision))


@door.route("POST", "/projects/{project_id}/deliverables/{deliverable_id}/deliver", WRITE, errors=("CONFLICT",))
def deliver_again(project_id: Id, deliverable_id: Id, caller: CurrentCaller) -> Envelope[DeliverableView]:
    """Deliver the document to the repository again, where that conflicted or failed."""
    return Envelope(data=retry_service().retry(caller.account_id, project_id, deliverable_id))


@door.route("GET", "/projects/{project_id}/archive", READ)
def get_archive(project_id: Id, caller: CurrentCaller) -> Envelope[ArchiveView]:
    """A zip file in base64: the newest revision of each document, as Markdown, with `index.md`."""
    return Envelope(data=project_service().archive(caller.account_id, project_id))


@door.route("GET", "/projects/{project_id}/notes", READ)
def list_notes(project_id: Id, caller: CurrentCaller) -> Envelope[NoteList]:
    """What was told to the team and asks for nothing, word for word, newest first, in one page."""
    return Envelope(data=project_service().list_notes(caller.account_id, project_id))


@door.route("GET", "/projects/{project_id}/approvals", READ)
def list_approvals(project_id: Id, caller: CurrentCaller) -> Envelope[ApprovalList]:
    """Newest first, in one page."""
    return Envelope(data=project_service().list_approvals(caller.account_id, project_id))


@door.route(
    "POST",
    "/projects/{project_id}/approvals/{approval_id}",
    DECIDE,
    errors=("ALREADY_DECIDED", "REVISION_REPLACED", "CONFLICT"),
    example={"decision": "request_changes", "comment": "Add gluten-free bread to the first day."},
)
def decide_approval(
    project_id: Id, approval_id: Id, body: DecideApproval, caller: CurrentCaller, origin: CurrentOrigin
) -> Envelope[ApprovalView]:
    """A revision is decided once.

    `request_changes` needs a comment, which stands beside the lines that it names. Without a model, edit the lines,
    then present the document again; with one, the team does. Approving the delivery plan makes work items of its
    packages, unless `hand_out_work` is false.
    """
    return Envelope(data=project_service().decide(caller, project_id, approval_id, body, origin))


@door.route("POST", "/projects/{project_id}/status", WRITE, errors=("CONFLICT",))
def change_project_status(project_id: Id, body: ChangeProjectStatus, caller: CurrentCaller) -> Envelope[ProjectView]:
    """Pause, resume or cancel, or say that the project is complete. A session needs a recent proof to cancel."""
    if body.action == "cancel":
        caller.require_recent(utc_now())
    return Envelope(data=project_service().change_status(caller.account_id, project_id, body))


@door.route("POST", "/projects/{project_id}/work-items/hand-out", WRITE, errors=("CONFLICT",))
def hand_out_work(project_id: Id, caller: CurrentCaller) -> Envelope[ProjectView]:
    """Make work items of the approved delivery plan, or bring those up to date that nobody has claimed."""
    return Envelope(data=project_service().hand_out_work(caller.account_id, project_id))
