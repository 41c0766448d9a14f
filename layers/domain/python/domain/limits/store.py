"""The limits table: pk = what is counted. A row holds one window of counting, and goes when that is long over."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache

from common.clock import from_iso, to_iso
from common.dynamo import ConditionFailed, Table
from common.errors import ChangedMeanwhile
from common.settings import settings

NEVER = datetime.min.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Window:
    """How many were counted since `since`."""

    since: datetime
    count: int


@dataclass(frozen=True, slots=True)
class LimitStore:
    """Access to the counters."""

    table: Table

    def count(self, key: str, *, most: int, begun_after: datetime) -> Window | None:
        """UpdateItem: one more, in a window that began after `begun_after` and has room.

        Returns None when it was counted, else the window as it stands: full, over, or (count 0) not there yet.
        """
        condition = "since > :begun_after AND #count < :most"
        values = {"one": 1, "most": most, "begun_after": to_iso(begun_after)}
        try:
            self.table.update({"pk": key}, "ADD #count :one", values, condition=condition)
        except ConditionFailed as refused:
            return _window(refused.item)
        return None

    def uncount(self, key: str) -> None:
        """UpdateItem: one less, in a window that has counted any."""
        with suppress(ConditionFailed):
            self.table.update({"pk": key}, "ADD #count :less", {"less": -1, "zero": 0}, condition="#count > :zero")

    def begin(self, key: str, seen: Window, now: datetime, *, keep: timedelta) -> None:
        """UpdateItem: a new window with one counted, after the one that was seen. Raises `ChangedMeanwhile`."""
        values = {"one": 1, "now": to_iso(now), "expires": int((now + keep).timestamp())}
        condition = "attribute_not_exists(pk)"
        if seen.since > NEVER:
            condition, values["seen"] = "since = :seen", to_iso(seen.since)
        try:
            self.table.update(
                {"pk": key}, "SET #count = :one, since = :now, expires_at_epoch = :expires", values, condition=condition
            )
        except ConditionFailed as error:
            raise ChangedMeanwhile from error

    def find(self, key: str) -> Window:
        """GetItem pk=key; without a row nothing was counted."""
        return _window(self.table.get({"pk": key}))

    def forget(self, key: str) -> None:
        """DeleteItem pk=key."""
        self.table.delete({"pk": key})


@cache
def limit_store() -> LimitStore:
    """The one store of this process."""
    return LimitStore(Table(settings.limits_table))


def _window(item: dict[str, object] | None) -> Window:
    if item is None:
        return Window(NEVER, 0)
    return Window(from_iso(str(item["since"])), int(str(item["count"])))
