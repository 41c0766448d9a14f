"""The usage table: pk = ACCOUNT#id, sk = day#principal: a day has a row per key, for sessions, the team, each model.

And sk = TOKENS#month: the tokens of language models in that month, promised and spent.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from functools import cache

from common.clock import to_iso
from common.dynamo import ConditionFailed, Item, Table, Write
from common.settings import settings
from domain.usage.records import Count, TokenCounts, UsageRow


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

    def reserving_tokens(self, account_id: str, month: str, tokens: int, *, limit: int) -> Write:
        """The update that promises `tokens` (at most `limit`), on condition that no more than `limit` are promised."""
        condition = "attribute_not_exists(#promised) OR #promised <= :room"
        values = {"tokens": tokens, "room": limit - tokens}
        return self.table.updating(_tokens(account_id, month), "ADD #promised :tokens", values, condition=condition)

    def settling_tokens(self, account_id: str, month: str, *, reserved: int, spent: int) -> Write:
        """The update that turns a promise of `reserved` tokens into `spent` ones, which may be none."""
        values = {"change": spent - reserved, "spent": spent}
        return self.table.updating(_tokens(account_id, month), "ADD #promised :change, #spent :spent", values)

    def find_tokens(self, account_id: str, month: str) -> TokenCounts:
        """Query pk=ACCOUNT#id, sk=TOKENS#month; without a row nothing was promised."""
        key = _tokens(account_id, month)
        rows = self.table.query("pk = :pk AND sk = :sk", key).items
        counts = rows[0] if rows else {}
        return TokenCounts(counts.get("promised", 0), counts.get("spent", 0))

    def claim_notice(self, account_id: str, month: str, at: datetime, *, spent: int) -> bool:
        """UpdateItem noticed_at, once, and only when at least `spent` tokens are spent; whether this call did it."""
        condition = "attribute_not_exists(#noticed_at) AND #spent >= :spent"
        values = {"at": to_iso(at), "spent": spent}
        try:
            self.table.update(_tokens(account_id, month), "SET #noticed_at = :at", values, condition=condition)
        except ConditionFailed:
            return False
        return True


@cache
def usage_store() -> UsageStore:
    """The one store of this process."""
    return UsageStore(Table(settings.usage_table))


def _key(account_id: str, day: date, principal: str) -> Item:
    return {"pk": f"ACCOUNT#{account_id}", "sk": f"{day.isoformat()}#{principal}"}


def _tokens(account_id: str, month: str) -> Item:
    return {"pk": f"ACCOUNT#{account_id}", "sk": f"TOKENS#{month}"}


def _adding(counts: Mapping[str, int]) -> str:
    return "ADD " + ", ".join(f"#{name} :{name}" for name in counts)


def _row(item: Item) -> UsageRow:
    day, _, principal = item["sk"].partition("#")
    counts: dict[str, Count] = {name: item[name] for name in item if name not in {"pk", "sk"}}
    return UsageRow(date.fromisoformat(day), principal, counts)
