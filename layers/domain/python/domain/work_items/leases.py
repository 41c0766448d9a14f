"""The sweep of leases: an item whose worker does not come back is free, and that is told.

An item counts as free from the moment its lease is over; this stores it, so that it is told even if nobody asks.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from functools import cache

from common.clock import utc_now
from common.errors import ChangedMeanwhile
from common.services import service
from common.telemetry import logger
from common.transactions import TransactionFailed
from domain.events import notices
from domain.events.log import commit, recording
from domain.work.outbox import Window
from domain.work_items import announcing, rules
from domain.work_items.records import WorkItem
from domain.work_items.store import WorkStore, work_store

FORGET_AFTER = timedelta(days=30)
_LIMIT_PER_SHARD = 200


@service
class LeaseSweep:
    """Frees items."""

    store: WorkStore
    now: Callable[[], datetime]

    def sweep(self) -> int:
        """Free every item whose lease is over; returns how many. Who claims one at the same moment has it."""
        now = self.now()
        over = self.store.list_leases_over(Window(now - FORGET_AFTER, now), limit=_LIMIT_PER_SHARD)
        for item in over:
            with suppress(TransactionFailed, ChangedMeanwhile):
                self._free(item, now)
        logger.info("lease_sweep", over=len(over))
        return len(over)

    def _free(self, item: WorkItem, now: datetime) -> None:
        if not rules.lease_is_over(item, now):
            return  # the index is a moment behind the table
        after = rules.freed(item, now)
        noticed = notices.changing(announcing.notice_of(item), announcing.notice_of(after))
        commit([self.store.changing(item, after), *noticed, *recording([announcing.lease_ended(item, now)])])


@cache
def lease_sweep() -> LeaseSweep:
    """The one sweep of this process."""
    return LeaseSweep(work_store(), utc_now)
