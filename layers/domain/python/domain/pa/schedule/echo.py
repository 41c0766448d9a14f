"""The schedule in words, as the customer reads it back: "every Monday at 09:00 (Europe/Berlin)"."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, time
from zoneinfo import ZoneInfo

from domain.pa.schedule.vocabulary import RRULE_DAYS
from domain.pa.schedule.plan import Group
from domain.pa.schedule.recurrence import Schedule
from domain.pa.schedule.rrules import DayRule
from domain.pa.schedule.vocabulary import MONTH_NAMES, WEEKDAY_NAMES

_WORKING = RRULE_DAYS[:5]
_NUMBERED = {1: "first", 2: "second", 3: "third", 4: "fourth", 5: "fifth", -1: "last", -2: "second to last"}
_END_OF_DAY = time(23, 59, 59)
_FEW_TIMES = 6
_FEW_MONTHS = 5


def describe(schedule: Schedule, groups: Sequence[Group]) -> str:
    """One line: the days, the times, the limits and the zone."""
    zone = f"({schedule.timezone})"
    if schedule.at:
        at = datetime.fromisoformat(schedule.at).astimezone(ZoneInfo(schedule.timezone))
        return f"once, on {_date(at)} at {at:%H:%M} {zone}"
    days = " and ".join(_group(group) for group in groups) or _ticks(schedule.rrules[0])
    return " ".join([f"{days}{''.join(_limits(schedule))}", zone])


def _group(group: Group) -> str:
    clocks = [str(clock) for clock in group.clocks]
    at = _joined(clocks) if len(clocks) <= _FEW_TIMES else f"{clocks[0]}, {clocks[1]}, … {clocks[-1]}"
    return f"{_joined(_days(rule) for rule in group.rules)} at {at}"


def _limits(schedule: Schedule) -> Iterable[str]:
    if schedule.exdates:
        yield f", except {_joined(schedule.exdates)}"
    if schedule.until:
        last = datetime.fromisoformat(schedule.until)
        last = last.astimezone(ZoneInfo(schedule.timezone)) if schedule.elapsed else last
        whole_day = last.time() == _END_OF_DAY
        yield f", until {_date(last)}" + ("" if whole_day else f" at {last:%H:%M}")


def _days(rule: DayRule) -> str:
    months = _months(rule)
    if rule.unit == "year":
        return f"{_every(rule.interval, 'year')} on {rule.bymonthday[0]} {MONTH_NAMES[rule.bymonth[0] - 1]}"
    if rule.unit == "month":
        return (
            f"on {_counted(rule)} of {'each month' if rule.interval == 1 else _every(rule.interval, 'month')}{months}"
        )
    if rule.unit == "day":
        return f"{_every(rule.interval, 'day')}{_filtered(rule)}{months}"
    return f"{_week_days(rule)}{months}"


def _months(rule: DayRule) -> str:
    left_out = [month for month in range(1, 13) if month not in rule.bymonth]
    if not rule.bymonth:
        return ""
    if len(left_out) < _FEW_MONTHS:
        return f", except in {_joined(MONTH_NAMES[month - 1] for month in left_out)},"
    return f" in {_joined(MONTH_NAMES[month - 1] for month in rule.bymonth)}"


def _week_days(rule: DayRule) -> str:
    names = "weekday" if rule.byday == _WORKING else _joined(_weekday(day) for day in rule.byday)
    match rule.interval:
        case 1:
            return f"every {names}"
        case 2:
            return f"every other {names}"
        case _:
            return f"{_every(rule.interval, 'week')} on {names}"


def _counted(rule: DayRule) -> str:
    if rule.bysetpos:
        return f"the {_numbered(rule.bysetpos[0])} business day"
    if rule.bymonthday and not rule.byday:
        return _joined("the last day" if day < 0 else f"the {_ordinal(day)}" for day in rule.bymonthday)
    if rule.bymonthday:
        return f"{_joined(f'the {_ordinal(day)}' for day in rule.bymonthday)}{_filtered(rule)}"
    return _joined(f"the {_numbered(int(day[:-2]))} {_weekday(day[-2:])}" for day in rule.byday)


def _filtered(rule: DayRule) -> str:
    names = "a weekday" if rule.byday == _WORKING else _joined((_weekday(day) for day in rule.byday or ["MO"]), "or")
    only = f", if it is {names}," if rule.byday else ""
    missing = (
        [day for day in range(1, 32) if day not in rule.bymonthday] if rule.unit == "day" and rule.bymonthday else []
    )
    return only + (f", except the {_joined(_ordinal(day) for day in missing)}," if missing else "")


def _every(interval: int, unit: str) -> str:
    return {1: f"every {unit}", 2: f"every other {unit}"}.get(interval, f"every {interval} {unit}s")


def _ticks(rrule: str) -> str:
    fields = dict(field.split("=") for field in rrule.split(";"))
    unit, interval = {"HOURLY": "hour", "MINUTELY": "minute"}[fields["FREQ"]], int(fields["INTERVAL"])
    return f"every {unit}" if interval == 1 else f"every {interval} {unit}s"


def _numbered(number: int) -> str:
    return _NUMBERED.get(number) or (_ordinal(number) if number > 0 else f"{_ordinal(-number)} to last")


def _ordinal(number: int) -> str:
    tail = "th" if number in {11, 12, 13} else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{tail}"


def _weekday(day: str) -> str:
    return WEEKDAY_NAMES[RRULE_DAYS.index(day)]


def _date(day: datetime) -> str:
    return f"{day:%A} {day.day} {day:%B} {day.year}"


def _joined(items: Iterable[str], word: str = "and") -> str:
    *most, last = items
    return f"{', '.join(most)} {word} {last}" if most else last
