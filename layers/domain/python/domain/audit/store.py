"""The security log in the events table: pk = NEW#account, sk = ENTRY#id until an entry is chained.

Then pk = AUDIT#account, sk = ENTRY#number; HEAD says where the log ends, CHECKPOINT how far it was pruned. IAM lets
only the worker that files write there, and nobody update a row.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from common.dynamo import Item, Table, Write
from common.services import service
from common.settings import settings
from common.transactions import changed_if_failed, transact
from domain.audit import retention
from domain.audit.records import Chained, Checkpoint, Entry, EntryType, Head
from domain.work import outbox


@service
class AuditStore:
    """The access patterns of the security log."""

    table: Table

    def noting(self, entry: Entry) -> Write:
        """The write of a new entry with an outbox mark, for the transaction of what was done."""
        fields = entry.model_dump(mode="json", exclude_none=True)
        return self.table.putting({**_new_key(entry), **fields, **outbox.mark(entry.account_id, entry.at)})

    def list_unchained(self, account_id: str, *, limit: int) -> list[Entry]:
        """Query pk=NEW#account, sk begins ENTRY#: entries that have no place in the log yet, oldest first."""
        new = {"pk": f"NEW#{account_id}", "entry": "ENTRY#"}
        rows, _ = self.table.query_up_to("pk = :pk AND begins_with(sk, :entry)", new, limit=limit)
        return [Entry.model_validate(_fields(row)) for row in rows]

    def find_head(self, account_id: str) -> Head | None:
        """GetItem pk=AUDIT#account, sk=HEAD; None before the first entry."""
        row = self.table.get(_key(account_id, "HEAD"))
        return Head.model_validate(_fields(row)) if row else None

    def find_checkpoint(self, account_id: str) -> Checkpoint | None:
        """GetItem pk=AUDIT#account, sk=CHECKPOINT; None while nothing was pruned."""
        row = self.table.get(_key(account_id, "CHECKPOINT"))
        return Checkpoint.model_validate(_fields(row)) if row else None

    def list_oldest(self, account_id: str, *, after: int, limit: int) -> list[Chained]:
        """Query pk=AUDIT#account, sk above ENTRY#after: the first `limit` entries after that number, in order."""
        bounds = {"low": _entry_key(after + 1), "high": "ENTRY#~"}
        rows, _ = self.table.query_up_to(
            "pk = :pk AND sk BETWEEN :low AND :high", {"pk": _pk(account_id), **bounds}, limit=limit
        )
        return [_chained(row) for row in rows]

    def list_newest(
        self, account_id: str, *, before: int, limit: int, kind: EntryType | None
    ) -> tuple[list[Chained], int | None]:
        """Query pk=AUDIT#account, sk below ENTRY#before, backwards: of `limit` entries those of this kind (None: all).

        The second value is the number to go on before; None when these were the last.
        """
        asked: Item = {"pk": _pk(account_id), "low": _entry_key(0), "high": _entry_key(before - 1)}
        condition = "pk = :pk AND sk BETWEEN :low AND :high"
        if kind is None:
            page = self.table.query_page(condition, asked, limit=limit, backwards=True)
        else:
            asked["type"] = kind.value
            page = self.table.query_page(condition, asked, limit=limit, backwards=True, filter="#type = :type")
        more = int(page.last_key["sk"].removeprefix("ENTRY#")) if page.last_key else None
        return [_chained(row) for row in page.items], more

    def chain(
        self, seen: Head, head: Head, gone: Iterable[Entry], placed: Sequence[Chained], also: Iterable[Write]
    ) -> None:
        """Transaction: move the head, put the `placed` entries, delete the noted rows (`gone`), write `also`.

        Raises `ChangedMeanwhile` when another worker was faster.
        """
        moving = [self._moving(seen, head), *map(self._leaving, gone)]
        rows = ({**_key(one.account_id, _entry_key(one.sequence)), **_dumped(one)} for one in placed)
        self._commit([*moving, *(self.table.putting_new(row) for row in rows), *also])

    def prune(self, seen: Head, head: Head, checkpoint: Checkpoint | None, gone: Sequence[Chained]) -> None:
        """Transaction: move the head, delete `gone`, put the `checkpoint`, if any. Raises `ChangedMeanwhile`."""
        deleting = [self.table.deleting(_key(seen.account_id, _entry_key(one.sequence))) for one in gone]
        leaving = []
        if checkpoint is not None:
            row = {**_key(seen.account_id, "CHECKPOINT"), **checkpoint.model_dump(mode="json")}
            leaving.append(self.table.putting(row))
        self._commit([self._moving(seen, head), *leaving, *deleting])

    def _moving(self, seen: Head, head: Head) -> Write:
        due = retention.due_at(head)
        marked = outbox.mark(head.account_id, due) if due else {}
        row = {**_key(head.account_id, "HEAD"), **head.model_dump(mode="json", exclude_none=True), **marked}
        write = self.table.putting_new(row)
        if seen.version:
            write["Put"]["ConditionExpression"] = "version = :seen"
            write["Put"]["ExpressionAttributeValues"] = {":seen": {"N": str(seen.version)}}
        return write

    def _leaving(self, entry: Entry) -> Write:
        gone = self.table.deleting(_new_key(entry))
        gone["Delete"]["ConditionExpression"] = "attribute_exists(pk)"
        return gone

    def _commit(self, writes: Iterable[Write]) -> None:
        with changed_if_failed():
            transact(writes)


@cache
def audit_store() -> AuditStore:
    """The store, built once for each process."""
    return AuditStore(Table(settings.events_table))


def _pk(account_id: str) -> str:
    return f"AUDIT#{account_id}"


def _key(account_id: str, sk: str) -> Item:
    return {"pk": _pk(account_id), "sk": sk}


def _new_key(entry: Entry) -> Item:
    return {"pk": f"NEW#{entry.account_id}", "sk": f"ENTRY#{entry.id}"}


def _entry_key(sequence: int) -> str:
    return f"ENTRY#{sequence:012}"


def _dumped(entry: Chained) -> Item:
    return entry.model_dump(mode="json", exclude_none=True)


def _chained(row: Item) -> Chained:
    return Chained.model_validate(_fields(row))


def _fields(row: Item) -> Item:
    return {name: value for name, value in row.items() if name not in {"pk", "sk", *outbox.ATTRIBUTES}}
