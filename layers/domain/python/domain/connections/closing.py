"""Ends the connections of a closing account for good: if it is restored, its people connect their programs anew."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime
from functools import cache

from common.dynamo import Write
from common.services import frozen
from common.transactions import TransactionFailed, transact
from domain.connections.store import ConnectionStore, connection_store


@frozen
class ClosingConnections:
    """Ends the connections of an account that is being deleted."""

    store: ConnectionStore

    def revoking(self, account_id: str, now: datetime) -> list[Write]:
        """The writes that end every connection, of which an account has at most 20."""
        found = self.store.list_connections(self.store.list_ids(account_id))
        return [self.store.revoking(one, now) for one in found if not one.is_over_at(now)]

    def revoke_stragglers(self, account_id: str, now: datetime) -> None:
        """End the connections that were made while the account was being closed."""
        for write in self.revoking(account_id, now):
            with suppress(TransactionFailed):
                transact([write])


@cache
def closing_connections() -> ClosingConnections:
    """The service, built once for each process."""
    return ClosingConnections(connection_store())
