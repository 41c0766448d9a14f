"""Grammar of limits: "starting June 1", "until Friday", "for six weeks", "10 times", "except Sundays"."""

from __future__ import annotations

from domain.pa.schedule.counted import counted_days, edge
from domain.pa.schedule.cursor import Cursor, Rule, first_of, listed, rule
from domain.pa.schedule.days import date_list, weekday_set
from domain.pa.schedule.said_parts import (
    LAST,
    WEEKEND,
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
from domain.pa.schedule.single_days import calendar_dates, month, single_day, year
from domain.pa.schedule.times import one_time
from domain.pa.schedule.unclear import ScheduleUnclearError
from domain.pa.schedule.vocabulary import UNITS, UNITS_OF_DATES, WEEKDAY_PLURALS

_STARTER = "between|starting|beginning|commencing|effective|starts|begins|start|begin|from|as (?:of|from)"
_UNTIL = (
    "up to and including|until and including|up until|up to|ending (?:on|with|about)|ends (?:on|about)|until|till|til"
    "|through|thru|ending|ends"
)
_EXCLUDING = (
    "except for|except|excluding|apart from|other than|but not|but|not|without|skip|skipping|leaving out"
    "|with the exception of|save for"
)


def filler(cursor: Cursor) -> Filler | None:
    """Words about time that change nothing."""
    found = cursor.eat(
        "from now on|going forward|from here on|(?:until|till) further notice|indefinitely|starting now|without end"
        "|as usual|onwards?"
    )
    return Filler() if found else None


@rule
def start(cursor: Cursor) -> tuple[Start | Until, ...] | None:
    """Reads "starting next Monday", "from June 1", "from June 1 to August 31", "beginning in May"."""
    starter = cursor.eat(rf"(?P<word>{_STARTER})(?: (?:from|on|with))?")
    if not starter:
        return None
    if numbered := _day_range(cursor):
        return numbered
    word = starter["word"]
    cursor.eat(r"the(?= \d+[a-z])")
    clock = one_time(cursor) if word != "from" and (cursor.eat("at") or cursor.peek().kind == "clock") else None
    day = None if clock else _limit_day(cursor)
    if clock:
        return (Start(clock=clock),)
    if day is None:
        return None
    if cursor.peek(1).text in {"", ",", "."}:
        cursor.eat("on|onwards?")
    begun = cursor.at
    last = _limit_day(cursor) if cursor.eat("and" if word == "between" else "to|through|until|till|-") else None
    if last is None:
        cursor.at = begun
        return None if word == "between" else (Start(day),)
    return Start(day), Until(last)


@rule
def _day_range(cursor: Cursor) -> tuple[Start, Until] | None:
    """Reads the "1 to 24 December" of "from 1 to 24 December"."""
    first = cursor.eat(r"(?:the )?(\d{1,2})(?:st|nd|rd|th)? (?:to|and|-|until|till|through)")
    last = calendar_dates(cursor) if first else None
    if not first or not last or not 0 < int(first[1]) < last.dates[0][1]:
        return None
    return Start(Dates(((last.dates[0][0], int(first[1])),), last.year)), Until(last)


@rule
def until(cursor: Cursor) -> Until | None:
    """Reads "until December", "through Friday", "till the end of the month", "before June 5", "until 17:00"."""
    exclusive = bool(cursor.eat("until before|before"))
    if not exclusive and not cursor.eat(_UNTIL):
        return None
    day = _limit_day(cursor)
    if day is not None:
        return Until(day, exclusive=exclusive)
    clock = one_time(cursor)
    cursor.eat("today(?: tonight)?")
    return Until(clock=clock) if clock and not exclusive else None


def _limit_day(cursor: Cursor) -> Day | None:
    return first_of(cursor, *_LIMIT_DAYS)


@rule
def _year_end(cursor: Cursor) -> Nth | None:
    cursor.eat("the")
    if cursor.eat("year-end|year end|year's end|end of (?:the )?year|eoy"):
        return Nth(((LAST, "day"),), Scope("year", "current"))
    return Nth(((LAST, "day"),), Scope("month", "current")) if cursor.eat("month end|end of month") else None


@rule
def _month(cursor: Cursor) -> Scope | None:
    cursor.eat("(?:(?:in|the) )?month of|in|the")
    named = month(cursor)
    return Scope("month", "named", months=(named,), year=year(cursor)) if named else None


@rule
def _scope(cursor: Cursor) -> Scope | None:
    which = cursor.eat("next|this")
    unit = cursor.pick(UNITS) if which else None
    return Scope(unit, which[0]) if which and unit in UNITS_OF_DATES else None


@rule
def whole_period(cursor: Cursor) -> Scope | None:
    """Reads "this week", "next month": a limit of what recurs, or the place of a single day."""
    cursor.eat("in|for|during")
    return _scope(cursor)


@rule
def during(cursor: Cursor) -> During | tuple[Weekdays, Count] | None:
    """Reads "for six weeks", "for the next 3 Mondays", "for the rest of the year"."""
    if not cursor.eat("(?:for|over|during)(?: (?:a period of|a total of))?"):
        return None
    if cursor.eat("the (?:rest|remainder) of (?:the|this)"):
        unit = cursor.pick(UNITS)
        return During(1, unit, rest=True) if unit in {"week", "month", "year"} else None
    coming = bool(cursor.eat("the (?:next|coming|following)|next"))
    count = 1 if cursor.eat("an?|one") else cursor.whole_number() or (1 if coming else None)
    if count is None:
        return None
    if coming and (cursor.peek().text in WEEKDAY_PLURALS) and (days := weekday_set(cursor)):
        return days, Count(count)
    if cursor.eat("fortnight"):
        return During(2 * count, "week")
    unit = cursor.pick(UNITS)
    return During(count, unit) if unit and unit != "quarter" and not cursor.glued() else None


@rule
def count(cursor: Cursor) -> Count | None:
    """Reads "10 times", "for five times in total"."""
    cursor.eat("(?:for )?exactly|for")
    runs = cursor.whole_number()
    if runs is None or not cursor.eat("(?:times|occurrences|runs)(?: (?:in total|total|in all|only|altogether))?"):
        return None
    return Count(runs)


@rule
def exception(cursor: Cursor) -> Except | None:
    """Reads "except Sundays", "but not on Wednesday", "excluding weekends", "except in August"."""
    found = cursor.eat(rf"(?P<opened>\( )?(?:, )?(?:{_EXCLUDING})(?: (?:on|in|for|during))?(?: the)?")
    if not found:
        return None
    left_out = first_of(cursor, _except_dates, _except_weekdays, _except_days_of_month, _except_months)
    if left_out and found["opened"]:
        cursor.eat(r"\)")
    return left_out


@rule
def _except_weekdays(cursor: Cursor) -> Except | None:
    cursor.eat("every|each")
    found = weekday_set(cursor)
    if found is None and cursor.eat("weekend"):
        return Except(weekdays=WEEKEND)
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
