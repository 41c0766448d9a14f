"""Decides which event makes which mail. The transaction that files the event stores the mail, so it is made once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from common.clock import utc_now
from common.dynamo import Write
from common.ids import derived_id
from domain.events.filing import SubscriberOf
from domain.events.records import Event, EventType
from domain.mail.preferences import sends_mail
from domain.mail.queue import MailQueue, mail_queue
from domain.mail.records import Kind, Mail, NeedsYou, Preferences, Reports, mail_about, mail_after_edits
from domain.mail.store import MailStore, mail_store

DIGEST_HOUR = time(8, 0)
REPORTS = frozenset({EventType.REPORT_READY, EventType.TASK_RUN_FAILED})
NEEDS = frozenset({EventType.ATTENTION_OPENED})  # also of a webhook that fails
AFTERWARDS = frozenset({EventType.ATTENTION_CHANGED, EventType.ATTENTION_CLEARED})
"""These reach the digest, too, which tells what is still open, and as it is now."""


@dataclass
class MailSubscriber:
    """Makes the mails about one account's events, for one batch. `zone_of` returns an account's IANA time zone."""

    account_id: str
    store: MailStore
    queue: Callable[[], MailQueue]
    zone_of: Callable[[str], str]
    now: Callable[[], datetime]
    _preferences: Preferences | None = None
    _digest: Mail | None = None
    _made: dict[str, Mail] = field(default_factory=dict)

    def following(self, event: Event) -> Sequence[Write]:
        """The writes that store the mail about an event, or add it to the digest; empty when neither is wanted."""
        if event.type in REPORTS:
            return self._mail(event, Kind.REPORT) if self._wanted.reports is Reports.ON else []
        if event.type in NEEDS and self._wanted.needs_you is NeedsYou.IMMEDIATE:
            return self._mail(event, Kind.NEEDS_YOU)
        if event.type is EventType.DELIVERABLE_EDITED and event.action and self._wanted.needs_you is NeedsYou.IMMEDIATE:
            return [self.store.adding(mail_after_edits(event, self.now()))]
        if event.type in NEEDS | AFTERWARDS and self._wanted.needs_you is NeedsYou.DAILY:
            return self._collect(event)
        return []

    def nudge(self, events: Sequence[Event]) -> None:
        """Have the worker send the mails that `following` made for these events; the sweep sends those for later."""
        for event in events:
            if event.id in self._made:
                self.queue().nudge(self._made[event.id])

    @property
    def _wanted(self) -> Preferences:
        if self._preferences is None:
            self._preferences = self.store.find_preferences(self.account_id)
        return self._preferences

    def _mail(self, event: Event, kind: Kind) -> list[Write]:
        self._made[event.id] = mail = mail_about(event, kind, self.now())
        return [self.store.adding(mail)]

    def _collect(self, event: Event) -> list[Write]:
        """The write of the event's entry in the next digest; before the batch's first entry, also the digest's."""
        first = self._digest is None
        digest = self._digest or self._next_digest()
        self._digest = digest
        return [*([self.store.collecting(digest)] if first else []), self.store.adding_to_digest(digest, event)]

    def _next_digest(self) -> Mail:
        now = self.now()
        due = next_digest_at(now, self.zone_of(self.account_id))
        mail_id = derived_id("mail", due, self.account_id, Kind.DIGEST.value)
        return Mail(id=mail_id, account_id=self.account_id, kind=Kind.DIGEST, created_at=now, due_at=due)


def next_digest_at(now: datetime, timezone: str) -> datetime:
    """The first 8:00 after `now` in an IANA zone, given in `now`'s zone; if clocks skip 8:00, right after the gap."""
    zone = ZoneInfo(timezone)
    today = now.astimezone(zone).date()
    days = (datetime.combine(today + timedelta(days=ahead), DIGEST_HOUR, zone) for ahead in (0, 1))
    return next(moment for moment in (day.astimezone(now.tzinfo) for day in days) if moment > now)


def mail_subscribers(zone_of: Callable[[str], str]) -> list[SubscriberOf]:
    """A list of one function, which makes an account's mail subscriber; empty where this installation sends no mail."""

    def subscriber_of(account_id: str) -> MailSubscriber:
        return MailSubscriber(account_id, mail_store(), mail_queue, zone_of, utc_now)

    return [subscriber_of] if sends_mail() else []
