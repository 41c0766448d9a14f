"""The keys table. A key has a row with pk = its public part, and a pointer row with pk = its id.

The row with pk = the account's id holds the longest lifetime that the account allows its keys.

People name a key by its id. An index by id would be eventually consistent, so that a new key could not be revoked at
once; the pointer row is consistent (ADR 2).
"""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from datetime import datetime
from functools import cache

from common.clock import to_iso
from common.dynamo import ConditionFailed, Item, Table, Write, assignments
from common.errors import ChangedMeanwhile, NotFound
from common.paging import decode_cursor, encode_cursor
from common.services import service
from common.settings import settings
from common.transactions import TransactionFailed
from domain.events.log import commit, deferring, dropping, recording
from domain.events.records import EventType
from domain.keys import announcing
from domain.keys.models import ApiKey, KeyPolicy

OF_ACCOUNT = "of_account"
_STILL_ACTIVE = (
    "account_id = :account_id AND attribute_not_exists(revoked_at)"
    " AND (attribute_not_exists(expires_at) OR expires_at > :now)"
)

_LIMITS = {"scopes", "allowed_ips", "project_ids", "expires_at"}


class PublicPartTaken(ChangedMeanwhile):
    """Another key has this public part, which we never reuse. The caller draws a new key and tries again."""


@service
class KeyStore:
    """The access patterns of API keys; the authorizer has its own store. Listed keys have an empty `secret_hash`."""

    table: Table

    def put_new_key(
        self,
        api_key: ApiKey,
        also: Sequence[Write],
        *,
        replacing: ApiKey | None = None,
        replaced_expires_at: datetime | None = None,
    ) -> None:
        """Transaction: put the key and its pointer; rotating, set the old key's expiration and successor; write `also`.

        Raises:
            PublicPartTaken: another key has the public part.
            ConditionFailed: `replacing` is no longer active, has a successor already, or has changed; or `also` fails.
        """
        writes = [self.table.putting_new(_to_item(api_key)), self.table.putting_new(_pointer(api_key))]
        if replacing is not None and replaced_expires_at is not None:
            writes.append(self._succeeding(replacing, replaced_expires_at, by=api_key))
            told = [announcing.rotated(replacing, api_key, replaced_expires_at)]
            writes.append(dropping(replacing.account_id, EventType.KEY_EXPIRING, replacing.id))
        else:
            told = [announcing.created(api_key)]
        if api_key.expires_at is not None:
            writes.append(deferring(announcing.expiring(api_key, api_key.expires_at, now=api_key.created_at)))
        try:
            commit([*writes, *also, *recording(told)])
        except TransactionFailed as error:
            if 0 in error.failed:
                raise PublicPartTaken from error
            raise ConditionFailed from error

    def get_key(self, account_id: str, key_id: str) -> ApiKey:
        """GetItem pk=key id, then GetItem pk=public part. Raises `NotFound`, for another account's key too."""
        return self.get_used_key(account_id, key_id)[0]

    def get_used_key(self, account_id: str, key_id: str) -> tuple[ApiKey, list[str]]:
        """As `get_key`, with the IP addresses that the authorizer noted on the key's row."""
        pointer = self.table.get({"pk": key_id})
        if pointer is None or pointer["account_id"] != account_id:
            raise NotFound("No such API key.")
        item = self.table.get({"pk": pointer["public_part"]})
        if item is None:
            raise NotFound("No such API key.")
        return _from_item(item), item.get("used_from", [])

    def find_by_public_part(self, public_part: str) -> ApiKey | None:
        """GetItem pk=public part, of any account; None without one. The caller must then compare the whole key."""
        item = self.table.get({"pk": public_part})
        return _from_item(item) if item else None

    def get_policy(self, account_id: str) -> KeyPolicy:
        """GetItem pk=account id: the longest lifetime; without a row, there is no limit."""
        item = self.table.get({"pk": account_id}) or {}
        return KeyPolicy(max_lifetime_days=item.get("max_lifetime_days"))

    def put_policy(self, account_id: str, policy: KeyPolicy, also: Sequence[Write]) -> None:
        """Transaction: put pk=account id, and write `also`."""
        commit([self.table.putting({"pk": account_id, **policy.model_dump()}), *also])

    def list_keys(self, account_id: str, *, limit: int, cursor: str | None) -> tuple[list[ApiKey], str | None]:
        """Query of_account, newest first; returns a page, and the cursor of the next page or None."""
        start = decode_cursor(cursor, partition={"account_id": account_id}, begins={"pk": "", "created_at": ""})
        page = self.table.query_page(
            "account_id = :account_id",
            {"account_id": account_id},
            index=OF_ACCOUNT,
            backwards=True,
            limit=limit,
            key=("account_id", "pk", "created_at"),
            start=start,
        )
        return [_from_index(item) for item in page.items], encode_cursor(page.last_key)

    def list_active_keys(self, account_id: str, now: datetime) -> list[ApiKey]:
        """Query of_account, filtered to keys active at `now`, of which an account has about 50 at most."""
        rows = self.table.query_all(
            "account_id = :account_id",
            {"account_id": account_id, "now": to_iso(now)},
            index=OF_ACCOUNT,
            filter="attribute_not_exists(revoked_at) AND (attribute_not_exists(expires_at) OR expires_at > :now)",
        )
        return [_from_index(row) for row in rows]

    def list_successors(self, account_id: str) -> dict[str, str]:
        """Query of_account, filtered to keys that were rotated: the successors' ids by the keys' ids."""
        rows = self.table.query_all(
            "account_id = :account_id",
            {"account_id": account_id},
            index=OF_ACCOUNT,
            filter="attribute_exists(successor_id)",
        )
        return {row["id"]: row["successor_id"] for row in rows}

    def update_key(
        self, changed: ApiKey, seen: ApiKey, fields: AbstractSet[str], now: datetime, also: Sequence[Write]
    ) -> None:
        """Transaction: set the key's `fields` and no others, and write `also`.

        Raises `ConditionFailed` unless the key is active at `now` and has the limits of `seen`, by which the caller saw
        whether the change widens them. Other fields may have changed meanwhile, and stay so.
        """
        expression, values = assignments(changed.model_dump(mode="json", include=set(fields)))
        as_read, read = _as_read(seen)
        values |= {**read, "account_id": changed.account_id, "now": to_iso(now)}
        condition = f"{_STILL_ACTIVE} AND {as_read}"
        updating = self.table.updating({"pk": changed.public_part}, expression, values, condition=condition)
        if changed.expires_at is None or changed.successor_id is not None:
            warning = dropping(changed.account_id, EventType.KEY_EXPIRING, changed.id)
        else:
            warning = deferring(announcing.expiring(changed, changed.expires_at, now=now))
        try:
            commit([updating, *([warning] if fields & {"expires_at", "name"} else []), *also])
        except TransactionFailed as error:
            raise ConditionFailed from error

    def revoke_key(self, api_key: ApiKey, now: datetime, also: Sequence[Write], *, leaked: bool = False) -> datetime:
        """Transaction: set revoked_at and write `also`, neither if it is set for good; returns it.

        A suspended key is revoked for good, too. Raises `ConditionFailed`.
        """
        revoking = self.table.updating(
            {"pk": api_key.public_part},
            "SET revoked_at = :now REMOVE closed_at",
            {"now": to_iso(now), "account_id": api_key.account_id},
            condition="account_id = :account_id AND (attribute_not_exists(revoked_at) OR attribute_exists(closed_at))",
        )
        unsaid = dropping(api_key.account_id, EventType.KEY_EXPIRING, api_key.id)
        try:
            commit([revoking, unsaid, *also, *recording([announcing.revoked(api_key, now, leaked=leaked)])])
        except TransactionFailed as error:
            standing = error.items.get(0)
            if standing is None or "revoked_at" not in standing:
                raise ConditionFailed(standing) from error
            return datetime.fromisoformat(standing["revoked_at"])
        return now

    def suspending(self, api_key: ApiKey, now: datetime) -> Write:
        """The write that revokes a key of a closing account and marks it, so that `resume` finds it again."""
        return self.table.updating(
            {"pk": api_key.public_part},
            "SET revoked_at = :now, closed_at = :now",
            {"now": to_iso(now), "account_id": api_key.account_id},
            condition="account_id = :account_id AND attribute_not_exists(revoked_at)",
        )

    def resume(self, account_id: str) -> int:
        """Query of_account, then UpdateItem of each suspended key, which works again. Returns how many there were."""
        rows = self.table.query_all("account_id = :account_id", {"account_id": account_id}, index=OF_ACCOUNT)
        resumed = 0
        for row in rows:
            with suppress(ConditionFailed):  # it was never suspended; the index does not say
                condition = "attribute_exists(closed_at)"
                self.table.update({"pk": row["pk"]}, "REMOVE revoked_at, closed_at", {}, condition=condition)
                resumed += 1
        return resumed

    def _succeeding(self, api_key: ApiKey, expires_at: datetime, *, by: ApiKey) -> Write:
        """The write that ends the old key. If several rotate at once, one wins, and the writes of the others fail.

        It also fails when the limits that the successor inherits have changed: a narrower limit must not be lost.
        """
        as_read, read = _as_read(api_key)
        values = {
            **read,
            "ends_at": to_iso(expires_at),
            "successor": by.id,
            "account_id": api_key.account_id,
            "now": to_iso(by.created_at),
        }
        return self.table.updating(
            {"pk": api_key.public_part},
            "SET expires_at = :ends_at, successor_id = :successor",
            values,
            condition=f"{_STILL_ACTIVE} AND attribute_not_exists(successor_id) AND {as_read}",
        )


