"""Tells a schedule in one line of English: days, times, limits, zone, and the periods in which it does not run."""

from __future__ import annotations

import calendar
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date, datetime, time
from itertools import groupby
from typing import NamedTuple
from zoneinfo import ZoneInfo

from common.wording import day_of, listed
from domain.schedules.recurrence import Schedule, fields_of
from domain.schedules.words import MONTHS, RRULE_DAYS, WEEKDAYS, ranked

_NAMES = dict(zip(RRULE_DAYS, (day.title() for day in WEEKDAYS), strict=True))
_NUMBERED = {1: "first", 2: "second", 3: "third", 4: "fourth", 5: "fifth", -1: "last", -2: "second to last"}
_LAST_SECOND = time.max.replace(microsecond=0)
_FEW_TIMES, _HALF_A_MONTH = 6, 15
_BY_MONTH = frozenset({"MONTHLY", "YEARLY"})
_FEBRUARY, _LEAP_DAY, _LEAP_YEAR = 2, 29, 2028
type Rule = Mapping[str, list[str]]


def describe(schedule: Schedule, now: datetime) -> str:
    """One line: the days, the times, when it begins if not at once, the limits, the gaps, and the zone."""
    zone = f"({schedule.timezone})"
    if schedule.at:
        at = datetime.fromisoformat(schedule.at).astimezone(ZoneInfo(schedule.timezone))
        return f"once, on {_date(at)} at {at:%H:%M} {zone}"
    rules: dict[str, list[str]] = {}
    for text in schedule.rrules:
        fields = fields_of(text)
        minute = fields.get("BYMINUTE", ["0"])[0]
        clocks = [f"{int(hour):02}:{int(minute):02}" for hour in fields.get("BYHOUR", [])]
        rules.setdefault(_days(fields), []).extend(clocks)
    timed = {days: _times(sorted(clocks)) for days, clocks in rules.items()}
    told = " and ".join(f"{listed(group)}{at}" for at, group in groupby(timed, timed.__getitem__))
    limits = _beginning(schedule, now)
    left_out = [day_of(date.fromisoformat(day)) for day in schedule.exdates]
    limits += f", except {listed(left_out)}" if left_out else ""
    if schedule.until:
        last = datetime.fromisoformat(schedule.until)
        last = last.astimezone(ZoneInfo(schedule.timezone)) if schedule.elapsed else last
        limits += f", until {_date(last)}" + ("" if last.time() == _LAST_SECOND else f" at {last:%H:%M}")
    return f"{told}{limits}{''.join(gap.told for gap in gaps(schedule))} {zone}"


def _beginning(schedule: Schedule, now: datetime) -> str:
    """The text ", from" with the first day of a schedule; "" if the rules alone would not give an earlier run."""
    first = schedule.occurrences_after(now, 1)
    local = now.astimezone(ZoneInfo(schedule.timezone)).replace(tzinfo=None, microsecond=0)
    if not first or schedule.elapsed or not schedule.start:
        return ""
    at_once = replace(schedule, start=local.isoformat(), until=None).occurrences_after(now, 1)
    is_later = bool(at_once) and at_once[0] < first[0]
    return f", from {_date(first[0].astimezone(ZoneInfo(schedule.timezone)))}" if is_later else ""


def _times(times: list[str]) -> str:
    few = len(times) <= _FEW_TIMES
    return f" at {listed(times) if few else f'{times[0]}, {times[1]}, … {times[-1]}'}" if times else ""


def _days(rule: Rule) -> str:
    unit = {"MINUTELY": "minute", "HOURLY": "hour", "DAILY": "day", "WEEKLY": "week", "MONTHLY": "month"}.get(
        rule["FREQ"][0], "year"
    )
    interval, days = int(rule.get("INTERVAL", ["1"])[0]), tuple(rule.get("BYDAY", ()))
    months = [MONTHS[int(month) - 1].title() for month in rule.get("BYMONTH", ())]
    own = {1: f"every {unit}", 2: f"every other {unit}"}
    every, in_months = own.get(interval, f"every {interval} {unit}s"), f" in {listed(months)}" if months else ""
    numbers = [int(day) for day in rule.get("BYMONTHDAY", ())]
    if unit == "year":
        return f"{every} on {listed(map(str, numbers))}{in_months.removeprefix(' in')}"
    if unit == "month":
        return f"on {_counted(rule, numbers)} of {'each month' if interval == 1 else every}{in_months}"
    if numbers:
        omitted = listed(ranked(day) for day in range(1, 32) if day not in numbers)
        in_months += f", except the {omitted},"
    if not days:
        return f"{every}{in_months}"
    names = {RRULE_DAYS[:5]: "weekday", RRULE_DAYS: "day"}.get(days) or listed(_NAMES[day] for day in days)
    plain = every.replace("day", names) if unit == "day" else every.replace("week", names)
    return (f"{every} on {names}" if interval > 2 else plain) + in_months  # noqa: PLR2004 - "every other" has no number


def _counted(rule: Rule, numbers: list[int]) -> str:
    if "BYSETPOS" in rule:
        return listed(f"the {_numbered(int(number))} business day" for number in rule["BYSETPOS"])
    if numbers:
        return listed("the last day" if day < 0 else f"the {ranked(day)}" for day in numbers)
    return listed(f"the {_numbered(int(day[:-2]))} {_NAMES[day[-2:]]}" for day in rule["BYDAY"])


def _numbered(number: int) -> str:
    return _NUMBERED.get(number) or (ranked(number) if number > 0 else f"{ranked(-number)} to last")


def _date(day: datetime) -> str:
    return f"{day:%a} {day_of(day)}"


class Gap(NamedTuple):
    """Periods without a run: the words that end the schedule's line, and words for a day that every period has."""

    told: str
    instead: str


def gaps(schedule: Schedule) -> tuple[Gap, ...]:
    """The gaps in the rules of a schedule; empty if it runs in every period."""
    found = (gap for rule in schedule.rrules for gap in _gaps_of(rule, schedule.start or ""))
    return tuple(dict.fromkeys(found))


def _gaps_of(rule: str, start: str) -> Iterator[Gap]:
    fields = fields_of(rule)
    if fields["FREQ"][0] not in _BY_MONTH:
        return
    months = _months(fields, datetime.fromisoformat(start.removesuffix("Z")).month)
    for day in map(int, fields.get("BYMONTHDAY", ())):
        without = [calendar.month_name[month] for month in months if calendar.monthrange(_LEAP_YEAR, month)[1] < day]
        if without:
            yield Gap(f", with no {ranked(day)} in {listed(without)}", "on the last day of the month")
        elif day == _LEAP_DAY and months == [_FEBRUARY]:
            yield Gap(", in leap years only", "on the last day of February")
        elif day == _LEAP_DAY and _FEBRUARY in months:
            yield Gap(", with no 29th in February but in leap years", "on the last day of the month")
    for place in fields.get("BYDAY", ()):
        if place.startswith("+5"):
            name = next(day for day in calendar.day_name if day.upper().startswith(place[-2:]))
            yield Gap(f", in months with a fifth {name} only", f"on the last {name} of the month")


def _months(fields: Rule, first: int) -> list[int]:
    """The numbers of the months in which the rule can run, in order; `first` is the month in which it starts."""
    named = set(map(int, fields.get("BYMONTH", ())))
    if fields["FREQ"] == ["YEARLY"]:
        return sorted(named or {first})
    step = int(fields.get("INTERVAL", ["1"])[0])
    reached = {(first - 1 + step * turn) % 12 + 1 for turn in range(12)}
    return sorted(reached & named if named else reached)
