"""Changes to be indexed, in the events table: pk=CHANGED#account, sk=the change's id; see `domain.events.changes`."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from common.dynamo import Item, Table
from common.services import service
from common.settings import settings
from common.transactions import delete_all
from domain.events.changes import LANE, PARTITION, Changed
from domain.work import outbox


@service
class ChangeStore:
    """The access patterns of changes."""

    table: Table

    def list_changes(self, account_id: str, *, limit: int) -> list[Changed]:
        """Query pk=CHANGED#account: the oldest changes that the index does not have yet, at most `limit`."""
        rows, _ = self.table.query_up_to("pk = :pk", {"pk": PARTITION + account_id}, limit=limit)
        return [_changed(row) for row in rows]

    def find_newest(self, account_id: str) -> str | None:
        """Query pk=CHANGED#account, backwards: the id of the newest change; None when none waits."""
        rows, _ = self.table.query_up_to("pk = :pk", {"pk": PARTITION + account_id}, backwards=True, limit=1)
        return str(rows[0]["id"]) if rows else None

    def forget(self, changes: Iterable[Changed]) -> None:
        """Transactions: delete changes, once the index has them."""
        delete_all(self.table, [{"pk": PARTITION + one.account_id, "sk": one.id} for one in changes])

    def list_waiting(self, window: outbox.Window) -> set[str]:
        """Query index outbox: the ids of accounts with changes that have waited since a time in `window`."""
        return {str(row["account_id"]) for row in outbox.list_waiting(self.table, window, lane=LANE)}


@cache
def change_store() -> ChangeStore:
    """The store, built once for each process."""
    return ChangeStore(Table(settings.events_table))


def _changed(row: Item) -> Changed:
    return Changed.model_validate({name: value for name, value in row.items() if name in Changed.model_fields})
