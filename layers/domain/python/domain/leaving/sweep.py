"""The sweep of leaving: calls the worker for every account for which something is due."""

from __future__ import annotations

from datetime import datetime, timedelta

from domain.leaving.calling import leaver
from domain.leaving.store import leaving_store
from domain.work.outbox import Window, sweep

FORGET_AFTER = timedelta(days=400)
_LIMIT_PER_SHARD = 100


def sweep_leaving(now: datetime) -> int:
    """Call the worker for each account with something due, without waiting; returns for how many."""
    due = leaving_store().list_due(Window(now - FORGET_AFTER, now), limit=_LIMIT_PER_SHARD)
    return sweep("leaving_sweep", due, leaver().soon)
