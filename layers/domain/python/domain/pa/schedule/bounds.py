"""Grammar of spans and limits: "in 2 hours", "between 9 and 17", "starting June 1", "for six weeks", "except Sundays"."""

from __future__ import annotations

from datetime import timedelta

from domain.pa.schedule.cursor import Cursor, Rule, first_of, listed, rule
from domain.pa.schedule.days import date_list, duration, weekday_set
from domain.pa.schedule.said_parts import (
    LAST,
    WEEKEND,
    After,
    Count,
    Dates,
    Day,
    DaysAhead,
    During,
    Elapsed,
    Except,
    Filler,
    Nth,
    OnTheHour,
    Scope,
    Start,
    Until,
    Weekdays,
    Window,
)
from domain.pa.schedule.single_days import calendar_dates, counted_days, edge, month, single_day
from domain.pa.schedule.times import one_time
from domain.pa.schedule.unclear import ScheduleUnclearError
from domain.pa.schedule.vocabulary import DAY, MONTH, MONTHS, NUMBER, UNIT

_STARTER = "between|starting|beginning|commencing|effective|starts|begins|start|begin|from|as (?:of|from)"
_UNTIL = (
    "up to and including|until and including|up until|up to|ending (?:on|with|about)|ends (?:on|about)|until|through"
    "|ending|ends"
)
_EXCLUDING = (
    "except for|except|excluding|apart from|other than|but not|but|not|without|skip|skipping|leaving out"
    "|with the exception of|save for"
)


@rule
def after(cursor: Cursor) -> After | None:
    """Reads "in 2 hours", "in half an hour", "an hour and a half from now", "in 1h30"."""
    announced = cursor.eat("in")
    figures = cursor.eat(r"(\d+):(\d\d)") if announced and cursor.peek().kind == "clock" else None
    span = timedelta(hours=int(figures[1]), minutes=int(figures[2])) if figures else duration(cursor)
    if span is None:
        return None
    cursor.eat("(?:' )?time")
    return After(span) if cursor.eat("from (?:right )?now") or announced else None


@rule
def window(cursor: Cursor) -> Window | None:
    """Reads "between 9 and 17", "from 9am to 5pm", "9:00-17:00"."""
    opened = cursor.eat("between|from")
    first = one_time(cursor)
    joined = cursor.eat("and" if opened and opened[0] == "between" else "to|-|until") if first else None
    last = one_time(cursor) if joined else None
    if first is None or last is None or (not opened and cursor.peek(-1).kind != "clock"):
        return None
    return Window(first, last)


@rule
def on_the_hour(cursor: Cursor) -> tuple[OnTheHour | Elapsed, ...] | None:
    """Reads "on the hour", "at half past the hour", "at 15 minutes past every hour"."""
    if cursor.eat("on the hour|at the top of the hour|at the full hour"):
        return (OnTheHour(0),)
    found = cursor.eat(
        rf"(?:at )?(?:(?P<half>half)|(?P<quarter>(?:a )?quarter)|(?P<minute>{NUMBER}))(?: minutes)? (?:past|after)"
    )
    minute = 30 if found and found["half"] else 15 if found and found["quarter"] else 0
    minute = int(found["minute"].rstrip("_")) if found and found["minute"] else minute
    if found is None or minute > 59:  # noqa: PLR2004 - minutes of an hour
        return None
    if cursor.eat("every hour"):
        return OnTheHour(minute), Elapsed(timedelta(hours=1))
    closed = cursor.eat("the hour") or cursor.peek().kind in {"end", "mark"}
    return (OnTheHour(minute),) if closed else None


def filler(cursor: Cursor) -> Filler | None:
    """Words about time that change nothing."""
    found = cursor.eat(
        "from now on|going forward|from here on|until further notice|indefinitely|starting now|without end"
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
    timed = word != "from" and (cursor.looks("at .*") or cursor.peek().kind == "clock")
    clock = one_time(cursor) if timed else None
    day = None if clock else _limit_day(cursor)
    if clock:
        return (Start(clock=clock),)
    if day is None:
        return None
    cursor.eat(r"(?:on|onwards?)(?=$| [,.])")
    begun = cursor.at
    last = _limit_day(cursor) if cursor.eat("and" if word == "between" else "to|through|until|-") else None
    if last is None:
        cursor.at = begun
        return None if word == "between" else (Start(day),)
    return Start(day), Until(last)


@rule
def _day_range(cursor: Cursor) -> tuple[Start, Until] | None:
    """Reads the "1 to 24 December" of "from 1 to 24 December"."""
    first = cursor.eat(r"(?:the )?(\d{1,2})(?:st|nd|rd|th)? (?:to|and|-|until|through)")
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
def _end_of(cursor: Cursor) -> Nth | None:
    found = cursor.eat("(?:the )?(?:end of (?:the )?(?P<year>year)|year end|year's end|end of month|month end)")
    unit = "year" if found and "year" in found[0] else "month"
    return Nth(((LAST, "day"),), Scope(unit, "current")) if found else None


@rule
def _month(cursor: Cursor) -> Scope | None:
    found = cursor.eat(rf"(?:(?:(?:in|the) )?month of |in |the )?(?P<month>{MONTH})(?:(?: ,)? (?P<year>2[01]\d\d))?")
    if found is None:
        return None
    return Scope("month", "named", months=(MONTHS[found["month"]],), year=int(found["year"]) if found["year"] else None)


@rule
def _scope(cursor: Cursor) -> Scope | None:
    found = cursor.eat("(?P<which>next|this) (?P<unit>day|week|month|quarter|year)")
    return Scope(found["unit"], found["which"]) if found else None


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
    if rest := cursor.eat("the (?:rest|remainder) of (?:the|this) (week|month|year)"):
        return During(1, rest[1], rest=True)
    found = cursor.eat(rf"(?P<coming>(?:the )?(?:next|coming|following)(?= ))?(?: ?(?P<count>an?|{NUMBER}))?")
    if found is None:
        return None
    count = 1 if (found["count"] or "a")[0] == "a" else int(found["count"].rstrip("_"))
    if found["coming"] and cursor.looks(f"{DAY}s.*") and (days := weekday_set(cursor)):
        return days, Count(count)
    if cursor.eat("fortnight"):
        return During(2 * count, "week")
    unit = cursor.eat(UNIT)
    return During(count, unit[0].removesuffix("s")) if unit and not unit[0].startswith("quarter") else None


@rule
def count(cursor: Cursor) -> Count | None:
    """Reads "10 times", "for five times in total"."""
    found = cursor.eat(
        rf"(?:(?:for )?exactly |for )?(?P<runs>{NUMBER}) (?:times|occurrences|runs)"
        "(?: (?:in total|total|in all|only|altogether))?"
    )
    return Count(int(found["runs"].rstrip("_"))) if found else None


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
    cursor.eat("every")
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
    return Except(months=tuple(months)) if months and not cursor.looks(r"2[01]\d\d.*") else None


_LIMIT_DAYS: tuple[Rule[Day], ...] = (single_day, counted_days, edge, _end_of, _month, _scope)
