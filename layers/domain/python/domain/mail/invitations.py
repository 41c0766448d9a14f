"""Limits how often an address may be invited as an approver, so that customers cannot flood a stranger's letter box."""

from __future__ import annotations

from datetime import datetime, timedelta

from common.clock import whole_seconds
from common.errors import TooManyRequests
from common.fields import Instant
from common.model import Model

A_DAY, A_MONTH = timedelta(days=1), timedelta(days=30)
MOST_A_DAY = 3
"""Invitations to one address, from all accounts together."""
MOST_A_MONTH = 2
"""Invitations to one address, from one account: one, and one more, for the first may have been overlooked."""
ENOUGH = "This address got enough invitations for now."
REFUSED = "This address asked for no more invitations. You can invite it once more, 30 days after that."


class Invited(Model):
    """How often an address was invited since `since`, by one account or by all.

    `refused_at`: when its owner asked the account for no more. `version` rises by one with every change.
    """

    since: Instant | None = None
    count: int = 0
    refused_at: Instant | None = None
    version: int = 0

    def once_more(self, now: datetime, *, most: int, within: timedelta) -> Invited:
        """This count plus one. Raises `TooManyRequests` beyond `most` per `within`, and for 30 days after a refusal."""
        if self.refused_at is not None and now < self.refused_at + A_MONTH:
            raise _later(REFUSED, self.refused_at + A_MONTH - now)
        if self.since is None or now >= self.since + within:
            return Invited(since=now, count=1, refused_at=self.refused_at, version=self.version + 1)
        if self.count >= (most if self.refused_at is None else 1):
            raise _later(ENOUGH, self.since + within - now)
        return self.model_copy(update={"count": self.count + 1, "version": self.version + 1})

    def refused(self, now: datetime) -> Invited:
        """This count with the note that the owner of the address asked for no more, at `now`."""
        return self.model_copy(update={"refused_at": now, "version": self.version + 1})


def _later(words: str, left: timedelta) -> TooManyRequests:
    return TooManyRequests(words, retry_after_seconds=max(1, whole_seconds(left)))
