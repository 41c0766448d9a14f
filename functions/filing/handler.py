"""The worker that files events: takes nudges ("this account has events") from `events.fifo`, in order per account.

It chains the account's security log first, because some entries make events. Then it looks at what needs the customer
now, files what is told of that, too, and passes on to search what has changed.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from common.batches import Delivery
from common.telemetry import logger
from domain.audit.chaining import chaining_service
from domain.decisions.planning import escalation_subscriber
from domain.events.filing import FilingService, filing_service
from domain.events.log import filing_queue
from domain.identity.zones import zone_service
from domain.mail.triggers import mail_subscribers
from domain.pa.need_events import need_event_service
from domain.search.queue import Marker, change_queue
from domain.webhooks.fanout import webhook_subscriber
from domain.work.queue import AccountWork
from domain.work.taking import take_in_order


def lambda_handler(event: Mapping[str, Any], _context: Any) -> Mapping[str, Any]:
    return take_in_order(filing_queue(), event, file_events)


def file_events(delivery: Delivery) -> None:
    work = AccountWork.from_body(delivery.body)
    try:
        noted = chaining_service().chain_all(work.account_id)
        filed = filing().file_all(work.account_id)
        if need_event_service().refresh(work.account_id, look_again=filed > 0):
            filed += filing().file_all(work.account_id)
        change_queue().pass_on(work.account_id)
    except Exception:
        logger.exception("filing_failed", account_id=work.account_id)
        raise
    logger.info("filed", account_id=work.account_id, events=filed, entries=noted)


@cache
def filing() -> FilingService:
    mails = mail_subscribers(zone_service().timezone_of)
    return filing_service([webhook_subscriber, escalation_subscriber, Marker, *mails])
