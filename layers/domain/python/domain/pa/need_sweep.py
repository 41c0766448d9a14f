"""The sweep of needs: it finds the accounts in which time alone may have changed what needs the customer."""

from __future__ import annotations

from datetime import datetime, timedelta

from domain.events.log import filing_queue
from domain.pa.need_store import need_store
from domain.work.outbox import Window, sweep
from domain.work.queue import AccountWork

GRACE = timedelta(seconds=60)
FORGET_AFTER = timedelta(days=30)
_LANE = "-attention"


def sweep_needs(now: datetime) -> int:
    """Nudge the worker that files events to compare the needs of every account in which time may have changed them.

    Returns how many accounts. Raises `Unavailable` when the queue refuses; the next sweep tries again.
    """
    due = need_store().list_due(Window(now - FORGET_AFTER, now - GRACE))
    return sweep("attention_sweep", due, lambda one: filing_queue().send_again(AccountWork(one), one, now, lane=_LANE))
