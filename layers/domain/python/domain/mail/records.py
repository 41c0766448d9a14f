"""Records of mail: a mail, an account's preferences, the contacts that mails go to, and what mails tell."""

from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Self

from pydantic import ConfigDict

from common.fields import Instant
from common.ids import derived_id
from common.model import Model
from common.services import frozen
from domain.events.records import Event
from domain.mail.token_records import Purpose

BOUNCED, COMPLAINED = "bounced", "complained"
"""Why an address gets no mail. Its owner can mend a letter box; a complaint says that they want no mail."""
AFTER_EDITS = timedelta(hours=1)
_EDITS = datetime(2026, 1, 1, tzinfo=UTC)  # begins the ids of mails that edits put off, which must stay the same


class Kind(StrEnum):
    """Why a mail is sent."""

    VERIFY = "verify"
    NEEDS_YOU = "needs_you"
    DIGEST = "digest"
    REPORT = "report"
    INVITE_APPROVER = "invite_approver"
    ASK_APPROVER = "ask_approver"
    RESET = "reset"
    CHANGE_EMAIL = "change_email"
    SECURITY = "security"
    CLOSING = "closing"
    GONE = "gone"
    EXPORT_READY = "export_ready"

    @property
    def for_verified_only(self) -> bool:
        """Whether such a mail may go only to an address whose owner proved that it is theirs."""
        return self not in {Kind.VERIFY, Kind.RESET, Kind.CHANGE_EMAIL}

    @property
    def while_closing(self) -> bool:
        """Whether the owner of an account that is being deleted gets such a mail, which may help to restore it."""
        return self in {Kind.CLOSING, Kind.GONE, Kind.RESET, Kind.SECURITY}

    @property
    def to_approver(self) -> bool:
        """Whether such a mail goes to an approver, not to the customer."""
        return self in {Kind.INVITE_APPROVER, Kind.ASK_APPROVER}


class NeedsYou(StrEnum):
    """When the customer hears that something needs them."""

    IMMEDIATE = "immediate"
    DAILY = "daily"
    OFF = "off"


class Reports(StrEnum):
    """Whether the assistant's reports come by mail."""

    ON = "on"
    OFF = "off"


class Preferences(Model):
    """Which mails an account wants. These defaults hold for an account that has never chosen."""

    needs_you: NeedsYou = NeedsYou.IMMEDIATE
    reports: Reports = Reports.ON
    decide_by_mail: bool = False

    def want(self, kind: Kind) -> bool:
        """Whether a mail of this kind is wanted."""
        match kind:
            case Kind.REPORT:
                return self.reports is Reports.ON
            case Kind.NEEDS_YOU:
                return self.needs_you is NeedsYou.IMMEDIATE
            case Kind.DIGEST:
                return self.needs_you is NeedsYou.DAILY
        return True

    def without(self, kind: Kind) -> Self:
        """These preferences without reports; for any other kind, without mails about what needs the customer."""
        if kind is Kind.REPORT:
            return self.model_copy(update={"reports": Reports.OFF})
        return self.model_copy(update={"needs_you": NeedsYou.OFF})


class About(StrEnum):
    """What a notice about an account's security tells. No preference ends these mails."""

    SIGNED_IN = "signed_in"
    SIGN_IN_CLOSED = "sign_in_closed"
    SIGN_UP_TRIED = "sign_up_tried"
    PASSWORD_CHANGED = "password_changed"  # noqa: S105 - a name, no password
    PASSWORD_RESET = "password_reset"  # noqa: S105
    EMAIL_CHANGED = "email_changed"
    FACTORS_REMOVED = "factors_removed"
    CONNECTED = "connected"
    CONNECTION_MISUSED = "connection_misused"


class Notice(Model):
    """What was done with an account, from which IP address and device; `subject` is the email address or program."""

    about: About
    at: Instant
    address: str = ""
    device: str = ""
    subject: str = ""


class Link(Model):
    """What the token of a mail's link will allow; the token is made when the mail is sent."""

    purpose: Purpose
    subject: str
    content_hash: str | None = None


class State(StrEnum):
    """How far a mail has come. `dropped`: it will not be sent; `reason` says why."""

    WAITING = "waiting"
    SENT = "sent"
    DROPPED = "dropped"


class Mail(Model):
    """A mail, from the transaction that caused it until 30 days later. Its text is made when it is sent.

    Attributes:
        event: the event that it tells; None when no single event caused it.
        due_at: when it may be tried next.
        attempts: how often a worker has claimed it.
        lease_until: until when the worker that claimed it has it for itself.
        reason: why it was dropped, or why the last attempt failed.
        approver_id: whom it goes to, if not to the customer.
        approval: the ids of a project and of the approval that an approver is asked to decide.
        to: the email address, if not the account's present one: a new one, or the former one.
        notice: what a notice about security tells.
        link: what the token in its link allows, where the kind of mail does not say it.
        until: the instant that a mail about a closing account or an export names.
    """

    model_config = ConfigDict(extra="forbid")

    id: str
    account_id: str
    kind: Kind
    created_at: Instant
    due_at: Instant
    event: Event | None = None
    state: State = State.WAITING
    attempts: int = 0
    lease_until: Instant | None = None
    sent_at: Instant | None = None
    reason: str | None = None
    approver_id: str | None = None
    approval: tuple[str, str] | None = None
    to: str | None = None
    notice: Notice | None = None
    link: Link | None = None
    until: Instant | None = None


def mail_about(event: Event, kind: Kind, now: datetime) -> Mail:
    """The mail of this kind about an event; the id is derived from both, so a repetition makes no second mail."""
    mail_id = derived_id("mail", event.at, event.id, kind.value)
    return Mail(id=mail_id, account_id=event.account_id, kind=kind, created_at=now, due_at=now, event=event)


def mail_after_edits(event: Event, now: datetime) -> Mail:
    """A mail due an hour after a document's edit; each further edit replaces it, because the id is the document's."""
    mail_id = derived_id("mail", _EDITS, event.account_id, event.subject_id or "")
    about = mail_about(event, Kind.NEEDS_YOU, now)
    return about.model_copy(update={"id": mail_id, "due_at": event.at + AFTER_EDITS})


@frozen
class Contact:
    """The address for an account's mail, None without one. `closing`: the account is being deleted."""

    address: str | None
    verified: bool
    since: datetime | None = None
    """When the address became the account's, if it had another one before."""
    closing: bool = False


@frozen
class ApproverContact:
    """An approver's address; `confirmed`: they agreed to be asked."""

    address: str
    confirmed: bool


@frozen
class DecisionText:
    """A document that waits for a decision, as a mail names it. `subject` becomes that of the token to decide it."""

    project_name: str
    title: str
    revision: int
    content_hash: str
    subject: str


@frozen
class ReportText:
    """A report as a mail shows it. `wanted`: whether the customer wants the mails of its task."""

    title: str
    content: str
    wanted: bool
