"""The worker that sends mails: takes nudges ("this mail may go") from the queue `mails`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from common.batches import Delivery, take_each
from common.telemetry import logger
from composing.message import compose
from domain.decisions.mailed import approver_contact, decision_text
from domain.identity.contacts import contact_service
from domain.keys.mailed import names_of_active_keys
from domain.mail.queue import MailToSend
from domain.mail.sending import SendingService, Sources, sending_service
from domain.pa.mailed import mailed_report


def lambda_handler(event: Mapping[str, Any], _context: Any) -> Mapping[str, Any]:
    return take_each(event, send_mail)


def send_mail(delivery: Delivery) -> None:
    work = MailToSend.from_body(delivery.body)
    try:
        sending().send(work)
    except Exception:
        logger.exception("mail_broke_off", mail_id=work.mail_id)
        raise


@cache
def sending() -> SendingService:
    return sending_service(
        Sources(contact_service().contact_of, mailed_report, approver_contact, decision_text, names_of_active_keys),
        compose,
    )
