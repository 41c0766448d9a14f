"""Login lock-out: after five wrong passwords for an e-mail address the next attempt must wait.

The wait begins with 1 second and doubles with each wrong password, up to 15 minutes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from common.errors import ChangedMeanwhile, TooManyRequests
from common.optimistic import settle
from domain.identity.models import LoginFailures
from domain.identity.store import IdentityStore

FREE_ATTEMPTS = 5
MAX_WAIT_SECONDS = 15 * 60


@dataclass(frozen=True, slots=True)
class Lockout:
    """Counts the login attempts for each e-mail address. It knows neither passwords nor users."""

    store: IdentityStore
    now: Callable[[], datetime]

    def count_attempt(self, email: str) -> None:
        """Count one attempt. Call this before verifying the password, so that attempts sent at once are all counted.

        Raises `TooManyRequests` while the address has to wait.
        """
        try:
            settle(lambda: self._count(email))
        except ChangedMeanwhile:
            raise _wait(timedelta(seconds=1)) from None

    def forget(self, email: str) -> None:
        """Forget the failures, after a right password."""
        self.store.forget_login_failures(email)

    def _count(self, email: str) -> None:
        now = self.now()
        seen = self.store.find_login_failures(email)
        if seen.blocked_until and seen.blocked_until > now:
            raise _wait(seen.blocked_until - now)
        self.store.count_login_attempt(email, seen, _one_more(seen, now), now)


def _one_more(seen: LoginFailures, now: datetime) -> LoginFailures:
    count = seen.count + 1
    if count < FREE_ATTEMPTS:
        return LoginFailures(count=count)
    seconds = min(2 ** min(count - FREE_ATTEMPTS, 20), MAX_WAIT_SECONDS)
    return LoginFailures(count=count, blocked_until=now + timedelta(seconds=seconds))


def _wait(left: timedelta) -> TooManyRequests:
    seconds = max(1, -(-left // timedelta(seconds=1)))
    return TooManyRequests(
        f"Too many attempts. Try again in {seconds} s.", retry_after_seconds=seconds, code="TOO_MANY_ATTEMPTS"
    )
