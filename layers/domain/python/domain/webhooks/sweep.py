"""The sweep of deliveries: nudges again those that are due and those whose nudge or worker was lost."""

from __future__ import annotations

from datetime import datetime

from domain.webhooks.queue import delivery_queue, nudge
from domain.webhooks.store import KEPT, webhook_store
from domain.work.outbox import Window, sweep


def sweep_deliveries(now: datetime) -> int:
    """Nudge every delivery that is due; returns how many. A nudge too many does no harm: a row has one lease."""
    due = webhook_store().list_waiting(Window(now - KEPT, now))
    return sweep("delivery_sweep", due, lambda delivery: nudge(delivery_queue(), delivery, now))
