"""The queue of mails to be sent (SQS, standard): each message names one mail."""

from __future__ import annotations

import json
from functools import cache
from typing import Self

from common.errors import Unavailable
from common.services import frozen, service
from common.settings import settings
from common.telemetry import logger
from domain.mail.records import Mail
from domain.work.queue import LooseQueue


@frozen
class MailToSend:
    """A nudge: this mail may be sent. The mail itself is in the table."""

    account_id: str
    mail_id: str

    @classmethod
    def from_body(cls, body: str) -> Self:
        """The inverse of what `MailQueue.send` writes."""
        fields = json.loads(body)
        return cls(fields["account_id"], fields["mail_id"])


@service
class MailQueue:
    """Puts nudges into the queue of mails."""

    queue: LooseQueue

    def send(self, mail: Mail) -> None:
        """SendMessage. Raises `Unavailable` when SQS throttles or cannot be reached."""
        self.queue.send({"account_id": mail.account_id, "mail_id": mail.id})

    def nudge(self, mail: Mail) -> None:
        """`send`, but when SQS refuses, this only logs it: the sweep finds the mail by its outbox mark."""
        try:
            self.send(mail)
        except Unavailable:
            logger.warning("mail_left_to_sweep", mail_id=mail.id)


@cache
def mail_queue() -> MailQueue:
    """The queue, built once for each process."""
    return MailQueue(LooseQueue(settings.mails_queue_url))
