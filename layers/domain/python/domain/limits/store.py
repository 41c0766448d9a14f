"""The limits table: pk = what is counted. A row holds one window of counting, and expires some time after that.

What is counted for an account has a plain key, and is deleted with the account. All else counts strangers' tries: the
key is the kind and a mark, which names neither an e-mail address nor a place (`marks`).

An account's row for its requests holds what is left of the minute; its row for long polls has an attribute for each
that is open.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime, timedelta
from functools import cache

from common.clock import from_iso, to_iso
from common.dynamo import ConditionFailed, Table
from common.errors import ChangedMeanwhile
from common.services import frozen, service
from common.settings import settings
from domain.limits.marks import key_of

NEVER = datetime.min.replace(tzinfo=UTC)
PLACE = "place_"
_POOL_KEPT_SECONDS = 60 * 60


@frozen
class Window:
    """How many uses were counted since `since`."""

    since: datetime
    count: int


@service
class LimitStore:
    """The access patterns of the counters."""

    table: Table

    def count(self, key: str, *, most: int, begun_after: datetime) -> Window | None:
        """UpdateItem: count one use, in a window that began after `begun_after` and has room.

        Returns None when the use was counted, else the window as it stands: full, over, or (count 0) not there yet.
        """
        condition = "since > :begun_after AND #count < :most"
        values = {"one": 1, "most": most, "begun_after": to_iso(begun_after)}
        try:
            self.table.update(key_of(key), "ADD #count :one", values, condition=condition)
        except ConditionFailed as refused:
            return _window(refused.item)
        return None

    def uncount(self, key: str) -> None:
        """UpdateItem: take one use off the count, unless it is 0."""
        with suppress(ConditionFailed):
            self.table.update(key_of(key), "ADD #count :less", {"less": -1, "zero": 0}, condition="#count > :zero")

    def begin(self, key: str, seen: Window, now: datetime, *, keep: timedelta) -> None:
        """UpdateItem: a new window that has counted one use, after the window `seen`. Raises `ChangedMeanwhile`."""
        values = {"one": 1, "now": to_iso(now), "expires": int((now + keep).timestamp())}
        condition = "attribute_not_exists(pk)"
        if seen.since > NEVER:
            condition, values["seen"] = "since = :seen", to_iso(seen.since)
        try:
            self.table.update(
                key_of(key), "SET #count = :one, since = :now, expires_at_epoch = :expires", values, condition=condition
            )
        except ConditionFailed as error:
            raise ChangedMeanwhile from error

    def find(self, key: str) -> Window:
        """GetItem; a window with the count 0 if there is no row."""
        return _window(self.table.get(key_of(key)))

    def forget(self, key: str) -> None:
        """DeleteItem: the next use begins a new window."""
        self.table.delete(key_of(key))


@service
class Pool:
    """What is left of an account's requests in a minute (counted from 1970), and how many of every minute are reserved.

    `most` is the account's limit when the pool was made: after a change of the limit, the pool is made anew.
    """

    minute: int
    left: int
    reserved: int
    most: int


@service
class PoolStore:
    """The access patterns of accounts' pools of requests."""

    table: Table

    def draw(self, account_id: str, minute: int, requests: int, *, reserved: int, most: int) -> Pool | None:
        """UpdateItem: take `requests` out of the pool of this minute, if as many are left.

        Returns None when they were drawn, else the pool as it stands; its minute is 0 when there is none yet.
        """
        values = {"minute": minute, "requests": requests, "reserved": reserved, "most": most}
        expression = "SET #left = #left - :requests, reserved = reserved + :reserved"
        condition = "#minute = :minute AND #most = :most AND #left >= :requests"
        try:
            self.table.update(_pool_key(account_id), expression, values, condition=condition)
        except ConditionFailed as refused:
            row = refused.item
            if row is None:
                return Pool(0, 0, 0, 0)
            return Pool(row["minute"], row["left"], row["reserved"], row.get("most", 0))
        return None

    def turn(self, account_id: str, seen: Pool, new: Pool) -> None:
        """UpdateItem: put `new` in the place of the pool `seen`; if its minute is 0, there must be no row yet.

        Raises `ChangedMeanwhile` when the stored pool is of another minute, or its reservations or its limit changed.
        """
        values = {"minute": new.minute, "left": new.left, "reserved": new.reserved, "most": new.most}
        values["seen"] = seen.minute
        values["expires"] = 60 * new.minute + _POOL_KEPT_SECONDS
        expression = "SET #minute = :minute, #left = :left, reserved = :reserved, #most = :most"
        expression += ", expires_at_epoch = :expires"
        condition = (
            "#minute = :seen AND reserved = :seen_reserved AND (attribute_not_exists(#most) OR #most = :seen_most)"
        )
        if seen.minute:
            values |= {"seen_reserved": seen.reserved, "seen_most": seen.most}
        else:
            condition, _ = "attribute_not_exists(pk)", values.pop("seen")
        try:
            self.table.update(_pool_key(account_id), expression, values, condition=condition)
        except ConditionFailed as error:
            raise ChangedMeanwhile from error

    def give_back(self, account_id: str, minute: int, requests: int, *, reserved: int, most: int) -> None:
        """UpdateItem: put unused requests back into the pool of this minute; nothing happens when it is over."""
        values = {"minute": minute, "requests": requests, "reserved": reserved, "most": most}
        expression = "SET #left = #left + :requests, reserved = reserved - :reserved"
        with suppress(ConditionFailed):
            self.table.update(
                _pool_key(account_id), expression, values, condition="#minute = :minute AND #most = :most"
            )


@service
class PlaceStore:
    """The access patterns of places, of which there are only so many."""

    table: Table

    def take(self, key: str, place: str, now: datetime, until: datetime) -> dict[str, int] | None:
        """UpdateItem: take a place that is free or has expired.

        Returns None when it was taken, else the places as they stand: when each expires, in milliseconds since 1970.
        """
        values = {"now": _milliseconds(now), "until": _milliseconds(until), "expires": int(until.timestamp()) + 3600}
        try:
            self.table.update(
                {"pk": key},
                f"SET #{place} = :until, expires_at_epoch = :expires",
                values,
                condition=f"attribute_not_exists(#{place}) OR #{place} <= :now",
            )
        except ConditionFailed as refused:
            return {name: at for name, at in (refused.item or {}).items() if name.startswith(PLACE)}
        return None

    def leave(self, key: str, place: str, until: datetime) -> None:
        """UpdateItem: free the place, unless somebody else has taken it since."""
        values = {"until": _milliseconds(until)}
        with suppress(ConditionFailed):
            self.table.update({"pk": key}, f"REMOVE #{place}", values, condition=f"#{place} = :until")


@cache
def pool_store() -> PoolStore:
    """The store, built once for each process."""
    return PoolStore(Table(settings.limits_table))


@cache
def place_store() -> PlaceStore:
    """The store, built once for each process."""
    return PlaceStore(Table(settings.limits_table))


@cache
def limit_store() -> LimitStore:
    """The store, built once for each process."""
    return LimitStore(Table(settings.limits_table))


def _window(item: dict[str, object] | None) -> Window:
    if item is None:
        return Window(NEVER, 0)
    return Window(from_iso(str(item["since"])), int(str(item["count"])))


def _pool_key(account_id: str) -> dict[str, str]:
    return {"pk": f"account#{account_id}#requests"}


def _milliseconds(moment: datetime) -> int:
    return round(moment.timestamp() * 1000)
