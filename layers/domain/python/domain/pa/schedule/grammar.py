"""The whole grammar: finds every part of a schedule in a text, the longest reading first."""

from __future__ import annotations

from collections.abc import Sequence

from domain.pa.schedule import bounds, days, single_days
from domain.pa.schedule import said_parts as parts
from domain.pa.schedule.cursor import Cursor, reads
from domain.pa.schedule.spoken_zones import zone
from domain.pa.schedule.times import END_OF_DAY_HOUR, times
from domain.pa.schedule.tokens import Token


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
    return placed


_RULES = (
    bounds.filler,
    reads(
        "(?:(?:and |also )?(?:on )?(?:the )?weekends? (?:too|as well|also|included|inclusive)"
        "|(?:and |also )?(?:including|incl|even)(?: \\.)?(?: on)?(?: the)? weekends?)(?= [.!?,;:)]|$)",
        lambda _: parts.WeekendsToo(),
    ),
    reads(
        "(?:at )?(?:the )?end of every (?:single )?(?:day|weekday)",
        lambda found: (
            parts.Weekdays(parts.WORKING_DAYS) if "weekday" in found[0] else parts.Period("day"),
            parts.Times((parts.Spoken(END_OF_DAY_HOUR, sure=True),)),
        ),
    ),
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
    reads(
        "(?:for )?the (?:rest|remainder) of (?:the|this) (week|month|year)",
        lambda found: parts.Until(parts.Scope(found[1], "this")),
    ),
    bounds.count,
    bounds.exception,
    bounds.window,
    reads("(?:at )?(?:the )?same time|at this same time|(?:at )?this time", lambda _: parts.SameTime()),
    # "this evening" is today; the evening itself is left to the times
    reads("this(?= (?:morning|afternoon|evening|night)(?: |$))", lambda _: parts.DaysAhead(0)),
    reads("right now|right away|straight away|immediately|at once|now(?! that)", lambda _: parts.Immediately()),
    times,
)
