"""The usage table: pk = ACCOUNT#id, sk = day#principal. Each day has one row per key, for sessions and for the team."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache

from common.dynamo import Item, Table, Write
from common.settings import settings
from domain.usage.records import Count, UsageRow


@dataclass(frozen=True, slots=True)
class UsageStore:
    """The access patterns of the counters."""

    table: Table

    def add(self, account_id: str, day: date, principal: str, counts: Mapping[str, int]) -> None:
        """UpdateItem ADD each of `counts` to the row of `day` (UTC) and `principal`."""
        self.table.update(_key(account_id, day, principal), _adding(counts), counts)

    def adding(self, account_id: str, day: date, principal: str, counts: Mapping[str, int]) -> Write:
        """The update of `add` as a write for `transact`."""
        return self.table.updating(_key(account_id, day, principal), _adding(counts), counts)

    def list_rows(self, account_id: str, first: date, last: date) -> list[UsageRow]:
        """Query pk=ACCOUNT#id, sk from day `first` to day `last`, both included."""
        values = {"pk": f"ACCOUNT#{account_id}", "first": f"{first}#", "last": f"{last}$"}
        rows = self.table.query_all("pk = :pk AND sk BETWEEN :first AND :last", values)
        return [_row(row) for row in rows]


@cache
def usage_store() -> UsageStore:
    """The one store of this process."""
    return UsageStore(Table(settings.usage_table))


def _key(account_id: str, day: date, principal: str) -> Item:
    return {"pk": f"ACCOUNT#{account_id}", "sk": f"{day.isoformat()}#{principal}"}


def _adding(counts: Mapping[str, int]) -> str:
    return "ADD " + ", ".join(f"#{name} :{name}" for name in counts)


def _row(item: Item) -> UsageRow:
    day, _, principal = item["sk"].partition("#")
    counts: dict[str, Count] = {name: item[name] for name in item if name not in {"pk", "sk"}}
    return UsageRow(date.fromisoformat(day), principal, counts)
