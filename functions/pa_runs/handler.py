"""The assistant's worker: takes due occurrences of tasks from the runs queue and runs them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from common.batches import Delivery, take_each
from common.errors import Conflict
from common.telemetry import logger
from domain.pa.eventbridge import Occasion
from domain.pa.runs import run_service


def lambda_handler(event: Mapping[str, Any], _context: Any) -> Mapping[str, Any]:
    return take_each(event, run_occasion)


def run_occasion(delivery: Delivery) -> None:
    occasion = Occasion.from_body(delivery.body)
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