@cache
def key_store() -> KeyStore:
    """The store, built once for each process."""
    return KeyStore(Table(settings.keys_table))


def _as_read(api_key: ApiKey) -> tuple[str, Item]:
    """The condition that the key's limits are as they were read, with its values."""
    read = api_key.model_dump(mode="json", include=_LIMITS)
    conditions = [
        f"{name} = :read_{name}" if value is not None else f"attribute_not_exists({name})"
        for name, value in read.items()
    ]
    return " AND ".join(conditions), {f"read_{name}": value for name, value in read.items() if value is not None}


def _to_item(api_key: ApiKey) -> Item:
    return {"pk": api_key.public_part, **api_key.model_dump(mode="json")}


def _from_item(item: Item) -> ApiKey:
    # Uses are noted to the minute, and a key may be used in the minute in which it is made.
    used = {"last_used_at": max(item["last_used_at"], item["created_at"])} if "last_used_at" in item else {}
    return ApiKey.model_validate(item | used)


def _from_index(item: Item) -> ApiKey:
    """The key in a row of the index, which lacks the secret's hash and what the authorizer counts."""
    return _from_item({**item, "secret_hash": ""})


def _pointer(api_key: ApiKey) -> Item:
    # The index of_account needs created_at. A pointer has none, so that it stays out of the index.
    return {"pk": api_key.id, "public_part": api_key.public_part, "account_id": api_key.account_id}
