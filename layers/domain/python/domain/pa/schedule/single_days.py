"""Grammar of single days: "tomorrow", "next Tuesday", "December 3rd", "2026-12-24", "24.12.", "in three days"."""

from __future__ import annotations

import re
from datetime import datetime

from domain.pa.schedule.cursor import Cursor, Rule, first_of, rule
from domain.pa.schedule.lexer import Token
from domain.pa.schedule.said_parts import Dates, Day, DaysAhead, Moment, NextBusinessDay, TheWeekday
from domain.pa.schedule.unclear import ScheduleUnclearError
from domain.pa.schedule.vocabulary import MONTHS, ORDINALS, UNITS, UNITS_OF_DATES, WEEKDAYS, words

_BEFORE_MONTH = words("on in of until till from by starting every each through before since and ,")
_LONGEST_MONTH = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_UNITS_OF_TIME = {**UNITS, "day's": "day", "week's": "week", "month's": "month", "year's": "year"}
_WORDS_TOO = frozenset({"sat", "sun", "wed", "mon"})
_FIRST_YEAR, _LAST_YEAR = 2000, 2199
_YEAR_DIGITS = 4


def single_day(cursor: Cursor) -> Day | None:
    """One particular day, seen from today, or by its date."""
    return first_of(cursor, *_SINGLE_DAYS)


def month(cursor: Cursor) -> int | None:
    """A month by name. "may" and "march" are verbs too: they need a capital or a word that announces a date."""
    token, before = cursor.peek(), cursor.peek(-1)
    if token.text in {"may", "march"} and not token.capital and before.text not in _BEFORE_MONTH:
        announced = before.kind in {"ordinal", "number"} and cursor.peek(-2).text in _BEFORE_MONTH | {"the"}
        if not announced:
            return None
    found = cursor.pick(MONTHS)
    if found and len(token.text) <= 4:  # noqa: PLR2004 - "Sept."
        cursor.eat(r"\.(?= \d)")
    return found


def day_number(cursor: Cursor) -> int | None:
    """Reads "3", "3rd" or "third", from 1 to 31."""
    figures = cursor.eat(r"(\d+)(?:st|nd|rd|th)?")
    value = int(figures[1]) if figures else cursor.pick(ORDINALS)
    return value if value in range(1, 32) else None


def year(cursor: Cursor) -> int | None:
    """A year of this or the next century, after an optional comma."""
    begun = cursor.at
    found = cursor.eat(r"(?:, )?(\d{4})")
    if found and _FIRST_YEAR <= int(found[1]) <= _LAST_YEAR:
        return int(found[1])
    cursor.at = begun
    return None


@rule
def calendar_dates(cursor: Cursor) -> Dates | None:
    """Reads "December 3rd, 2026", "the 3rd of December", "3 Dec"."""
    cursor.eat("(?:on )?the|on")
    found = _month_day(cursor) or _day_month(cursor)
    if found is None:
        return None
    begun = cursor.at
    said = year(cursor)
    if said and cursor.peek().text in {"hours", "hrs"}:
        said, cursor.at = None, begun
    return Dates((checked(*found),), said)


@rule
def _month_day(cursor: Cursor) -> tuple[int, int] | None:
    named = month(cursor)
    cursor.eat("the")
    day = day_number(cursor) if named else None
    return (named, day) if named and day and cursor.peek().text not in {":", "%"} else None


@rule
def _day_month(cursor: Cursor) -> tuple[int, int] | None:
    day = day_number(cursor)
    cursor.eat("(?:day )?of|day")
    named = month(cursor) if day else None
    return (named, day) if named and day else None


def checked(named: int, day: int) -> tuple[int, int]:
    """The pair, if that month ever has that day."""
    if day > _LONGEST_MONTH[named - 1]:
        raise ScheduleUnclearError(f"{day}.{named}.", "there is no such date", "on December 3rd at 9am")
    return named, day


@rule
def _relative(cursor: Cursor) -> DaysAhead | None:
    if cursor.eat("(?:(?:the|a) )?day after tomorrow"):
        return DaysAhead(2)
    found = cursor.eat("(?:later (?=[a-z]+ (?:at|@)))?(today|tomorrow)")
    return DaysAhead(int(found[1] == "tomorrow")) if found else None


