"""Filing: events get their place in the account's feed, and what follows from them begins, in one transaction.

The number of the last event stands in one row of the account. Each filing moves it on, on condition that nobody else
did. So a feed has no gaps, no event is filed twice, and what follows (a webhook to deliver, a mail to send) is stored
exactly once for each event. Each event's hash covers the one before it (`common.chain`), so that whoever kept a
later hash can tell that none was altered, removed or moved.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Protocol

from common.clock import utc_now
from common.dynamo import Write
from common.errors import ChangedMeanwhile
from common.optimistic import settle
from common.services import service
from common.transactions import TransactionFailed, rows_of
from domain.events.log import commit, filing_queue
from domain.events.records import Event
from domain.events.store import EventStore, event_store
from domain.work.outbox import Window, sweep
from domain.work.queue import AccountWork, WorkQueue

MAX_WRITES = 100  # of one transaction of DynamoDB
BATCH = 40
LATE = timedelta(seconds=60)
FORGET_AFTER = timedelta(days=30)
LANE = "-swept"


class Subscriber(Protocol):
    """Makes what follows from filed events, such as deliveries and mails."""

    def following(self, event: Event) -> Sequence[Write]:
        """The writes that follow from a filed event, at most 20 of them; they are stored with it."""

    def nudge(self, events: Sequence[Event]) -> None:
        """Called once the events are filed. The call may get lost, so what follows has outbox marks of its own."""


class SubscriberOf(Protocol):
    """Makes the subscriber of an account, once for a batch of events."""

    def __call__(self, account_id: str) -> Subscriber:
        """The account's subscriber, which has read what it needs."""


@service
class FilingService:
    """Files events. The `subscribers` make what follows from them."""

    store: EventStore
    queue: WorkQueue
    subscribers: Sequence[SubscriberOf]
    now: Callable[[], datetime]

    def file_all(self, account_id: str) -> int:
        """File all events of an account that wait, in the order of their ids; returns how many there were."""
        filed = 0
        while events := settle(lambda: self._file_some(account_id)):
            filed += len(events)
        return filed

    def sweep(self) -> int:
        """Record deferred events that are due, and nudge accounts whose events have waited a minute; returns how many.

        Raises `Unavailable` when the queue refuses; the next sweep tries again.
        """
        now = self.now()
        late, due = self.store.list_waiting(Window(now - FORGET_AFTER, now - LATE))

        def happen(event: Event) -> None:
            with suppress(TransactionFailed, ChangedMeanwhile):  # it was dropped or put off meanwhile
                commit(self.store.happening(event))

        def nudge(account_id: str) -> None:
            self.queue.send_again(AccountWork(account_id), account_id, now, lane=LANE)

        return sweep("deferred_sweep", due, happen) + sweep("filing_sweep", late, nudge)

    def _file_some(self, account_id: str) -> list[Event]:
        """File as many events as fit into one transaction; returns them, [] if none wait. Raises `ChangedMeanwhile`."""
        waiting = self.store.list_unfiled(account_id, limit=BATCH)
        if not waiting:
            return []
        end = self.store.find_end(account_id)
        before = end.hash
        subscribers = [of(account_id) for of in self.subscribers]
        events: list[Event] = []
        also: list[Write] = []
        touched: set[str] = set()
        for number, event in enumerate(waiting, start=end.sequence + 1):
            numbered = event.filed(number, before)
            following = [write for subscriber in subscribers for write in subscriber.following(numbered)]
            rows = rows_of(following)
            if touched & rows or 1 + 2 * (len(events) + 1) + len(also) + len(following) > MAX_WRITES:
                break  # one transaction touches each row once, and has at most 100 writes
            touched |= rows
            events.append(numbered)
            before = numbered.hash or before
            also += following
        self.store.file(account_id, end, events, also, self.now())
        for subscriber in subscribers:
            subscriber.nudge(events)
        return events


def filing_service(subscribers: Sequence[SubscriberOf] = ()) -> FilingService:
    """A service with these subscribers; a sweep needs none."""
    return FilingService(event_store(), filing_queue(), subscribers, utc_now)
