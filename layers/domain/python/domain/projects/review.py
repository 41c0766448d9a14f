"""The life cycle of a deliverable: it may be blocked, is written, put in review, and decided on by the customer."""

from __future__ import annotations

import hashlib
from datetime import datetime

from common.errors import InvalidRequest
from common.services import frozen
from domain.projects import figures
from domain.projects.decided import said_of
from domain.projects.errors import AlreadyDecided, NotReady, RevisionReplaced
from domain.projects.identifiers import derived_id
from domain.projects.lifecycle import require_active
from domain.projects.phases import position_of
from domain.projects.records import (
    Approval,
    Decision,
    Deliverable,
    PastText,
    Project,
    Revision,
    SectionWork,
    WrittenSection,
    piece_key,
)
from domain.projects.requests import ApprovalDecision, DecideApproval
from domain.projects.states import ApprovalStatus, DecisionKind, DeliverableKind, DeliverableState

# A worker that died while writing finds the document in `writing` and writes it again.
_WRITABLE = frozenset({DeliverableState.WAITING, DeliverableState.CHANGES_REQUESTED, DeliverableState.WRITING})
_REVISIONS_IN_SEQUENCE = 100
_NO_WORK = {"work": None, "tried": (), "fell_back": None}


@frozen
class Written:
    """A new revision, and the approval that the customer is asked for. `replaced` keeps the text before it, if any."""

    project: Project
    deliverable: Deliverable
    approval: Approval
    replaced: PastText | None = None


@frozen
class Decided:
    """The records after a customer's decision; `decision` is a new entry in the project's list of decisions."""

    project: Project
    deliverable: Deliverable
    approval: Approval
    decision: Decision


def hash_of(content: str) -> str:
    """SHA-256 of a text, in hex."""
    return hashlib.sha256(content.encode()).hexdigest()


def block(deliverable: Deliverable, request_ids: tuple[str, ...], *, now: datetime) -> Deliverable:
    """The deliverable, blocked by open credential requests. Raises NotReady when its writing has begun."""
    _require(deliverable, frozenset({DeliverableState.WAITING, DeliverableState.BLOCKED}))
    update = {"state": DeliverableState.BLOCKED, "blocked_by": request_ids, "updated_at": now}
    return deliverable.model_copy(update=update)


def unblock(deliverable: Deliverable, *, now: datetime) -> Deliverable:
    """The deliverable, waiting to be written. Raises NotReady unless it is blocked."""
    _require(deliverable, frozenset({DeliverableState.BLOCKED}))
    update = {"state": DeliverableState.WAITING, "blocked_by": (), "updated_at": now}
    return deliverable.model_copy(update=update)


def begin_section(deliverable: Deliverable, work: SectionWork, *, now: datetime) -> Deliverable:
    """The deliverable in writing, with a piece of it handed over. Raises NotReady when it is not to be written."""
    _require(deliverable, _WRITABLE)
    update = {"state": DeliverableState.WRITING, "work": work, "updated_at": now}
    return deliverable.model_copy(update=update)


def end_section(
    deliverable: Deliverable,
    *,
    now: datetime,
    section: WrittenSection | None = None,
    fell_back: str | None = None,
) -> Deliverable:
    """The deliverable after its piece came back: with `section`, or as it was when there is nothing.

    `fell_back`: why the model gets no more pieces of this revision. The rules write what is missing.
    """
    work = deliverable.work
    if work is None:
        raise NotReady(f"Nothing of {deliverable.title} is being written.")
    others = tuple(item for item in deliverable.written if section is None or item.heading != section.heading)
    update = {
        "work": None,
        "written": deliverable.written if section is None else (*others, section),
        "tried": (*deliverable.tried, piece_key(work.heading, work.entries)),
        "fell_back": fell_back,
        "updated_at": now,
    }
    return deliverable.model_copy(update=update)


def put_in_review(
    project: Project,
    deliverables: tuple[Deliverable, ...],
    deliverable_id: str,
    content: str,
    *,
    now: datetime,
    sections: tuple[WrittenSection, ...] = (),
) -> Written:
    """The next revision of a deliverable, and the approval to ask for. `deliverables` are all of the project's.

    `sections` are those that a model has written, for later revisions to keep.

    Raises NotRunning unless the project is active, NotReady unless the deliverable belongs to the project's phase and
    waits to be written.
    """
    require_active(project)
    before = _by_id(deliverables, deliverable_id)
    _require(before, _WRITABLE)
    if before.phase is not project.phase:
        raise NotReady(f"{before.title} belongs to the {before.phase} phase, the project is in {project.phase}.")
    after = _with_revision(before, content, sections, now)
    approval = _approval(project, after, now)
    counted = project.changed(now, pending_approvals=project.pending_approvals + 1)
    past = PastText(deliverable_id=before.id, revision=before.revision, content=before.content)
    moved = figures.with_figures(counted, _replaced(deliverables, after))
    return Written(moved, after, approval, past if before.revision else None)


