"""Rolls counters into the usage table: moves them there from credentials' rows when their day is over (ADR 30)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import cache

from common.clock import from_iso, utc_now
from common.dynamo import Item
from common.errors import ChangedMeanwhile
from common.services import service
from common.telemetry import logger
from domain.usage.counters import DAY, Counted, OpenDay, counts
from domain.usage.records import UsageRow
from domain.usage.store import CounterStore, counter_store
from domain.work.outbox import sweep

_LIMIT_PER_SHARD = 50


@service
class RollService:
    """Begins a day on the rows of credentials in use, and reads and rolls the days of others."""

    store: CounterStore
    now: Callable[[], datetime]

    def open_day(self, counted: Counted, row: Item, now: datetime) -> None:
        """Begin today's counting on a credential's row as read, and roll the counters of an earlier day.

        Raises `ChangedMeanwhile` when the row is no longer as it was read.
        """
        self.store.open_day(counted, row, now)

    def sweep(self) -> int:
        """Roll the days that have been over for an hour; returns how many. A row in use has rolled its own before."""
        now = self.now()
        overdue = self.store.list_overdue(now, limit=_LIMIT_PER_SHARD)

        def roll(found: tuple[OpenDay, Item | None]) -> None:
            open_day, row = found
            try:
                self.store.close_day(open_day, row, ended=_has_ended(row, now))
            except ChangedMeanwhile:
                logger.info("roll_up_left", account_id=open_day.counted.account_id)

        return sweep("usage_sweep", list(zip(overdue, self.store.find_rows(overdue), strict=True)), roll)

    def read(self, open_days: Sequence[OpenDay]) -> tuple[list[UsageRow], bool]:
        """The counters of these days on their rows, and whether that is all: some may have been rolled meanwhile."""
        rows = self.store.find_rows(open_days)
        counted = [
            UsageRow(one.day, one.counted.principal, counts(row))
            for one, row in zip(open_days, rows, strict=True)
            if row is not None and row.get(DAY) == one.day.isoformat()
        ]
        return counted, len(counted) == len(open_days)


def _has_ended(row: Item | None, now: datetime) -> bool:
    """Whether the row is that of a session, and the session is over."""
    if row is None or "session_hash" not in row:
        return False
    return "ended" in row or min(from_iso(row["expires_at"]), from_iso(row["idle_expires_at"])) <= now


@cache
def roll_service() -> RollService:
    """The service, built once for each process."""
    return RollService(counter_store(), utc_now)
