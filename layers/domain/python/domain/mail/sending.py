"""Sending: claim a mail, check that it may still go, write it, hand it to SES, mark it.

A worker that is killed after SES took the mail and before it was marked leaves a mail that is sent once more when its
lease ends. SES has no way to say "only once"; we prefer a second copy to none.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any, Protocol

from common.clock import utc_now
from common.errors import NotFound
from common.services import frozen, service
from common.settings import settings
from common.telemetry import logger
from domain.events.records import Event
from domain.mail.letters import Letter, Writer
from domain.mail.postbox import Postbox, Refused, TryLater, postbox
from domain.mail.queue import MailToSend
from domain.mail.records import BOUNCED, About, ApproverContact, Contact, DecisionText, Kind, Mail, ReportText, State
from domain.mail.security_letters import SecurityWriter
from domain.mail.store import MailStore, mail_store
from domain.mail.token_records import Purpose
from domain.mail.tokens import TokenService, token_service

LEASE = timedelta(minutes=2)
BACK_OFF = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 30, 120, 360, 720))
"""How long to wait after each failed attempt; after the last one, the mail is given up. Together about 20 hours."""

MOST_ATTEMPTS = 20
"""After so many attempts a mail is given up even if each of them killed its worker, which then said nothing."""


class Compose(Protocol):
    """Turns a letter into a MIME message. Raises `ValueError` for an address that no mail can be sent to."""

    def __call__(self, letter: Letter, *, sender: str, address: str) -> bytes:
        """The message, ready for SES."""


@frozen
class Sources:
    """Functions that read what a mail needs from other domains. All but `keys_of` raise `NotFound`.

    Each takes an account id, then the ids of the thing. The last of `decision_of` is an approver's, or None for the
    customer; what is decided already is not found. `keys_of` names the account's API keys that work.
    """

    contact_of: Callable[[str], Contact]
    report_of: Callable[[str, str], ReportText]
    approver_of: Callable[[str, str], ApproverContact]
    decision_of: Callable[[str, str, str, str | None], DecisionText]
    keys_of: Callable[[str], Sequence[str]] = lambda _account_id: ()


class Dropped(Exception):
    """The mail must not be sent; `reason` is one word."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@service
