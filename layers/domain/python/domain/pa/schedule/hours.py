"""Grammar of the hours within which something ticks: "between 9 and 17", "on the hour", "at 15 past every hour"."""

from __future__ import annotations

from datetime import timedelta

from domain.pa.schedule.cursor import Cursor, rule
from domain.pa.schedule.said_parts import Elapsed, OnTheHour, Window
from domain.pa.schedule.times import one_time


@rule
def window(cursor: Cursor) -> Window | None:
    """Reads "between 9 and 17", "from 9am to 5pm", "9:00-17:00"."""
    opened = cursor.take("between", "from")
    first = one_time(cursor)
    joined = cursor.take(*({"and"} if opened == "between" else {"to", "-", "until", "till"})) if first else ""
    last = one_time(cursor) if joined else None
    if first is None or last is None or (not opened and cursor.tokens[cursor.at - 1].kind != "clock"):
        return None
    return Window(first, last)


@rule
def on_the_hour(cursor: Cursor) -> tuple[OnTheHour | Elapsed, ...] | None:
    """Reads "on the hour", "at half past the hour", "at 15 minutes past every hour"."""
    if cursor.phrase("on the hour", "at the top of the hour", "at the full hour"):
        return (OnTheHour(0),)
    cursor.take("at")
    minute = 30 if cursor.take("half") else 15 if cursor.phrase("quarter", "a quarter") else cursor.whole_number()
    cursor.take("minutes")
    if minute is None or minute not in range(60) or not cursor.take("past", "after"):
        return None
    if cursor.phrase("every hour", "each hour"):
        return OnTheHour(minute), Elapsed(timedelta(hours=1))
    closed = cursor.phrase("the hour") or cursor.peek().kind in {"end", "mark"}
    return (OnTheHour(minute),) if closed else None
