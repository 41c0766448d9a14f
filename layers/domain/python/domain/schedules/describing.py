"""A schedule in one line of English: its days, its times, its limits and its zone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import date, datetime, time
from itertools import groupby
from zoneinfo import ZoneInfo

from common.wording import day_of, listed
from domain.schedules.recurrence import Schedule
from domain.schedules.skipping import gaps
from domain.schedules.words import MONTHS, RRULE_DAYS, WEEKDAYS, ranked

_NAMES = dict(zip(RRULE_DAYS, (day.title() for day in WEEKDAYS), strict=True))
_NUMBERED = {1: "first", 2: "second", 3: "third", 4: "fourth", 5: "fifth", -1: "last", -2: "second to last"}
_LAST_SECOND = time.max.replace(microsecond=0)
_FEW_TIMES, _HALF_A_MONTH = 6, 15
type Rule = Mapping[str, list[str]]


def describe(schedule: Schedule, now: datetime) -> str:
    """One line: the days, the times, when it begins if not at once, the limits, what it skips, and the zone."""
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
    """From when on it runs, where it would run earlier by its rules alone."""
    first = schedule.occurrences_after(now, 1)
    local = now.astimezone(ZoneInfo(schedule.timezone)).replace(tzinfo=None, microsecond=0)
    if not first or schedule.elapsed or not schedule.start:
        return ""
    at_once = replace(schedule, start=local.isoformat(), until=None).occurrences_after(now, 1)
    is_later = bool(at_once) and at_once[0] < first[0]
    return f", from {_date(first[0].astimezone(ZoneInfo(schedule.timezone)))}" if is_later else ""


def fields_of(rule: str) -> dict[str, list[str]]:
    """The fields of a rule of RFC 5545 with the values of each."""
    return {name: values.split(",") for name, _, values in (field.partition("=") for field in rule.split(";"))}


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
