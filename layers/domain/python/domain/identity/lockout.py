"""How wrong passwords make their sender wait, and no one else.

An attempt is counted before its password is looked at, so that attempts sent at once are all counted:

- at its source: a session, a browser that signed in before, or an address. After five failures the next attempt waits
  1 second, then twice as long each time, up to 15 minutes.
- at its address, over all accounts: 30 in 15 minutes, 200 a day. A place that opened the account before is not counted
  there, so a neighbour behind the same address can't keep its owner out.
- at the account, when the source is a stranger. After 100 failures in a row strangers are refused (NIST SP 800-63B-4,
  3.2.2): only known places, or a new password by mail, open the account.

All of it counts by the e-mail address that was typed, whether or not there is a user with that address.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from common.clock import whole_seconds
from common.errors import ChangedMeanwhile, Forbidden, TooManyRequests
from common.optimistic import settle
from common.services import frozen
from common.settings import settings
from domain.identity.devices import Client, known_places
from domain.identity.models import LoginFailures, User
from domain.identity.store import IdentityStore
from domain.limits.limiter import Limiter
from domain.limits.marks import network_of

FREE_ATTEMPTS = 5
MAX_WAIT_SECONDS = 15 * 60
SOME_MINUTES, DAY, LONG = timedelta(minutes=15), timedelta(days=1), timedelta(days=90)


class SignInClosed(Forbidden):
    """Too many failures in a row: strangers, or this one known source, are refused, whatever their password."""

    code = "SIGN_IN_CLOSED"
    default_message = (
        "There were too many wrong passwords, so this account opens only where you signed in before. "
        "Sign in from there, or set a new password by “Forgot your password?”."
    )


@frozen
class Attempt:
    """Somebody's try at an account's password.

    Attributes:
        email: as typed; perhaps nobody's.
        source: the session, browser or address where failures count. It has no #, so that no e-mail address forges one.
        address: of the client, where failures count at it; None for a known place and a session.
        known: whether the account was opened from this source before.
    """

    email: str
    source: str
    address: str | None
    known: bool

    @classmethod
    def to_sign_in(cls, email: str, user: User | None, client: Client, now: datetime) -> Attempt:
        """An attempt to sign in as `email`, from a place that `user` signed in from before or as a stranger."""
        places, address = known_places(user, now), client.network
        if client.device_hash in places:
            return cls(email, f"device-{client.device_hash}", None, known=True)
        known = any(network_of(place.address) == address for place in places.values())
        return cls(email, f"from-{address}", None if known else address, known)

    @classmethod
    def in_session(cls, email: str, session_hash: str) -> Attempt:
        """An attempt within a session, by the signed-in owner or whoever has their browser."""
        return cls(email, f"session-{session_hash}", None, known=True)


@frozen
class Lockout:
    """Counts attempts. It knows no passwords."""

    store: IdentityStore
    limiter: Limiter
    now: Callable[[], datetime]

    def count(self, attempt: Attempt) -> None:
        """Count an attempt as a failure.

        Raises: `TooManyRequests` while its source or its address has to wait, `SignInClosed`.
        """
        try:
            settle(lambda: self._count_at_source(attempt))
        except ChangedMeanwhile:
            raise _wait(timedelta(seconds=1)) from None
        for key, most, within in _windows(attempt.address):
            self.limiter.take(key, most=most, within=within)
        if not attempt.known:
            try:
                self.limiter.take(_in_a_row(attempt.email), most=settings.failed_sign_ins_per_account, within=LONG)
            except TooManyRequests as error:
                raise SignInClosed from error

    def succeeded(self, attempt: Attempt) -> None:
        """Note that the password was right: the attempt is no failure, and the row of failures ends."""
        self.give_back(attempt)
        self.open(attempt)

    def give_back(self, attempt: Attempt) -> None:
        """Take the attempt out of the count of its network address; the other counts keep it."""
        for key, _, _ in _windows(attempt.address):
            self.limiter.give_back(key)

    def open(self, attempt: Attempt) -> None:
        """Forget the account's failures, and the failures of this source at the account."""
        self.limiter.forget(_in_a_row(attempt.email))
        self.store.forget_login_failures(attempt.source, attempt.email)

    def closes(self, attempt: Attempt) -> bool:
        """Whether the account is closed to strangers: their next attempt would be refused."""
        most = settings.failed_sign_ins_per_account
        return self.limiter.seconds_left(_in_a_row(attempt.email), most=most, within=LONG) > 0

    def _count_at_source(self, attempt: Attempt) -> None:
        now = self.now()
        seen = self.store.find_login_failures(attempt.source, attempt.email)
        if attempt.known and seen.count >= settings.failed_sign_ins_per_account:
            raise SignInClosed
        if seen.blocked_until and seen.blocked_until > now:
            raise _wait(seen.blocked_until - now)
        self.store.count_login_attempt(attempt.source, attempt.email, seen, _one_more(seen, now), now)


def _windows(address: str | None) -> list[tuple[str, int, timedelta]]:
    """An address's counters of failures with their limits; the day's stops whoever fills the shorter one repeatedly."""
    if address is None:
        return []
    most = settings.failed_sign_ins_per_address
    key = f"address#{address}#sign_in_failed"
    return [(key, most, SOME_MINUTES), (f"{key}#day", most * 20 // 3, DAY)]


def _in_a_row(email: str) -> str:
    return f"sign_ins_in_a_row#{email}"


def _one_more(seen: LoginFailures, now: datetime) -> LoginFailures:
    count = seen.count + 1
    if count < FREE_ATTEMPTS:
        return LoginFailures(count=count)
    seconds = min(2 ** min(count - FREE_ATTEMPTS, 20), MAX_WAIT_SECONDS)
    return LoginFailures(count=count, blocked_until=now + timedelta(seconds=seconds))


def _wait(left: timedelta) -> TooManyRequests:
    seconds = max(1, whole_seconds(left))
    return TooManyRequests("Too many attempts.", retry_after_seconds=seconds, code="TOO_MANY_ATTEMPTS")
