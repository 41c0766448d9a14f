"""Counts uses of what may be done only so often. A window begins with the first use that is counted."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import cache

from common.clock import utc_now, whole_seconds
from common.errors import TooManyRequests
from common.optimistic import settle
from common.services import service
from domain.limits.store import LimitStore, Window, limit_store


@service
class Limiter:
    """Counts uses by keys such as `address#203.0.113.9#sign_up`; the caller chooses them."""

    store: LimitStore
    now: Callable[[], datetime]

    def take(self, key: str, *, most: int, within: timedelta) -> None:
        """Count one use. However many come at once, at most `most` succeed within a window of this length.

        Raises:
            TooManyRequests: the window is full. Nothing was counted.
            ChangedMeanwhile: too many uses begin this window at once.
        """
        settle(lambda: self._take(key, most, within))

    def seconds_left(self, key: str, *, most: int, within: timedelta) -> int:
        """How many seconds until another use may be counted; 0 when there is room. Counts nothing."""
        return _seconds(self.store.find(key), most, within, self.now())

    def give_back(self, key: str) -> None:
        """Take one counted use back, because it turned out not to matter."""
        self.store.uncount(key)

    def forget(self, key: str) -> None:
        """Delete the count of this key, so that the next use begins a new window."""
        self.store.forget(key)

    def _take(self, key: str, most: int, within: timedelta) -> None:
        now = self.now()
        seen = self.store.count(key, most=most, begun_after=now - within)
        if seen is None:
            return
        if seconds := _seconds(seen, most, within, now):
            raise TooManyRequests("Too many attempts.", retry_after_seconds=seconds)
        self.store.begin(key, seen, now, keep=2 * within)


@cache
def limiter() -> Limiter:
    """The limiter, built once for each process."""
    return Limiter(limit_store(), utc_now)


def _seconds(seen: Window, most: int, within: timedelta, now: datetime) -> int:
    if seen.count < most:
        return 0
    left = seen.since + within - now
    return max(0, whole_seconds(left))
