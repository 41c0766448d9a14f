"""Requests and views of deciding by mail, approvers and escalations."""

from typing import Annotated, Literal, Self

from pydantic import Field

from common.envelope import RequestModel, View
from common.fields import Instant, Line
from domain.decisions.records import Approver, Escalation, Rule
from domain.identity.emails import Email
from domain.projects.requests import DecideApproval
from domain.projects.states import ApprovalStatus

Token = Annotated[str, Field(min_length=1, max_length=100)]
Wording = Annotated[Line, Field(min_length=1, max_length=300)]


class NameApprover(RequestModel):
    """POST /api/account/approvers: the address of the person to invite."""

    email: Email


class ApproverView(View):
    """An approver; they are asked only once they have confirmed, and not any more once they have withdrawn."""

    id: str
    email: str
    status: Literal["invited", "confirmed", "withdrawn"]
    invited_at: Instant
    confirmed_at: Instant | None
    withdrawn_at: Instant | None

    @classmethod
    def of(cls, approver: Approver) -> Self:
        """The view of a stored approver, with the status."""
        fields = approver.model_dump(exclude={"account_id"})
        status: Literal["invited", "withdrawn"] = "withdrawn" if approver.withdrawn_at else "invited"
        return cls(**fields, status="confirmed" if approver.confirmed_at else status)


class ApproverList(View):
    """Every approver of an account, oldest first: at most 20, and those who withdrew."""

    approvers: list[ApproverView]


class ApproverDeleted(View):
    """The approver who was removed."""

    id: str
    email: str


class ApproverConfirmed(View):
    """The approver who confirmed, and may be asked from now on."""

    email: str


class ApproverWithdrawn(View):
    """The approver who withdrew, and gets no more mail."""

    email: str


class WithToken(RequestModel):
    """A token from a mail's link. It travels in the body, so that no log of addresses holds it."""

    token: Token


class DecideByMail(WithToken, DecideApproval):
    """POST /api/decisions: the token of the mail's link, and the decision."""


class Decidable(View):
    """The document that a link asks about, as it stands; `status` is no longer `pending` once anybody decided."""

    project_name: str
    title: str
    revision: int
    content: str = Field(
        description="The text to decide; empty once another revision replaced it or the link was used."
    )
    status: ApprovalStatus
    decided: str | None = Field(description="Who decided and when, in words; null while it is pending.")
    deciding_as: str = Field(description="The address whose decision this will be.")


class DecidedByMail(View):
    """A decision by mail; `decided` says in a sentence what was decided, when and by whom."""

    project_name: str
    title: str
    revision: int
    status: ApprovalStatus
    decided: str


class Escalate(RequestModel):
    """POST /projects/:id/escalation: a sentence, for one approval or, without `approval_id`, as the project's rule."""

    text: Wording
    approval_id: Annotated[str, Field(max_length=64)] | None = None


class RuleView(View):
    """Whom to ask about every document of the project; `text` is the customer's sentence."""

    text: str
    email: str


class EscalationView(View):
    """Who will be asked to decide an approval, and when, unless it is decided before."""

    approval_id: str
    email: str
    due_at: Instant

    @classmethod
    def of(cls, escalation: Escalation) -> Self:
        """The view of a planned escalation."""
        return cls.model_validate(escalation)


class EscalationPlan(View):
    """A project's rule, and whom it has planned to ask, soonest first."""

    rule: RuleView | None
    planned: list[EscalationView]

    @classmethod
    def of(cls, rule: Rule | None, planned: list[Escalation]) -> Self:
        """The view of a rule and of planned escalations."""
        ordered = sorted(planned, key=lambda one: one.due_at)
        return cls(
            rule=RuleView.model_validate(rule) if rule else None, planned=[EscalationView.of(one) for one in ordered]
        )
