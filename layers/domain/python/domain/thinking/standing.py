"""Whether a model thinks for an account or the rules do, and why: what its customer is told about it."""

from __future__ import annotations

from functools import cache
from typing import Literal

from common.services import frozen, service
from common.settings import settings
from domain.thinking.store import ModelState, ThinkingStore, thinking_store
from domain.thinking.task import Failure
from domain.usage.tokens import TokenLedger, TokenMonth, token_ledger

Reason = Literal["no_model", "model_fails", "tokens_spent"]
# After these the next call fails as well, until somebody mends something.
LASTING = frozenset({Failure.DENIED, Failure.UNREACHABLE})


@frozen
class Standing:
    """Who thinks for an account now. `reason`: why not the model. `tokens`: None where no model is configured."""

    by: Literal["rules", "model"]
    reason: Reason | None
    tokens: TokenMonth | None


def standing_of(model: str, state: ModelState | None, tokens: TokenMonth) -> Standing:
    """Who thinks, given the configured model, how its last call went, and the account's month."""
    if tokens.standing == "spent":
        return Standing("rules", "tokens_spent", tokens)
    if state is not None and state.model == model and state.failure in LASTING:
        return Standing("rules", "model_fails", tokens)
    return Standing("model", None, tokens)


@service
class StandingService:
    """Reads the standing; `model` names the configured model, if there is one."""

    model: str | None
    store: ThinkingStore
    ledger: TokenLedger

    def standing(self, account_id: str) -> Standing:
        """Who thinks for the account now. Without a model nothing is read."""
        if self.model is None:
            return Standing("rules", "no_model", None)
        return standing_of(self.model, self.store.find_model_state(), self.ledger.standing(account_id))


@cache
def standing_service() -> StandingService:
    """The service, built once for each process."""
    return StandingService(settings.model, thinking_store(), token_ledger())
