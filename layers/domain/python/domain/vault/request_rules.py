"""The rules of credential requests: which to raise, how urgent they are, when to remind, and how they end."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from common.errors import Conflict
from common.ids import derived_id
from domain.projects.access_needs import AccessNeed
from domain.projects.errors import AlreadyDecided
from domain.projects.figures import deadline_standing
from domain.projects.records import Deliverable, Project
from domain.projects.states import DeliverableKind
from domain.vault.records import CredentialRequest, Priority, ProjectAccess, RequestStatus

MAX_OPEN_REQUESTS = 20  # per project. Interface 8 gives no number; this one is ours.
REMIND_AFTER = timedelta(days=3)
_COMFORTABLE_DAYS_SPARE = 10


class AlreadyFulfilled(Conflict):
    """The request was fulfilled before; a request can be fulfilled only once."""

    code = "ALREADY_FULFILLED"
    default_message = "You already gave this access."


def same_name(one: str, other: str) -> bool:
    """Whether two names mean the same credential of a project; case and spacing make no difference."""
    return _folded(one) == _folded(other)


def raised_for(
    project: Project,
    needs: Iterable[AccessNeed],
    *,
    access: ProjectAccess,
    deliverables: Sequence[Deliverable],
    now: datetime,
) -> tuple[CredentialRequest, ...]:
    """The requests to raise for `needs`.

    Nothing is requested that was deposited or has an open request, and a project has at most 20 open requests. A step
    that is repeated with the same `now` makes the same ids.
    """
    pending = [request for request in access.requests if request.status is RequestStatus.PENDING]
    settled = {
        _folded(name) for name in (*(item.name for item in access.credentials), *(item.name for item in pending))
    }
    wanted = [need for need in needs if _folded(need.name) not in settled]
    ids = {item.kind: item.id for item in deliverables}
    return tuple(
        CredentialRequest(
            id=derived_id("crq", now, project.id, need.name),
            account_id=project.account_id,
            project_id=project.id,
            project_name=project.name,
            name=need.name,
            type=need.type,
            reason=need.reason,
            how_to_obtain=need.how_to_obtain,
            deliverable_id=ids[DeliverableKind.DELIVERY_PLAN],
            entry=need.entry,
            requested_by=need.requested_by,
            priority=_priority(project, now),
            created_at=now,
        )
        for need in wanted[: max(0, MAX_OPEN_REQUESTS - len(pending))]
    )


def reminder_due(request: CredentialRequest, now: datetime) -> bool:
    """Whether to remind the customer: the request is open, and three days old or last reminded of three days ago."""
    return request.status is RequestStatus.PENDING and reminder_at(request) <= now


def reminder_at(request: CredentialRequest) -> datetime:
    """The time at which to remind the customer next, if the request is still open by then."""
    return (request.reminded_at or request.created_at) + REMIND_AFTER


def reminded(request: CredentialRequest, now: datetime) -> CredentialRequest:
    """The request after a reminder."""
    return request.model_copy(update={"reminded_at": now})


def fulfilled(request: CredentialRequest, credential_id: str, now: datetime) -> CredentialRequest:
    """The request, fulfilled with a credential."""
    update = {"status": RequestStatus.FULFILLED, "fulfilled_at": now, "credential_id": credential_id}
    return request.model_copy(update=update)


def declined(request: CredentialRequest, reason: str, now: datetime) -> CredentialRequest:
    """The request, declined by the customer."""
    update = {"status": RequestStatus.DECLINED, "declined_at": now, "decline_reason": reason}
    return request.model_copy(update=update)


def cancelled(request: CredentialRequest, now: datetime) -> CredentialRequest:
    """The request, cancelled because its project ended."""
    return request.model_copy(update={"status": RequestStatus.CANCELLED, "cancelled_at": now})


def require_pending(request: CredentialRequest) -> None:
    """Raises `AlreadyFulfilled`, `AlreadyDecided` or `Conflict` unless the request is pending."""
    match request.status:
        case RequestStatus.PENDING:
            return
        case RequestStatus.FULFILLED:
            raise AlreadyFulfilled
        case RequestStatus.DECLINED:
            raise AlreadyDecided("You already declined this request.")
        case RequestStatus.CANCELLED:
            raise Conflict("This request ended with its project.")


def _folded(name: str) -> str:
    return " ".join(name.casefold().split())


def _priority(project: Project, now: datetime) -> Priority:
    """High with under ten days to spare before the customer's deadline, which waiting for access would endanger."""
    standing = deadline_standing(project, today=now.date())
    return "high" if standing is not None and standing.days_spare < _COMFORTABLE_DAYS_SPARE else "medium"
