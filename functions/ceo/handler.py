"""The CEO's worker: takes nudges ("this project has work for the CEO") from `ceo.fifo`, in order per project."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from common.batches import SqsFifoPartialProcessor, SQSRecord, process_partial_response
from common.telemetry import logger
from domain.agents.exactly_once import ProjectBusy, turn_service
from domain.work.queue import WorkItem, work_queue

MAX_DELIVERIES = 5  # a test checks that the queue's redrive policy says the same
processor = SqsFifoPartialProcessor(skip_group_on_error=True)
processor.raise_on_entire_batch_failure = False  # raising would skip the last lines of lambda_handler


def lambda_handler(event: Mapping[str, Any], context: Any) -> Mapping[str, Any]:
    response = process_partial_response(dict(event), take_up, processor, context)
    failed = {str(failure["itemIdentifier"]) for failure in response["batchItemFailures"]}
    work_queue().retry_soon(event["Records"], failed)
    return response


def take_up(record: SQSRecord) -> None:
    item = WorkItem.from_body(record.body)
    deliveries = int(record.attributes.approximate_receive_count)
    sent_at = datetime.fromtimestamp(int(record.attributes.sent_timestamp) / 1000, UTC)
    try:
        turn_service().run(item, run_id=str(record.attributes.message_group_id), sent_at=sent_at)
    except ProjectBusy:
        logger.info("project_busy", project_id=item.project_id, subject_id=item.subject_id, deliveries=deliveries)
        if deliveries < MAX_DELIVERIES:
            raise
        return  # nothing failed: the other run takes up this work too, and if it dies, the sweep sends a new nudge
    except Exception:
        logger.exception("turn_failed", project_id=item.project_id, subject_id=item.subject_id, deliveries=deliveries)
        if deliveries >= MAX_DELIVERIES:
            turn_service().give_up(item)
        raise
    logger.info("turn", project_id=item.project_id, subject_id=item.subject_id, deliveries=deliveries)
