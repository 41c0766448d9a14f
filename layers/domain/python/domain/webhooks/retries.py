"""When a failed delivery is tried again. Pure rules."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from common.services import frozen
from domain.webhooks.records import Reason

PAUSES: Sequence[timedelta] = (
    timedelta(seconds=5),
    timedelta(minutes=5),
    timedelta(minutes=30),
    *(timedelta(hours=hours) for hours in (2, 5, 10, 14, 20, 24)),
)
"""After the first attempt, the second and so on. After the tenth there is none."""

JITTER = 0.2
"""A pause is up to a fifth longer, so that what failed together does not come back together."""

SERIES = sum(PAUSES, timedelta()) * (1 + JITTER)
"""How long the attempts of one delivery take, unless its receiver asks for longer pauses."""

LONGEST_RETRY_AFTER = timedelta(hours=24)
BY_QUEUE = timedelta(minutes=1)
"""A pause up to this long is the queue's to keep; a longer one ends with the next sweep."""


@frozen
class Outcome:
    """How one attempt went. `reason` is None when it succeeded; `retry_after` is what the receiver asked for."""

    milliseconds: int = 0
    status: int | None = None
    reason: Reason | None = None
    retry_after: timedelta | None = None


def next_attempt_at(tries: int, outcome: Outcome, now: datetime, jitter: float) -> datetime | None:
    """When the next attempt is due; None after a success, a 410, or the tenth attempt.

    Args:
        tries: how many attempts there were, this one included, 1 or more.
        outcome: how this one went.
        now: when it ended.
        jitter: a random number from 0 up to 1; 1 makes the pause a fifth longer.
    """
    if outcome.reason is None or outcome.reason is Reason.GONE or tries > len(PAUSES):
        return None
    asked = min(outcome.retry_after or timedelta(), LONGEST_RETRY_AFTER)
    return now + max(PAUSES[tries - 1], asked) * (1 + JITTER * jitter)