class SendingService:
    """Sends mails. `postbox` is None when this installation sends no mail."""

    store: MailStore
    tokens: TokenService
    sources: Sources
    compose: Compose
    postbox: Postbox | None
    public_url: str | None
    now: Callable[[], datetime]

    def send(self, work: MailToSend) -> None:
        """Send a mail, unless it is sent, dropped, not due or leased. An unexpected error puts it off and is raised."""
        now = self.now()
        found = self.store.find_mail(work.account_id, work.mail_id)
        mail = self.store.claim(found, now, now + LEASE) if found and found.state is State.WAITING else None
        if mail is None:
            logger.info("mail_not_due", mail_id=work.mail_id)
            return
        try:
            outcome = self._later(mail, "killed") if mail.attempts > MOST_ATTEMPTS else self._outcome(mail)
        except Exception:
            self.store.finish(mail, self._later(mail, "broke_off"))
            raise
        self.store.finish(mail, outcome)

    def _outcome(self, mail: Mail) -> dict[str, Any]:
        """Try to send; returns the attributes to store: sent, dropped with the reason, or due again later."""
        try:
            message_id = self._post(mail)
        except (Dropped, Refused) as stopped:
            log = logger.error if isinstance(stopped, Refused) else logger.info
            log("mail_dropped", mail_id=mail.id, kind=mail.kind.value, reason=stopped.reason)
            return {"state": State.DROPPED.value, "reason": stopped.reason}
        except TryLater as refusal:
            return self._later(mail, refusal.reason)
        logger.info("mail_sent", mail_id=mail.id, kind=mail.kind.value, attempts=mail.attempts, ses_id=message_id)
        return {"state": State.SENT.value, "sent_at": self.now(), "reason": None}

    def _later(self, mail: Mail, reason: str) -> dict[str, Any]:
        if mail.attempts > len(BACK_OFF):
            logger.error("mail_given_up", mail_id=mail.id, kind=mail.kind.value, reason=reason)
            return {"state": State.DROPPED.value, "reason": reason}
        logger.warning("mail_put_off", mail_id=mail.id, kind=mail.kind.value, attempts=mail.attempts, reason=reason)
        return {"due_at": self.now() + BACK_OFF[mail.attempts - 1], "reason": reason}

    def _post(self, mail: Mail) -> str:
        """Write the mail and hand it to SES; returns SES's id. Raises `Dropped`, `TryLater`, `Refused`."""
        if self.postbox is None or self.public_url is None:
            raise Dropped("mail_off")
        contact = self._contact(mail)
        if contact.closing and not mail.kind.while_closing:
            raise Dropped("account_closing")
        address = self._approvers_address(mail) if mail.kind.to_approver else self._address(mail, contact)
        self._require_reachable(mail, address, contact)
        letter = self._letter(mail, contact, address, Writer(self.public_url))
        try:
            message = self.compose(letter, sender=self.postbox.sender, address=address)
        except ValueError as error:
            raise Dropped("address") from error
        return self.postbox.post(address, message)

    def _require_reachable(self, mail: Mail, address: str, contact: Contact) -> None:
        """Raise `Dropped` for a suppressed address (a verification may free a bounced one) or one verified already."""
        suppression = self.store.find_suppression(address)
        proves_again = mail.kind is Kind.VERIFY and contact.verified
        if proves_again and suppression is None:
            raise Dropped("verified_already")
        if suppression is not None and not (proves_again and suppression == BOUNCED):
            raise Dropped("suppressed")

    def _contact(self, mail: Mail) -> Contact:
        try:
            return self.sources.contact_of(mail.account_id)
        except NotFound as error:
            raise Dropped("no_account") from error

    def _address(self, mail: Mail, contact: Contact) -> str:
        if mail.to is not None:
            return mail.to
        if contact.address is None:
            raise Dropped("no_address")
        if mail.kind.for_verified_only and not contact.verified:
            raise Dropped("unverified")
        if not self.store.find_preferences(mail.account_id).want(mail.kind):
            raise Dropped("not_wanted")
        return contact.address

    def _letter(self, mail: Mail, contact: Contact, address: str, writer: Writer) -> Letter:
        """What the mail says. The tokens in its links are made here and stored nowhere but in the mail itself."""
        if mail.kind is Kind.VERIFY:
            return writer.verification(self.tokens.mint(Purpose.VERIFY, mail.account_id, address))
        if mail.until is not None:
            return writer.leaving(mail.kind, mail.until)
        if mail.kind is Kind.INVITE_APPROVER:
            token = self.tokens.mint(Purpose.APPROVER, mail.account_id, mail.approver_id or "")
            return writer.invitation(contact.address or "", token, self._withdraw(mail, address))
        if mail.kind is Kind.ASK_APPROVER:
            asked = self._decision(mail.account_id, mail.approval, mail.approver_id)
            deciding = self._deciding(mail.account_id, asked)
            return writer.escalation(contact.address or "", asked, deciding, self._withdraw(mail, address))
        if mail.kind in {Kind.RESET, Kind.CHANGE_EMAIL, Kind.SECURITY}:
            return self._about_security(mail, SecurityWriter(writer.public_url))
        letter = self._unsubscribable(mail, writer)
        if letter is None:
            raise Dropped("nothing_left")
        return letter

    def _about_security(self, mail: Mail, writer: SecurityWriter) -> Letter:
        link = mail.link
        token = (
            self.tokens.mint(link.purpose, mail.account_id, link.subject, content_hash=link.content_hash)
            if link
            else ""
        )
        if mail.kind is Kind.RESET:
            return writer.reset(token)
        if mail.kind is Kind.CHANGE_EMAIL:
            return writer.change_email(token)
        assert mail.notice is not None  # noqa: S101 - every mail of the kind SECURITY has one
        keys = self.sources.keys_of(mail.account_id) if mail.notice.about is About.PASSWORD_RESET else ()
        return writer.notice(mail.notice, token, keys)

    def _unsubscribable(self, mail: Mail, writer: Writer) -> Letter | None:
        if mail.kind is Kind.DIGEST:
            events = self.store.list_in_digest(mail)
            return writer.digest(events, self._unsubscribe(mail)) if events else None
        assert mail.event is not None  # noqa: S101 - mails of the other kinds are made from events
        if mail.kind is Kind.REPORT:
            report_id = mail.event.subject_id or ""
            return writer.report(self._report(mail.account_id, report_id), report_id, self._unsubscribe(mail))
        return writer.needs_you(mail.event, self._unsubscribe(mail), self._decided_here(mail.event))

    def _decided_here(self, event: Event) -> str | None:
        """A token to decide by; None unless the event asks for an approval and the customer decides by mail.

        Raises `Dropped` when somebody decided meanwhile, whatever the customer wants.
        """
        if event.action != "decide_approval" or event.project_id is None or event.subject_id is None:
            return None
        asked = self._decision(event.account_id, (event.project_id, event.subject_id), None)
        if not self.store.find_preferences(event.account_id).decide_by_mail:
            return None
        return self._deciding(event.account_id, asked)

    def _decision(self, account_id: str, approval: tuple[str, str] | None, approver_id: str | None) -> DecisionText:
        try:
            return self.sources.decision_of(account_id, *(approval or ("", "")), approver_id)
        except NotFound as error:
            raise Dropped("decided_already") from error

    def _deciding(self, account_id: str, asked: DecisionText) -> str:
        return self.tokens.mint(Purpose.DECIDE, account_id, asked.subject, content_hash=asked.content_hash)

    def _withdraw(self, mail: Mail, address: str) -> str:
        """A token by which an approver ends mail to them. It names the address: their record may be deleted first."""
        return self.tokens.mint(Purpose.WITHDRAW, mail.account_id, f"{mail.approver_id} {address}")

    def _approvers_address(self, mail: Mail) -> str:
        try:
            approver = self.sources.approver_of(mail.account_id, mail.approver_id or "")
        except NotFound as error:
            raise Dropped("no_approver") from error
        if mail.kind is Kind.ASK_APPROVER and not approver.confirmed:
            raise Dropped("unconfirmed")
        return approver.address

    def _report(self, account_id: str, report_id: str) -> ReportText:
        try:
            report = self.sources.report_of(account_id, report_id)
        except NotFound as error:
            raise Dropped("no_report") from error
        if not report.wanted:
            raise Dropped("task_switched_off")
        return report

    def _unsubscribe(self, mail: Mail) -> str:
        return self.tokens.mint(Purpose.UNSUBSCRIBE, mail.account_id, mail.kind.value)


def sending_service(sources: Sources, compose: Compose) -> SendingService:
    """A service of this installation's store and postbox, with these sources and this way to compose."""
    return SendingService(mail_store(), token_service(), sources, compose, postbox(), settings.public_url, utc_now)
