"""Deletes, restores and exports for one account. A door invokes it at once; the sweep invokes it for what is due."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from common.telemetry import logger
from domain.leaving.erasing import OutOfTime
from domain.leaving.worker import leaving_worker


def lambda_handler(event: Mapping[str, Any], context: Any) -> dict[str, int]:
    account_id = event["account_id"]
    worker = leaving_worker(lambda: float(context.get_remaining_time_in_millis()) / 1000)
    try:
        done = worker.work(account_id)
    except OutOfTime:
        logger.info("leaving_goes_on_later", account_id=account_id)
        return {"done": 0}
    return {"done": done}
