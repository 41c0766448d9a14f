"""The usage table: pk = ACCOUNT#id, sk = day#principal: a day has a row per key, for sessions, the team, each model.

The requests of a day that is not over are counted on the credential's own row, and until they are rolled into the usage
table, a row with sk = day#principal#credential says where they are. sk = TOKENS#month: the tokens of language models
in that month, promised and spent. sk = REFUSED#time#request: a refused request, kept seven days; DONE#time#request:
a successful request, kept one day.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from typing import Literal

from common.clock import from_iso, to_iso
from common.dynamo import ConditionFailed, Item, QueryOptions, Table, Write, assignments
from common.services import service
from common.settings import settings
from common.transactions import changed_if_failed, transact
from domain.usage.counters import DAY, REQUESTS, Counted, OpenDay, counts, errors_of_hour, present
from domain.usage.records import DONE, KEPT, QUESTIONS, Count, Logged, TokenCounts, UsageRow, Wanted
from domain.work import outbox

_SWEPT_AFTER = timedelta(hours=1)  # a credential in use rolls its own day over; the sweep leaves it this long for that
_SESSION_KEPT = timedelta(days=14 + 9)  # as long as a session may be idle, and until its last counters are rolled


@service
class UsageStore:
    """The access patterns of the counters and of the log of requests."""

    table: Table

    def add_error(self, account_id: str, now: datetime, principal: str, area: str) -> int:
        """UpdateItem pk=ACCOUNT#id: add one error of an area to a day; returns the errors of this hour."""
        hour = errors_of_hour(now)
        counts = {"errors": 1, f"errors_{area}": 1, hour: 1}
        row = self.table.update(_key(account_id, now.date(), principal), _adding(counts), counts, returning="ALL_NEW")
        assert row is not None  # noqa: S101 - ALL_NEW returns the row
        found: int = row[hour]
        return found

    def put_logged(self, account_id: str, logged: Logged, place: str) -> None:
        """UpdateItem pk=ACCOUNT#id, sk=REFUSED#place or DONE#place, kept as `KEPT` says. A refusal that is there stays.

        IAM allows doors nothing but UpdateItem in this table.
        """
        row = vars(logged) | {"at": to_iso(logged.at)}
        expression, values = assignments({name: value for name, value in row.items() if value is not None})
        expires = int((logged.at + KEPT[logged.begins]).timestamp())
        with suppress(ConditionFailed):
            self.table.update(
                {"pk": f"ACCOUNT#{account_id}", "sk": logged.begins + place},
                f"{expression}, #expires_at_epoch = :expires_at_epoch",
                values | {"expires_at_epoch": expires},
                condition=None if logged.begins == DONE else "attribute_not_exists(pk)",
            )

    def list_logged(
        self, account_id: str, begins: str, wanted: Wanted, *, since: str, until: str, limit: int
    ) -> tuple[list[tuple[str, Logged]], str | None]:
        """Query pk=ACCOUNT#id, sk from `since` to `until`, backwards, filtered: of `limit` requests those `wanted`.

        Each comes with its place, its sort key without the beginning. The second value is the place that was looked at
        last; None when there is nothing beyond.
        """
        condition = "pk = :pk AND sk BETWEEN :first AND :last"
        values: Item = {"pk": f"ACCOUNT#{account_id}", "first": begins + since, "last": begins + until}
        options: QueryOptions = {"backwards": True}
        filters, asked = _filters(wanted)
        if filters:
            options["filter"] = " AND ".join(filters)
        page = self.table.query_page(condition, values | asked, limit=limit, **options)
        last = page.last_key["sk"].removeprefix(begins) if page.last_key else None
        return [(row["sk"].removeprefix(begins), _logged(row)) for row in page.items], last

    def adding(self, account_id: str, day: date, principal: str, counts: Mapping[str, int]) -> Write:
        """The update that adds each of `counts` to the row of `day` (UTC) and `principal`."""
        return self.table.updating(_key(account_id, day, principal), _adding(counts), counts)

    def list_rows(self, account_id: str, first: date, last: date) -> tuple[list[UsageRow], list[OpenDay]]:
        """Query pk=ACCOUNT#id, sk from day `first` to `last`, both included: rolled counters, and days to roll."""
        values = {"pk": f"ACCOUNT#{account_id}", "first": f"{first}#", "last": f"{last}$"}
        rows = self.table.query_all("pk = :pk AND sk BETWEEN :first AND :last", values)
        rolled = [_row(row) for row in rows if "counted_pk" not in row]
        return rolled, [_open_day(row) for row in rows if "counted_pk" in row]

    def counting_question(self, account_id: str, now: datetime, *, most: int) -> Write:
        """The write of one more question to the CEO, on condition that fewer than `most` were asked in this hour."""
        hour = f"asked_{now:%H}"
        return self.table.updating(
            _key(account_id, now.date(), QUESTIONS),
            f"ADD messages :one, #{hour} :one",
            {"one": 1, "most": most},
            condition=f"attribute_not_exists(#{hour}) OR #{hour} < :most",
        )

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
        rows = self.table.query_all("pk = :pk AND sk = :sk", key)
        counts = rows[0] if rows else {}
        return TokenCounts(counts.get("promised", 0), counts.get("spent", 0))

    def claim_notice(self, account_id: str, month: str, at: datetime, *, spent: int) -> bool:
        """UpdateItem pk=ACCOUNT#id: set noticed_at once, when `spent` tokens are spent; whether this call set it."""
        condition = "attribute_not_exists(#noticed_at) AND #spent >= :spent"
        values = {"at": to_iso(at), "spent": spent}
        try:
            self.table.update(_tokens(account_id, month), "SET #noticed_at = :at", values, condition=condition)
        except ConditionFailed:
            return False
        return True


