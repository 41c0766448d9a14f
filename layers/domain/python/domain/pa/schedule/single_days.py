"""Grammar of single days: "tomorrow", "next Tuesday", "December 3rd", "2026-12-24", "in three days"."""

from __future__ import annotations

import re
from datetime import datetime

from domain.pa.schedule.cursor import Cursor, Rule, first_of, rule
from domain.pa.schedule.lexer import Token
from domain.pa.schedule.said_parts import (
    Dates,
    Day,
    DaysAhead,
    Moment,
    NextBusinessDay,
    TheWeekday,
)
from domain.pa.schedule.unclear import ScheduleUnclearError
from domain.pa.schedule.vocabulary import MONTHS, ORDINALS, UNITS, UNITS_OF_DATES, WEEKDAYS, words

_BEFORE_MONTH = words("""
    on in of until till from by starting every each through before since and ,
""")
_LONGEST_MONTH = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_UNITS_OF_TIME = {**UNITS, "day's": "day", "week's": "week", "month's": "month", "year's": "year"}
_WORDS_TOO = frozenset({"sat", "sun", "wed", "mon"})
_FIRST_YEAR, _LAST_YEAR = 2000, 2199
_YEAR_DIGITS = 4
_BUSINESS = ("business", "working", "work")


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
    if found and len(token.text) <= 4 and cursor.peek().text == "." and cursor.peek(1).kind in {"number", "ordinal"}:  # noqa: PLR2004 - "Sept."
        cursor.advance()
    return found


def day_number(cursor: Cursor) -> int | None:
    """Reads "3", "3rd" or "third", from 1 to 31."""
    token = cursor.take_kind("ordinal")
    if token:
        value: int | None = int(token.text[:-2])
    elif cursor.peek().kind == "number" and cursor.peek().text.isdecimal():
        value = int(cursor.advance().text)
    else:
        value = cursor.pick(ORDINALS)
    return value if value in range(1, 32) else None


def year(cursor: Cursor) -> int | None:
    """A year of this or the next century, after an optional comma."""
    begun = cursor.at
    cursor.take(",")
    token = cursor.take_kind("number")
    if token and token.text.isdecimal() and _FIRST_YEAR <= int(token.text) <= _LAST_YEAR:
        return int(token.text)
    cursor.at = begun
    return None


@rule
def calendar_dates(cursor: Cursor) -> Dates | None:
    """Reads "December 3rd, 2026", "the 3rd of December", "3 Dec"."""
    cursor.take("on")
    cursor.take("the")
    found = _month_day(cursor) or _day_month(cursor)
    if found is None:
        return None
    begun = cursor.at
    said = year(cursor)
    if said and cursor.peek().kind == "word" and cursor.peek().text in {"hours", "hrs"}:
        said, cursor.at = None, begun
    return Dates((checked(*found),), said)


@rule
def _month_day(cursor: Cursor) -> tuple[int, int] | None:
    named = month(cursor)
    cursor.take("the")
    day = day_number(cursor) if named else None
    return (named, day) if named and day and cursor.peek().text not in {":", "%"} else None


@rule
def _day_month(cursor: Cursor) -> tuple[int, int] | None:
    day = day_number(cursor)
    cursor.take("day")
    cursor.take("of")
    named = month(cursor) if day else None
    return (named, day) if named and day else None


def checked(named: int, day: int) -> tuple[int, int]:
    """The pair, if that month ever has that day."""
    if day > _LONGEST_MONTH[named - 1]:
        raise ScheduleUnclearError(f"{day}.{named}.", "there is no such date", "on December 3rd at 9am")
    return named, day


@rule
def _relative(cursor: Cursor) -> DaysAhead | None:
    if cursor.phrase("the day after tomorrow", "a day after tomorrow", "day after tomorrow"):
        return DaysAhead(2)
    if cursor.peek(2).text in {"at", "@"}:
        cursor.take("later")
    if cursor.take("today"):
        return DaysAhead(0)
    return DaysAhead(1) if cursor.take("tomorrow") else None


@rule
def _ahead(cursor: Cursor) -> DaysAhead | None:
    """Reads "in three days", "two weeks from Monday", "in 5 business days", "in a year's time"."""
    announced = bool(cursor.take("in"))
    count = 1 if cursor.take("a", "an") else cursor.whole_number()
    unit = "business" if cursor.take(*_BUSINESS) else ""
    named = cursor.pick(_UNITS_OF_TIME)
    if cursor.take("fortnight"):
        named, count = "week", 2 * (count or 1)
    if count is None or named not in UNITS_OF_DATES or named == "quarter" or (unit and named != "day"):
        return None
    cursor.take("'")
    if announced:
        cursor.phrase("time", "from now", "from today")
        return DaysAhead(count, unit or named)
    if cursor.phrase("from now", "from today"):
        return DaysAhead(count, unit or named)
    return _counted_from(cursor, count, unit or named)


