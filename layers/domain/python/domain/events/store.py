"""The events table: pk = NEW#account, sk = EVENT#id until an event is filed; then pk = ACCOUNT#id, sk = SEQ#number.

FEED is the counter. An event that will happen later, such as a key that is about to expire, waits under
pk = LATER#account, sk = type#subject. Each of the three has partitions of its own, so that IAM lets those who record
events reach neither what is filed nor its counter.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from functools import cache

from common.chain import GENESIS
from common.dynamo import Item, Table, Write
from common.services import frozen, service
from common.settings import settings
from common.transactions import changed_if_failed, transact
from domain.events.records import Event, EventType
from domain.work import outbox

KEPT = timedelta(days=30)
FEED = "FEED"


@frozen
class End:
    """Where an account's feed ends: the number and the hash of its last event."""

    sequence: int
    hash: str


@service
class EventStore:
    """The access patterns of events."""

    table: Table

    def recording(self, event: Event) -> Write:
        """The write of a new event, for the transaction of what happened. It waits in the outbox to be filed."""
        return self.table.putting(
            {
                **_new_key(event),
                **_fields_of(event),
                **outbox.mark(event.account_id, event.at),
            }
        )

    def deferring(self, event: Event) -> Write:
        """The write of an event that will happen at `event.at`; it replaces one of its type and subject that waits."""
        return self.table.putting(
            {
                **_later_key(event.account_id, event.type, event.subject_id),
                **_fields_of(event),
                **outbox.mark(event.account_id, event.at),
            }
        )

    def dropping(self, account_id: str, kind: EventType, subject_id: str) -> Write:
        """The write that drops a deferred event, so that it does not happen."""
        return self.table.deleting(_later_key(account_id, kind, subject_id))

    def happening(self, event: Event) -> list[Write]:
        """The writes that record a deferred event now; they fail when it was dropped, put off, or has happened."""
        gone = self.dropping(event.account_id, event.type, event.subject_id or "")
        gone["Delete"] |= {
            "ConditionExpression": "id = :id",
            "ExpressionAttributeValues": {":id": {"S": event.id}},
        }
        return [gone, self.recording(event)]

    def list_unfiled(self, account_id: str, *, limit: int) -> list[Event]:
        """Query pk=NEW#account, sk begins EVENT#: events that have no place in the feed yet, oldest first."""
        new = {"pk": f"NEW#{account_id}", "event": "EVENT#"}
        return self._list("pk = :pk AND begins_with(sk, :event)", new, limit=limit)

    def list_waiting(self, window: outbox.Window) -> tuple[set[str], list[Event]]:
        """Query index outbox: the accounts that the worker must look at, and the deferred events that are due.

        It must look at accounts with something new that waits since a time in `window`, or whose security log is due.
        """
        rows = outbox.list_waiting(self.table, window)
        due = [row for row in rows if str(row["pk"]).startswith("LATER#")]
        return {str(row["account_id"]) for row in rows if row not in due}, [_event(row) for row in due]

    def find_end(self, account_id: str) -> End:
        """GetItem pk=ACCOUNT#id, sk=FEED: number and hash of the last event filed; without one, a chain's beginning."""
        row = self.table.get(_key(account_id, FEED)) or {}
        return End(int(row.get("last_sequence", 0)), row.get("last_hash", GENESIS))

    def list_filed(self, account_id: str, *, after: int, limit: int) -> list[Event]:
        """Query pk=ACCOUNT#id, sk above SEQ#after: the first `limit` filed events after that number, in order."""
        bounds = {"low": _sequence_key(after + 1), "high": "SEQ#~"}
        return self._list("pk = :pk AND sk BETWEEN :low AND :high", {"pk": _pk(account_id), **bounds}, limit=limit)

    def list_filed_before(self, account_id: str, *, before: int | None, limit: int) -> list[Event]:
        """Query pk=ACCOUNT#id, sk below SEQ#before (None: no bound), backwards: filed events, the newest first."""
        bounds = {"low": _sequence_key(0), "high": "SEQ#~" if before is None else _sequence_key(before - 1)}
        values = {"pk": _pk(account_id), **bounds}
        return self._list("pk = :pk AND sk BETWEEN :low AND :high", values, limit=limit, backwards=True)

    def file(self, account_id: str, end: End, events: Sequence[Event], also: Iterable[Write], now: datetime) -> None:
        """Transaction: put the events in their places after `end`, and write `also`, which follows from them.

        Raises `ChangedMeanwhile` when another worker filed events meanwhile, or a condition of `also` does not hold.
        """
        counting = self.table.updating(
            _key(account_id, FEED),
            "SET last_sequence = :new, last_hash = :hash",
            {
                "new": events[-1].sequence,
                "hash": events[-1].hash,
                **({"last": end.sequence} if end.sequence else {}),
            },
            condition="last_sequence = :last" if end.sequence else "attribute_not_exists(last_sequence)",
        )
        writes = [counting]
        for event in events:
            gone = self.table.deleting(_new_key(event))
            gone["Delete"]["ConditionExpression"] = "attribute_exists(pk)"
            expires = {"expires_at_epoch": int((now + KEPT).timestamp())}
            row = {**_key(account_id, _sequence_key(event.sequence or 0)), **_fields_of(event), **expires}
            writes += [gone, self.table.putting(row)]
        with changed_if_failed():
            transact([*writes, *also])

    def _list(self, condition: str, values: Item, *, limit: int, backwards: bool = False) -> list[Event]:
        rows, _ = self.table.query_up_to(condition, values, limit=limit, backwards=backwards)
        return [_event(row) for row in rows]


@cache
def event_store() -> EventStore:
    """The store, built once for each process."""
    return EventStore(Table(settings.events_table))


def _pk(account_id: str) -> str:
    return f"ACCOUNT#{account_id}"


def _key(account_id: str, sk: str) -> Item:
    return {"pk": _pk(account_id), "sk": sk}


def _new_key(event: Event) -> Item:
    return {"pk": f"NEW#{event.account_id}", "sk": f"EVENT#{event.id}"}


def _later_key(account_id: str, kind: EventType, subject_id: str | None) -> Item:
    return {"pk": f"LATER#{account_id}", "sk": f"{kind.value}#{subject_id}"}


def _sequence_key(sequence: int) -> str:
    return f"SEQ#{sequence:012}"


def _fields_of(event: Event) -> Item:
    return event.model_dump(mode="json", exclude_none=True)


def _event(row: Item) -> Event:
    return Event.model_validate(_fields(row))


def _fields(row: Item) -> Item:
    own = {"pk", "sk", "expires_at_epoch", *outbox.ATTRIBUTES}
    return {name: value for name, value in row.items() if name not in own}
