"""The log of an account's requests: those that were refused or failed in seven days, and successes of one day."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date, datetime
from functools import cache
from typing import Annotated

from pydantic import AfterValidator, Field

from common.caller import CallerKind
from common.clock import from_iso, to_iso, utc_now
from common.envelope import View
from common.errors import InvalidRequest
from common.fields import Instant
from common.paging import decode_cursor, encode_cursor
from common.services import frozen, service
from domain.usage.records import DONE, FIRST_ERROR, KEPT, SESSIONS, Logged, Wanted
from domain.usage.store import UsageStore, usage_store

KEYS = "keys"
_LOOKED_AT = 500
_MOST_READS = 4
_LAST = "~"  # beyond every instant, and beyond all that begins as what stands before it


class CallerView(View):
    """Who sent a request."""

    kind: CallerKind
    id: str | None = Field(description="Of the key or connection; null for the dashboard.")
    name: str | None = Field(description="What it is called today; null when it is not known any more.")
    prefix: str | None = Field(description="The beginning of the key.")


class LoggedRequest(View):
    """A request that succeeded, was refused or failed."""

    request_id: str = Field(description="As in the answer's `X-Request-Id`.")
    at: Instant
    caller: CallerView
    method: str
    route: str = Field(description="The route's template, without ids and query.")
    tool: str | None = Field(description="The MCP tool that was called.")
    status: int
    code: str = Field(description="`error.code` of the answer; empty where it had none.")
    duration_ms: int | None = Field(description="How long the answer took; null where that was not measured.")


class RequestList(View):
    """A page of requests, newest first. With a filter it may be short, and still more follow."""

    requests: list[LoggedRequest]
    has_more: bool
    next_cursor: str | None


def _place(written: str) -> str:
    try:
        moment = from_iso(written)
        return to_iso(moment) if moment.tzinfo else date.fromisoformat(written).isoformat()
    except (ValueError, OverflowError):
        raise ValueError("Give a day such as 2027-01-31, or an instant such as 2027-01-31T09:00:00Z") from None


DayOrInstant = Annotated[str, AfterValidator(_place)]
"""A day or an instant as a caller writes it, kept as text that sorts among the log's places."""


@frozen
class Label:
    """The name by which people know a key or a program, and the key's prefix."""

    name: str
    prefix: str | None = None


@frozen
class Filter:
    """Which requests are asked for.

    `caller` is the id of a key or a connection, `session` for the dashboard, or `keys` for all but the dashboard.
    `statuses` are the lowest and the highest. `first` and `last` are both included; empty means no bound.
    """

    caller: str | None = None
    statuses: tuple[int, int] | None = None
    request_id: str | None = None
    first: DayOrInstant = ""
    last: DayOrInstant = ""


Labels = Callable[[], Mapping[str, Label]]
"""Gives the labels of the account's keys and programs, by their ids; called only when there is one to show."""


@service
class RequestLogService:
    """Reads the requests that were logged."""

    store: UsageStore
    now: Callable[[], datetime]

    def list_requests(
        self, account_id: str, asked: Filter, *, limit: int, cursor: str | None, labels: Labels
    ) -> RequestList:
        """A page of requests, newest first. One call looks at 2,000 of each kind at most.

        Raises `InvalidRequest` for a cursor of another list, and for a range that is reversed.
        """
        if asked.last and asked.first > asked.last + _LAST:
            raise InvalidRequest.of("from", "from must not be after to.")
        pk = f"ACCOUNT#{account_id}"
        start = decode_cursor(cursor, partition={"pk": pk}, begins={"before": ""})
        before = min(start["before"] if start else _LAST, asked.last + _LAST)
        wanted = _wanted(asked)
        looked_at = limit + 2 if wanted == Wanted() else _LOOKED_AT  # the place `before` is looked at once more
        found: list[tuple[str, Logged]] = []
        for _ in range(_MOST_READS):
            rows, before = self._read(account_id, asked, wanted, before, looked_at)
            found += rows
            if len(found) > limit or not before:
                break
        if len(found) > limit:
            before = found[limit - 1][0]
        shown = [logged for _, logged in found[:limit]]
        known = labels() if any(one.kind != "session" for one in shown) else {}
        requests = [_view(one, known.get(one.principal)) for one in shown]
        next_cursor = encode_cursor({"pk": pk, "before": before} if before else None)
        return RequestList(requests=requests, has_more=bool(before), next_cursor=next_cursor)

    def _read(
        self, account_id: str, asked: Filter, wanted: Wanted, before: str, limit: int
    ) -> tuple[list[tuple[str, Logged]], str]:
        """The newest requests before a place, and the place down to which they are complete; "" for the end."""
        rows, end = [], ""
        for begins, kept in KEPT.items():
            since = max(to_iso(self.now() - kept), asked.first)  # DynamoDB may take days to delete what has expired
            other_kind = asked.statuses and (asked.statuses[0] < FIRST_ERROR) != (begins == DONE)
            if other_kind or since >= before:
                continue
            read, stop = self.store.list_logged(account_id, begins, wanted, since=since, until=before, limit=limit)
            rows += read
            end = max(end, stop or "")  # beyond it, requests of one kind were not looked at yet
        return sorted((row for row in rows if end <= row[0] < before), key=lambda row: row[0], reverse=True), end


@cache
def request_log_service() -> RequestLogService:
    """The service, built once for each process."""
    return RequestLogService(usage_store(), utc_now)


def _wanted(asked: Filter) -> Wanted:
    return Wanted(
        principal=None if asked.caller == KEYS else asked.caller,
        without=SESSIONS if asked.caller == KEYS else None,
        statuses=asked.statuses,
        request_id=asked.request_id,
    )


def _view(logged: Logged, label: Label | None) -> LoggedRequest:
    session = logged.kind == "session"
    caller = CallerView(
        kind=logged.kind,
        id=None if session else logged.principal,
        name=label.name if label else None,
        prefix=label.prefix if label else None,
    )
    return LoggedRequest(
        request_id=logged.request_id,
        at=logged.at,
        caller=caller,
        method=logged.method,
        route=logged.route,
        tool=logged.tool,
        status=logged.status,
        code=logged.code,
        duration_ms=logged.duration_ms,
    )
