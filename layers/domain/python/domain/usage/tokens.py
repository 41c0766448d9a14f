"""An account's tokens of language models by month (UTC): each call gets a promise before, and settles it afterwards."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import cache
from typing import Literal

from common.clock import utc_now
from common.dynamo import Write
from common.services import frozen
from common.settings import settings
from domain.usage.records import MODEL, TokenCounts
from domain.usage.store import UsageStore, usage_store

NOTICE_PERCENT = 80


@frozen
class TokenMonth:
    """The tokens that an account has promised and spent in a month, and the limit."""

    month: str
    counts: TokenCounts
    limit: int

    @property
    def percent(self) -> int:
        """How many percent of the limit are spent, rounded down, 100 at most."""
        return min(100, 100 * self.counts.spent // self.limit) if self.limit else 100

    @property
    def standing(self) -> Literal["free", "nearly_spent", "spent"]:
        """`spent` once promises fill the limit, `nearly_spent` from 80 % of it spent, else `free`."""
        if self.counts.promised >= self.limit:
            return "spent"
        return "nearly_spent" if self.percent >= NOTICE_PERCENT else "free"


@frozen
class TokenLedger:
    """Promises tokens to calls of models and settles promises; `limit` is what an account may spend in a month.

    The caller that makes a promise settles it with its month and size. If its worker dies for good, the promise counts
    until the month ends.
    """

    store: UsageStore
    limit: int
    now: Callable[[], datetime]

    def month(self) -> str:
        """The present month, as `2026-03`."""
        return f"{self.now():%Y-%m}"

    def promising(self, account_id: str, month: str, tokens: int) -> Write:
        """The write of a promise of `tokens` (at most `limit`); its condition fails when the month has no room."""
        return self.store.reserving_tokens(account_id, month, tokens, limit=self.limit)

    def releasing(self, account_id: str, month: str, promised: int) -> Write:
        """The write that takes a promise back, because nothing was spent."""
        return self.store.settling_tokens(account_id, month, reserved=promised, spent=0)

    def spending(
        self, account_id: str, month: str, promised: int, *, model: str, read: int, written: int
    ) -> tuple[Write, Write]:
        """The writes that settle a promise by the tokens read and written, and add the call to the model's day."""
        spent = read + written
        counts = {
            "model_calls": 1,
            "model_tokens": spent,
            "model_tokens_read": read,
            "model_tokens_written": written,
        }
        return (
            self.store.settling_tokens(account_id, month, reserved=promised, spent=spent),
            self.store.adding(account_id, self.now().date(), MODEL + model, counts),
        )

    def standing(self, account_id: str) -> TokenMonth:
        """The account's tokens in the present month."""
        month = self.month()
        return TokenMonth(month, self.store.find_tokens(account_id, month), self.limit)

    def claim_notice(self, account_id: str) -> bool:
        """True for the first call in a month after 80 % of the limit are spent; that caller tells the customer."""
        threshold = -(-self.limit * NOTICE_PERCENT // 100)
        return self.store.claim_notice(account_id, self.month(), self.now(), spent=threshold)


@cache
def token_ledger() -> TokenLedger:
    """The ledger, built once for each process."""
    return TokenLedger(usage_store(), settings.model_monthly_tokens, utc_now)
