"""Verification mails: the first one with the sign-up, others when the customer asks."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import cache

from common.clock import utc_now, whole_seconds
from common.dynamo import Write
from common.errors import Conflict, TooManyRequests
from common.ids import new_id
from common.optimistic import settle
from common.services import service
from common.settings import settings
from domain.mail.preferences import why_silent
from domain.mail.queue import MailQueue, mail_queue
from domain.mail.records import BOUNCED, Kind, Mail
from domain.mail.store import MailStore, mail_store

PAUSE = timedelta(minutes=1)
MOST_A_DAY = 5


class MailOff(Conflict):
    """This installation sends no mail."""

    code = "MAIL_OFF"


class AlreadyVerified(Conflict):
    """The customer's address is verified, and mail reaches it."""

    code = "ALREADY_VERIFIED"
    default_message = "This address is already confirmed."


@service
class VerificationService:
    """Sends verification mails. `silent` is why this installation sends no mail, or None."""

    store: MailStore
    queue: Callable[[], MailQueue]
    now: Callable[[], datetime]
    silent: str | None

    def first(self, account_id: str) -> tuple[list[Write], Mail | None]:
        """The writes of a new account's first verification mail, and the mail; no writes and None where mail is off."""
        if self.silent is not None:
            return [], None
        mail = self._new(account_id)
        return [self.store.adding(mail)], mail

    def nudge(self, mail: Mail | None) -> None:
        """Have the worker send the mail now; if the nudge is lost, the sweep does."""
        if mail is not None:
            self.queue().nudge(mail)

    def can_free(self, address: str | None) -> bool:
        """Whether an address gets no mail because it bounced; then the link of a verification mail can end that."""
        return address is not None and self.store.find_suppression(address) == BOUNCED

    def freeing(self, address: str) -> list[Write]:
        """The write by which a bounced address gets mail again, in a list; empty if it has not bounced."""
        return [self.store.freeing(address)] if self.can_free(address) else []

    def ask(self, account_id: str) -> None:
        """Send another verification mail; the older ones' links end 15 minutes after it is sent.

        Raises:
            MailOff: this installation sends no mail.
            TooManyRequests: the last one is less than a minute old, or five were sent within a day. The address is
                not known to be the customer's, so nobody may fill a stranger's letter box.
        """
        if self.silent is not None:
            raise MailOff(self.silent)
        self.queue().nudge(settle(lambda: self._ask(account_id)))

    def _ask(self, account_id: str) -> Mail:
        now, seen = self.now(), self.store.find_asked(account_id, Kind.VERIFY)
        asked = seen.once_more(now)
        if seen.last_at is not None and now < seen.last_at + PAUSE:
            raise _wait(seen.last_at + PAUSE - now)
        if asked.count > MOST_A_DAY and asked.since is not None:
            raise _wait(asked.since + timedelta(days=1) - now)
        mail = self._new(account_id)
        self.store.add_asked(seen, asked, mail)
        return mail

    def _new(self, account_id: str) -> Mail:
        now = self.now()
        return Mail(id=new_id("mail", now), account_id=account_id, kind=Kind.VERIFY, created_at=now, due_at=now)


@cache
def verification_service() -> VerificationService:
    """The service, built once for each process."""
    silent = why_silent(settings.mail_from, settings.public_url)
    return VerificationService(mail_store(), mail_queue, utc_now, silent)


def _wait(left: timedelta) -> TooManyRequests:
    seconds = max(1, whole_seconds(left))
    return TooManyRequests("A mail is on its way.", retry_after_seconds=seconds)
