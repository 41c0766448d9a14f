"""Counts what doors and agents do, and reads the counters.

The authorizer counts requests, on the row of the credential that it looks at anyway. A door counts the errors alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from datetime import date, datetime, timedelta
from functools import cache

from common.caller import Caller
from common.clock import utc_now
from common.dynamo import Write
from common.errors import TooManyRequests
from common.gate import HttpRequest
from common.services import service
from common.settings import settings
from common.telemetry import logger
from domain.usage.areas import area_of
from domain.usage.records import SESSIONS, TEAM, UsageRow
from domain.usage.rolling import RollService
from domain.usage.store import UsageStore, counter_store, usage_store

_FIRST_ERROR = 400
_HOURS = 24
_READINGS = 3  # what is rolled between the two reads of a reading is read again


@service
class UsageService:
    """Counters of one account."""

    store: UsageStore
    now: Callable[[], datetime]

    def count_error(self, caller: Caller, area: str) -> None:
        """Add one error.

        A failure of any kind is logged, not raised: the request's work is done, and its answer must reach the caller.
        """
        principal = SESSIONS if caller.kind == "session" else caller.principal_id
        try:
            self.store.add(caller.account_id, self.now().date(), principal, {"errors": 1, f"errors_{area}": 1})
        except Exception:  # noqa: BLE001 - whatever fails here, the request must be answered
            logger.exception("usage_not_counted", area=area)

    def counting_question(self, account_id: str) -> Write:
        """The write that counts a question to the CEO, for the transaction that stores it.

        Its condition fails when the account has asked as much as it may in this hour (`too_many_questions`).
        """
        return self.store.counting_question(account_id, self.now(), most=settings.questions_per_hour)

    def too_many_questions(self) -> TooManyRequests:
        """The refusal of a question that the hour has no room for."""
        now = self.now()
        seconds = 60 * 60 - (60 * now.minute + now.second)
        message = f"The CEO takes {settings.questions_per_hour} questions an hour. Ask again in {seconds} s."
        return TooManyRequests(message, retry_after_seconds=seconds)

    def counting_team(self, account_id: str, counts: Mapping[str, int]) -> Write:
        """The write that counts what the agents did (`replies`, `task_runs`), for the transaction that does it."""
        return self.store.adding(account_id, self.now().date(), TEAM, counts)

    def list_rows(self, account_id: str, first: date, last: date) -> list[UsageRow]:
        """The counters of the days from `first` to `last`, both included, oldest first; also those not rolled yet."""
        for _ in range(_READINGS):
            rolled, open_days = self.store.list_rows(account_id, first, last)
            if not open_days:
                return rolled
            unrolled, complete = RollService(counter_store(), self.now).read(open_days)
            if complete:
                break
        return _added_up([*rolled, *unrolled])

    def requests_last_day(self, rows: list[UsageRow]) -> int:
        """Requests in the last 24 hours, to the hour. `rows` must hold the rows of yesterday and today."""
        now = self.now()
        hours = [now - timedelta(hours=back) for back in range(_HOURS)]
        return sum(row.measure(f"hour_{hour:%H}") for hour in hours for row in rows if row.day == hour.date())


@cache
def usage_service() -> UsageService:
    """The one service of this process."""
    return UsageService(usage_store(), utc_now)


def count_errors(request: HttpRequest, status: int) -> None:
    """What a door calls after each request: the errors of callers who are known are counted."""
    if request.caller is not None and status >= _FIRST_ERROR:
        usage_service().count_error(request.caller, area_of(request.resource))


def _added_up(rows: list[UsageRow]) -> list[UsageRow]:
    """One row for each day and principal, oldest first."""
    sums: dict[tuple[date, str], Counter[str]] = {}
    for row in rows:
        sums.setdefault((row.day, row.principal), Counter()).update(row.counts)
    return [UsageRow(day, principal, dict(counts)) for (day, principal), counts in sorted(sums.items())]
