"""Sweeps leases: frees items whose worker did not renew the lease in time, and records an event for each.

An item counts as free from the moment its lease is over; the sweep only stores that, and tells it by the event.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime, timedelta

from common.errors import ChangedMeanwhile
from common.transactions import TransactionFailed
from domain.events import notices
from domain.events.log import commit, recording
from domain.work.outbox import Window, sweep
from domain.work_items import announcing, rules
from domain.work_items.records import WorkItem
from domain.work_items.store import work_store

FORGET_AFTER = timedelta(days=30)


def sweep_leases(now: datetime) -> int:
    """Free every item whose lease ended in the last 30 days; returns how many were due. A claim made meanwhile wins."""
    store = work_store()

    def free(item: WorkItem) -> None:
        if not rules.lease_is_over(item, now):
            return  # the index is a moment behind the table
        after = rules.freed(item, now)
        noticed = notices.changing(announcing.notice_of(item), announcing.notice_of(after))
        with suppress(TransactionFailed, ChangedMeanwhile):
            commit([store.changing(item, after), *noticed, *recording([announcing.lease_ended(item, now)])])

    return sweep("lease_sweep", store.list_leases_over(Window(now - FORGET_AFTER, now)), free)
