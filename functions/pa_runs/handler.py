"""The assistant's worker: takes due occurrences of tasks from the runs queue and runs them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from common.batches import BatchProcessor, EventType, SQSRecord, process_partial_response
from common.errors import Conflict
from common.telemetry import logger
from domain.pa.eventbridge import Occasion
from domain.pa.runs import run_service

processor = BatchProcessor(event_type=EventType.SQS, raise_on_entire_batch_failure=False)


def lambda_handler(event: Mapping[str, Any], context: Any) -> Mapping[str, Any]:
    return process_partial_response(dict(event), run_occasion, processor, context)


def run_occasion(record: SQSRecord) -> None:
    occasion = Occasion.from_body(record.body)
    try:
        run_service().run(occasion)
    except Conflict:
        # Nothing failed: the other worker makes the report, and if it dies, the sweep delivers the occurrence again.
        # Raising would hold this message, and what waits for an idle queue, for the visibility time-out of six minutes.
        logger.info("run_under_way_elsewhere", task_id=occasion.task_id, due_at=occasion.due_at)
        return
    except Exception:
        logger.exception("run_broke_off", task_id=occasion.task_id, due_at=occasion.due_at)
        raise
    logger.info("run", task_id=occasion.task_id, due_at=occasion.due_at, trigger=occasion.trigger)
