"""The connections of an account, for its people: listing them and ending them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from functools import cache, partial

from common.caller import Caller, Origin
from common.clock import utc_now
from common.optimistic import settle
from common.services import service
from domain.audit.log import actor_of, noting
from domain.audit.records import EntryType
from domain.connections.models import ConnectionList, ConnectionRevoked, ConnectionsRevoked, ConnectionView
from domain.connections.records import Connection
from domain.connections.store import ConnectionStore, connection_store


@service
class ConnectionService:
    """Lists and ends the connections of an account."""

    store: ConnectionStore
    now: Callable[[], datetime]

    def list_standing(self, account_id: str) -> ConnectionList:
        """The connections that may still be used, newest first."""
        return ConnectionList(connections=[ConnectionView.of(one) for one in reversed(self._standing(account_id))])

    def names_of(self, account_id: str) -> Mapping[str, str]:
        """The names of the account's programs by connection id, those of lately ended connections included."""
        return {one.id: one.client_name for one in self.store.list_connections(self.store.list_ids(account_id))}

    def revoke(self, caller: Caller, connection_id: str, origin: Origin) -> ConnectionRevoked:
        """End a connection at once. A repetition gets the first answer again. Raises `NotFound`."""
        settle(lambda: self._revoke(self.store.get_connection(caller.account_id, connection_id), caller, origin))
        ended = self.store.get_connection(caller.account_id, connection_id)
        return ConnectionRevoked(id=connection_id, revoked_at=ended.revoked_at or self.now())

    def revoke_all(self, caller: Caller, origin: Origin) -> ConnectionsRevoked:
        """End every connection, even one without tokens so far; returns how many ended by this."""
        over = [one for one in self._all(caller.account_id) if not one.is_over_at(self.now())]
        revoked = [settle(partial(self._revoke, one, caller, origin)) for one in over]
        return ConnectionsRevoked(revoked=sum(revoked))

    def _revoke(self, connection: Connection, caller: Caller, origin: Origin) -> bool:
        now = self.now()
        noted = noting(
            EntryType.CONNECTION_REVOKED,
            connection.account_id,
            now,
            actor_of(caller),
            origin,
            subject=connection.spoken,
        )
        return self.store.revoke(connection, now, [noted])

    def _standing(self, account_id: str) -> list[Connection]:
        now = self.now()
        return [one for one in self._all(account_id) if one.code_used_at is not None and not one.is_over_at(now)]

    def _all(self, account_id: str) -> list[Connection]:
        return self.store.list_connections(self.store.list_ids(account_id))


@cache
def connection_service() -> ConnectionService:
    """The service, built once for each process."""
    return ConnectionService(connection_store(), utc_now)
