"""The schedule in words, as the customer reads it back: "every Monday at 09:00 (Europe/Berlin)"."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, time
from itertools import groupby
from zoneinfo import ZoneInfo

from domain.pa.schedule.recurrence import Schedule
from domain.pa.schedule.said_parts import WORKING_DAYS, Clock, Days
from domain.pa.schedule.vocabulary import MONTH_NAMES, RRULE_DAYS, WEEKDAY_NAMES

_NAMES = dict(zip(RRULE_DAYS, WEEKDAY_NAMES, strict=True))
_NUMBERED = {1: "first", 2: "second", 3: "third", 4: "fourth", 5: "fifth", -1: "last", -2: "second to last"}
_END_OF_DAY = time(23, 59, 59)
_FEW_TIMES = 6
_FEW_MONTHS = 5
_OTHER = 2


def describe(schedule: Schedule, rules: Sequence[Days]) -> str:
    """One line: the days, the times, the limits and the zone."""
    zone = f"({schedule.timezone})"
    if schedule.at:
        at = datetime.fromisoformat(schedule.at).astimezone(ZoneInfo(schedule.timezone))
        return f"once, on {_date(at)} at {at:%H:%M} {zone}"
    alike = groupby(rules, lambda rule: rule.clocks)
    days = " and ".join(f"{_joined(map(_days, group))} at {_times(clocks)}" for clocks, group in alike)
    limits = f", except {_joined(schedule.exdates)}" if schedule.exdates else ""
    if schedule.until:
        last = datetime.fromisoformat(schedule.until)
        last = last.astimezone(ZoneInfo(schedule.timezone)) if schedule.elapsed else last
        limits += f", until {_date(last)}" + ("" if last.time() == _END_OF_DAY else f" at {last:%H:%M}")
    return f"{days or _ticks(schedule.rrules[0])}{limits} {zone}"


def _times(clocks: Sequence[Clock]) -> str:
    times = [str(clock) for clock in clocks]
    return _joined(times) if len(times) <= _FEW_TIMES else f"{times[0]}, {times[1]}, … {times[-1]}"


def _days(rule: Days) -> str:
    unit = "week" if rule.unit == "day" and rule.byday else rule.unit
    every, months = _every(rule.interval, unit), [MONTH_NAMES[month - 1] for month in rule.bymonth]
    missing = [name for name in MONTH_NAMES if name not in months]
    in_months = f" in {_joined(months)}" if months else ""
    if 0 < len(missing) < _FEW_MONTHS:
        in_months = f", except in {_joined(missing)},"
    if rule.unit == "year":
        return f"{every} on {_joined(map(str, rule.bymonthday))}{in_months.removeprefix(' in')}"
    if rule.unit == "month":
        return f"on {_counted(rule)} of {'each month' if rule.interval == 1 else every}{in_months}"
    if rule.bymonthday:
        omitted = _joined(_ordinal(day) for day in range(1, 32) if day not in rule.bymonthday)
        in_months += f", except the {omitted},"
    if not rule.byday:
        return f"{every}{in_months}"
    names = {WORKING_DAYS: "weekday", RRULE_DAYS: "day"}.get(rule.byday) or _joined(_NAMES[day] for day in rule.byday)
    return (f"{every} on {names}" if rule.interval > _OTHER else every.replace("week", names)) + in_months


def _counted(rule: Days) -> str:
    if rule.bysetpos:
        return _joined(f"the {_numbered(number)} business day" for number in rule.bysetpos)
    if rule.bymonthday:
        return _joined("the last day" if day < 0 else f"the {_ordinal(day)}" for day in rule.bymonthday)
    return _joined(f"the {_numbered(int(day[:-2]))} {_NAMES[day[-2:]]}" for day in rule.byday)


def _every(interval: int, unit: str) -> str:
    return {1: f"every {unit}", _OTHER: f"every other {unit}"}.get(interval, f"every {interval} {unit}s")


def _ticks(rrule: str) -> str:
    fields = dict(field.split("=") for field in rrule.split(";"))
    return _every(int(fields["INTERVAL"]), {"HOURLY": "hour", "MINUTELY": "minute"}[fields["FREQ"]])


def _numbered(number: int) -> str:
    return _NUMBERED.get(number) or (_ordinal(number) if number > 0 else f"{_ordinal(-number)} to last")


def _ordinal(number: int) -> str:
    return f"{number}{'th' if number in {11, 12, 13} else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"


def _date(day: datetime) -> str:
    return f"{day:%A} {day.day} {day:%B} {day.year}"


def _joined(items: Iterable[str]) -> str:
    *most, last = items
    return f"{', '.join(most)} and {last}" if most else last
