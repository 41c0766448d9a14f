"""Mails that other domains send: stored in the transaction of what causes them, then nudged."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from common.dynamo import Write
from common.services import frozen
from common.settings import settings
from domain.mail.preferences import why_silent
from domain.mail.queue import MailQueue, mail_queue
from domain.mail.records import Mail
from domain.mail.store import MailStore, mail_store


@frozen
class Outgoing:
    """Stores and nudges mails for other domains. `silent` is why this installation sends no mail; None if it does."""

    store: MailStore
    queue: Callable[[], MailQueue]
    silent: str | None

    def adding(self, mail: Mail) -> Write:
        """The write of a new mail, for the transaction of what causes it."""
        return self.store.adding(mail)

    def adding_new(self, mail: Mail) -> Write:
        """The write of a new mail, as `adding` gives it, but the transaction fails when a mail has this id already."""
        write = self.store.adding(mail)
        write["Put"]["ConditionExpression"] = "attribute_not_exists(pk)"
        return write

    def find(self, account_id: str, mail_id: str) -> Mail | None:
        """The stored mail with this id; None when there is none."""
        return self.store.find_mail(account_id, mail_id)

    def nudge(self, mail: Mail) -> None:
        """Have the worker send the mail now; if the nudge is lost, the sweep does."""
        self.queue().nudge(mail)


@cache
def outgoing() -> Outgoing:
    """The `Outgoing`, built once for each process."""
    return Outgoing(mail_store(), mail_queue, why_silent(settings.mail_from, settings.public_url))
