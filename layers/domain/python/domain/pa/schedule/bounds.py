"""Grammar of limits: "starting June 1", "until Friday", "for six weeks", "10 times", "except Sundays"."""

from __future__ import annotations

from domain.pa.schedule.counted import counted_days, edge
from domain.pa.schedule.cursor import Cursor, Rule, first_of, listed, rule
from domain.pa.schedule.days import date_list, weekday_set
from domain.pa.schedule.said_parts import (
    LAST,
    Count,
    Dates,
    Day,
    DaysAhead,
    During,
    Except,
    Filler,
    Nth,
    Scope,
    Start,
    Until,
    Weekdays,
)
from domain.pa.schedule.single_days import month, single_day, year
from domain.pa.schedule.times import one_time
from domain.pa.schedule.unclear import ScheduleUnclearError
from domain.pa.schedule.vocabulary import UNITS, UNITS_OF_DATES, WEEKDAY_PLURALS

_FILLERS = (
    "from now on", "going forward", "from here on", "until further notice", "till further notice", "indefinitely",
    "starting now", "without end", "as usual", "onwards", "onward",
)  # fmt: skip
_STARTERS = (
    "between",
    "starting",
    "beginning",
    "commencing",
    "effective",
    "starts",
    "begins",
    "start",
    "begin",
    "from",
    "as",
)
_EXCLUDERS = (
    "except for", "except", "excluding", "apart from", "other than", "but not", "but", "not", "without", "skip",
    "skipping", "leaving out", "with the exception of", "save for",
)  # fmt: skip


def filler(cursor: Cursor) -> Filler | None:
    """Words about time that change nothing."""
    return Filler() if cursor.phrase(*_FILLERS) else None


@rule
def start(cursor: Cursor) -> tuple[Start | Until, ...] | None:
    """Reads "starting next Monday", "from June 1", "from June 1 to August 31", "beginning in May"."""
    if not cursor.take(*_STARTERS):
        return None
    starter = cursor.peek(-1).text
    if starter == "as" and not cursor.take("of", "from"):
        return None
    cursor.take("from", "on", "with")
    if cursor.peek(1).kind == "ordinal":
        cursor.take("the")
    clock = one_time(cursor) if starter != "from" and (cursor.take("at") or cursor.peek().kind == "clock") else None
    if clock:
        return (Start(clock=clock),)
    day = _limit_day(cursor)
    if day is None:
        return None
    if cursor.peek(1).text in {"", ",", "."}:
        cursor.take("on", "onwards", "onward")
    begun = cursor.at
    joiners = ("and",) if starter == "between" else ("to", "through", "until", "till", "-")
    last = _limit_day(cursor) if cursor.take(*joiners) else None
    if last is None and starter == "between":
        return None
    if last is None:
        cursor.at = begun
        return (Start(day),)
    return Start(day), Until(last)


@rule
def until(cursor: Cursor) -> Until | None:
    """Reads "until December", "through Friday", "till the end of the month", "before June 5", "until 17:00"."""
    exclusive = cursor.phrase("until before", "before")
    including = cursor.phrase(
        "up to and including", "until and including", "up until", "up to", "ending on", "ending with"
    )
    if not exclusive and not including and not cursor.take("until", "till", "til", "through", "thru", "ending", "ends"):
        return None
    if cursor.peek(-1).text in {"ends", "ending"}:
        cursor.take("on", "about")
    day = _limit_day(cursor)
    if day is not None:
        return Until(day, exclusive=exclusive)
    clock = one_time(cursor)
    if clock and not exclusive and cursor.take("today"):
        cursor.take("tonight")
    return Until(clock=clock) if clock and not exclusive else None


def _limit_day(cursor: Cursor) -> Day | None:
    return first_of(cursor, *_LIMIT_DAYS)


@rule
def _year_end(cursor: Cursor) -> Nth | None:
    cursor.take("the")
    if cursor.phrase("year-end", "year end", "year's end", "end of year", "end of the year", "eoy"):
        return Nth(((LAST, "day"),), Scope("year", "current"))
    return Nth(((LAST, "day"),), Scope("month", "current")) if cursor.phrase("month end", "end of month") else None


