"""Removes all factors of a user who has lost them, so that the password alone proves who they are."""

from __future__ import annotations

from functools import cache

from common.dynamo import Write
from common.errors import NotFound
from common.services import service
from domain.factors.store import FactorStore, factor_store


@service
class RemovingService:
    """Makes the write that removes factors; the caller puts it into one transaction with the rest."""

    store: FactorStore

    def removing(self, user_id: str) -> tuple[list[str], Write]:
        """The names of the user's factors, and the write that removes all, unless they changed. Raises `NotFound`."""
        held = self.store.find_factors(user_id)
        names = [f"passkey {one.name}" for one in held.passkeys] if held else []
        names += ["authenticator app"] if held and held.totp else []
        if held is None or not names:
            raise NotFound("This user has no passkey and no app.")
        none = held.model_copy(update={"passkeys": [], "totp": None, "pending_totp": None})
        return names, self.store.changing(held, none)


@cache
def removing_service() -> RemovingService:
    """The service, built once for each process."""
    return RemovingService(factor_store())
