"""Which of its periods a rhythm skips, because the day that it names is not in each of them."""

from __future__ import annotations

import calendar
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import NamedTuple

from common.wording import listed
from domain.schedules.recurrence import Schedule

_BY_MONTH = frozenset({"MONTHLY", "YEARLY"})
_FEBRUARY, _LEAP_DAY, _LEAP_YEAR = 2, 29, 2028
_ORDINALS = {29: "29th", 30: "30th", 31: "31st"}


class Gap(NamedTuple):
    """Where a schedule has no run: the words that end its line, and the words that would run in every period."""

    told: str
    instead: str


def gaps(schedule: Schedule) -> tuple[Gap, ...]:
    """What the rules of a schedule skip; empty where every period has its run."""
    found = (gap for rule in schedule.rrules for gap in _of_rule(rule, schedule.start or ""))
    return tuple(dict.fromkeys(found))


def _of_rule(rule: str, start: str) -> Iterator[Gap]:
    fields = dict(field.split("=") for field in rule.split(";"))
    if fields["FREQ"] not in _BY_MONTH:
        return
    months = _months(fields, datetime.fromisoformat(start.removesuffix("Z")).month)
    for day in map(int, _listed(fields, "BYMONTHDAY")):
        without = [calendar.month_name[month] for month in months if calendar.monthrange(_LEAP_YEAR, month)[1] < day]
        if without:
            yield Gap(f", with no {_ORDINALS[day]} in {listed(without)}", "on the last day of the month")
        elif day == _LEAP_DAY and months == [_FEBRUARY]:
            yield Gap(", in leap years only", "on the last day of February")
        elif day == _LEAP_DAY and _FEBRUARY in months:
            yield Gap(", with no 29th in February but in leap years", "on the last day of the month")
    for place in _listed(fields, "BYDAY"):
        if place.startswith("+5"):
            name = next(day for day in calendar.day_name if day.upper().startswith(place[-2:]))
            yield Gap(f", in months with a fifth {name} only", f"on the last {name} of the month")


def _months(fields: dict[str, str], first: int) -> list[int]:
    """The months that the rule comes to, in the order of the year."""
    named = {int(month) for month in _listed(fields, "BYMONTH")}
    if fields["FREQ"] == "YEARLY":
        return sorted(named or {first})
    step = int(fields.get("INTERVAL", "1"))
    reached = {(first - 1 + step * turn) % 12 + 1 for turn in range(12)}
    return sorted(reached & named if named else reached)


def _listed(fields: dict[str, str], name: str) -> Iterable[str]:
    return filter(None, fields.get(name, "").split(","))
