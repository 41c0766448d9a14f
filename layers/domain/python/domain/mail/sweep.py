"""The sweep of mails: digests that are due, mails to be tried again, and those whose nudge or worker was lost."""

from __future__ import annotations

from datetime import datetime, timedelta

from domain.mail.queue import MailQueue
from domain.mail.store import mail_store
from domain.work.outbox import Window, sweep

LATE = timedelta(seconds=30)
FORGET_AFTER = timedelta(days=3)


def sweep_mails(queue: MailQueue, now: datetime) -> int:
    """Nudge the mails that are overdue by 30 seconds to 3 days; returns how many. Raises `Unavailable` (SQS)."""
    return sweep("mail_sweep", mail_store().list_waiting(Window(now - FORGET_AFTER, now - LATE)), queue.send)