@service
class CounterStore:
    """The counters on credentials' rows, and moving them into the usage table, each once, so that none is lost."""

    usage: Table
    keys: Table
    identity: Table

    def open_day(self, counted: Counted, row: Item, now: datetime) -> None:
        """Transaction: begin today's counting on a row as read, and roll the counters of an earlier day.

        Raises `ChangedMeanwhile` when the row is no longer as it was read.
        """
        writes = self._rolling(OpenDay(counted, date.fromisoformat(row[DAY])), row) if DAY in row else []
        values: Item = {"today": now.date().isoformat()}
        expression = "SET #day = :today"
        if counted.table == "identity":
            values["kept"] = int((now + _SESSION_KEPT).timestamp())
            expression += ", expires_at_epoch = :kept"
        condition, seen = _as_read(row)
        if dropped := present(row):
            expression += " REMOVE " + ", ".join(f"#{name}" for name in dropped)
        beginning = self._table(counted).updating({"pk": counted.pk}, expression, values | seen, condition=condition)
        marker = self.usage.putting(_marker(OpenDay(counted, now.date())))
        _roll([beginning, marker, *writes])

    def close_day(self, open_day: OpenDay, row: Item | None, *, ended: bool) -> None:
        """Transaction: roll a day that is over, and remove its counters from the row.

        The row of a session that has `ended` is deleted. If the row has no counters of that day, only the entry that
        points to them is deleted. Raises `ChangedMeanwhile` when the row is no longer as it was read.
        """
        if row is None or row.get(DAY) != open_day.day.isoformat():
            self.usage.delete(_marker_key(open_day))
            return
        condition, seen = _as_read(row)
        table, key = self._table(open_day.counted), {"pk": open_day.counted.pk}
        if ended:
            closing = table.deleting(key, condition=condition, values=seen)
        else:
            dropped = ", ".join(f"#{name}" for name in (DAY, *present(row)))
            closing = table.updating(key, f"REMOVE {dropped}", seen, condition=condition)
        _roll([closing, *self._rolling(open_day, row)])

    def list_overdue(self, now: datetime, *, limit: int) -> list[OpenDay]:
        """Query index outbox: unrolled days of all accounts, over for an hour, the oldest `limit` of every shard."""
        window = outbox.Window(datetime.min.replace(tzinfo=UTC), now)
        return [_open_day(row) for row in outbox.list_waiting(self.usage, window, limit=limit)]

    def find_rows(self, open_days: Sequence[OpenDay]) -> list[Item | None]:
        """BatchGetItem of the rows of keys and sessions with open days, in the order of `open_days`; None if gone."""
        asked = [(self._table(one.counted), one.counted.pk) for one in open_days]
        found = {table: table.get_many([pk for of, pk in asked if of == table]) for table in {of for of, _ in asked}}
        return [found[table].get(pk) for table, pk in asked]

    def _rolling(self, open_day: OpenDay, row: Item) -> list[Write]:
        gone = self.usage.deleting(_marker_key(open_day))
        rolled = counts(row)
        if not rolled:
            return [gone]
        key = _key(open_day.counted.account_id, open_day.day, open_day.counted.principal)
        return [gone, self.usage.updating(key, _adding(rolled), rolled)]

    def _table(self, counted: Counted) -> Table:
        return self.keys if counted.table == "keys" else self.identity


