"""The sweep of mails: digests that are due, mails to be tried again, and those whose nudge or worker was lost."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import cache

from common.clock import utc_now
from common.services import service
from common.telemetry import logger
from domain.mail.queue import MailQueue, mail_queue
from domain.mail.store import MailStore, mail_store
from domain.work.outbox import Window

LATE = timedelta(seconds=30)
FORGET_AFTER = timedelta(days=3)
_LIMIT_PER_SHARD = 200


@service
class MailSweep:
    """Nudges for mails that should have been tried."""

    store: MailStore
    queue: MailQueue
    now: Callable[[], datetime]

    def sweep(self) -> int:
        """Send a nudge for each; returns how many. Raises `Unavailable` when the queue refuses."""
        now = self.now()
        waiting = self.store.list_waiting(Window(now - FORGET_AFTER, now - LATE), limit=_LIMIT_PER_SHARD)
        for mail in waiting:
            self.queue.send(mail)
        logger.info("mail_sweep", nudged=len(waiting))
        return len(waiting)


@cache
def mail_sweep() -> MailSweep:
    """The one sweep of this process."""
    return MailSweep(mail_store(), mail_queue(), utc_now)
