"""The worker that delivers to webhook endpoints: takes "this delivery is due" from the queue and makes one attempt."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from common.batches import Delivery, take_each
from common.telemetry import logger
from domain.webhooks.delivery import delivery_service
from domain.webhooks.queue import DeliveryWork


def lambda_handler(event: Mapping[str, Any], _context: Any) -> Mapping[str, Any]:
    return take_each(event, deliver)


def deliver(delivery: Delivery) -> None:
    work = DeliveryWork.from_body(delivery.body)
    try:
        outcome = delivery_service().deliver(work)
    except Exception:
        logger.exception("delivery_broke_off", endpoint_id=work.endpoint_id, delivery_id=work.delivery_id)
        raise
    if outcome is not None:
        logger.info(
            "delivery",
            endpoint_id=work.endpoint_id,
            delivery_id=work.delivery_id,
            status=outcome.status,
            reason=outcome.reason,
            milliseconds=outcome.milliseconds,
        )
