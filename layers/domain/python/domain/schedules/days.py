"""Reads words for days ("1 and 15 May", "in 3 days") as parts of an RFC 5545 rule, or raises `ScheduleUnclearError`."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from itertools import groupby

from dateutil.relativedelta import relativedelta
from dateutil.rrule import DAILY, rrule

from common.services import frozen
from domain.schedules.reading import ScheduleUnclearError, refuse_if
from domain.schedules.times import Clock
from domain.schedules.words import MONTHS, RRULE_DAYS, WEEKDAYS, shape

LENGTHS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_DAY, _MONTH = shape("day"), shape("month")
_MONTHS_IN = {"month": 1, "quarter": 3, "year": 12}
# The months in which a quarter or year begins (False) or ends (True).
_EDGES = {
    ("quarter", False): (1, 4, 7, 10), ("quarter", True): (3, 6, 9, 12), ("year", False): (1,), ("year", True): (12,),
}  # fmt: skip


@frozen
class Days:
    """Days as the fields of an RFC 5545 rule name them, with the times of these days in `clocks`.

    `repeats`: the words say that they come again and again. Else they mean the first such day from `begin` to `last`;
    `seen`: the words count from today; `again`: when that day is over, the next such day will do; `named`: the weekday
    that was said beside a date.
    """

    unit: str
    interval: int = 1
    byday: tuple[str, ...] = ()
    bymonthday: tuple[int, ...] = ()
    bymonth: tuple[int, ...] = ()
    bysetpos: tuple[int, ...] = ()
    repeats: bool = False
    begin: date | None = None
    last: date | None = None
    seen: bool = False
    again: bool = False
    named: str = ""
    clocks: tuple[Clock, ...] = ()

    @property
    def count(self) -> int:
        """How many days the rule names in one period of the unit."""
        return len(self.bysetpos or self.bymonthday or self.byday or (1,)) * max(len(self.bymonth), 1)

    def rrules(self) -> tuple[str, ...]:
        """The RRULEs that together give all times in `clocks`, without UNTIL: `begin` and `last` are not in them.

        Times with the same minute share a rule ("9:00 and 14:00"); with `bysetpos` each time has its own.
        """
        ordered = sorted(self.clocks, key=lambda clock: (clock.minute, clock.hour))
        # BYSETPOS counts moments, not days: with two hours in one rule "the last working day" would be its last hour.
        alike = groupby(ordered, lambda clock: (clock.minute, clock.hour if self.bysetpos else 0))
        return tuple(self._rrule([clock.hour for clock in group], minute) for (minute, _), group in alike)

    def _rrule(self, hours: list[int], minute: int) -> str:
        fields = {
            "INTERVAL": [self.interval] if self.interval > 1 else (), "BYMONTH": self.bymonth,
            "BYMONTHDAY": self.bymonthday, "BYDAY": self.byday, "BYHOUR": hours, "BYMINUTE": [minute],
            "BYSECOND": [0], "BYSETPOS": self.bysetpos,
        }  # fmt: skip
        freq = {"day": "DAILY", "week": "WEEKLY", "year": "YEARLY"}.get(self.unit, "MONTHLY")
        said = (f"{name}={','.join(map(str, given))}" for name, given in fields.items() if given)
        return ";".join([f"FREQ={freq}", *said])


def single(text: str, today: date) -> Days | None:
    """Reads a text that names one day, week, month, quarter or year as a bound; None if it names none."""
    if found := re.fullmatch(f"(?:on )?(?P<day>{_DAY})", text):
        return Days("week", byday=(RRULE_DAYS[WEEKDAYS.index(found["day"])],), again=True)
    for name, read in (("span", _span), ("relative", relative), ("dates", dates), ("positions", positions)):
        if re.fullmatch(shape(name), text):
            days = read(text, today)
            return days if days and not days.repeats else None
    return None


def dates(text: str, today: date) -> Days:  # noqa: ARG001 - as its neighbours
    """Reads "December 3rd, 2026", "12 and 19 October", "2026-12-24", "24.12.2026". Raises `ScheduleUnclearError`."""
    said = text.replace("the ", "").removeprefix("on ")
    named = re.match(_DAY, said)
    if figures := re.search(shape("figures"), said):
        return replace(_in_figures(figures[0]), named=named[0] if named else "")
    pairs: list[tuple[int, int]] = []
    numbers: list[int] = []
    year = re.search(r" (2[01]\d\d)$", said)
    for word in re.findall(rf"{_MONTH}|\d+", said[: year.start()] if year else said):
        if word.isdigit() and pairs and pairs[-1][1] == 0:
            pairs[-1] = pairs[-1][0], int(word)
        elif word.isdigit():
            numbers.append(int(word))
        else:
            pairs += [(MONTHS.index(word) + 1, number) for number in numbers or [0]]
            numbers = []
    if numbers and re.match(rf"(?:{_DAY} (?:, )?)?{_MONTH}", said):  # "March 9 and 16"
        pairs, numbers = [*pairs, *((pairs[-1][0], number) for number in numbers)], []
    months, days = sorted({month for month, _ in pairs}), sorted({day for _, day in pairs})
    refuse_if(
        numbers or len(pairs) != len(months) * len(days), text, "name each date by itself", "every year on 1 March"
    )
    refuse_if(
        any(not 0 < day <= LENGTHS[month - 1] for month, day in pairs), text, "there is no such date", "on 3 December"
    )
    begin, last = (date(int(year[1]), 1, 1), date(int(year[1]), 12, 31)) if year else (None, None)
    named_day = named[0] if named else ""
    return Days("year", bymonth=tuple(months), bymonthday=tuple(days), begin=begin, last=last, named=named_day)


def _in_figures(text: str) -> Days:
    """Read a date in figures: year first, day.month, or with slashes whichever order makes the only possible date.

    Raises `ScheduleUnclearError` when there is no such date, or two orders give different ones.
    """
    figures = [int(figure) for figure in re.findall(r"\d+", text)]
    try:
        if figures[0] > LENGTHS[0]:
            return _on(date(*figures))
        orders = {(figures[1], figures[0])} if "." in text else {(figures[0], figures[1]), (figures[1], figures[0])}
        ((month, day),) = [
            order for order in orders if 0 < order[0] <= len(LENGTHS) and 0 < order[1] <= LENGTHS[order[0] - 1]
        ]
        return _on(date(figures[2], month, day)) if figures[2:] else Days("year", bymonth=(month,), bymonthday=(day,))
    except ValueError:
        why = "there is no such date, or it can be read in several ways"
        raise ScheduleUnclearError(text, why, "2026-12-24 14:00") from None


def _on(day: date, *, seen: bool = False) -> Days:
    return Days("day", begin=day, last=day, seen=seen)


def relative(text: str, today: date) -> Days:
    """Reads what is counted from today: "tomorrow", "in 3 days", "next Tuesday", "Friday next week"."""
    day = re.search(_DAY, text)
    if day and "week" not in text:
        begin = today + timedelta(days="next" in text)
        return Days("week", byday=(RRULE_DAYS[WEEKDAYS.index(day[0])],), begin=begin, seen=True)
    if day:
        monday = today + timedelta(7 - today.weekday())
        return _on(monday + timedelta(WEEKDAYS.index(day[0])), seen=True)
    ahead = re.search(rf"(an?|\d{{1,4}}) (weekday|{shape('unit')})", text)
    count, unit = (1 if ahead[1][0] == "a" else int(ahead[1]), ahead[2]) if ahead else (0, "day")
    if not ahead:
        count = 2 if "after" in text else int("tomorrow" in text or "weekday" in text)
    return _on(later(today, count, "weekday" if "weekday" in text else unit), seen=True)


def _span(text: str, today: date) -> Days:
    """Reads "this week", "next quarter", "March" or "May 2027"; returns its first and its last day."""
    if month := re.search(_MONTH, text):
        number = MONTHS.index(month[0]) + 1
        year = re.search(r"\d{4}", text)
        begin = date(int(year[0]) if year else today.year + (number < today.month), number, 1)
        return Days("day", begin=begin, last=begin + relativedelta(months=1, days=-1), bymonth=(number,))
    unit = text.rsplit(maxsplit=1)[-1]
    months = _MONTHS_IN.get(unit, 0)
    begin = (
        today.replace(day=1) - relativedelta(months=(today.month - 1) % months)
        if months
        else today - timedelta(today.weekday())
    )
    length = relativedelta(months=months, weeks=not months)
    begin += length if "next" in text else relativedelta()
    return Days("day", begin=begin, last=begin + length - timedelta(days=1), seen=True)


def later(day: date, count: int, unit: str) -> date:
    """The day so many days, weekdays, weeks, months or years later. Raises `ScheduleUnclearError` if there is none."""
    try:
        if unit == "weekday":
            begin = datetime.combine(day, time()) + timedelta(days=1)
            runs: list[datetime] = [*rrule(DAILY, dtstart=begin, byweekday=range(5), count=min(count, 999))]
            return runs[-1].date()
        found = day + relativedelta(**{f"{unit}s": count})  # type: ignore[arg-type]  # days to years
    except (ValueError, OverflowError, IndexError):
        raise ScheduleUnclearError(f"{count} {unit}s", "I do not know that day", "in 3 weeks") from None
    lacking = unit in _MONTHS_IN and found.day != day.day
    refuse_if(lacking, f"in {count} {unit}s", "that month has no such day", "on May 31")
    return found


def positions(text: str, today: date) -> Days | None:
    """Reads "the first and third Tuesday of each month", "the 15th", "the end of each quarter"."""
    scope = re.search(rf"(?:{shape('scope')})$", text)
    said, within = text[: scope.start()] if scope else text, scope[0] if scope else ""
    edge = re.search("end$|beginning$|start$", said)
    if edge:
        once = "every" not in within and not re.search(f"{_MONTH}|this|next", within)
        refuse_if(once, text, "is it once, or every time?", "on the last day of each month")
        return _within(today, Days("month", bymonthday=(-1 if edge[0] == "end" else 1,)), within)
    numbers = tuple(-1 if number[0] in "lf" else int(number) for number in re.findall(r"last|final|\d+", said))
    targets = set(re.findall(rf"weekday|(?<=\w )day(?! \d)|{_DAY}", said))
    refuse_if(len(targets) > 1, text, "it counts two kinds of days at once", "on the last Friday of each month")
    target = next(iter(targets), "day")
    most = {"day": 31, "weekday": 20}.get(target, 5)
    refuse_if(
        not all(number and number <= most for number in numbers), text, "no month has it", "on the 5th of each month"
    )
    days = Days("month", bymonthday=numbers, again=not within and not targets)
    if target == "weekday":
        days = Days("month", byday=RRULE_DAYS[:5], bysetpos=numbers)
    elif target != "day":
        days = Days("month", byday=tuple(f"{number:+}{RRULE_DAYS[WEEKDAYS.index(target)]}" for number in numbers))
    return _within(today, days, within) if within else days


def _within(today: date, days: Days, scope: str) -> Days:
    """Limits counted days to a scope: every so many months, the edge of a quarter or year, or named months."""
    numbers = days.bymonthday or days.bysetpos or tuple(int(day[:-2]) for day in days.byday)
    months = tuple(MONTHS.index(month) + 1 for month in re.findall(_MONTH, scope))
    short = any(max(days.bymonthday, default=0) > LENGTHS[month - 1] for month in months)
    refuse_if(short, scope, "there is no such date", "on the 5th of each month")
    step = re.search(r"(other|\d{1,4})(?:st|nd|rd|th)? (?:month|quarter|year)", scope)
    interval = (2 if step[1] == "other" else int(step[1])) if step else 1
    if unit := re.search("quarter|year", scope):
        edge = len({number < 0 for number in numbers}) == 1 and days.bymonthday in {(), (1,), (-1,)} and interval == 1
        refuse_if(not edge, scope, f"it does not say which month of the {unit[0]}", "on the first of July")
        months = _EDGES[unit[0], numbers[0] < 0]
    if which := re.search("this|next", scope):
        span = _span(f"{which[0]} {scope.rsplit(maxsplit=1)[-1]}", today)
        return replace(days, bymonth=months, begin=span.begin, last=span.last, seen=True)
    if year := re.search(r"\d{4}$", scope):
        return replace(days, bymonth=months, begin=date(int(year[0]), 1, 1), last=date(int(year[0]), 12, 31))
    repeats = not (len(months) == 1 and not unit) or "every" in scope
    return replace(days, bymonth=months, interval=interval, repeats=repeats)
