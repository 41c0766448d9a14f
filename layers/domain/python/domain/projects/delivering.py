"""Pure rules for when the team delivers an approved document into the source repository, tries again, and gives up.

An attempt is noted before it is made, with the time of the next one. So a worker that dies leaves a document that is
tried again, and that is given up after as many attempts as any other.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from common.errors import Conflict
from common.wording import moment_of
from domain.projects.errors import NotRunning
from domain.projects.records import Approval, Deliverable, DocumentDelivery, Project
from domain.projects.states import ApprovalStatus, DeliverableState, DeliveryReason, DeliveryState, ProjectStatus
from domain.projects.wording import PROJECT_STATES

PAUSES: Sequence[timedelta] = (
    timedelta(minutes=2),
    timedelta(minutes=10),
    timedelta(hours=1),
    timedelta(hours=6),
)
"""The pause after the first attempt, the second and so on; the fifth attempt is the last."""
SHORT_COMMIT = 10
MOST_ATTEMPTS = len(PAUSES) + 1
WHY = {
    DeliveryReason.CONFLICT: "somebody changed its file there, and the team overwrites nobody's work",
    DeliveryReason.NO_ACCESS: "the credential is deleted, expired, unreadable or without a repository",
    DeliveryReason.UNAUTHORIZED: "the repository refused the credential (401)",
    DeliveryReason.FORBIDDEN: "the credential may not write there (403)",
    DeliveryReason.NOT_FOUND: "there is no such repository, or the credential may not see it (404)",
    DeliveryReason.REDIRECT: "the repository has moved: its address redirects",
    DeliveryReason.SERVER_ERROR: "the repository's server failed",
    DeliveryReason.PROTECTED_BRANCH: "the branch is protected",
    DeliveryReason.HOOK_DECLINED: "a rule (hook) of the repository declined the commit",
    DeliveryReason.REJECTED: "the repository rejected the branch",
    DeliveryReason.BRANCH_MOVED: "the branch kept moving while the team tried to push",
    DeliveryReason.TOO_LARGE: "the repository sent more than Atrium reads",
    DeliveryReason.TIMED_OUT: "the repository's server did not answer in time",
    DeliveryReason.NAME_NOT_RESOLVED: "there is no such host",
    DeliveryReason.FORBIDDEN_TARGET: "the repository's address is not on the public internet",
    DeliveryReason.CONNECTION_FAILED: "we could not reach the repository's server",
    DeliveryReason.TLS_FAILED: "the certificate of the repository's server is not valid",
    DeliveryReason.BAD_ANSWER: "what answered there does not speak Git over HTTP",
}
_ENDED = frozenset({DeliveryState.CONFLICT, DeliveryState.FAILED})
_WORKING = frozenset({ProjectStatus.ACTIVE, ProjectStatus.COMPLETED})


def queued(
    project: Project,
    documents: Iterable[Deliverable],
    approvals: Iterable[Approval],
    access: tuple[str, int],
    now: datetime,
) -> tuple[Deliverable, ...]:
    """The documents newly queued: approved revisions not queued before, or that failed with another access.

    Nothing of a paused or cancelled project is queued. A conflict is a failure too. `access`: credential id, version.
    """
    if project.status not in _WORKING:
        return ()
    decided = {(one.deliverable_id, one.revision): one for one in approvals if one.status is ApprovalStatus.APPROVED}
    found = []
    for document in documents:
        approval = decided.get((document.id, document.revision))
        if document.state is DeliverableState.APPROVED and approval and _waits(document, access):
            found.append(_queued(project.account_id, document, approval, access, now))
    return tuple(found)


def retried(project: Project, document: Deliverable, now: datetime) -> Deliverable:
    """The document queued again with the access that it had; its attempts are counted from 0.

    Raises: `NotRunning` for a paused or cancelled project, `Conflict` unless the delivery of the approved revision
        has ended without success.
    """
    if project.status not in _WORKING:
        raise NotRunning(f"The project is {PROJECT_STATES[project.status]}, so the team delivers nothing.")
    before = document.delivery
    if before is None:
        raise Conflict("There is no repository for this document: no credential names one.")
    if before.state not in _ENDED:
        raise Conflict(f"There is nothing to retry: {said_of_delivery(before)}")
    if document.state is not DeliverableState.APPROVED or document.revision != before.revision:
        raise Conflict("The document has changed since. The team delivers its next revision once you approve it.")
    anew = {"state": DeliveryState.PENDING, "attempts": 0, "reason": None, "queued_at": now, "next_attempt_at": now}
    return _with(document, **anew).model_copy(update={"updated_at": now})


def next_of(documents: Iterable[Deliverable], approvals: Iterable[Approval]) -> Deliverable | None:
    """The pending document that was approved first, or None: a project's documents are delivered in this order."""
    at = {one.id: one.decided_at or one.created_at for one in approvals}
    pending = [
        (at[one.delivery.approval_id], one.id, one)
        for one in documents
        if one.delivery and one.delivery.state is DeliveryState.PENDING and one.delivery.approval_id in at
    ]
    return min(pending)[2] if pending else None


