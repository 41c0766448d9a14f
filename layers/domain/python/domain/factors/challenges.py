"""Challenges: each is good for five minutes, one purpose and one answer. Only a hash of it is stored."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import cache

from common.clock import utc_now
from common.dynamo import Write
from common.errors import Unauthenticated
from common.one_time import hash_of, new_token
from common.services import service
from domain.factors.records import Challenge, Purpose
from domain.factors.store import FactorStore, factor_store

LIFETIME = timedelta(minutes=5)


class ChallengeOver(Unauthenticated):
    """The challenge is unknown, expired, used, or was made for something else; the answer does not say which."""

    code = "CHALLENGE_OVER"
    default_message = "This took too long. Start again."


@service
class ChallengeService:
    """Makes and checks challenges. `new_token` gives 256 random bits as text."""

    store: FactorStore
    now: Callable[[], datetime]
    new_token: Callable[[], str]

    def issue(
        self, purpose: Purpose, *, user_id: str | None = None, session_hash: str | None = None
    ) -> tuple[str, datetime]:
        """Make a challenge for the browser; returns it, and until when it is good."""
        return self._put(purpose, user_id=user_id, session_hash=session_hash)

    def second_step(self, user_id: str, email: str, password_hash: str) -> tuple[str, datetime]:
        """Make a challenge for the code that must follow this password; returns it, and until when it is good."""
        return self._put(Purpose.SECOND_STEP, user_id=user_id, email=email, password_mark=hash_of(password_hash))

    def redeem(self, token: str, purpose: Purpose, *, user_id: str | None, session_hash: str | None) -> None:
        """Use a challenge up, right or wrong. Raises `ChallengeOver` unless its purpose, user and session are these."""
        found = self.store.use_challenge(hash_of(token), self.now())
        if found is None or not found.is_for(purpose, self.now(), even_used=True):
            raise ChallengeOver
        if (found.user_id, found.session_hash) != (user_id, session_hash):
            raise ChallengeOver

    def read_second_step(self, token: str) -> tuple[Challenge, Write]:
        """The stored challenge of a second step, and the write that uses it up, for the code's transaction.

        A wrong code leaves the challenge good. Raises `ChallengeOver`.
        """
        found = self.store.find_challenge(hash_of(token))
        if found is None or not found.is_for(Purpose.SECOND_STEP, self.now()):
            raise ChallengeOver
        return found, self.store.using(hash_of(token), self.now())

    def _put(self, purpose: Purpose, **whose: str | None) -> tuple[str, datetime]:
        token, end = self.new_token(), self.now() + LIFETIME
        challenge = Challenge.model_validate({"purpose": purpose, "expires_at": end, **whose})
        self.store.put_new_challenge(hash_of(token), challenge)
        return token, end


@cache
def challenge_service() -> ChallengeService:
    """The service, built once for each process."""
    return ChallengeService(factor_store(), utc_now, new_token)
