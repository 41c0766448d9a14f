"""Counts requests, one update for each, and reads the counters. A request is answered even when counting fails."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import cache

from common.caller import Caller
from common.clock import utc_now
from common.dynamo import Write
from common.gate import HttpRequest
from common.telemetry import logger
from domain.usage.records import SESSIONS, TEAM, UsageRow
from domain.usage.store import UsageStore, usage_store

_FIRST_ERROR = 400
_ACCEPTED = 202
_ASK = "/agents/{project_id}/ask"
_HOURS = 24


@dataclass(frozen=True, slots=True)
class UsageService:
    """Counters of one account."""

    store: UsageStore
    now: Callable[[], datetime]

    def count_request(self, caller: Caller, area: str, status: int, *, asked: bool = False) -> None:
        """Add one request, one error when `status` is 400 or more, and one message when the CEO was `asked`.

        A failure of any kind is logged, not raised: the request's work is done, and its answer must reach the caller.
        """
        now = self.now()
        counts = {"requests": 1, f"requests_{area}": 1, f"hour_{now:%H}": 1}
        if status >= _FIRST_ERROR:
            counts |= {"errors": 1, f"errors_{area}": 1}
        if asked:
            counts["messages"] = 1
        principal = caller.principal_id if caller.kind == "api_key" else SESSIONS
        try:
            self.store.add(caller.account_id, now.date(), principal, counts)
        except Exception:  # noqa: BLE001 - whatever fails here, the request must be answered
            logger.exception("usage_not_counted", area=area)

    def counting_team(self, account_id: str, counts: Mapping[str, int]) -> Write:
        """The write that counts what the agents did (`replies`, `task_runs`), for the transaction that does it."""
        return self.store.adding(account_id, self.now().date(), TEAM, counts)

    def list_rows(self, account_id: str, first: date, last: date) -> list[UsageRow]:
        """The counters of the days from `first` to `last`, both included, oldest first."""
        return self.store.list_rows(account_id, first, last)

    def requests_last_day(self, rows: list[UsageRow]) -> int:
        """Requests in the last 24 hours, to the hour. `rows` must hold the rows of yesterday and today."""
        now = self.now()
        hours = [now - timedelta(hours=back) for back in range(_HOURS)]
        return sum(row.measure(f"hour_{hour:%H}") for hour in hours for row in rows if row.day == hour.date())


@cache
def usage_service() -> UsageService:
    """The one service of this process."""
    return UsageService(usage_store(), utc_now)


def counting(area: str) -> Callable[[HttpRequest, int], None]:
    """The function that a door calls after each request. It counts requests whose caller is known."""

    def count(request: HttpRequest, status: int) -> None:
        if request.caller is not None:
            asked = request.resource == _ASK and status == _ACCEPTED
            usage_service().count_request(request.caller, area, status, asked=asked)

    return count
