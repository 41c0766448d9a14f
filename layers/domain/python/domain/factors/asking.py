"""Says what proof a user is asked for. Signing in by password needs only this of factors, and imports no more."""

from __future__ import annotations

from functools import cache

from common.services import service
from domain.factors.challenges import ChallengeService, challenge_service
from domain.factors.records import Proof
from domain.factors.store import FactorStore, factor_store


@service
class AskingService:
    """Says which proofs count, and makes the challenge between a password and its code."""

    store: FactorStore
    challenges: ChallengeService

    def accepted_of(self, user_id: str) -> list[Proof]:
        """What proves this user: their passkeys and their app's codes; the password only where they have neither."""
        factors = self.store.find_factors(user_id)
        held: list[Proof] = []
        if factors and factors.passkeys:
            held.append("passkey")
        if factors and factors.totp:
            held.append("code")
        return held or ["password"]


@cache
def asking_service() -> AskingService:
    """The service, built once for each process."""
    return AskingService(factor_store(), challenge_service())
