"""The function that opens credentials, in two ways: for a recorded use, and to deliver documents.

Invoked with the id of a recorded use, it carries that use out once. From a queue it takes "this project has documents
to deliver" and delivers them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from common.batches import Delivery, take_each
from common.telemetry import logger
from domain.vault.egress import egress_service
from domain.work.queue import WorkItem


def lambda_handler(event: Mapping[str, Any], _context: Any) -> Mapping[str, Any]:
    if "Records" in event:
        return take_each(event, deliver)
    outcome = egress_service().carry_out(event["credential_id"], event["use_id"])
    return outcome.model_dump(mode="json")


def deliver(delivery: Delivery) -> None:
    # Git's library takes a fifth of a second to import, and a use of a credential does without it.
    from domain.repository.worker import repository_worker  # noqa: PLC0415

    item = WorkItem.from_body(delivery.body)
    try:
        repository_worker().work(item)
    except Exception as error:
        # Without the traceback: it could show what was opened.
        logger.error("document_delivery_broke_off", project_id=item.project_id, error=type(error).__name__)
        raise
