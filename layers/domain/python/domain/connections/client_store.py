"""The clients table: pk = CLIENT#id · DOCUMENT#SHA-256 of a client's address · REQUEST#id. Every row expires."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from datetime import datetime
from functools import cache
from typing import Any

from common.clock import to_iso
from common.dynamo import ConditionFailed, Item, Table, Write
from common.errors import ChangedMeanwhile, NotFound
from common.services import service
from common.settings import settings
from common.transactions import TransactionFailed, transact
from domain.connections.records import Client, CodeRequest, ConnectRequest, DeviceRequest

_AS_READ = "turn = :turn"


@service
class ClientStore:
    """The access patterns of clients and of their requests. Only a device's request names an account."""

    table: Table

    def put_new_client(self, client: Client) -> None:
        """PutItem pk=CLIENT#id. DynamoDB deletes the row after `expires_at`, which `keeping_client` moves."""
        self.table.put_new({"pk": f"CLIENT#{client.id}", **_stored(client)})

    def find_client(self, client_id: str, now: datetime) -> Client | None:
        """GetItem pk=CLIENT#id; None once it has expired, too."""
        item = self.table.get({"pk": f"CLIENT#{client_id}"})
        return _unexpired(Client.model_validate(item), now) if item else None

    def keeping_client(self, client_id: str, until: datetime) -> Write:
        """The write that keeps a client in use until `until`; it fails when the client is gone."""
        values = {"until": to_iso(until), "epoch": int(until.timestamp())}
        expression = "SET expires_at = :until, expires_at_epoch = :epoch"
        key = {"pk": f"CLIENT#{client_id}"}
        return self.table.updating(key, expression, values, condition="attribute_exists(pk)")

    def find_document(self, url: str, now: datetime) -> Client | None:
        """GetItem pk=DOCUMENT#hash: the client as its metadata document at `url` said; None once that has expired."""
        item = self.table.get({"pk": _document_key(url)})
        return _unexpired(Client.model_validate(item), now) if item else None

    def put_document(self, client: Client) -> None:
        """PutItem pk=DOCUMENT#hash, until `expires_at`."""
        self.table.put_overwriting({"pk": _document_key(client.id), **_stored(client)})

    def put_new_request(self, request: ConnectRequest) -> None:
        """PutItem pk=REQUEST#id, until `expires_at`. Raises `ChangedMeanwhile` if the id is taken."""
        try:
            self.table.put_new({"pk": f"REQUEST#{request.id}", **_stored(request)})
        except ConditionFailed as error:
            raise ChangedMeanwhile from error

    def claim_request(self, request_id: str, session_hash: str, now: datetime) -> CodeRequest | DeviceRequest:
        """UpdateItem pk=REQUEST#id: bind a request to a session. Raises `NotFound`, if bound to another one, too."""
        try:
            item = self.table.update(
                {"pk": f"REQUEST#{request_id}"},
                "SET session_hash = :session",
                {"session": session_hash, "now": to_iso(now)},
                condition="expires_at > :now AND attribute_not_exists(decided_at)"
                " AND (attribute_not_exists(session_hash) OR session_hash = :session)",
                returning="ALL_NEW",
            )
        except ConditionFailed as error:
            raise NotFound("No such request. It may have expired: start again where you came from.") from error
        assert item is not None  # noqa: S101 - the update returns the row
        return DeviceRequest.model_validate(item) if "code_hash" in item else CodeRequest.model_validate(item)

    def find_device_request(self, request_id: str) -> DeviceRequest | None:
        """GetItem pk=REQUEST#id: a device's request, even a decided, expired or used one; None if there is none."""
        item = self.table.get({"pk": f"REQUEST#{request_id}"})
        return DeviceRequest.model_validate(item) if item and "code_hash" in item else None

    def changing_device_request(self, request: DeviceRequest, changes: Mapping[str, Any]) -> Write:
        """The write that changes a device's request; it fails when the request has changed since it was read."""
        return self.table.updating(*_change(request, changes), condition=_AS_READ)

    def change_device_request(self, request: DeviceRequest, changes: Mapping[str, Any]) -> None:
        """UpdateItem pk=REQUEST#id: `changing_device_request` alone. Raises `ChangedMeanwhile`."""
        try:
            self.table.update(*_change(request, changes), condition=_AS_READ)
        except ConditionFailed as error:
            raise ChangedMeanwhile from error

    def taking_request(self, request: CodeRequest) -> Write:
        """The write that ends a request; it fails when somebody has decided on it or another session holds it."""
        values = {"session": request.session_hash}
        key = {"pk": f"REQUEST#{request.id}"}
        return self.table.deleting(key, values, condition="session_hash = :session")

    def end_request(self, request: CodeRequest) -> None:
        """Transaction: `taking_request` alone. Raises `NotFound` when somebody was faster."""
        try:
            transact([self.taking_request(request)])
        except TransactionFailed as error:
            raise NotFound("No such request.") from error


@cache
def client_store() -> ClientStore:
    """The store, built once for each process."""
    return ClientStore(Table(settings.clients_table))


def _document_key(url: str) -> str:
    return f"DOCUMENT#{hashlib.sha256(url.encode()).hexdigest()}"


def _change(request: DeviceRequest, changes: Mapping[str, Any]) -> tuple[Item, str, dict[str, Any]]:
    changed = request.model_copy(update={**changes, "turn": request.turn + 1})
    values = changed.model_dump(mode="json", include={*changes})
    expression = ", ".join(f"{name} = :{name}" for name in values)
    counted = {**values, "turn": request.turn, "next_turn": changed.turn}
    return {"pk": f"REQUEST#{request.id}"}, f"SET {expression}, turn = :next_turn", counted


def _stored(record: Client | ConnectRequest) -> Item:
    epoch = int(record.expires_at.timestamp())
    return {**record.model_dump(mode="json", exclude_none=True), "expires_at_epoch": epoch}


def _unexpired(client: Client, now: datetime) -> Client | None:
    return client if now < client.expires_at else None
