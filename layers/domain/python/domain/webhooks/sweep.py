"""The sweep of deliveries: new nudges for those that are due, and for those whose nudge or worker got lost."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import cache

from common.clock import utc_now
from common.services import service
from common.telemetry import logger
from domain.webhooks.queue import delivery_queue, nudge
from domain.webhooks.store import KEPT, WebhookStore, webhook_store
from domain.work.outbox import Window
from domain.work.queue import LooseQueue

_LIMIT_PER_SHARD = 200


@service
class DeliverySweep:
    """Sends nudges. One too many does no harm: the row's lease lets one worker at it."""

    store: WebhookStore
    queue: LooseQueue
    now: Callable[[], datetime]

    def sweep(self) -> int:
        """Nudge for every delivery that is due by now; returns how many."""
        now = self.now()
        due = self.store.list_waiting(Window(now - KEPT, now), limit=_LIMIT_PER_SHARD)
        for delivery in due:
            nudge(self.queue, delivery, now)
        logger.info("delivery_sweep", nudged=len(due))
        return len(due)


@cache
def delivery_sweep() -> DeliverySweep:
    """The one sweep of this process."""
    return DeliverySweep(webhook_store(), delivery_queue(), utc_now)
