"""The whole grammar: finds every part of a schedule in a text, the longest reading first."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import replace

from domain.pa.schedule import bounds, days, single_days
from domain.pa.schedule import said_parts as parts
from domain.pa.schedule.cursor import Cursor, reads, rule
from domain.pa.schedule.spoken_times import END_OF_DAY_HOUR, Spoken
from domain.pa.schedule.spoken_zones import zone
from domain.pa.schedule.times import times
from domain.pa.schedule.tokens import Token

_SEVERAL = 3


def find_parts(tokens: Sequence[Token]) -> list[parts.Placed]:
    """The parts in the order of the text. At each place the longest match wins, and among equals the earlier rule.

    Raises:
        ScheduleUnclearError: a part is certainly about time and certainly not clear, such as "03/04".
    """
    placed: list[parts.Placed] = []
    at = 0
    cursor = Cursor(tokens)
    while at < len(tokens):
        best: tuple[parts.Part, ...] = ()
        end = at + 1
        for grammar in _RULES:
            cursor.at = at
            found = grammar(cursor)
            if found is not None and cursor.at > end - (not best):
                best, end = found if isinstance(found, tuple) else (found,), cursor.at
        placed += [parts.Placed(part, at, end) for part in best]
        at = end
    return _every_week(placed, tokens)


def _every_week(placed: list[parts.Placed], tokens: Sequence[Token]) -> list[parts.Placed]:
    """Three weekdays or more, each with its own hour, are every week: "Mon 10am, Wed 2pm and Fri 4pm"."""
    days = [item for item in placed if isinstance(item.part, parts.TheWeekday) and item.part.which == "coming"]
    timed = all(isinstance(item.part, parts.TheWeekday | parts.Times) for item in placed[: 2 * len(days)])
    if len(days) < _SEVERAL or placed[0] != days[0] or not timed or len({item.part for item in days}) < len(days):
        return placed
    chain = placed[: 2 * len(days)]
    gaps = (tokens[one.last : other.first] for one, other in itertools.pairwise(chain))
    if any(token.text not in {",", ";", "and", "/"} for gap in gaps for token in gap):
        return placed
    return [
        replace(item, part=parts.Weekdays((item.part.day,))) if isinstance(item.part, parts.TheWeekday) else item
        for item in placed
    ]


@rule
def _end_of_each_day(cursor: Cursor) -> tuple[parts.Part, ...] | None:
    """Reads "at the end of each day": the days, and 17:00."""
    which = days.every(cursor) if cursor.eat("(?:at )?(?:the )?end of") else None
    if which in (parts.Period("day"), parts.Weekdays(parts.WORKING_DAYS)):
        return which, parts.Times((Spoken(END_OF_DAY_HOUR, sure=True),))
    return None


@rule
def _times(cursor: Cursor) -> parts.Times | None:
    plural = cursor.peek().text.endswith("s") and cursor.peek(-1).text not in {"weekday", "weekend"}
    spoken = times(cursor)
    return parts.Times(spoken, daily=plural and bool(spoken[0].part)) if spoken else None


_RULES = (
    bounds.filler,
    reads(
        "(?:(?:and |also )?(?:on )?(?:the )?weekends? (?:too|as well|also|included|inclusive|and all)"
        "|(?:(?:and|also) )?(?:including|incl|even)(?: \\.)?(?: on)?(?: the)? weekends?)(?= [.!?,;:)]|$)",
        lambda _: parts.WeekendsToo(),
    ),
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
    reads("(?:at )?(?:the )?same time|at this same time|(?:at )?this time", lambda _: parts.SameTime()),
    # "this evening" is today; the evening itself is left to the times
    reads("this(?= (?:morning|afternoon|evening|night)(?: |$))", lambda _: parts.DaysAhead(0)),
    reads("right now|right away|straight away|immediately|at once|now(?! that)", lambda _: parts.Immediately()),
    _times,
)
