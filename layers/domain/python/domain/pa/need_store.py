"""Needs in the events table: pk = ATTENTION#account; sk = OPEN#id · LOOK · ENDED#instant#id, and NOTICE#subject.

Needs have a partition of their own, so that IAM can let a function change needs and not touch events.
"""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from datetime import datetime, timedelta
from functools import cache

from common.clock import from_iso, to_iso
from common.dynamo import Item, Table, Write
from common.paging import decode_cursor, encode_cursor, fitting
from common.services import service
from common.settings import settings
from common.transactions import changed_if_failed, transact
from domain.events.notices import ROW, Notice
from domain.pa.need_records import Standing, Told
from domain.work import outbox

KEPT = timedelta(days=30)
LANE = "attention-"
_AS_READ = "version = :seen"
_OWN = frozenset({"pk", "sk", "expires_at_epoch", *outbox.ATTRIBUTES})


@service
class NeedStore:
    """The access patterns of needs."""

    table: Table

    def get_told(self, account_id: str) -> Told:
        """Query pk=ATTENTION#account, sk from LOOK to OPEN#: the next look, the notices, and the needs that go on."""
        bounds = {"pk": _pk(account_id), "low": "LOOK", "high": "OPEN#~"}
        rows = self.table.query_all("pk = :pk AND sk BETWEEN :low AND :high", bounds)
        look_at = next((row.get("look_at") for row in rows if row["sk"] == "LOOK"), None)
        standings = [_standing(row) for row in rows if row["sk"].startswith("OPEN#")]
        notices = [Notice.model_validate(_fields(row)) for row in rows if row["sk"].startswith(ROW)]
        return Told(
            {one.id: one for one in standings},
            from_iso(look_at) if look_at else None,
            tuple(sorted(notices, key=lambda notice: (notice.since, notice.subject_id))),
        )

    def list_ended(
        self, account_id: str, *, limit: int, cursor: str | None, within: AbstractSet[str] | None = None
    ) -> tuple[list[Standing], str | None]:
        """Query pk=ATTENTION#account, sk begins ENDED#, backwards: needs that ended in the last 30 days, latest first.

        `within`: of these projects only; all are then read and filtered. Also the next cursor. Raises `InvalidRequest`.
        """
        pk = _pk(account_id)
        condition, values = "pk = :pk AND begins_with(sk, :ended)", {"pk": pk, "ended": "ENDED#"}
        start = decode_cursor(cursor, partition={"pk": pk}, begins={"sk": "ENDED#"})
        if within is None:
            page = self.table.query_page(condition, values, backwards=True, limit=limit, start=start)
            return [_standing(row) for row in page.items], encode_cursor(page.last_key)
        rows = self.table.query_all(condition, values, backwards=True, start=start)
        chosen = [row for row in rows if row.get("project_id") in within]
        first = fitting(chosen, limit)
        last = {"pk": pk, "sk": first[-1]["sk"]} if len(first) < len(chosen) else None
        return [_standing(row) for row in first], encode_cursor(last)

    def saving(self, before: Standing | None, after: Standing) -> Write:
        """The write of a need's row, new if `before` is None; it fails unless the stored row is as `before`."""
        row = {**_open_key(after), **after.model_dump(mode="json")}
        if before is None:
            return self.table.putting_new(row)
        return self.table.putting(row, condition=_AS_READ, values={"seen": before.version})

    def removing(self, before: Standing) -> Write:
        """The write that removes the row of a need that has ended; it fails unless the row is as it was read."""
        return self.table.deleting(_open_key(before), {"seen": before.version}, condition=_AS_READ)

    def ending(self, ended: Standing, at: datetime) -> Write:
        """The write that keeps an ended need for 30 days."""
        fields = ended.model_copy(update={"ended_at": at}).model_dump(mode="json")
        return self.table.putting({**_ended_key(ended, at), **fields, "expires_at_epoch": int((at + KEPT).timestamp())})

    def reopening(self, done: Standing) -> Write:
        """The write that deletes the ended row of a need that was done; the condition of `saving` guards it."""
        assert done.done_at is not None  # noqa: S101 - its caller brings back what is done
        return self.table.deleting(_ended_key(done, done.done_at))

    def looking(self, account_id: str, before: datetime | None, after: datetime | None) -> Write:
        """The write that moves the account's next look from `before` to `after`; None stands for no look.

        A look compares needs with what was told although nothing happened. Fails if another was set meanwhile.
        """
        row: Item = {"pk": _pk(account_id), "sk": "LOOK", "account_id": account_id}
        if after is not None:
            row |= {"look_at": to_iso(after), **outbox.mark(account_id, after, lane=LANE)}
        if before is None:
            return self.table.putting_new(row, key="look_at")
        return self.table.putting(row, condition="look_at = :seen", values={"seen": to_iso(before)})

    def save(self, writes: Sequence[Write]) -> None:
        """Transaction: these writes. Raises `ChangedMeanwhile`."""
        with changed_if_failed():
            transact(writes)

    def list_due(self, window: outbox.Window) -> set[str]:
        """Query index outbox, the shards of attention: the ids of the accounts whose look is due in `window`."""
        return {str(row["account_id"]) for row in outbox.list_waiting(self.table, window, lane=LANE)}


@cache
def need_store() -> NeedStore:
    """The store, built once for each process."""
    return NeedStore(Table(settings.events_table))


def _pk(account_id: str) -> str:
    return f"ATTENTION#{account_id}"


def _open_key(standing: Standing) -> Item:
    return {"pk": _pk(standing.account_id), "sk": f"OPEN#{standing.id}"}


def _ended_key(standing: Standing, at: datetime) -> Item:
    return {"pk": _pk(standing.account_id), "sk": f"ENDED#{to_iso(at)}#{standing.id}"}


def _standing(row: Item) -> Standing:
    return Standing.model_validate(_fields(row))


def _fields(row: Item) -> Item:
    return {name: value for name, value in row.items() if name not in _OWN}
