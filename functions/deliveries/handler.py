"""The worker that delivers to webhook endpoints: takes "this delivery is due" from the queue and makes one attempt."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from common.batches import BatchProcessor, EventType, SQSRecord, process_partial_response
from common.telemetry import logger
from domain.webhooks.delivery import delivery_service
from domain.webhooks.queue import DeliveryWork

processor = BatchProcessor(event_type=EventType.SQS, raise_on_entire_batch_failure=False)


def lambda_handler(event: Mapping[str, Any], context: Any) -> Mapping[str, Any]:
    return process_partial_response(dict(event), deliver, processor, context)


def deliver(record: SQSRecord) -> None:
    work = DeliveryWork.from_body(record.body)
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
