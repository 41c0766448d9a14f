"""Mail in tests: a worker with the real templates, a post office that keeps what it was given, and events to tell."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from email import message_from_bytes, policy
from email.message import EmailMessage
from itertools import count
from typing import Any

from common.errors import NotFound
from composing.message import compose
from domain.decisions.mailed import approver_contact, decision_text
from domain.events.records import Event, EventType
from domain.mail.letters import Letter
from domain.mail.queue import MailToSend
from domain.mail.records import Contact, Mail, ReportText
from domain.mail.sending import SendingService, Sources
from domain.mail.store import MailStore, mail_store
from domain.mail.tokens import TokenService
from domain.mail.triggers import MailSubscriber

URL = "https://atrium.example"
ACCOUNT = "acc_1"
ADDRESS = "mira@example.com"
SENDER = "team@atrium.example"
_NUMBERS = count(1)


@dataclass
class PostOffice:
    """Keeps the posted mails in `sent`. While `failing` has errors, posting raises the first and removes it."""

    sender: str = SENDER
    sent: list[tuple[str, EmailMessage]] = field(default_factory=list)
    failing: list[Exception] = field(default_factory=list)

    def post(self, address: str, message: bytes) -> str:
        if self.failing:
            raise self.failing.pop(0)
        self.sent.append((address, read(message)))
        return f"ses-{len(self.sent)}"

    @property
    def last(self) -> EmailMessage:
        return self.sent[-1][1]


@dataclass
class Letterbox:
    """A queue of mails to send; tests take them from `waiting`."""

    waiting: list[Mail] = field(default_factory=list)

    def send(self, mail: Mail) -> None:
        self.waiting.append(mail)

    nudge = send


@dataclass
class MailRoom:
    """Everything between an event and the post office, on the emulated table."""

    clock: Callable[[], datetime]
    contact: Contact | None = field(default_factory=lambda: Contact(ADDRESS, verified=True))
    reports: dict[str, ReportText] = field(default_factory=dict)
    post_office: PostOffice = field(default_factory=PostOffice)
    letterbox: Any = field(default_factory=Letterbox)
    zone: str = "Europe/Berlin"
    writes: Callable[..., bytes] = compose

    @property
    def store(self) -> MailStore:
        return mail_store()

    @property
    def tokens(self) -> TokenService:
        return TokenService(self.store, self.clock, lambda: f"token-{next(_NUMBERS)}")

    @property
    def worker(self) -> SendingService:
        sources = Sources(self._contact, self._report, approver_contact, decision_text)
        return SendingService(self.store, self.tokens, sources, self._compose, self.post_office, URL, self.clock)

    def subscriber(self) -> MailSubscriber:
        return MailSubscriber(ACCOUNT, self.store, lambda: self.letterbox, lambda _account: self.zone, self.clock)

    def deliver(self, mail_id: str) -> None:
        self.worker.send(MailToSend(ACCOUNT, mail_id))

    def empty(self) -> None:
        """Send all mails that wait in the letterbox."""
        while self.letterbox.waiting:
            self.deliver(self.letterbox.waiting.pop(0).id)

    def mail(self, mail_id: str) -> Mail:
        found = self.store.find_mail(ACCOUNT, mail_id)
        assert found is not None
        return found

    def _compose(self, letter: Letter, *, sender: str, address: str) -> bytes:
        return self.writes(letter, sender=sender, address=address)

    def _contact(self, _account_id: str) -> Contact:
        if self.contact is None:
            raise NotFound
        return self.contact

    def _report(self, _account_id: str, report_id: str) -> ReportText:
        if report_id not in self.reports:
            raise NotFound
        return self.reports[report_id]


def read(message: bytes) -> EmailMessage:
    """The parsed message."""
    parsed = message_from_bytes(message, policy=policy.default)
    assert isinstance(parsed, EmailMessage)
    return parsed


def text_of(message: EmailMessage) -> str:
    return str(message.get_body(("plain",)).get_content())


def html_of(message: EmailMessage) -> str:
    return str(message.get_body(("html",)).get_content())


def event(
    at: datetime,
    kind: EventType = EventType.ATTENTION_OPENED,
    *,
    number: int = 1,
    summary: str = "Bakery: the roadmap waits for your approval",
    subject_id: str | None = None,
    action: str | None = None,
    path: str = "/app/projects/prj_1",
) -> Event:
    return Event(
        id=f"evt_{number}",
        account_id=ACCOUNT,
        type=kind,
        at=at,
        summary=summary,
        subject_id=subject_id or f"subject_{number}",
        action=action,
        path=path,
        sequence=number,
    )
