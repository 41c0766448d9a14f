"""The queue of deliveries: a message names the row that is due, and the row says everything else."""

from __future__ import annotations

import json
import math
from datetime import datetime
from functools import cache
from typing import Self

from common.services import frozen
from common.settings import settings
from domain.webhooks.records import Delivery
from domain.webhooks.retries import BY_QUEUE
from domain.work.queue import LooseQueue


@frozen
class DeliveryWork:
    """A nudge: this delivery may be due."""

    account_id: str
    endpoint_id: str
    delivery_id: str

    @classmethod
    def from_body(cls, body: str) -> Self:
        """The inverse of what `nudge` writes."""
        return cls(**json.loads(body))


def nudge(queue: LooseQueue, delivery: Delivery, now: datetime, *, spread_seconds: int = 0) -> None:
    """Queue a message for the time when the delivery is due, if within a minute; if not, the sweep nudges later.

    Args:
        queue: of deliveries.
        delivery: waits for its next attempt.
        now: the present instant.
        spread_seconds: how many seconds later than due the message comes, 0 to 600.
    """
    if delivery.next_attempt_at is None or delivery.next_attempt_at > now + BY_QUEUE:
        return
    body = {"account_id": delivery.account_id, "endpoint_id": delivery.endpoint_id, "delivery_id": delivery.id}
    pause = math.ceil((delivery.next_attempt_at - now).total_seconds())
    queue.nudge(body, delay_seconds=max(0, pause) + spread_seconds)


@cache
def delivery_queue() -> LooseQueue:
    """The queue of deliveries, built once for each process."""
    return LooseQueue(settings.deliveries_queue_url)
