"""The store of connections, in the keys table: pk = CONNECTION#public part, and for an account CONNECTIONS#account id.

The account's row has the ids of its connections, ended ones too: unlike an index it is consistent, so that a new
connection can be revoked at once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cache
from typing import Any

from common.clock import to_iso
from common.dynamo import ConditionFailed, Item, Table, Write
from common.errors import ChangedMeanwhile, NotFound
from common.services import service
from common.settings import settings
from common.transactions import TransactionFailed
from domain.connections.records import Connection
from domain.events.log import commit, commit_as_read

ID = "con_"
_OPEN = "attribute_not_exists(revoked_at)"


@service
class ConnectionStore:
    """The access patterns of connections. The authorizer has a store of its own."""

    keys: Table

    def put_new_connection(
        self, connection: Connection, over: Sequence[Connection], also: Sequence[Write], *, listed: Sequence[str]
    ) -> None:
        """Transaction: put the connection and list it, delete those that are `over`, write `also`.

        `listed` is the account's list as it was read. Raises `ChangedMeanwhile` when the list has changed since.
        """
        gone = {one.id for one in over}
        ids = [*(one for one in listed if one not in gone), connection.id]
        values: dict[str, Any] = {"ids": ids, "account_id": connection.account_id}
        condition = "attribute_not_exists(pk)"
        if listed:
            values["listed"], condition = list(listed), "ids = :listed"
        listing = self.keys.updating(
            _list_key(connection.account_id), "SET ids = :ids, account_id = :account_id", values, condition=condition
        )
        item = {**_key(connection.id), **connection.model_dump(mode="json", exclude_none=True)}
        deleting = [self.keys.deleting(_key(one.id)) for one in over]
        commit_as_read([listing, self.keys.putting_new(item), *deleting, *also])

    def list_ids(self, account_id: str) -> list[str]:
        """GetItem pk=CONNECTIONS#account: the ids of its connections, oldest first, ended ones too."""
        item = self.keys.get(_list_key(account_id))
        return list(item["ids"]) if item else []

    def list_connections(self, ids: Sequence[str]) -> list[Connection]:
        """BatchGetItem pk=CONNECTION#public part of these connections, in this order; deleted ones are left out."""
        found = self.keys.get_many([_key(one)["pk"] for one in ids])
        return [Connection.model_validate(found[key]) for one in ids if (key := _key(one)["pk"]) in found]

    def find_connection(self, public_part: str) -> Connection | None:
        """GetItem pk=CONNECTION#public part, or None; of any account, so the caller must then check a secret."""
        item = self.keys.get({"pk": f"CONNECTION#{public_part}"})
        return Connection.model_validate(item) if item else None

    def get_connection(self, account_id: str, connection_id: str) -> Connection:
        """GetItem pk=CONNECTION#public part. Raises `NotFound`, for another account's connection too."""
        found = self.find_connection(connection_id.removeprefix(ID)) if connection_id.startswith(ID) else None
        if found is None or found.account_id != account_id:
            raise NotFound("No such connection.")
        return found

    def replace_tokens(self, connection: Connection, changes: Mapping[str, Any], *, unused: Mapping[str, Any]) -> None:
        """UpdateItem pk=CONNECTION#public part: `changes` (None removes), if it is open and `unused` is as read.

        Raises `ChangedMeanwhile`.
        """
        sets = {name: value for name, value in changes.items() if value is not None}
        removed = [f"#{name}" for name in changes if name not in sets]
        expression = "SET " + ", ".join(f"#{name} = :{name}" for name in sets)
        if removed:
            expression += " REMOVE " + ", ".join(removed)
        conditions = [_OPEN]
        values: dict[str, Any] = dict(sets)
        for name, value in unused.items():
            if value is None:
                conditions.append(f"attribute_not_exists(#{name})")
            else:
                conditions.append(f"#{name} = :was_{name}")
                values[f"was_{name}"] = value
        try:
            self.keys.update(_key(connection.id), expression, values, condition=" AND ".join(conditions))
        except ConditionFailed as error:
            raise ChangedMeanwhile from error

    def revoking(self, connection: Connection, now: datetime) -> Write:
        """The write that revokes a connection; it fails when the connection was revoked before."""
        values = {"now": to_iso(now), "account_id": connection.account_id}
        condition = f"account_id = :account_id AND {_OPEN}"
        return self.keys.updating(_key(connection.id), "SET revoked_at = :now", values, condition=condition)

    def revoke(self, connection: Connection, now: datetime, also: Sequence[Write]) -> bool:
        """Transaction: `revoking` and `also`; returns False, and writes nothing, when it was revoked before."""
        try:
            commit([self.revoking(connection, now), *also])
        except TransactionFailed:
            return False
        return True


@cache
def connection_store() -> ConnectionStore:
    """The store, built once for each process."""
    return ConnectionStore(Table(settings.keys_table))


def _key(connection_id: str) -> Item:
    return {"pk": f"CONNECTION#{connection_id.removeprefix(ID)}"}


def _list_key(account_id: str) -> Item:
    return {"pk": f"CONNECTIONS#{account_id}"}
