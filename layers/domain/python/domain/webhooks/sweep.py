"""The sweep of deliveries: new nudges for those that are due, and for those whose nudge or worker got lost."""

from __future__ import annotations

from datetime import datetime

from domain.webhooks.queue import delivery_queue, nudge
from domain.webhooks.store import KEPT, webhook_store
from domain.work.outbox import Window, sweep


def sweep_deliveries(now: datetime) -> int:
    """Nudge for every delivery that is due; returns how many. One nudge too many does no harm: the row has a lease."""
    due = webhook_store().list_waiting(Window(now - KEPT, now))
    return sweep("delivery_sweep", due, lambda delivery: nudge(delivery_queue(), delivery, now))
