"""The worker of search: takes nudges ("this account's index is behind") from `search.fifo`, in order per account."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from common.batches import Delivery
from common.settings import settings
from common.telemetry import logger
from domain.search.indexing import indexing_service
from domain.search.queue import IndexWork
from domain.work.queue import WorkQueue
from domain.work.taking import take_in_order


def lambda_handler(event: Mapping[str, Any], _context: Any) -> Mapping[str, Any]:
    return take_in_order(WorkQueue(settings.search_queue_url), event, index)


def index(delivery: Delivery) -> None:
    work = IndexWork.from_body(delivery.body)
    try:
        if work.anew:
            indexing_service().make_anew(work.account_id)
        changes = indexing_service().catch_up(work.account_id)
    except Exception:
        logger.exception("indexing_failed", account_id=work.account_id)
        raise
    logger.info("indexed", account_id=work.account_id, changes=changes, anew=work.anew)
