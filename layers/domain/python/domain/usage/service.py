"""Counts what doors and agents do, and reads the counters.

The authorizer counts requests, on the row of the credential that it looks at anyway. A door counts only errors. It
keeps some of these for a week, for whoever looks for the reason, and some successes of keys and programs for a day.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import field
from datetime import date, datetime, timedelta
from functools import cache

from common.caller import Caller, TurnedAway
from common.clock import to_iso, utc_now
from common.dynamo import Write
from common.errors import TooManyRequests
from common.gate import HttpRequest
from common.services import service
from common.settings import settings
from common.telemetry import logger
from domain.usage.areas import area_of
from domain.usage.records import FIRST_ERROR, SESSIONS, TEAM, Answered, Logged, UsageRow, is_kept
from domain.usage.rolling import RollService
from domain.usage.store import UsageStore, counter_store, usage_store

_HOURS = 24
_NOTED_REMEMBERED = 1_000
_READINGS = 3  # what is rolled between the two reads of a reading is read again


@service
class UsageService:
    """Counts and reads an account's usage. `noted`: the minute of the last kept refusal, by account and reason."""

    store: UsageStore
    now: Callable[[], datetime]
    noted: dict[tuple[str, str], datetime] = field(default_factory=dict)

    def note(self, caller: Caller, answered: Answered, nth: int | None = None) -> None:
        """Count an error; log an error, or the `nth` request of an hour, if `is_kept` says so.

        A failure of any kind is only logged: the request's work is done, and its answer must reach the caller.
        """
        principal = SESSIONS if caller.kind == "session" else caller.principal_id
        now, area = self.now(), area_of(answered.route)
        try:
            if answered.status >= FIRST_ERROR:
                nth = self.store.add_error(caller.account_id, now, principal, area)
            if nth is not None and is_kept(nth):
                logged = Logged(at=now, kind=caller.kind, principal=principal, **vars(answered))
                self.store.put_logged(caller.account_id, logged, f"{to_iso(now)}#{answered.request_id}")
        except Exception:  # noqa: BLE001 - whatever fails here, the request must be answered
            logger.exception("usage_not_counted", area=area)

    def note_turned_away(self, known: TurnedAway, refused: Answered) -> None:
        """Log one refusal a minute and code of a caller whom the authorizer did not let in. None is counted.

        A client that goes on calling beyond its limit must not cost us a write each: this process asks once a minute,
        and all processes ask for the same row. A failure of any kind is logged, not raised.
        """
        now = self.now()
        minute, name = now.replace(second=0, microsecond=0), f"{known.principal_id} {refused.code}"
        if self.noted.get((known.account_id, name)) == minute:
            return
        if len(self.noted) >= _NOTED_REMEMBERED:
            self.noted.clear()
        self.noted[known.account_id, name] = minute
        try:
            logged = Logged(at=now, kind=known.kind, principal=known.principal_id, **vars(refused))
            self.store.put_logged(known.account_id, logged, f"{to_iso(minute)}#{name}")
        except Exception:  # noqa: BLE001 - as above
            logger.exception("refusal_not_kept", code=refused.code)

    def counting_question(self, account_id: str) -> Write:
        """The write that counts a question to the CEO, for the transaction that stores it.

        Its condition fails when the account has asked as much as it may in this hour (`too_many_questions`).
        """
        return self.store.counting_question(account_id, self.now(), most=settings.questions_per_hour)

    def too_many_questions(self) -> TooManyRequests:
        """The error for a question that is one too many in this hour."""
        now = self.now()
        seconds = 60 * 60 - (60 * now.minute + now.second)
        message = f"The CEO takes {settings.questions_per_hour} questions an hour."
        return TooManyRequests(message, retry_after_seconds=seconds)

    def counting_team(self, account_id: str, counts: Mapping[str, int]) -> Write:
        """The write that adds what the agents did (`replies`, `task_runs`), for the transaction that does it."""
        return self.store.adding(account_id, self.now().date(), TEAM, counts)

    def list_rows(self, account_id: str, first: date, last: date) -> list[UsageRow]:
        """The counters of the days from `first` to `last`, both included, oldest first, rolled or not."""
        for _ in range(_READINGS):
            rolled, open_days = self.store.list_rows(account_id, first, last)
            if not open_days:
                return rolled
            unrolled, complete = RollService(counter_store(), self.now).read(open_days)
            if complete:
                break
        return _added_up([*rolled, *unrolled])

    def requests_last_day(self, rows: list[UsageRow]) -> int:
        """The requests of the last 24 hours, to the hour. `rows` must hold the rows of yesterday and today."""
        now = self.now()
        hours = [now - timedelta(hours=back) for back in range(_HOURS)]
        return sum(row.measure(f"hour_{hour:%H}") for hour in hours for row in rows if row.day == hour.date())


@cache
def usage_service() -> UsageService:
    """The service, built once for each process."""
    return UsageService(usage_store(), utc_now)


def note_request(request: HttpRequest, status: int, code: str, milliseconds: int, *, tool: str | None = None) -> None:
    """Count and log a request after it was answered: errors of known callers, and some requests of keys and programs.

    Successes of the dashboard are not logged: the pages' own reads would drown the log.

    Args:
        request: as it came.
        status: of the answer.
        code: of the error in it; empty where there is none.
        milliseconds: that the door took.
        tool: the MCP tool that was called, if there is such a tool.
    """
    caller = request.caller
    answered = Answered(request.method, request.resource, tool, status, code, request.request_id, milliseconds)
    if caller is not None:
        usage_service().note(caller, answered, None if caller.kind == "session" else request.nth)
    elif request.turned_away is not None:
        usage_service().note_turned_away(request.turned_away, answered)


def _added_up(rows: list[UsageRow]) -> list[UsageRow]:
    """The rows added up to one for each day and principal, oldest first."""
    sums: dict[tuple[date, str], Counter[str]] = {}
    for row in rows:
        sums.setdefault((row.day, row.principal), Counter()).update(row.counts)
    return [UsageRow(day, principal, dict(counts)) for (day, principal), counts in sorted(sums.items())]
