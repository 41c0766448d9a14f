"""The worker that files events: takes nudges ("this account has events") from `events.fifo`, in order per account."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from common.batches import SqsFifoPartialProcessor, SQSRecord, process_partial_response
from common.telemetry import logger
from domain.events.filing import FilingService, filing_service
from domain.events.log import filing_queue
from domain.work.queue import AccountWork

processor = SqsFifoPartialProcessor(skip_group_on_error=True)
processor.raise_on_entire_batch_failure = False  # raising would skip the last lines of lambda_handler


def lambda_handler(event: Mapping[str, Any], context: Any) -> Mapping[str, Any]:
    response = process_partial_response(dict(event), file_events, processor, context)
    failed = {str(failure["itemIdentifier"]) for failure in response["batchItemFailures"]}
    filing_queue().retry_soon(event["Records"], failed)
    return response


def file_events(record: SQSRecord) -> None:
    work = AccountWork.from_body(record.body)
    try:
        filed = filing().file_all(work.account_id)
    except Exception:
        logger.exception("filing_failed", account_id=work.account_id)
        raise
    logger.info("filed", account_id=work.account_id, events=filed)


@cache
def filing() -> FilingService:
    return filing_service([])
