"""Routes for deciding by a mail's link, for approvers, and for whom to ask when the customer is silent."""

from __future__ import annotations

from typing import Annotated

from common.envelope import Envelope
from common.gate import Access
from common.http import CurrentCaller, CurrentOrigin, Door, Path
from domain.decisions.approvers import approver_service
from domain.decisions.by_mail import by_mail_service
from domain.decisions.escalating import escalation_service
from domain.decisions.models import (
    ApproverConfirmed,
    ApproverDeleted,
    ApproverList,
    ApproverView,
    ApproverWithdrawn,
    Decidable,
    DecideByMail,
    DecidedByMail,
    Escalate,
    EscalationPlan,
    NameApprover,
    WithToken,
)
from domain.usage.service import note_request

door = Door("decisions", after_request=note_request)
lambda_handler = door
SESSION = Access(session_only=True)
FRESH = Access(session_only=True, step_up=True)
LINK = Access(public=True)  # the token in the body is what counts
READ = Access(scopes=("projects:read",))
WRITE = Access(scopes=("projects:write",))
Id = Annotated[str, Path(max_length=64)]


@door.route("POST", "/api/decisions/read", LINK, errors=("NOT_FOUND",))
def read_decision(body: WithToken) -> Envelope[Decidable]:
    """Show the document that a mail's link asks about. It decides nothing."""
    return Envelope(data=by_mail_service().show(body.token))


@door.route(
    "POST",
    "/api/decisions",
    LINK,
    errors=("ALREADY_DECIDED", "REVISION_REPLACED", "CONFLICT", "NOT_FOUND"),
    example={"token": "the token of the link", "decision": "approve"},
)
def decide_by_mail(body: DecideByMail, origin: CurrentOrigin) -> Envelope[DecidedByMail]:
    """Decide with the token of a mail's link, once. The first decision counts. Changes need a `comment`."""
    return Envelope(data=by_mail_service().decide(body, origin))


@door.route("GET", "/api/account/approvers", SESSION)
def list_approvers(caller: CurrentCaller) -> Envelope[ApproverList]:
    """Oldest first."""
    return Envelope(data=approver_service().list(caller.account_id))


@door.route(
    "POST",
    "/api/account/approvers",
    FRESH,
    status=201,
    creates=True,
    errors=("MAIL_OFF", "NOT_VERIFIED", "LIMIT_REACHED", "CONFLICT"),
    example={"email": "anna@example.com"},
)
def name_approver(body: NameApprover, caller: CurrentCaller) -> Envelope[ApproverView]:
    """Invite an approver by mail, who is asked nothing before confirming.

    At most 20, and 20 invitations a day; 429 where an address was invited often, or its owner withdrew within 30 days.
    """
    return Envelope(data=approver_service().name(caller.account_id, body))


@door.route("DELETE", "/api/account/approvers/{approver_id}", FRESH)
def remove_approver(approver_id: Id, caller: CurrentCaller) -> Envelope[ApproverDeleted]:
    """The approver's links decide nothing any more."""
    return Envelope(data=approver_service().remove(caller.account_id, approver_id))


@door.route("POST", "/api/approvers/confirm", LINK, errors=("CONFLICT", "NOT_FOUND"))
def confirm_approver(body: WithToken) -> Envelope[ApproverConfirmed]:
    """Send the token of the invitation. From now on the approver may be asked."""
    return Envelope(data=approver_service().confirm(body.token))


@door.route("POST", "/api/approvers/withdraw", LINK, errors=("CONFLICT", "NOT_FOUND"))
def withdraw_approver(body: WithToken) -> Envelope[ApproverWithdrawn]:
    """Send the token of “Ask me no more”, good for 90 days and once. The approver gets no more mail."""
    return Envelope(data=approver_service().withdraw(body.token))


@door.route("GET", "/projects/{project_id}/escalation", READ)
def get_escalation(project_id: Id, caller: CurrentCaller) -> Envelope[EscalationPlan]:
    """Who is asked when you are silent, and when."""
    return Envelope(data=escalation_service().describe(caller.account_id, project_id))


@door.route(
    "POST",
    "/projects/{project_id}/escalation",
    WRITE,
    errors=("APPROVER_UNKNOWN",),
    example={"text": "If I am silent by Thursday 5pm, ask anna@example.com"},
)
def plan_escalation(project_id: Id, body: Escalate, caller: CurrentCaller) -> Envelope[EscalationPlan]:
    """Say in words until when you may be silent, and which confirmed approver is asked then."""
    return Envelope(data=escalation_service().escalate(caller.account_id, project_id, body))


@door.route("DELETE", "/projects/{project_id}/escalation", WRITE)
def stop_escalation(project_id: Id, caller: CurrentCaller) -> Envelope[EscalationPlan]:
    """Nobody is asked any more. The plan is empty."""
    return Envelope(data=escalation_service().stop(caller.account_id, project_id))
