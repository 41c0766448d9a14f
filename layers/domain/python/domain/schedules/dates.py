"""Single days and days of the month: "24 December 2026", "next Tuesday", "in 3 days", "the first Monday of each month"."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date, datetime, time, timedelta

from dateutil.parser import isoparse
from dateutil.relativedelta import relativedelta
from dateutil.rrule import DAILY, rrule

from domain.schedules.days import STEP, Days, weekdays
from domain.schedules.reading import ScheduleUnclearError, refuse_if
from domain.schedules.tokens import Cursor, is_rank, whole
from domain.schedules.words import DAY, MONTH, MONTHS, NUMBER, RANK, RRULE_DAYS, WEEKDAYS

_LENGTHS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_MONTHS_IN = {"month": 1, "quarter": 3, "year": 12}
# The months in which a quarter or year begins (False) or ends (True).
_EDGES = {("quarter", False): (1, 4, 7, 10), ("quarter", True): (3, 6, 9, 12), ("year", False): (1,), ("year", True): (12,)}
_YEAR = r"(?:(?: ,)? (?P<year>2[01]\d\d))?"
_TARGET = f"(?: (?P<target>weekday|day|{DAY}))?"
_POSITION = rf"(?:(?:on|at) )?(?:the )?(?:(?P<last>last|final)|(?P<rank>{RANK})){_TARGET}|(?:on )?day (?P<numbered>{NUMBER})"


def every_named(cursor: Cursor) -> Days | None:
    """Reads what is named behind "every": weekdays, "first Monday (of the month)", "15th", "1 January"."""
    if not cursor.eat("(?:on )?every(?: single)?"):
        return None
    begun = cursor.at
    step = cursor.eat(f"(?P<other>other|2nd)|(?P<n>{NUMBER}|{RANK})") if cursor.looks(rf"(?:other {DAY}|other weekend|{RANK} {DAY})s?") else None
    named = weekdays(cursor)
    if named and (not step or step["other"]) and not cursor.looks("(?:of|in) .*"):
        return replace(named, interval=2 if step else 1, repeats=True)
    cursor.at = begun
    if found := month_days(cursor) or dates(cursor):
        year = found.last and found.unit == "year"
        return None if year or (found.begin and found.unit != "year") else replace(found, repeats=True, begin=None)
    cursor.at = begun
    return None


def relative(cursor: Cursor) -> Days | None:
    """Reads "tomorrow", "in 3 days", "in 5 working days", "two weeks from now", "next Tuesday", "Friday next week"."""
    today = cursor.today
    if found := cursor.eat("(?:the )?(?P<two>day after tomorrow)|today|tomorrow|this(?= (?:morning|afternoon|evening))"):
        ahead = 2 if found["two"] else found[0].startswith("tomorrow")
        return _on(today + timedelta(days=ahead), seen=True)
    ahead_of = rf"(?P<count>an?|{NUMBER}) (?P<unit>week|weekday|day|month|year)s?(?: ' s| ')?"
    if found := cursor.eat(rf"in (?:exactly )?{ahead_of}(?: time)?") or cursor.eat(f"{ahead_of} from (?:now|today)"):
        return _on(later(today, whole(found["count"]), found["unit"]), seen=True)
    if cursor.eat("(?:on )?(?:the )?next weekday"):
        return _on(later(today, 1, "weekday"), seen=True)
    if found := cursor.eat(rf"(?:on )?(?P<day>{DAY}) next week|next week(?: on| ,)? (?P<named>{DAY})"):
        first, _ = span_of("next", "week", today)
        return _on(first + timedelta(days=WEEKDAYS.index(found["day"] or found["named"])), seen=True)
    if found := cursor.eat(rf"(?:on )?(?P<which>this|next)(?: coming)? (?P<day>{DAY})"):
        begin = today + timedelta(days=found["which"] == "next")
        return Days("week", byday=(RRULE_DAYS[WEEKDAYS.index(found["day"])],), begin=begin, seen=True)
    return None


def span_of(which: str, unit: str, today: date) -> tuple[date, date]:
    """First and last day of this or the next week, month, quarter or year."""
    months = _MONTHS_IN.get(unit, 0)
    first = today.replace(day=1) - relativedelta(months=(today.month - 1) % (months or 1))
    first = first if months else today - timedelta(days=today.weekday())
    length = relativedelta(months=months, weeks=not months)
    first += length if which == "next" else relativedelta()
    return first, first + length - timedelta(days=1)


def later(day: date, count: int, unit: str) -> date:
    """So many days, working days, weeks, months or years later. Raises `ScheduleUnclearError`: no calendar has it."""
    try:
        if unit == "weekday":
            begin = datetime.combine(day, time()) + timedelta(days=1)
            runs = list(rrule(DAILY, dtstart=begin, byweekday=range(5), count=count)) if count < 1000 else []  # noqa: PLR2004
            return runs[-1].date()
        found = day + relativedelta(**{f"{unit}s": count})  # type: ignore[arg-type]  # days to years
    except (ValueError, OverflowError, IndexError):
        raise ScheduleUnclearError(f"{count} {unit}s", "that is no day I can name", "in 3 weeks") from None
    refuse_if(unit in _MONTHS_IN and found.day != day.day, f"in {count} {unit}s", "that month has no such day", "on May 31")
    return found


def dates(cursor: Cursor) -> Days | None:
    """Reads "December 3rd, 2026", "the 3rd of December", "12 and 19 October", "Friday, 4 December", "2026-12-24"."""
    token, begun = cursor.token(), cursor.at
    confirmed = cursor.eat(rf"(?:on )?(?P<day>{DAY})(?: ,)?(?= (?:the )?(?:\d|{MONTH}))")
    cursor.eat("on the|on|the")
    token = cursor.token()
    if token.kind in {"iso", "date"}:
        if "t" in token.text:
            return None
        cursor.at += 1
        return replace(_in_figures(token.text), confirmed=confirmed["day"] if confirmed else "")
    pairs = cursor.listed(_month_and_days, lead="(?:on )?(?:the )?")
    if not pairs or (len(pairs) > 1 and any(year for *_, year in pairs)):
        cursor.at = begun
        return None
    months, days = tuple(month for month, _, _ in pairs), {one for _, numbers, _ in pairs for one in numbers}
    same = len({numbers for _, numbers, _ in pairs}) == 1
    refuse_if(not same, "the dates", "say each date by itself", "every year on 1 March")
    for month in months:
        refuse_if(max(days) > _LENGTHS[month - 1] or not min(days), f"{max(days)}.{month}.", "there is no such date")
    year = int(pairs[0][2] or 0)
    return Days(
        "year", bymonth=months, bymonthday=tuple(sorted(days)), confirmed=confirmed["day"] if confirmed else "",
        begin=date(year, 1, 1) if year else None, last=date(year, 12, 31) if year else None,
    )  # fmt: skip


def _month_and_days(cursor: Cursor) -> tuple[int, tuple[int, ...], str | None] | None:
    begun = cursor.at
    if found := cursor.eat(rf"(?P<month>{MONTH}) (?:the )?(?P<day>\d{{1,2}}(?:st|nd|rd|th)?)(?! : \d){_YEAR}"):
        return MONTHS.index(found["month"]) + 1, (whole(found["day"]),), found["year"]
    days = cursor.listed(lambda here: here.eat(r"(?:the )?(?P<day>\d{1,2}(?:st|nd|rd|th)?)"))
    found = cursor.eat(rf"(?:\. )?(?:of )?(?P<month>{MONTH}){_YEAR}") if days else None
    if not found:
        cursor.at = begun
        return None
    return MONTHS.index(found["month"]) + 1, tuple(sorted(int(whole(day["day"])) for day in days)), found["year"]


def _in_figures(text: str) -> Days:
    """A date in figures, if only one reading of it exists. With dots the day comes first, behind the year the month."""
    try:
        if "-" in text:
            return _on(isoparse(text).date())
        figures = [int(figure) for figure in re.findall(r"\d+", text)]
        if figures[0] > 31:  # noqa: PLR2004 - a year
            return _on(date(*figures))
        orders = {tuple(figures[1::-1])} if "." in text else {tuple(figures[:2]), tuple(figures[1::-1])}
        fitting = [(month, day) for month, day in orders if 0 < month <= 12 and 0 < day <= _LENGTHS[month - 1]]  # noqa: PLR2004
        ((month, day),) = fitting
        return _on(date(figures[2], month, day)) if figures[2:] else Days("year", bymonth=(month,), bymonthday=(day,))
    except ValueError:
        why = "there is no such date, or it can be read in several ways"
        raise ScheduleUnclearError(text, why, "2026-12-24 14:00") from None


def _on(day: date, *, seen: bool = False) -> Days:
    return Days("day", begin=day, last=day, seen=seen)


def month_days(cursor: Cursor) -> Days | None:
    """Reads "(on) the first and third Tuesday (of each month)", "the 15th", "the end of the quarter", "day 5 of …"."""
    edge = cursor.eat("(?:at |on )?(?:the )?(?P<edge>end|beginning|start)(?= (?:of|every))")
    items = [] if edge else cursor.listed(_position, lead="(?:(?:on|at) )?(?:the )?")
    if not edge and not items:
        return None
    scope = _scope(cursor)
    if edge:
        found = Days("month", bymonthday=(-1 if edge["edge"] == "end" else 1,))
        refuse_if(scope and scope[2] == "the", "the end of the month", "is it once, or every month?", "on the last day of each month")
        return scope and _within(cursor.today, found, *scope)
    numbers, targets = tuple(number for number, _, _ in items), {target for _, target, _ in items} - {""}
    bare = not targets and scope is None
    if len(targets) > 1 or (bare and not all(figures for *_, figures in items)):
        return None
    target = targets.pop() if targets else "day"
    most = {"day": 31, "weekday": 20}.get(target, 5)
    refuse_if(not all(-2 < number <= most and number for number in numbers), "the day", "no month has it")
    found = Days("month", bymonthday=numbers, again=bare)
    if target == "weekday":
        found = Days("month", byday=RRULE_DAYS[:5], bysetpos=numbers)
    elif target != "day":
        found = Days("month", byday=tuple(f"{number:+}{RRULE_DAYS[WEEKDAYS.index(target)]}" for number in numbers))
    return _within(cursor.today, found, *scope) if scope else found


def _position(cursor: Cursor) -> tuple[int, str, bool] | None:
    found = cursor.eat(_POSITION)
    if not found or (found["last"] and not found["target"]):
        return (-1, "", False) if found and cursor.looks(rf"(?:and|,) (?:the )?{RANK} {DAY}.*") else None
    if found["numbered"]:
        return int(found["numbered"]), "day", True
    figures = is_rank(cursor.token(-2 if found["target"] else -1))
    return -1 if found["last"] else whole(found["rank"]), found["target"] or "", figures


def _scope(cursor: Cursor) -> tuple[str, int, str, tuple[int, ...], int] | None:
    """Reads "of each month", "of every 3rd month", "in the quarter", "of next month", "of March and June": as unit,
    interval, which, months, year."""
    begun = cursor.at
    if found := cursor.eat(rf"(?:(?:of|in) |(?=every ))(?:the |an? |(?P<which>every|this|next) )?{STEP}(?P<unit>month|quarter|year)s?"):
        return found["unit"], whole(found["step"]), found["which"] or "the", (), 0
    if not cursor.eat("(?:of|in)(?: every)?"):
        return None
    repeated = cursor.token(-1).text == "every"
    months = cursor.listed(lambda here: here.eat(MONTH))
    year = cursor.eat(r"(?:, )?(2[01]\d\d)") if months else None
    if not months:
        cursor.at = begun
        return None
    named = tuple(MONTHS.index(month[0].strip()) + 1 for month in months)
    return "month", 1, "every" if repeated or len(months) > 1 else "named", named, int(year[1]) if year else 0


def _within(today: date, days: Days, unit: str, interval: int, which: str, months: tuple[int, ...], year: int) -> Days | None:
    numbers = days.bymonthday or days.bysetpos or tuple(int(day[:-2]) for day in days.byday)
    for month in months:
        refuse_if(max(days.bymonthday, default=0) > _LENGTHS[month - 1], "the day", "there is no such date")
    if unit in {"quarter", "year"}:
        edge = len({number < 0 for number in numbers}) == 1 and days.bymonthday in {(), (1,), (-1,)}
        months = _EDGES[unit, numbers[0] < 0] if edge and interval == 1 else ()
        refuse_if(not months, f"of the {unit}", f"it does not say which month of the {unit}", "on the first of July")
    if which in {"this", "next"}:
        first, last = span_of(which, unit, today)
        return replace(days, bymonth=months, begin=first, last=last, seen=True)
    if which == "named":
        return replace(days, bymonth=months, **({"begin": date(year, 1, 1), "last": date(year, 12, 31)} if year else {}))
    return replace(days, bymonth=months, interval=interval, repeats=True)
