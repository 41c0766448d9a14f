"""An account's tokens of language models, month by month (UTC): promised before a call, settled after it."""

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
    """How an account stands in a month."""

    month: str
    counts: TokenCounts
    limit: int

    @property
    def percent(self) -> int:
        """How much of the limit is spent, 100 at most."""
        return min(100, 100 * self.counts.spent // self.limit) if self.limit else 100

    @property
    def standing(self) -> Literal["free", "nearly_spent", "spent"]:
        """`spent` once promises fill the limit, `nearly_spent` from 80 % of it spent, else `free`."""
        if self.counts.promised >= self.limit:
            return "spent"
        return "nearly_spent" if self.percent >= NOTICE_PERCENT else "free"


@frozen
class TokenLedger:
    """Promises and settles; `limit` is what an account may spend in a month.

    Whoever makes a promise settles it with the month and the size that it had. A promise that is never settled, because
    its worker died for good, counts until the month ends.
    """

    store: UsageStore
    limit: int
    now: Callable[[], datetime]

    def month(self) -> str:
        """The present month, as `2026-03`."""
        return f"{self.now():%Y-%m}"

    def promising(self, account_id: str, month: str, tokens: int) -> Write:
        """The write of a promise; its condition fails when the month has no room. `tokens` are at most `limit`."""
        return self.store.reserving_tokens(account_id, month, tokens, limit=self.limit)

    def releasing(self, account_id: str, month: str, promised: int) -> Write:
        """The write that takes a promise back: nothing was spent."""
        return self.store.settling_tokens(account_id, month, reserved=promised, spent=0)

    def spending(
        self, account_id: str, month: str, promised: int, *, model: str, read: int, written: int
    ) -> tuple[Write, Write]:
        """The writes that settle a promise, and count the call among the day's counters of the model."""
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
        """How the account stands in the present month."""
        month = self.month()
        return TokenMonth(month, self.store.find_tokens(account_id, month), self.limit)

    def claim_notice(self, account_id: str) -> bool:
        """Whether the customer is to be told now that the month is nearly spent: true for one caller a month."""
        threshold = -(-self.limit * NOTICE_PERCENT // 100)
        return self.store.claim_notice(account_id, self.month(), self.now(), spent=threshold)


@cache
def token_ledger() -> TokenLedger:
    """The ledger, built once for each process."""
    return TokenLedger(usage_store(), settings.model_monthly_tokens, utc_now)
