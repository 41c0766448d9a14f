"""The life cycle of a document, as pure functions: written, presented for review, edited, decided by the customer."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from common.dynamo import Write
from common.errors import InvalidRequest
from common.services import frozen
from common.wording import moment_of
from domain.audit.log import noting_by
from domain.audit.records import By, EntryType
from domain.projects import figures
from domain.projects.documents.records import DocumentText
from domain.projects.errors import AlreadyDecided, NotEditable, NotReady, RevisionReplaced
from domain.projects.identifiers import derived_id
from domain.projects.lifecycle import require_active
from domain.projects.records import Approval, Decision, Deliverable, Project, Revision, Writing
from domain.projects.requests import ApprovalDecision, DecideApproval
from domain.projects.states import ApprovalStatus, DecisionKind, DeliverableKind, DeliverableState, Phase, position_of

ANY_KEY = "with an API key"
_BY = {"usr": "in the dashboard", "key": ANY_KEY, "msg": "in the conversation with the CEO"}
_WHAT = {
    ApprovalStatus.APPROVED: "approved",
    ApprovalStatus.CHANGES_REQUESTED: "sent back",
}
_REVISIONS_IN_SEQUENCE = 100
_MOST_BYTES_OF_COMMENTS = 200_000
EDITABLE = frozenset({DeliverableState.IN_REVIEW, DeliverableState.CHANGES_REQUESTED})
_HANDING_OUT = {"hand_out_work": True, "work_handed_out_at": None}
"""The update that makes the team hand out the plan's work, or what is new in it since the last time."""


@frozen
class Presented:
    """A revision in review with its pending approval. `replaced`: the approval that was pending before it, if any."""

    project: Project
    deliverable: Deliverable
    approval: Approval
    text: DocumentText
    replaced: Approval | None = None


@frozen
class Decided:
    """The records after a customer's decision; `decision` is a new entry in the project's list of decisions."""

    project: Project
    deliverable: Deliverable
    approval: Approval
    decision: Decision


def present(
    project: Project,
    deliverables: tuple[Deliverable, ...],
    approvals: Iterable[Approval],
    text: DocumentText,
    *,
    now: datetime,
) -> Presented:
    """Put `text`, the next revision of its document, in review. `deliverables` and `approvals` are the project's.

    Raises NotRunning unless the project is active, Archived, NotReady for a document of a later phase.
    """
    require_active(project)
    before = _by_id(deliverables, text.deliverable_id)
    order = list(Phase)
    if order.index(before.phase) > order.index(project.phase):
        raise NotReady(f"{before.title} belongs to the {before.phase} phase, the project is in {project.phase}.")
    waiting = pending_of(before, approvals)
    replaced = waiting.model_copy(update={"status": ApprovalStatus.REPLACED, "decided_at": now}) if waiting else None
    text = text.model_copy(update={"edited": False})
    after = _with_revision(before, text, now)
    approval = _approval(project, after, now)
    counted = project.changed(now, pending_approvals=project.pending_approvals + (0 if waiting else 1))
    moved = figures.with_figures(counted, _replaced(deliverables, after))
    return Presented(moved, after, approval, text, replaced)


def pending_of(document: Deliverable, approvals: Iterable[Approval]) -> Approval | None:
    """The document's pending approval; None without one."""
    own = (one for one in approvals if one.deliverable_id == document.id)
    return next((one for one in own if one.status is ApprovalStatus.PENDING), None)


def begin_writing(document: Deliverable, writing: Writing, now: datetime) -> Deliverable:
    """The document while a model writes its next revision. One that was sent back stays open to edits."""
    state = document.state if document.revision else DeliverableState.WRITING
    return document.model_copy(update={"state": state, "writing": writing, "updated_at": now})


def end_writing(document: Deliverable, writing: Writing | None, now: datetime) -> Deliverable:
    """The document after a model gave no revision; `writing` says why. None lets a model begin anew."""
    state = document.state if document.revision else DeliverableState.WAITING
    return document.model_copy(update={"state": state, "writing": writing, "updated_at": now})


