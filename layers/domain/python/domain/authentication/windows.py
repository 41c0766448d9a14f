"""The windows of time in which a credential's requests are limited, and the attributes of its row that count them.

An attribute is named for its window: `s1772442000` counts the requests of that second, `m29540700` those of that
minute, and `a29540700` says how many the account has leased for it. So one update counts in any window without knowing
what the row holds, and the numbers of another window never count in this one. The next updates remove them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime, time
from typing import Any

from common.errors import TooManyRequests
from common.services import frozen
from domain.limits.pool import SLOT_MINUTES
from domain.usage.counters import DAY, Counted

SLOT = "slot"
_WINDOW = re.compile(r"[sma]\d+")
_MINUTE_SECONDS = 60
_STANDING_PARTS = 60
_BLOCK_PARTS = 12


class OverLimit(TooManyRequests):
    """A credential or its account has made too many requests. `policy` names the limit, `counted` the credential."""

    counted: Counted | None = None

    def __init__(self, policy: str, seconds: int) -> None:
        super().__init__(retry_after_seconds=seconds)
        self.policy = policy

    @property
    def header(self) -> str:
        """The `RateLimit` header of the refusal, which says that nothing is left of this policy."""
        return f'"{self.policy}";r=0;t={self.retry_after_seconds}'


@frozen
class Limits:
    """How many requests a credential may make in a second and in a minute, and its account in a minute."""

    per_second: int
    per_minute: int
    account_per_minute: int

    @property
    def standing(self) -> int:
        """How many requests of every minute a row in use reserves: a sixtieth of `per_minute`, 1 or more."""
        return max(1, self.per_minute // _STANDING_PARTS)

    def slot(self, moment: Moment) -> str:
        """The ten minutes for which a row reserves, as text that holds the limits: under others it reserves anew."""
        return f"{moment.number // SLOT_MINUTES} {self.standing} {self.account_per_minute}"

    @property
    def block(self) -> int:
        """How many more requests a row leases at once: a twelfth of `per_minute`, 1 or more."""
        return max(1, self.per_minute // _BLOCK_PARTS)

    @property
    def policy(self) -> str:
        """The `RateLimit-Policy` header (draft-ietf-httpapi-ratelimit-headers-10)."""
        policies = {"minute": (self.per_minute, 60), "second": (self.per_second, 1)}
        policies["account"] = (self.account_per_minute, 60)
        return ", ".join(f'"{name}";q={most};w={seconds}' for name, (most, seconds) in policies.items())


@frozen
class Moment:
    """An instant, and the names of the windows (second, minute, day) in which it lies."""

    now: datetime

    @property
    def epoch(self) -> int:
        """The whole seconds since 1970."""
        return int(self.now.timestamp())

    @property
    def number(self) -> int:
        """The number of the minute, counted from 1970."""
        return self.epoch // _MINUTE_SECONDS

    @property
    def day(self) -> str:
        """The day in UTC, as 2027-01-31."""
        return self.now.date().isoformat()

    @property
    def second(self) -> str:
        """The name of the attribute that counts this second."""
        return f"s{self.epoch}"

    @property
    def minute(self) -> str:
        """The name of the attribute that counts this minute."""
        return f"m{self.number}"

    @property
    def allowed(self) -> str:
        """The name of the attribute that says how many requests the row may make in this minute, if it leased any."""
        return f"a{self.number}"

    @property
    def before(self) -> tuple[str, ...]:
        """The names of the attributes of the three seconds and the minute before."""
        seconds = (f"s{self.epoch - back}" for back in (1, 2, 3))
        return (*seconds, f"m{self.number - 1}", f"a{self.number - 1}")

    @property
    def seconds_left(self) -> int:
        """Seconds until the minute is over, at least 1."""
        return _MINUTE_SECONDS - self.epoch % _MINUTE_SECONDS

    def not_before_day_of(self, row: Mapping[str, Any]) -> Moment:
        """This moment; or the beginning of the row's day, when another function's clock is ahead and began it."""
        if row.get(DAY, "") <= self.day:
            return self
        return Moment(datetime.combine(datetime.fromisoformat(row[DAY]), time(), tzinfo=UTC))


def stale(row: Mapping[str, Any], moment: Moment) -> list[str]:
    """The names of a row's attributes for windows that are over."""
    current = {moment.second, moment.minute, moment.allowed}
    return [name for name in row if _WINDOW.fullmatch(name) and name not in current]


def require_room(row: Mapping[str, Any], moment: Moment, limits: Limits) -> None:
    """Raise `OverLimit` when the credential itself has used up its second or its minute."""
    if row.get(moment.minute, 0) >= limits.per_minute:
        raise OverLimit("minute", moment.seconds_left)
    if row.get(moment.second, 0) >= limits.per_second:
        raise OverLimit("second", 1)


def remaining(row: Mapping[str, Any], moment: Moment, limits: Limits) -> str:
    """The `RateLimit` header of a request that was let in; `row` is the credential's after it was counted."""
    left = max(0, limits.per_minute - row[moment.minute])
    return f'"minute";r={left};t={moment.seconds_left}'