@rule
def _month(cursor: Cursor) -> Scope | None:
    cursor.take("in", "the")
    cursor.phrase("month of")
    named = month(cursor)
    return Scope("month", "named", months=(named,), year=year(cursor)) if named else None


@rule
def _scope(cursor: Cursor) -> Scope | None:
    which = cursor.take("next", "this")
    unit = cursor.pick(UNITS) if which else None
    return Scope(unit, which) if unit in UNITS_OF_DATES else None


@rule
def whole_period(cursor: Cursor) -> Scope | None:
    """Reads "this week", "next month": a limit of what recurs, or the place of a single day."""
    cursor.take("in", "for", "during")
    return _scope(cursor)


@rule
def during(cursor: Cursor) -> During | tuple[Weekdays, Count] | None:
    """Reads "for six weeks", "for the next 3 Mondays", "for the rest of the year"."""
    if not cursor.take("for", "over", "during"):
        return None
    cursor.phrase("a period of", "a total of")
    if cursor.phrase("the rest of the", "the rest of this", "the remainder of the"):
        unit = cursor.pick(UNITS)
        return During(1, unit, rest=True) if unit in {"week", "month", "year"} else None
    coming = cursor.phrase("the next", "the coming", "the following", "next")
    count = 1 if cursor.take("a", "an", "one") else cursor.whole_number() or (1 if coming else None)
    if count is None:
        return None
    if coming and (cursor.peek().text in WEEKDAY_PLURALS) and (days := weekday_set(cursor)):
        return days, Count(count)
    if cursor.take("fortnight"):
        return During(2 * count, "week")
    unit = cursor.pick(UNITS)
    return During(count, unit) if unit and unit != "quarter" and not cursor.glued() else None


@rule
def count(cursor: Cursor) -> Count | None:
    """Reads "10 times", "for five times in total"."""
    cursor.take("for", "exactly")
    cursor.take("exactly")
    runs = cursor.whole_number()
    if runs is None or not cursor.take("times", "occurrences", "runs"):
        return None
    cursor.phrase("in total", "total", "in all", "only", "altogether")
    return Count(runs)


@rule
def exception(cursor: Cursor) -> Except | None:
    """Reads "except Sundays", "but not on Wednesday", "excluding weekends", "except in August"."""
    opened = cursor.take("(")
    cursor.take(",")
    if not cursor.phrase(*_EXCLUDERS):
        return None
    cursor.take("on", "in", "for", "during")
    cursor.take("the")
    found = first_of(cursor, _except_dates, _except_weekdays, _except_days_of_month, _except_months)
    if found and opened:
        cursor.take(")")
    return found


@rule
def _except_weekdays(cursor: Cursor) -> Except | None:
    cursor.take("every", "each")
    found = weekday_set(cursor)
    if found is None and cursor.take("weekend"):
        return Except(weekdays=(5, 6))
    return Except(weekdays=found.days) if found else None


@rule
def _except_dates(cursor: Cursor) -> Except | None:
    found = date_list(cursor)
    if found:
        return Except(dates=found)
    tomorrow = single_day(cursor)
    if isinstance(tomorrow, DaysAhead):
        raise ScheduleUnclearError("except tomorrow", "name the date", "every day except December 25")
    return Except(dates=tomorrow) if isinstance(tomorrow, Dates) else None


@rule
def _except_days_of_month(cursor: Cursor) -> Except | None:
    found = counted_days(cursor)
    if found is None or any(target != "day" or number < 1 for number, target in found.positions):
        return None
    if found.scope and not (found.scope.unit == "month" and found.scope.interval == 1 and found.repeats):
        return None
    return Except(days_of_month=tuple(number for number, _ in found.positions))


@rule
def _except_months(cursor: Cursor) -> Except | None:
    months = listed(cursor, month)
    return Except(months=tuple(months)) if months and year(cursor) is None else None


_LIMIT_DAYS: tuple[Rule[Day], ...] = (single_day, counted_days, edge, _year_end, _month, _scope)
