"""Says which proofs a user may be asked for. Signing in by password needs only this module of factors."""

from __future__ import annotations

from functools import cache

from common.services import service
from domain.factors.challenges import ChallengeService, challenge_service
from domain.factors.records import Proof
from domain.factors.store import FactorStore, factor_store


@service
class AskingService:
    """Says which proofs count for a user. `challenges` makes the challenge that binds a code to its password."""

    store: FactorStore
    challenges: ChallengeService

    def accepted_of(self, user_id: str) -> list[Proof]:
        """The proofs that count for this user: passkey and code if they have them, the password only if neither."""
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
