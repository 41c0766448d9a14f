"""Grammar of spans by the stopwatch: "in 2 hours", "half an hour", "an hour and a half from now", "1h30"."""

from __future__ import annotations

import re
from datetime import timedelta

from domain.pa.schedule.cursor import Cursor, rule
from domain.pa.schedule.said_parts import After
from domain.pa.schedule.vocabulary import UNITS


@rule
def after(cursor: Cursor) -> After | None:
    """Reads "in 2 hours", "in half an hour", "an hour and a half from now", "in 1h30"."""
    announced = bool(cursor.take("in"))
    span = _clock_span(cursor) if announced else None
    span = span or duration(cursor)
    if span is None:
        return None
    cursor.phrase("' time", "time")
    return After(span) if cursor.phrase("from now", "from right now") or announced else None


def _clock_span(cursor: Cursor) -> timedelta | None:
    found = re.fullmatch(r"(\d+)h(\d\d)", cursor.peek().text)
    if found is None:
        return None
    cursor.advance()
    return timedelta(hours=int(found[1]), minutes=int(found[2]))


def duration(cursor: Cursor) -> timedelta | None:
    """Hours and minutes."""
    first = _one_span(cursor)
    if first is None:
        return None
    begun = cursor.at
    cursor.take("and", ",")
    second = _one_span(cursor)
    if second is None or second >= first:
        cursor.at = begun
        return first
    return first + second


@rule
def _one_span(cursor: Cursor) -> timedelta | None:
    if cursor.phrase("half an hour", "half hour", "a half hour", "half a hour"):
        return timedelta(minutes=30)
    if cursor.phrase("quarter of an hour", "a quarter of an hour", "quarter hour", "a quarter hour"):
        return timedelta(minutes=15)
    if cursor.phrase("three quarters of an hour"):
        return timedelta(minutes=45)
    amount = _amount(cursor)
    unit = cursor.pick(UNITS) or ("minute" if cursor.glued() and cursor.take("m") else None)
    if amount is None or unit not in {"minute", "hour"}:
        return None
    if cursor.phrase("and a half"):
        amount += 0.5
    return timedelta(**{f"{unit}s": amount})


@rule
def _amount(cursor: Cursor) -> float | None:
    token = cursor.peek()
    if token.kind == "number" and re.fullmatch(r"\d+[.]\d", token.text):
        return float(cursor.advance().text)
    value = 1 if cursor.take("a", "an") else cursor.whole_number()
    if value is None:
        return None
    return value + 0.5 if cursor.phrase("and a half") else float(value)