def decide(
    project: Project,
    deliverables: tuple[Deliverable, ...],
    approval: Approval,
    request: DecideApproval,
    *,
    decided_by: str,
    now: datetime,
) -> Decided:
    """Apply the customer's decision on the revision of `approval` to its deliverable and the project.

    Raises AlreadyDecided, NotRunning unless the project is active, RevisionReplaced unless exactly that text is in
    review, InvalidRequest when work is to be handed out by another document than the delivery plan.
    """
    if request.hand_out_work and approval.deliverable_kind is not DeliverableKind.DELIVERY_PLAN:
        raise InvalidRequest.of("hand_out_work", "Only the delivery plan has work to hand out.")
    if approval.status is not ApprovalStatus.PENDING:
        raise AlreadyDecided(said_of(approval))
    require_active(project)
    before = _by_id(deliverables, approval.deliverable_id)
    same_text = (before.revision, before.content_hash) == (approval.revision, approval.content_hash)
    if not same_text or before.state is not DeliverableState.IN_REVIEW:
        raise RevisionReplaced(approval.revision, before.revision)
    approved = request.decision is ApprovalDecision.APPROVE
    after = before.model_copy(
        update={
            "state": DeliverableState.APPROVED if approved else DeliverableState.CHANGES_REQUESTED,
            "comment": None if approved else request.comment,
            "updated_at": now,
        }
    )
    decided = approval.model_copy(
        update={
            "status": ApprovalStatus.APPROVED if approved else ApprovalStatus.CHANGES_REQUESTED,
            "comment": request.comment,
            "decided_at": now,
            "decided_by": decided_by,
        }
    )
    counted = project.changed(
        now,
        pending_approvals=max(0, project.pending_approvals - 1),
        waited_seconds=project.waited(approval.created_at, now),
        hand_out_work=project.hand_out_work or request.hand_out_work,
    )
    moved = figures.with_figures(counted, _replaced(deliverables, after))
    return Decided(moved, after, decided, _decision(decided, request, approved=approved))


def approval_id_of(project_id: str, kind: DeliverableKind, revision: int) -> str:
    """The id of the approval of a revision."""
    sequence = position_of(kind) * _REVISIONS_IN_SEQUENCE + min(revision, _REVISIONS_IN_SEQUENCE - 1)
    return derived_id("apr", project_id, kind, revision, sequence=sequence)


def _approval(project: Project, deliverable: Deliverable, now: datetime) -> Approval:
    return Approval(
        id=approval_id_of(project.id, deliverable.kind, deliverable.revision),
        project_id=project.id,
        deliverable_id=deliverable.id,
        deliverable_kind=deliverable.kind,
        title=deliverable.title,
        revision=deliverable.revision,
        content_hash=deliverable.content_hash or "",
        created_at=now,
    )


def _with_revision(
    deliverable: Deliverable, content: str, sections: tuple[WrittenSection, ...], now: datetime
) -> Deliverable:
    number = deliverable.revision + 1
    content_hash = hash_of(content)
    entry = Revision(revision=number, at=now, content_hash=content_hash, comment=deliverable.comment)
    return deliverable.model_copy(
        update={
            "state": DeliverableState.IN_REVIEW,
            "revision": number,
            "content": content,
            "content_hash": content_hash,
            "comment": None,
            "history": (*deliverable.history, entry),
            "written": sections,
            "updated_at": now,
            **_NO_WORK,
        }
    )


def _decision(approval: Approval, request: DecideApproval, *, approved: bool) -> Decision:
    what = f"{approval.title}, revision {approval.revision}"
    asked = "" if approval.comment is None else f": {approval.comment}"
    handed = ", and its work is handed out" if request.hand_out_work else ""
    return Decision(
        id=derived_id("dec", approval.project_id, approval.id),
        project_id=approval.project_id,
        kind=DecisionKind.DELIVERABLE_APPROVED if approved else DecisionKind.CHANGES_REQUESTED,
        text=f"{what} was approved{handed}{asked}" if approved else f"Changes to {what} were requested{asked}",
        source=approval.id,
        at=approval.decided_at or approval.created_at,
    )


def _by_id(deliverables: tuple[Deliverable, ...], deliverable_id: str) -> Deliverable:
    return next(item for item in deliverables if item.id == deliverable_id)


def _replaced(deliverables: tuple[Deliverable, ...], changed: Deliverable) -> tuple[Deliverable, ...]:
    return tuple(changed if item.id == changed.id else item for item in deliverables)


def _require(deliverable: Deliverable, states: frozenset[DeliverableState]) -> None:
    if deliverable.state not in states:
        raise NotReady(f"{deliverable.title} is {deliverable.state.value.replace('_', ' ')}.")
