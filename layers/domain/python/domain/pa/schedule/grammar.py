"""The whole grammar: finds every part of a schedule in a text, the longest reading first."""

from __future__ import annotations

from collections.abc import Sequence

from domain.pa.schedule import bounds, days, single_days
from domain.pa.schedule.cursor import Cursor, rule
from domain.pa.schedule.tokens import Token
from domain.pa.schedule.said_parts import (
    WORKING_DAYS,
    DaysAhead,
    Immediately,
    Part,
    Period,
    Placed,
    SameTime,
    Times,
    Weekdays,
)
from domain.pa.schedule.spoken_times import END_OF_DAY_HOUR, Spoken
from domain.pa.schedule.spoken_zones import zone
from domain.pa.schedule.times import times


def find_parts(tokens: Sequence[Token]) -> list[Placed]:
    """The parts in the order of the text. At each place the longest match wins, and among equals the earlier rule.

    Raises:
        ScheduleUnclearError: a part is certainly about time and certainly not clear, such as "03/04".
    """
    placed: list[Placed] = []
    at = 0
    cursor = Cursor(tokens)
    while at < len(tokens):
        found, end = _longest(cursor, at)
        placed += [Placed(part, at, end) for part in found]
        at = end if found else at + 1
    return placed


def _longest(cursor: Cursor, at: int) -> tuple[tuple[Part, ...], int]:
    best: tuple[Part, ...] = ()
    end = at
    for grammar in _RULES:
        cursor.at = at
        found = grammar(cursor)
        if found is not None and cursor.at > end:
            best, end = found if isinstance(found, tuple) else (found,), cursor.at
    return best, end


@rule
def _end_of_each_day(cursor: Cursor) -> tuple[Part, ...] | None:
    """Reads "at the end of each day": the days, and 17:00."""
    which = days.every(cursor) if cursor.eat("(?:at )?(?:the )?end of") else None
    if which == Period("day") or which == Weekdays(WORKING_DAYS):
        return which, Times((Spoken(END_OF_DAY_HOUR, sure=True),))
    return None


@rule
def _times(cursor: Cursor) -> Times | None:
    plural = cursor.peek().text.endswith("s") and cursor.peek(-1).text not in {"weekday", "weekend", "workday"}
    spoken = times(cursor)
    return Times(spoken, daily=plural and bool(spoken[0].part)) if spoken else None


def _same_time(cursor: Cursor) -> SameTime | None:
    return SameTime() if cursor.eat("(?:at )?(?:the )?same time|at this same time|(?:at )?this time") else None


@rule
def _immediately(cursor: Cursor) -> Immediately | None:
    return Immediately() if cursor.eat("right now|right away|straight away|immediately|at once|now(?! that)") else None


def _this_part_of_day(cursor: Cursor) -> Part | None:
    """Reads "this evening" is today; the evening itself is left to the times."""
    return DaysAhead(0) if cursor.eat("this(?= (?:morning|afternoon|evening|night)(?: |$))") else None


_RULES = (
    bounds.filler,
    _end_of_each_day,
    zone,
    days.every,
    days.rate,
    days.adverb,
    days.recurring_weekdays,
    days.date_list,
    bounds.after,
    single_days.single_day,
    single_days.counted_days,
    single_days.edge,
    bounds.start,
    bounds.until,
    bounds.whole_period,
    bounds.during,
    bounds.count,
    bounds.exception,
    bounds.window,
    bounds.on_the_hour,
    _same_time,
    _this_part_of_day,
    _immediately,
    _times,
)
