"""Grammar of spans and hours: "in 2 hours", "half an hour", "between 9 and 17", "on the hour"."""

from __future__ import annotations

from datetime import timedelta

from domain.pa.schedule.cursor import Cursor, rule
from domain.pa.schedule.said_parts import After, Elapsed, OnTheHour, Window
from domain.pa.schedule.times import one_time
from domain.pa.schedule.vocabulary import UNITS

_FRACTIONS = {
    "half an hour|half hour|a half hour|half a hour": 30,
    "(?:a )?quarter of an hour|(?:a )?quarter hour": 15,
    "three quarters of an hour": 45,
}


@rule
def after(cursor: Cursor) -> After | None:
    """Reads "in 2 hours", "in half an hour", "an hour and a half from now", "in 1h30"."""
    announced = cursor.eat("in")
    figures = cursor.eat(r"(\d+)h(\d\d)") if announced else None
    span = timedelta(hours=int(figures[1]), minutes=int(figures[2])) if figures else duration(cursor)
    if span is None:
        return None
    cursor.eat("(?:' )?time")
    return After(span) if cursor.eat("from (?:right )?now") or announced else None


def duration(cursor: Cursor) -> timedelta | None:
    """Hours and minutes."""
    first = _one_span(cursor)
    if first is None:
        return None
    begun = cursor.at
    cursor.eat("and|,")
    second = _one_span(cursor)
    if second is None or second >= first:
        cursor.at = begun
        return first
    return first + second


@rule
def _one_span(cursor: Cursor) -> timedelta | None:
    for pattern, minutes in _FRACTIONS.items():
        if cursor.eat(pattern):
            return timedelta(minutes=minutes)
    amount = _amount(cursor)
    unit = cursor.pick(UNITS) or ("minute" if cursor.glued() and cursor.eat("m") else None)
    if amount is None or unit not in {"minute", "hour"}:
        return None
    return timedelta(**{f"{unit}s": amount + (0.5 if cursor.eat("and a half") else 0)})


@rule
def _amount(cursor: Cursor) -> float | None:
    if figures := cursor.eat(r"\d+\.\d"):
        return float(figures[0])
    value = 1 if cursor.eat("an?") else cursor.whole_number()
    return None if value is None else value + (0.5 if cursor.eat("and a half") else 0)


@rule
def window(cursor: Cursor) -> Window | None:
    """Reads "between 9 and 17", "from 9am to 5pm", "9:00-17:00"."""
    opened = cursor.eat("between|from")
    first = one_time(cursor)
    joined = cursor.eat("and" if opened and opened[0] == "between" else "to|-|until|till") if first else None
    last = one_time(cursor) if joined else None
    if first is None or last is None or (not opened and cursor.peek(-1).kind != "clock"):
        return None
    return Window(first, last)


@rule
def on_the_hour(cursor: Cursor) -> tuple[OnTheHour | Elapsed, ...] | None:
    """Reads "on the hour", "at half past the hour", "at 15 minutes past every hour"."""
    if cursor.eat("on the hour|at the top of the hour|at the full hour"):
        return (OnTheHour(0),)
    cursor.eat("at")
    minute = 30 if cursor.eat("half") else 15 if cursor.eat("(?:a )?quarter") else cursor.whole_number()
    cursor.eat("minutes")
    if minute is None or minute not in range(60) or not cursor.eat("past|after"):
        return None
    if cursor.eat("(?:every|each) hour"):
        return OnTheHour(minute), Elapsed(timedelta(hours=1))
    closed = cursor.eat("the hour") or cursor.peek().kind in {"end", "mark"}
    return (OnTheHour(minute),) if closed else None
