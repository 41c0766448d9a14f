"""The log of refused requests: what an account's keys, programs and pages were refused in the last seven days."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from functools import cache

from pydantic import Field

from common.caller import CallerKind
from common.clock import utc_now
from common.dynamo import Item
from common.envelope import View
from common.fields import Instant
from common.paging import decode_cursor, encode_cursor
from common.services import frozen, service
from domain.usage.records import REFUSALS_KEPT, REFUSED, SESSIONS, Refusal, Wanted
from domain.usage.store import UsageStore, usage_store

KEYS = "keys"
_LOOKED_AT = 500
_MOST_READS = 4


class CallerView(View):
    """Who sent a request."""

    kind: CallerKind
    id: str | None = Field(description="Of the key or connection; null for the dashboard.")
    name: str | None = Field(description="What it is called today; null when it is not known any more.")
    prefix: str | None = Field(description="The beginning of the key.")


class LoggedRequest(View):
    """A request that was refused or failed."""

    request_id: str = Field(description="As in the answer's `X-Request-Id`.")
    at: Instant
    caller: CallerView
    method: str
    route: str = Field(description="The route's template, without ids and query.")
    tool: str | None = Field(description="The MCP tool that was called.")
    status: int
    code: str = Field(description="`error.code` of the answer; empty where it had none.")


class RequestList(View):
    """A page of refused requests, newest first. With a filter it may be short, and still more follow."""

    requests: list[LoggedRequest]
    has_more: bool
    next_cursor: str | None


@frozen
class Label:
    """What people know a key or a program by."""

    name: str
    prefix: str | None = None


@frozen
class Filter:
    """Which requests are asked for.

    `caller` is the id of a key or a connection, `session` for the dashboard, or `keys` for all but the dashboard.
    `statuses` are the lowest and the highest.
    """

    caller: str | None = None
    statuses: tuple[int, int] | None = None
    request_id: str | None = None


Labels = Callable[[], Mapping[str, Label]]
"""What the account's keys and programs are known by, by their ids; asked for when there is something to label."""


@service
class RequestLogService:
    """Reads what was refused."""

    store: UsageStore
    now: Callable[[], datetime]

    def list_requests(
        self, account_id: str, asked: Filter, *, limit: int, cursor: str | None, labels: Labels
    ) -> RequestList:
        """A page of what was refused, newest first. One call looks at 2,000 entries at most.

        Raises `InvalidRequest` for a cursor of another list.
        """
        pk = f"ACCOUNT#{account_id}"
        start: Item | None = decode_cursor(cursor, partition={"pk": pk}, begins={"sk": REFUSED})
        wanted = self._wanted(asked)
        looked_at = limit + 1 if asked == Filter() else _LOOKED_AT
        found: list[tuple[Refusal, Item]] = []
        for _ in range(_MOST_READS):
            rows, start = self.store.list_refusals(account_id, wanted, limit=looked_at, start=start)
            found += rows
            if len(found) > limit or start is None:
                break
        if len(found) > limit:
            start = found[limit - 1][1]
        shown = [refusal for refusal, _ in found[:limit]]
        known = labels() if any(one.kind != "session" for one in shown) else {}
        requests = [_view(one, known.get(one.principal)) for one in shown]
        return RequestList(requests=requests, has_more=start is not None, next_cursor=encode_cursor(start))

    def _wanted(self, asked: Filter) -> Wanted:
        return Wanted(
            since=self.now() - REFUSALS_KEPT,  # DynamoDB may take days to delete what has expired
            principal=None if asked.caller == KEYS else asked.caller,
            without=SESSIONS if asked.caller == KEYS else None,
            statuses=asked.statuses,
            request_id=asked.request_id,
        )


@cache
def request_log_service() -> RequestLogService:
    """The one service of this process."""
    return RequestLogService(usage_store(), utc_now)


def _view(refusal: Refusal, label: Label | None) -> LoggedRequest:
    session = refusal.kind == "session"
    caller = CallerView(
        kind=refusal.kind,
        id=None if session else refusal.principal,
        name=label.name if label else None,
        prefix=label.prefix if label else None,
    )
    return LoggedRequest(
        request_id=refusal.request_id,
        at=refusal.at,
        caller=caller,
        method=refusal.method,
        route=refusal.route,
        tool=refusal.tool,
        status=refusal.status,
        code=refusal.code,
    )