@rule
def _ahead(cursor: Cursor) -> DaysAhead | None:
    """Reads "in three days", "two weeks from Monday", "in 5 business days", "in a year's time"."""
    announced = cursor.eat("in")
    count = 1 if cursor.eat("an?") else cursor.whole_number()
    unit = "business" if cursor.eat("business|working|work") else ""
    named = cursor.pick(_UNITS_OF_TIME)
    if cursor.eat("fortnight"):
        named, count = "week", 2 * (count or 1)
    if count is None or named not in UNITS_OF_DATES or named == "quarter" or (unit and named != "day"):
        return None
    cursor.eat("'")
    if cursor.eat("time|from now|from today" if announced else "from now|from today") or announced:
        return DaysAhead(count, unit or named)
    return _counted_from(cursor, count, unit or named)


def _counted_from(cursor: Cursor, count: int, unit: str) -> DaysAhead | None:
    if not cursor.eat("from") or unit not in {"day", "week"}:
        return None
    days = count * (7 if unit == "week" else 1)
    if cursor.eat("tomorrow"):
        return DaysAhead(days + 1)
    from_day = weekday(cursor)
    return DaysAhead(days, "day", from_day) if isinstance(from_day, TheWeekday) else None


@rule
def weekday(cursor: Cursor) -> TheWeekday | NextBusinessDay | None:
    """Reads "next Tuesday", "this Friday", "on Monday", "Wednesday next week"."""
    begun = cursor.at
    cursor.eat("(?:on|at) the|on|at|the")
    if cursor.eat("next (?:business day|working day|workday)"):
        return NextBusinessDay()
    if cursor.eat("next week(?: (?:on|,))?"):
        day = cursor.pick(WEEKDAYS)
        return None if day is None else TheWeekday(day, "next week")
    which = cursor.eat("(this)(?: coming)?|(next)|coming|upcoming")
    spelling, introduced = cursor.peek().text, cursor.at > begun
    day = cursor.pick(WEEKDAYS)
    time_follows = cursor.peek().kind == "clock" or cursor.peek().text in {"at", "@", ",", "noon"}
    if day is None or (spelling in _WORDS_TOO and not introduced and not time_follows):
        return None
    if not which and cursor.eat("(?:(?:of|in) )?next week"):
        return TheWeekday(day, "next week")
    return TheWeekday(day, which.group(which.lastindex) if which and which.lastindex else "coming")


@rule
def numeric(cursor: Cursor) -> Dates | Moment | None:
    """Reads "2026-12-24", "2026-12-24T14:00Z", "24/12/2026", "24.12."."""
    announced = cursor.eat("on") or cursor.peek(-1).text in _BEFORE_MONTH
    token, opens = cursor.peek(), cursor.peek(-1).kind in {"end", "mark"}
    if token.kind in {"iso", "date"}:
        cursor.at += 1
        return _iso(token) if token.kind == "iso" else _day_and_month(token)
    if not (dotted := cursor.eat(r"\d{1,2}\.\d{1,2}(?P<closed> \.)?")):
        return None
    timed = cursor.peek().text in {"at", "@", ",", ":"} or cursor.peek().kind == "clock"
    if (dotted["closed"] and (announced or opens or timed)) or (announced and timed):
        return _day_and_month(token)
    return None


def _iso(token: Token) -> Dates | Moment:
    try:
        when = datetime.fromisoformat(re.sub(r"-(\d)(?=-|$|t)", r"-0\1", token.text).upper())
    except ValueError:
        raise ScheduleUnclearError(token.text, "there is no such date", "2026-12-24 14:00") from None
    return Moment(when) if "t" in token.text else Dates(((when.month, when.day),), when.year)


def _day_and_month(token: Token) -> Dates:
    """A date in figures, if only one reading of it exists. With dots the day comes first."""
    figures = [int(figure) for figure in re.findall(r"\d+", token.text)]
    years = [figure for figure in re.findall(r"\d+", token.text) if len(figure) == _YEAR_DIGITS]
    year_first = bool(years) and token.text.startswith(years[0])
    said = int(years[0]) if years else None
    first, second, *rest = figures[:0:-1] if year_first else figures
    orders = [(first, second)] if year_first or "." in token.text else [(first, second), (second, first)]
    readings = {
        (named, day) for day, named in orders if named in range(1, 13) and 1 <= day <= _LONGEST_MONTH[named - 1]
    }
    if len(readings) != 1 or (rest and not said):
        why = "a date in figures can be read in several ways" if len(readings) > 1 or rest else "there is no such date"
        raise ScheduleUnclearError(token.text, why, "2026-12-24 14:00")
    return Dates((readings.pop(),), said)


_SINGLE_DAYS: tuple[Rule[Day], ...] = (_relative, _ahead, weekday, calendar_dates, numeric)
