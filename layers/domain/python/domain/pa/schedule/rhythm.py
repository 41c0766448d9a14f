"""Grammar of a rhythm that names no days: "daily", "on a weekly basis", "twice a day", "3 times per week"."""

from __future__ import annotations

from datetime import timedelta

from domain.pa.schedule.cursor import Cursor, rule
from domain.pa.schedule.said_parts import Elapsed, Period, Rate
from domain.pa.schedule.vocabulary import ADVERBS, UNITS, words

_OWNERS = words("""
    the our my your their his her its this that these those last latest next
""")
# After "daily" these show that it is an adverb; another word makes it an adjective, "daily report".
_AFTER_ADVERB = words("""
    , . ! ? ; : ( ) - at on in from starting until till for and please every to with about except by between
    beginning of the a me or but whether if what who how which that all my our your this these us them it when
""") | {"", "\n"}


@rule
def adverb(cursor: Cursor) -> Period | Elapsed | None:
    """Reads "daily", "on a weekly basis", "hourly", "fortnightly". After "the" or "our" it names a thing instead."""
    if cursor.peek(-1).text in _OWNERS and not (
        cursor.peek(-1).text in {"this", "that"} and cursor.peek(1).text in {"at", "", "."}
    ):
        return None
    basis = cursor.phrase("on a", "on an")
    unit = "fortnight" if cursor.take("fortnightly") else cursor.pick(ADVERBS)
    if unit is None or (basis and not cursor.take("basis")):
        return None
    if unit == "hour":
        return Elapsed(timedelta(hours=1))
    adjective = not basis and cursor.peek().text not in _AFTER_ADVERB and cursor.peek().kind not in {"clock", "number"}
    return Period("week", 2, adjective) if unit == "fortnight" else Period(unit, 1, adjective)


@rule
def rate(cursor: Cursor) -> Rate | Period | Elapsed | None:
    """Reads "twice a day", "3 times per week", "once a month", "twice daily"."""
    if cursor.take("once"):
        count: int | None = 1
    elif cursor.take("twice"):
        count = 2
    else:
        count = cursor.whole_number()
        if not cursor.take("times", "x"):
            return None
    each = cursor.take("a", "an", "per", "each", "every")
    unit = cursor.pick(UNITS) if each else cursor.pick(ADVERBS)
    if unit is None or count is None or unit == "minute":
        return None
    if count == 1:
        return Elapsed(timedelta(hours=1)) if unit == "hour" else Period(unit)
    return Rate(count, unit)
