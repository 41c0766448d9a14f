"""Looks: the sweep finds accounts in which time alone may have changed what needs the customer."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import cache

from common.clock import to_iso, utc_now
from common.services import service
from common.telemetry import logger
from domain.events.log import filing_queue
from domain.pa.attention_store import AttentionStore, attention_store
from domain.work.outbox import Window
from domain.work.queue import AccountWork, WorkQueue

GRACE = timedelta(seconds=60)
FORGET_AFTER = timedelta(days=30)
_LANE = "-attention"
_LIMIT_PER_SHARD = 200


@service
class LookService:
    """Sends nudges for accounts that are to be looked at. The worker that files events then looks."""

    store: AttentionStore
    queue: WorkQueue
    now: Callable[[], datetime]

    def sweep(self) -> int:
        """Nudge for every account whose needs time may have changed; returns how many.

        Raises `Unavailable` when the queue refuses; the next sweep tries again.
        """
        now = self.now()
        due = sorted(set(self.store.list_due(Window(now - FORGET_AFTER, now - GRACE), limit=_LIMIT_PER_SHARD)))
        for account_id in due:
            self.queue.send(AccountWork(account_id), deduplication_id=f"{account_id}-{to_iso(now)}", lane=_LANE)
        logger.info("attention_sweep", nudged=len(due))
        return len(due)


@cache
def look_service() -> LookService:
    """The one service of this process."""
    return LookService(attention_store(), filing_queue(), utc_now)