@cache
def counter_store() -> CounterStore:
    """The store, built once for each process."""
    return CounterStore(Table(settings.usage_table), Table(settings.keys_table), Table(settings.identity_table))


@cache
def usage_store() -> UsageStore:
    """The store, built once for each process."""
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


def _logged(item: Item) -> Logged:
    return Logged(
        at=from_iso(item["at"]),
        kind=item["kind"],
        principal=item["principal"],
        method=item["method"],
        route=item["route"],
        tool=item.get("tool"),
        status=item["status"],
        code=item["code"],
        request_id=item["request_id"],
        duration_ms=item.get("duration_ms"),
    )


def _filters(wanted: Wanted) -> tuple[list[str], Item]:
    filters, values = [], Item()
    if wanted.principal is not None:
        filters.append("#principal = :principal")
        values["principal"] = wanted.principal
    if wanted.without is not None:
        filters.append("#principal <> :without")
        values["without"] = wanted.without
    if wanted.statuses is not None:
        filters.append("#status BETWEEN :lowest AND :highest")
        values["lowest"], values["highest"] = wanted.statuses
    if wanted.request_id is not None:
        filters.append("#request_id = :request_id")
        values["request_id"] = wanted.request_id
    return filters, values


def _open_day(item: Item) -> OpenDay:
    table: Literal["keys", "identity"] = item["counted_in"]
    account_id = item["pk"].removeprefix("ACCOUNT#")
    return OpenDay(
        Counted(table, item["counted_pk"], account_id, item["principal"]), date.fromisoformat(item["sk"].split("#")[0])
    )


def _marker_key(open_day: OpenDay) -> Item:
    counted = open_day.counted
    return _key(counted.account_id, open_day.day, f"{counted.principal}#{counted.pk}")


def _marker(open_day: OpenDay) -> Item:
    counted = open_day.counted
    over = datetime.combine(open_day.day + timedelta(days=1), time(), tzinfo=UTC)
    place = {"counted_in": counted.table, "counted_pk": counted.pk, "principal": counted.principal}
    return _marker_key(open_day) | place | outbox.mark(counted.account_id, over + _SWEPT_AFTER)


def _as_read(row: Item) -> tuple[str, Item]:
    """The condition that nothing was counted on a row since it was read, with the values."""
    if DAY not in row:
        return "attribute_exists(pk) AND attribute_not_exists(#day)", {}
    if REQUESTS not in row:
        return "#day = :seen AND attribute_not_exists(#n)", {"seen": row[DAY]}
    return "#day = :seen AND #n = :counted", {"seen": row[DAY], "counted": row[REQUESTS]}


def _roll(writes: list[Write]) -> None:
    with changed_if_failed():
        transact(writes)
