"""The keys of a closing account: they stop with the next request, and work as before once the account is restored."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime
from functools import cache

from common.dynamo import Write
from common.services import frozen
from common.transactions import TransactionFailed, transact
from domain.keys.store import KeyStore, key_store


@frozen
class ClosingKeys:
    """Suspends and resumes the keys of an account."""

    store: KeyStore

    def suspending(self, account_id: str, now: datetime) -> list[Write]:
        """The writes that suspend every active key, of which an account has at most 50."""
        return [self.store.suspending(api_key, now) for api_key in self.store.list_active_keys(account_id, now)]

    def suspend_stragglers(self, account_id: str, now: datetime) -> None:
        """Suspend the keys that were made while the account was being closed."""
        for write in self.suspending(account_id, now):
            with suppress(TransactionFailed):
                transact([write])

    def resume(self, account_id: str) -> int:
        """Let every suspended key work again; returns how many there were."""
        return self.store.resume(account_id)


@cache
def closing_keys() -> ClosingKeys:
    """The service, built once for each process."""
    return ClosingKeys(key_store())
