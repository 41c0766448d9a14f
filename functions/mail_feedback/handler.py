"""Takes SES's notices of bounces and complaints from the SNS topic, and stops mail to the addresses they name."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from common.telemetry import logger
from domain.mail.feedback import feedback_service


def lambda_handler(event: Mapping[str, Any], _context: Any) -> None:
    for record in event["Records"]:
        message = record["Sns"]["Message"]
        if not message.startswith("{"):  # SES says in plain words that it may publish to the topic
            logger.info("mail_feedback_no_notice")
            continue
        notice = json.loads(message)
        suppressed = feedback_service().take(notice)
        kind = notice.get("eventType") or notice.get("notificationType")
        logger.info("mail_feedback", kind=kind, suppressed=suppressed)
