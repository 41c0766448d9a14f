"""Tokens as stored: only their hashes, each for one purpose, one account and one subject."""

from datetime import datetime, timedelta
from enum import StrEnum

from common.clock import whole_seconds
from common.fields import Instant
from common.model import Model
from common.one_time import OneTime


class Purpose(StrEnum):
    """What a token allows whoever holds it to do."""

    VERIFY = "verify"
    UNSUBSCRIBE = "unsubscribe"
    APPROVER = "approver"
    DECIDE = "decide"
    WITHDRAW = "withdraw"
    RESET = "reset"
    CHANGE_EMAIL = "change_email"
    UNDO_EMAIL = "undo_email"

    @property
    def outlives_newer(self) -> bool:
        """Whether a token stays good when another mail brings a newer one."""
        return self is Purpose.WITHDRAW


class Token(OneTime):
    """A token's record.

    Attributes:
        subject: what it is about, in one text: the address that it proves, the kind of mail that it ends.
        content_hash: the hash of what it is bound to, if anything: a document's text, a user's password.
    """

    purpose: Purpose
    account_id: str
    subject: str
    content_hash: str | None = None
    issued_at: Instant


COUNTED_FOR = timedelta(days=1)


class Asked(Model):
    """How often a mail was asked for: when last, and how many times since `since`."""

    last_at: Instant | None = None
    since: Instant | None = None
    count: int = 0

    def seconds_until_anew(self, now: datetime) -> int:
        """The whole seconds until counting begins anew, 1 or more."""
        left = (self.since or now) + COUNTED_FOR - now
        return max(1, whole_seconds(left))

    def once_more(self, now: datetime) -> "Asked":
        """This count with one mail more; a day after the first, counting begins anew."""
        if self.since is None or now - self.since >= COUNTED_FOR:
            return Asked(last_at=now, since=now, count=1)
        return Asked(last_at=now, since=self.since, count=self.count + 1)