def _counted_from(cursor: Cursor, count: int, unit: str) -> DaysAhead | None:
    if not cursor.take("from") or unit not in {"day", "week"}:
        return None
    days = count * (7 if unit == "week" else 1)
    if cursor.take("tomorrow"):
        return DaysAhead(days + 1)
    from_day = weekday(cursor)
    return DaysAhead(days, "day", from_day) if isinstance(from_day, TheWeekday) else None


@rule
def weekday(cursor: Cursor) -> TheWeekday | NextBusinessDay | None:
    """Reads "next Tuesday", "this Friday", "on Monday", "Wednesday next week"."""
    begun = cursor.at
    cursor.take("on", "at")
    cursor.take("the")
    if cursor.phrase("next business day", "next working day", "next workday"):
        return NextBusinessDay()
    if cursor.phrase("next week"):
        cursor.take("on", ",")
        day = cursor.pick(WEEKDAYS)
        return None if day is None else TheWeekday(day, "next week")
    which = cursor.take("this", "next", "coming", "upcoming")
    if which == "this":
        cursor.take("coming")
    spelling, introduced = cursor.peek().text, cursor.at > begun
    day = cursor.pick(WEEKDAYS)
    if day is None or (spelling in _WORDS_TOO and not introduced and not _time_follows(cursor)):
        return None
    if not which and cursor.phrase("next week", "of next week", "in next week"):
        return TheWeekday(day, "next week")
    return TheWeekday(day, which if which in {"this", "next"} else "coming")


def _time_follows(cursor: Cursor) -> bool:
    return cursor.peek().kind == "clock" or cursor.peek().text in {"at", "@", ",", "noon"}


@rule
def numeric(cursor: Cursor) -> Dates | Moment | None:
    """Reads "2026-12-24", "2026-12-24T14:00Z", "24/12/2026", "24.12."."""
    announced = cursor.take("on") or cursor.peek(-1).text in _BEFORE_MONTH
    token = cursor.peek()
    if token.kind == "iso":
        return _iso(cursor.advance())
    if token.kind == "date":
        return _day_and_month(cursor.advance())
    if not re.fullmatch(r"\d{1,2}[.]\d{1,2}", token.text):
        return None
    closed = cursor.peek(1).text == "."
    behind = cursor.peek(1 + closed)
    timed = behind.text in {"at", "@", ",", ":"} or behind.kind == "clock"
    opens = cursor.peek(-1).kind in {"end", "mark"}
    if (closed and (announced or opens or timed)) or (announced and timed):
        cursor.at += 1 + closed
        return _day_and_month(token)
    return None


def _iso(token: Token) -> Dates | Moment:
    try:
        when = datetime.fromisoformat(re.sub(r"-(\d)(?=-|$|t)", r"-0\1", token.text).upper())
    except ValueError:
        raise ScheduleUnclearError(token.text, "there is no such date", "2026-12-24 14:00") from None
    return Moment(when) if "t" in token.text else Dates(((when.month, when.day),), when.year)


def _day_and_month(token: Token) -> Dates:
    """A date in figures, if only one reading of it exists."""
    figures = re.findall(r"\d+", token.text)
    said = None
    if len(figures[0]) == _YEAR_DIGITS:
        said, figures = int(figures[0]), figures[:0:-1]
    elif len(figures) == 3:  # noqa: PLR2004 - day, month, year
        said = int(figures.pop()) if len(figures[2]) == _YEAR_DIGITS else -1
    first, second = int(figures[0]), int(figures[1])
    if "." in token.text:
        return Dates((checked(second, first),), said) if second in range(1, 13) and first else _no_such(token)
    readings = {(month, day) for day, month in ((first, second), (second, first)) if _exists(month, day)}
    if said and token.text.startswith(str(said)):
        readings = {(second, first)} if _exists(second, first) else set()
    if len(readings) != 1 or said == -1:
        raise ScheduleUnclearError(token.text, "a date in figures can be read in several ways", "2026-12-24 14:00")
    return Dates((readings.pop(),), said)


def _no_such(token: Token) -> Dates:
    raise ScheduleUnclearError(token.text, "there is no such date", "on 24.12.2026 at 14:00")


def _exists(named: int, day: int) -> bool:
    return named in range(1, 13) and day in range(1, _LONGEST_MONTH[named - 1] + 1)


_SINGLE_DAYS: tuple[Rule[Day], ...] = (_relative, _ahead, weekday, calendar_dates, numeric)
