"""Recording events: an event is written in the transaction of what happened, so neither is stored without the other.

A worker files it afterwards. The nudge to that worker may get lost; then the sweep sends another.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache

from common.clock import utc_now
from common.dynamo import Write
from common.ids import new_id
from common.optimistic import settle
from common.settings import settings
from common.transactions import changed_if_failed, transact
from domain.events import changes
from domain.events.notices import account_of
from domain.events.records import Event, EventType
from domain.events.store import event_store
from domain.work.queue import AccountWork, WorkQueue


def recording(events: Iterable[Event]) -> list[Write]:
    """The writes that record events in this order, for the `commit` of what happened."""
    return [event_store().recording(event.placed(place)) for place, event in enumerate(events)]


def deferring(event: Event) -> Write:
    """The write of an event that will happen at `event.at`, unless it is dropped or replaced before."""
    return event_store().deferring(event)


def dropping(account_id: str, kind: EventType, subject_id: str) -> Write:
    """The write that drops a deferred event, so that it does not happen."""
    return event_store().dropping(account_id, kind, subject_id)


def commit(writes: Sequence[Write]) -> None:
    """`transact`, then nudge the worker if events, log entries, notices or changes are written. Raises as `transact`.

    The worker that files events also looks at what needs the customer, and passes changes on to the worker of search.
    """
    transact(writes)
    puts = [write["Put"] for write in writes if "Put" in write]
    recorded = [put["Item"] for put in puts if put["TableName"] == settings.events_table]
    new = [item for item in recorded if item["pk"]["S"].startswith(("NEW#", changes.PARTITION))]
    nudges = {account_id: new_id("nudge", utc_now()) for write in writes if (account_id := account_of(write))}
    nudges |= {item["account_id"]["S"]: item["id"]["S"] for item in new}
    for account_id, deduplication_id in nudges.items():
        filing_queue().nudge(AccountWork(account_id), deduplication_id=deduplication_id)


def commit_as_read(writes: Sequence[Write]) -> None:
    """`commit`, but raises `ChangedMeanwhile` when a condition does not hold, so that `settle` tries again."""
    with changed_if_failed():
        commit(writes)


def settle_writes[T](prepare: Callable[[], tuple[Sequence[Write], T]]) -> T:
    """Call `prepare`, which reads and decides, and commit its writes; repeat while other writers are faster.

    Returns the outcome that `prepare` gives with its writes, of which there may be none. Raises what `settle` raises.
    """

    def attempt() -> T:
        writes, outcome = prepare()
        if writes:
            commit_as_read(writes)
        return outcome

    return settle(attempt)


@cache
def filing_queue() -> WorkQueue:
    """The queue of accounts whose events are to be filed."""
    return WorkQueue(settings.events_queue_url)
