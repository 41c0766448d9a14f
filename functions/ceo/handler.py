"""The CEO's worker: takes nudges ("this project has work for the CEO") from `ceo.fifo`, in order per project.

It first nudges the filing of events, so that search finds a question even while its answer takes long.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from common.batches import Delivery
from common.errors import NotFound
from common.telemetry import logger
from domain.agents.exactly_once import ProjectBusy, turn_service
from domain.events.log import filing_queue
from domain.work.queue import AccountWork, WorkItem, work_queue
from domain.work.taking import take_in_order

MAX_DELIVERIES = 5  # a test checks that the queue's redrive policy says the same


def lambda_handler(event: Mapping[str, Any], _context: Any) -> Mapping[str, Any]:
    return take_in_order(work_queue(), event, take_up)


def take_up(delivery: Delivery) -> None:
    item, deliveries = WorkItem.from_body(delivery.body), delivery.deliveries
    filing_queue().nudge(AccountWork(item.account_id), deduplication_id=item.subject_id)
    try:
        turn_service().run(item, run_id=delivery.group, sent_at=delivery.sent_at)
    except ProjectBusy:
        logger.info("project_busy", project_id=item.project_id, subject_id=item.subject_id, deliveries=deliveries)
        if deliveries < MAX_DELIVERIES:
            raise
        return  # nothing failed: the other run takes up this work too, and if it dies, the sweep sends a new nudge
    except NotFound:
        logger.info("project_gone", project_id=item.project_id, subject_id=item.subject_id)
        return  # it was deleted; whoever restores it has the CEO called
    except Exception:
        logger.exception("turn_failed", project_id=item.project_id, subject_id=item.subject_id, deliveries=deliveries)
        if deliveries >= MAX_DELIVERIES:
            turn_service().give_up(item)
        raise
    logger.info("turn", project_id=item.project_id, subject_id=item.subject_id, deliveries=deliveries)
