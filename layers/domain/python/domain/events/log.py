"""Recording events: an event is written in the transaction of what happened, so neither is stored without the other.

A worker files it afterwards. The nudge to that worker may get lost; then the sweep sends another.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from common.dynamo import Write
from common.settings import settings
from common.transactions import transact
from domain.events.records import Event
from domain.events.store import event_store
from domain.work.queue import AccountWork, WorkQueue


def recording(events: Iterable[Event]) -> list[Write]:
    """The writes that record events, for the `commit` of what happened."""
    return [event_store().recording(event) for event in events]


def commit(writes: Sequence[Write]) -> None:
    """`transact`, and a nudge to file the events that are among the writes. Raises what `transact` raises."""
    transact(writes)
    recorded = [write["Put"]["Item"] for write in writes if write.get("Put", {}).get("TableName") == _table()]
    for account_id, event_id in {item["account_id"]["S"]: item["id"]["S"] for item in recorded}.items():
        filing_queue().nudge(AccountWork(account_id), deduplication_id=event_id)


@cache
def filing_queue() -> WorkQueue:
    """The queue of accounts whose events are to be filed."""
    return WorkQueue(settings.events_queue_url)


def _table() -> str:
    return settings.events_table