def begun(document: Deliverable, repository: str, now: datetime) -> Deliverable:
    """The document with one more attempt at `repository`, a URL; to be stored before the attempt is made."""
    attempts = _delivery(document).attempts + 1
    pause = PAUSES[min(attempts, len(PAUSES)) - 1]
    return _with(document, attempts=attempts, next_attempt_at=now + pause, repository=repository)


def delivered(document: Deliverable, *, commit: str, blob: str, branch: str, file: str, now: datetime) -> Deliverable:
    """The document, marked as delivered by `commit`; `blob` is the Git id of the content of `file`."""
    made = {"commit": commit, "blob": blob, "branch": branch, "file": file, "delivered_at": now}
    return _with(document, **made, state=DeliveryState.DELIVERED, next_attempt_at=None, reason=None)


def refused(documents: Iterable[Deliverable], document: Deliverable, reason: DeliveryReason) -> tuple[Deliverable, ...]:
    """The documents that change after an attempt without a commit; `document` comes first.

    A conflict ends the delivery of this document alone: trying again would not help. `NO_ACCESS`, or any other reason
    at the last attempt, fails all pending documents too, because the cause lies in the repository.
    """
    ended: dict[str, object] = {"next_attempt_at": None, "reason": reason}
    if reason is DeliveryReason.CONFLICT:
        return (_with(document, state=DeliveryState.CONFLICT, **ended),)
    if reason is not DeliveryReason.NO_ACCESS and _delivery(document).attempts < MOST_ATTEMPTS:
        return (_with(document, reason=reason),)
    behind = [one for one in documents if is_pending(one) and one.id != document.id]
    return tuple(_with(one, state=DeliveryState.FAILED, **ended) for one in (document, *behind))


def is_pending(document: Deliverable) -> bool:
    """Whether the document waits for its delivery, or for the next attempt at it."""
    return document.delivery is not None and document.delivery.state is DeliveryState.PENDING


def has_ended_without(document: Deliverable) -> bool:
    """Whether the document's delivery has ended in a conflict or a failure."""
    return document.delivery is not None and document.delivery.state in _ENDED


def said_of_delivery(delivery: DocumentDelivery) -> str:
    """A sentence that says how far the delivery of the revision has come."""
    named = f"Revision {delivery.revision}"
    why = WHY[delivery.reason] if delivery.reason else None
    match delivery.state:
        case DeliveryState.DELIVERED:
            commit = (delivery.commit or "")[:SHORT_COMMIT]
            return f"{named} is in your repository: commit {commit} on the branch {delivery.branch}."
        case DeliveryState.PENDING if why and delivery.next_attempt_at:
            return f"{named} is not delivered yet: {why}. We try again on {moment_of(delivery.next_attempt_at)}."
        case DeliveryState.PENDING:
            return f"{named} is on its way to your repository."
        case DeliveryState.CONFLICT | DeliveryState.FAILED:
            return f"{named} did not reach your repository: {why}."


def undelivered_since(project: Project, documents: Iterable[Deliverable], now: datetime) -> datetime | None:
    """The new `Project.undelivered_since`: as before, or `now`, if a delivery ended without success; else None."""
    return (project.undelivered_since or now) if any(map(has_ended_without, documents)) else None


def _waits(document: Deliverable, access: tuple[str, int]) -> bool:
    before = document.delivery
    if before is None or before.revision != document.revision:
        return True
    return before.state in _ENDED and (before.credential_id, before.credential_version) != access


def _queued(
    account_id: str, document: Deliverable, approval: Approval, access: tuple[str, int], now: datetime
) -> Deliverable:
    before = document.delivery
    delivery = DocumentDelivery(
        account_id=account_id,
        revision=document.revision,
        approval_id=approval.id,
        credential_id=access[0],
        credential_version=access[1],
        queued_at=now,
        next_attempt_at=now,
        blob=before.blob if before else None,
    )
    return document.model_copy(update={"delivery": delivery, "updated_at": now})


def _delivery(document: Deliverable) -> DocumentDelivery:
    if document.delivery is None:
        raise ValueError("the document was not put on its way")
    return document.delivery


def _with(document: Deliverable, **changes: object) -> Deliverable:
    return document.model_copy(update={"delivery": _delivery(document).model_copy(update=changes)})