def require_editable(project: Project, document: Deliverable) -> None:
    """Raise what `require_active` raises, and `NotEditable` unless the document is in review or was sent back."""
    require_active(project)
    if document.state in EDITABLE:
        return
    if document.state is DeliverableState.APPROVED:
        raise NotEditable("This revision is approved, so its text stays. Edit the next revision.")
    raise NotEditable("This document is not written yet.")


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

    Raises AlreadyDecided, what `require_active` raises, InvalidRequest for `hand_out_work` with another document than
    the delivery plan, RevisionReplaced unless the text read is in review: an edited one is approved by its hash only.
    """
    if request.hand_out_work and approval.deliverable_kind is not DeliverableKind.DELIVERY_PLAN:
        raise InvalidRequest.of("hand_out_work", "Only the delivery plan has work to hand out.")
    before = _by_id(deliverables, approval.deliverable_id)
    if approval.status is ApprovalStatus.REPLACED:
        raise RevisionReplaced(f"Revision {before.revision} has replaced revision {approval.revision}. Read that one.")
    if approval.status is not ApprovalStatus.PENDING:
        raise AlreadyDecided(said_of(approval))
    require_active(project)
    if (before.revision, before.state) != (approval.revision, DeliverableState.IN_REVIEW):
        raise RevisionReplaced(f"Revision {approval.revision} is no longer in review. Read the document again.")
    approved = request.decision is ApprovalDecision.APPROVE
    if request.content_hash not in {None, approval.content_hash}:
        raise RevisionReplaced("Somebody edited this text after you read it. Read it again, then decide.")
    if approved and approval.edited and request.content_hash is None:
        raise RevisionReplaced(
            "Somebody edited this text after you got it. Read it, and approve with the content_hash you read."
        )
    after = before.model_copy(
        update={
            "state": DeliverableState.APPROVED if approved else DeliverableState.CHANGES_REQUESTED,
            "comment": None if approved else request.comment,
            "commented_at": None if approved else now,
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
        **(_HANDING_OUT if approved and _hands_out(approval, request) else {}),
    )
    moved = figures.with_figures(counted, _replaced(deliverables, after))
    return Decided(moved, after, decided, _decision(decided, request, approved=approved))


def hand_out(project: Project, deliverables: Iterable[Deliverable], now: datetime) -> Project:
    """The project, marked so that the team next hands out the work of the delivery plan.

    Raises what `require_active` raises, and NotReady unless that plan is approved.
    """
    require_active(project)
    plan = next(one for one in deliverables if one.kind is DeliverableKind.DELIVERY_PLAN)
    if plan.state is not DeliverableState.APPROVED:
        raise NotReady("Approve the delivery plan first: it has the work to hand out.")
    return project.changed(now, **_HANDING_OUT)


def approval_id_of(project_id: str, kind: DeliverableKind, revision: int) -> str:
    """The id of the approval of a revision, derived from the arguments: the approval need not exist yet."""
    sequence = position_of(kind) * _REVISIONS_IN_SEQUENCE + min(revision, _REVISIONS_IN_SEQUENCE - 1)
    return derived_id("apr", project_id, kind, revision, sequence=sequence)


def _hands_out(approval: Approval, request: DecideApproval) -> bool:
    return approval.deliverable_kind is DeliverableKind.DELIVERY_PLAN and request.hand_out_work is not False


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


def _with_revision(document: Deliverable, text: DocumentText, now: datetime) -> Deliverable:
    entry = Revision(revision=text.revision, at=now, content_hash=text.content_hash, comment=document.comment)
    return document.model_copy(
        update={
            "state": DeliverableState.IN_REVIEW,
            "revision": text.revision,
            "content_hash": text.content_hash,
            "comment": None,
            "commented_at": None,
            "history": _with_latest_comments((*document.history, entry)),
            "updated_at": now,
        }
    )


def _with_latest_comments(history: tuple[Revision, ...]) -> tuple[Revision, ...]:
    """The history, the oldest comments left out where all are too long for a row; the approvals have them still."""
    left, kept = _MOST_BYTES_OF_COMMENTS, list[Revision]()
    for revision in reversed(history):
        left -= len((revision.comment or "").encode())
        kept.insert(0, revision if left >= 0 else revision.model_copy(update={"comment": None}))
    return tuple(kept)


def _decision(approval: Approval, request: DecideApproval, *, approved: bool) -> Decision:
    what = f"{approval.title}, revision {approval.revision}"
    asked = "" if approval.comment is None else f": {approval.comment}"
    handed = " and its work handed out" if approved and _hands_out(approval, request) else ""
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


def said_of(approval: Approval) -> str | None:
    """A sentence such as `It was approved on Thu 5 Mar 2026, 14:00 UTC, in the dashboard.`; None while it waits."""
    if approval.decided_at is None:
        return None
    when = f"on {moment_of(approval.decided_at)}"
    if approval.status is ApprovalStatus.REPLACED:
        return f"A newer revision replaced it {when}."
    who = approval.decided_by or ""
    by = f"by {who}, from a mail" if "@" in who else _BY.get(who.partition("_")[0], "by the customer")
    return f"It was {_WHAT[approval.status]} {when}, {by}."


def noting(project: Project, approval: Approval, by: By) -> Write:
    """The write of the audit entry which says that `by` decided this approval."""
    status = approval.status.value.replace("_", " ")
    subject = f"{project.name}: {approval.title}, revision {approval.revision}, {status} ({approval.id})"
    at = approval.decided_at or approval.created_at
    return noting_by(EntryType.APPROVAL_DECIDED, project.account_id, at, by, subject=subject)
