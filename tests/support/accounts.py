"""Customers of unit tests: the services of identity on one clock, and the mails that they make, read as they arrive."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from email.message import EmailMessage
from typing import Any

from common.caller import Caller, Origin
from composing.message import compose
from domain.identity import sessions
from domain.identity.addresses import AddressService
from domain.identity.contacts import ContactService
from domain.identity.devices import Client
from domain.identity.models import LogIn, SecondStep, SignedIn, SignUp
from domain.identity.password_changes import PasswordService
from domain.identity.service import IdentityService
from domain.identity.sessions import Cookies
from domain.identity.signed_in import SignedInService
from domain.identity.store import IdentityStore, identity_store
from domain.keys.mailed import names_of_active_keys
from domain.keys.scopes import SCOPES
from domain.limits.limiter import Limiter
from domain.limits.store import limit_store
from domain.mail.outgoing import Outgoing
from domain.mail.queue import MailToSend
from domain.mail.security import SecurityMail
from domain.mail.sending import SendingService, Sources
from domain.mail.store import mail_store
from domain.mail.tokens import TokenService
from domain.mail.verification import VerificationService
from mails import URL, Letterbox, PostOffice, text_of

EMAIL, PASSWORD, NEW_PASSWORD = "ada@example.org", "some walnut staple", "another walnut staple"
HOME, ELSEWHERE = "192.0.2.10", "198.51.100.66"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
_REQUESTS = itertools.count(1)


def client(address: str = HOME, device_token: str | None = None, browser: str = FIREFOX) -> Client:
    """A browser at an address, perhaps with a device cookie."""
    return Client(Origin(address, browser, f"req_{next(_REQUESTS)}"), device_token)


@dataclass
class Accounts:
    """The services of identity on one clock, and the mails that their customers got."""

    clock: Callable[[], datetime]
    silent: str | None = None
    signup_open: bool = True
    letterbox: Letterbox = field(default_factory=Letterbox)
    post_office: PostOffice = field(default_factory=PostOffice)
    numbers: itertools.count[int] = field(default_factory=lambda: itertools.count(1))

    @property
    def store(self) -> IdentityStore:
        return identity_store()

    @property
    def limiter(self) -> Limiter:
        return Limiter(limit_store(), self.clock)

    @property
    def tokens(self) -> TokenService:
        return TokenService(mail_store(), self.clock, self._new_token)

    @property
    def mails(self) -> SecurityMail:
        return SecurityMail(Outgoing(mail_store(), self._queue, self.silent))

    @property
    def verification(self) -> VerificationService:
        return VerificationService(mail_store(), self._queue, self.clock, self.silent)

    @property
    def identity(self) -> IdentityService:
        return IdentityService(
            self.store, self.limiter, self.clock, self._new_token, self.signup_open, self.verification, self.mails
        )

    @property
    def passwords(self) -> PasswordService:
        return PasswordService(self.store, self.limiter, self.tokens, self.mails, self.clock)

    @property
    def addresses(self) -> AddressService:
        return AddressService(
            self.store, self.limiter, self.tokens, self.verification, self.mails, self.identity, self.clock
        )

    @property
    def signed_in(self) -> SignedInService:
        return SignedInService(self.store, self.clock)

    def sign_up(self, email: str = EMAIL, *, at: Client | None = None, verified: bool = True) -> tuple[Caller, Cookies]:
        """A new customer, who has confirmed their address unless told otherwise."""
        request = SignUp(email=email, password=PASSWORD, name="Ada")
        signed_in, cookies = self.identity.sign_up(request, at or client())
        if verified:
            self.addresses.verify(self.token_to(email, "verify"))
        return caller_of(signed_in, cookies), cookies

    def log_in(self, at: Client | None = None, password: str = PASSWORD, email: str = EMAIL) -> tuple[Caller, Cookies]:
        done = self.identity.log_in(LogIn(email=email, password=password), at or client())
        assert not isinstance(done, SecondStep)
        signed_in, cookies = done
        return caller_of(signed_in, cookies), cookies

    def mails_to(self, address: str) -> list[EmailMessage]:
        """Send all waiting mails; returns those that have come to an address so far, oldest first."""
        contacts = ContactService(self.store.table)
        sources = Sources(contacts.contact_of, _none, _none, _none, names_of_active_keys)
        worker = SendingService(mail_store(), self.tokens, sources, compose, self.post_office, URL, self.clock)
        while self.letterbox.waiting:
            mail = self.letterbox.waiting.pop(0)
            worker.send(MailToSend(mail.account_id, mail.id))
        return [message for to, message in self.post_office.sent if to == address]

    def subjects_to(self, address: str) -> list[str]:
        """Send all waiting mails; returns the subjects of those that have come to an address, oldest first."""
        return [str(message["Subject"]) for message in self.mails_to(address)]

    def token_to(self, address: str, place: str) -> str:
        """The token of the latest link to a page, such as `reset`, that came to an address."""
        for message in reversed(self.mails_to(address)):
            if found := re.search(rf"/app/#/{place}/([\w-]+)", text_of(message)):
                return found[1]
        raise AssertionError(f"no link to {place} came to {address}")

    def _queue(self) -> Any:
        return self.letterbox

    def _new_token(self) -> str:
        return f"token-{next(self.numbers)}"


def caller_of(signed_in: SignedIn, cookies: Cookies) -> Caller:
    """The caller of the session that these cookies belong to."""
    scopes = frozenset(SCOPES)
    return Caller(signed_in.account.id, "session", signed_in.user.id, scopes, sessions.token_hash(cookies.session))


def _none(*_ids: object) -> Any:
    raise AssertionError("no such mail is made here")
