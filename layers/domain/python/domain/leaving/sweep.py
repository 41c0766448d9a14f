"""The sweep of leaving: has the worker called for every account for which something is due."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import cache

from common.clock import utc_now
from common.services import service
from common.telemetry import logger
from domain.leaving.calling import Caller, leaver
from domain.leaving.store import LeavingStore, leaving_store
from domain.work.outbox import Window

FORGET_AFTER = timedelta(days=400)
_LIMIT_PER_SHARD = 100


@service
class LeavingSweep:
    """Finds what is due."""

    store: LeavingStore
    call: Caller
    now: Callable[[], datetime]

    def sweep(self) -> int:
        """Call the worker; returns for how many accounts."""
        now = self.now()
        due = self.store.list_due(Window(now - FORGET_AFTER, now), limit=_LIMIT_PER_SHARD)
        accounts = {record.account_id for record in due}
        for account_id in sorted(accounts):
            self.call.soon(account_id)
        logger.info("leaving_sweep", due=len(due))
        return len(accounts)


@cache
def leaving_sweep() -> LeavingSweep:
    """The one sweep of this process."""
    return LeavingSweep(leaving_store(), leaver(), utc_now)
