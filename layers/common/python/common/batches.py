"""Batches of queue messages: only the messages that failed are delivered again.

Powertools can do this too, but imports asyncio, tracing and the events of ten services for it (ADR 6).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

from common.services import frozen


@frozen
class Delivery:
    """A message of a queue, as it was delivered this time.

    Attributes:
        message_id: the id of the message, the same in each delivery.
        body: what was sent.
        group: the group within which a FIFO queue keeps the order; empty in other queues.
        deliveries: how often it was delivered, this time included.
        sent_at: when it was sent.
    """

    message_id: str
    body: str
    group: str
    deliveries: int
    sent_at: datetime

    @classmethod
    def of(cls, record: Mapping[str, Any]) -> Delivery:
        """Read a record of the event that Lambda gives a function for a queue."""
        told = record["attributes"]
        return cls(
            message_id=record["messageId"],
            body=record["body"],
            group=told.get("MessageGroupId", ""),
            deliveries=int(told["ApproximateReceiveCount"]),
            sent_at=datetime.fromtimestamp(int(told["SentTimestamp"]) / 1000, UTC),
        )


def take_each(event: Mapping[str, Any], take_up: Callable[[Delivery], None]) -> dict[str, list[dict[str, str]]]:
    """Call `take_up` for the messages of an event; returns the answer that has Lambda deliver the failed ones again.

    A message fails when `take_up` raises an exception; `take_up` must log that itself. In a FIFO queue, later messages
    of the same group are then not taken up and count as failed, too: else they would overtake the failed one.
    """
    failed: list[str] = []
    stopped: set[str] = set()
    for delivery in map(Delivery.of, event["Records"]):
        if delivery.group and delivery.group in stopped:
            failed.append(delivery.message_id)
            continue
        try:
            take_up(delivery)
        except Exception:  # noqa: BLE001 - whatever went wrong, this message is delivered again and the others are not
            failed.append(delivery.message_id)
            stopped.add(delivery.group)
    return {"batchItemFailures": [{"itemIdentifier": message_id} for message_id in failed]}
