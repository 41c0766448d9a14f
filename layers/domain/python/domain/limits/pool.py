"""An account's requests a minute, shared out to its keys and sessions (ADR 30).

A key or session in use reserves a few requests of every minute for ten minutes. Beyond these it draws blocks, each for
the current minute. So nearly every request needs only the row of its own credential, and together the rows never
have more than the account may.
"""

from __future__ import annotations

import random
import time
from functools import cache

from common.errors import ChangedMeanwhile
from common.services import frozen, service
from common.settings import settings
from domain.limits.store import Pool, PoolStore, pool_store

SLOT_MINUTES = 10
_ATTEMPTS = 10
_PAUSE_SECONDS = 0.02


class PoolEmpty(Exception):
    """The account has no request left in this minute, or too few to reserve."""


@frozen
class Lease:
    """Requests drawn from an account's pool: for one `minute` or, if `reserved`, for each minute of its ten minutes."""

    account_id: str
    minute: int
    requests: int
    reserved: bool


@service
class AccountPool:
    """Draws requests from accounts' pools; `most` is what an account may make in a minute."""

    store: PoolStore
    most: int

    def lease(self, account_id: str, minute: int, requests: int, *, reserve: bool) -> Lease:
        """Draw `requests` for a minute (counted from 1970): all of them if `reserve`, else as many as are left.

        Raises:
            PoolEmpty: too few are left to reserve, or none to draw.
            ChangedMeanwhile: too many draw at once.
        """
        for _ in range(_ATTEMPTS):
            seen = self.store.draw(account_id, minute, requests, reserved=requests if reserve else 0, most=self.most)
            if seen is None:
                return Lease(account_id, minute, requests, reserve)
            if seen.minute < minute or (seen.minute == minute and seen.most != self.most):
                requests = self._within(requests, self._fresh(seen, minute).left, reserve=reserve)
                if self._turned(account_id, seen, minute, requests, reserve=reserve):
                    return Lease(account_id, minute, requests, reserve)
            elif seen.minute > minute:  # another function's clock is a little ahead: its minute has begun
                minute = seen.minute
            elif seen.left < requests:
                requests = self._within(requests, seen.left, reserve=reserve)
        raise ChangedMeanwhile

    def give_back(self, lease: Lease) -> None:
        """Return a lease that could not be used, because another request of the same credential was faster."""
        reserved = lease.requests if lease.reserved else 0
        self.store.give_back(lease.account_id, lease.minute, lease.requests, reserved=reserved, most=self.most)

    def _within(self, requests: int, left: int, *, reserve: bool) -> int:
        if left <= 0 or (reserve and left < requests):
            raise PoolEmpty
        return min(requests, left)

    def _fresh(self, seen: Pool, minute: int) -> Pool:
        """The pool as a minute begins. Reservations count for their ten minutes and under the limit they were made."""
        holds = seen.most == self.most and seen.minute // SLOT_MINUTES == minute // SLOT_MINUTES
        reserved = seen.reserved if holds else 0
        return Pool(minute, self.most - reserved, reserved, self.most)

    def _turned(self, account_id: str, seen: Pool, minute: int, requests: int, *, reserve: bool) -> bool:
        fresh = self._fresh(seen, minute)
        drawn = Pool(minute, fresh.left - requests, fresh.reserved + (requests if reserve else 0), self.most)
        try:
            self.store.turn(account_id, seen, drawn)
        except ChangedMeanwhile:
            time.sleep(random.random() * _PAUSE_SECONDS)  # noqa: S311 - a pause, not a secret
            return False
        return True


@cache
def account_pool() -> AccountPool:
    """The pool, built once for each process."""
    return AccountPool(pool_store(), settings.account_requests_per_minute)
