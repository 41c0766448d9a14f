"""Feedback from SES: an address that bounced for good, or whose owner called us spam, gets no more mail."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from functools import cache
from typing import Any

from common.clock import utc_now
from common.services import service
from common.telemetry import logger
from domain.mail.records import BOUNCED, COMPLAINED
from domain.mail.store import MailStore, mail_store


@service
class FeedbackService:
    """Suppresses the addresses that SES's notices of bounces and complaints name: they get no more mail."""

    store: MailStore
    now: Callable[[], datetime]

    def take(self, notice: Mapping[str, Any]) -> int:
        """Suppress the addresses of a notice; returns how many. A repeated notice changes nothing more."""
        found = list(_suppressed(notice))
        for address, reason in found:
            self.store.suppress(address, reason, self.now())
            logger.info("address_suppressed", reason=reason)
        return len(found)


def unsuppress(address: str) -> None:
    """Let an address get mail again, because the account that it belonged to is deleted."""
    mail_store().forget_suppression(address)


@cache
def feedback_service() -> FeedbackService:
    """The service, built once for each process."""
    return FeedbackService(mail_store(), utc_now)


def _suppressed(notice: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the addresses that a notice suppresses, each with `BOUNCED` or `COMPLAINED`.

    A bounce that is not permanent (a full letter box, a server that is down) says nothing about the next mail.
    """
    bounce = notice.get("bounce") or {}
    if bounce.get("bounceType") == "Permanent":
        yield from ((str(one["emailAddress"]), BOUNCED) for one in bounce["bouncedRecipients"])
    complaint = notice.get("complaint") or {}
    if complaint and complaint.get("complaintFeedbackType") != "not-spam":
        yield from ((str(one["emailAddress"]), COMPLAINED) for one in complaint["complainedRecipients"])
