"""The whole grammar: finds every part of a schedule in a text, the longest reading first; and how zones are said."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from domain.pa.schedule import bounds, days
from domain.pa.schedule import said_parts as parts
from domain.pa.schedule.cursor import Cursor, first_of, reads, rule
from domain.pa.schedule.reading import ScheduleUnclearError
from domain.pa.schedule.said_parts import Zone
from domain.pa.schedule.times import times
from domain.pa.schedule.tokens import Token
from domain.pa.schedule.vocabulary import REQUESTS, RRULE_DAYS, ZONE_INITIALS, pairs, words

_REGIONS = ("Europe", "America", "Asia", "Africa", "Australia", "Pacific", "Atlantic", "Indian")
_TOO_MANY_HOURS = 13
# Region names that people put before "time"; a country with several zones is not among them.
_SPOKEN = pairs("zones")
# Islands of the zone database whose names are ordinary words before "time".
_NO_PLACES = words("easter christmas wake midway")
# Initials count only right after a time of day or "in". Those that name a season are held against it later.
_INITIALS = pairs("initials")
_ANY_INITIALS = "|".join(_INITIALS.keys() | ZONE_INITIALS)
_SEASONLESS = words("utc z gmt et ct mt pt sgt hkt")
_BEFORE_INITIALS = words("in ( noon midnight o'clock am pm on day")


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


@rule
def _zone(cursor: Cursor) -> Zone | None:
    """A zone, with the little words around it."""
    opened = cursor.eat(r"\(")
    inside = cursor.eat("(?:in|on)( the)?")
    found = first_of(cursor, _iana, _offset, _spoken_zone, _initials, _bare_region)
    if found is None or (inside and inside[1] and not cursor.looks("time zone|timezone")):
        return None
    cursor.eat("time zone|timezone|time")
    if opened:
        cursor.eat(r"\)")
    return found


def _iana(cursor: Cursor) -> Zone | None:
    token = cursor.peek()
    if token.kind != "zone":
        return None
    cursor.at += 1
    name = "/".join(part.title() for part in token.text.split("/")).replace("_Of_", "_of_")
    if not _is_zone(name):
        raise ScheduleUnclearError(token.text, "there is no such time zone", "9am Europe/Paris")
    return Zone(name)


def _offset(cursor: Cursor) -> Zone | None:
    """Reads "UTC+2": whole hours only, which IANA knows under the opposite sign."""
    found = cursor.eat(r"(?:utc|gmt) (?P<sign>[+-]|and) (?P<hours>\S+)(?P<minutes> :.*)?")
    if not found:
        return None
    hours = int(found["hours"]) if found["hours"].isdecimal() else _TOO_MANY_HOURS
    if hours >= _TOO_MANY_HOURS or found["minutes"]:
        raise ScheduleUnclearError(found[0], "only whole hours are known", "9am Asia/Kolkata")
    return Zone(f"Etc/GMT{'+' if found['sign'] == '-' else '-'}{hours}" if hours else "UTC")


def _spoken_zone(cursor: Cursor) -> Zone | None:
    """Reads "New York time": a city of the zone table, or a spoken region, and the word "time"."""
    behind_a_time = cursor.peek(-1).kind in {"clock", "number"}
    if cursor.eat(f"(?:my|our)(?: local)?(?= time(?! in )){'|local(?= time)' * behind_a_time}"):
        return Zone(None)
    return _place(cursor, r"[^\W\d_]+(?: [^\W\d_]+){0,2}?(?= (?:time|timezone)(?: |$))")


def _initials(cursor: Cursor) -> Zone | None:
    behind_a_time = cursor.peek(-1).kind in {"clock", "number"} or cursor.peek(-1).text in _BEFORE_INITIALS
    found = cursor.eat(rf"({_ANY_INITIALS})(?! (?:/|or) (?:{_ANY_INITIALS})(?: |$))") if behind_a_time else None
    # Those that several zones share can only be the account's own.
    return Zone(_INITIALS.get(found[0]), "" if found[0] in _SEASONLESS else found[0].upper()) if found else None


def _bare_region(cursor: Cursor) -> Zone | None:
    """Reads "9am London", "18:00 (Paris)" and "at 9 Pacific", where nothing follows that the place could belong to."""
    before = cursor.peek(-2 if cursor.peek(-1).text == "(" else -1)
    if before.kind not in {"clock", "number"} or not cursor.peek().capital:
        return None
    closed = rf"(?= (?:[^\w\s]|(?:every|daily|tomorrow|today|on|{'|'.join(sorted(REQUESTS))})\b)|$)"
    return _place(cursor, rf"[^\W\d_]+(?: [^\W\d_]+)?{closed}")


def _place(cursor: Cursor, pattern: str) -> Zone | None:
    """The zone of a city or spoken region, if there is exactly one we are sure of."""
    found = cursor.looks(pattern)
    name = unicodedata.normalize("NFKD", found[0]).encode("ascii", "ignore").decode() if found else ""  # "são paulo"
    if not found or name in _NO_PLACES or len(name) != len(found[0]):
        return None
    place = "_".join(word.capitalize() for word in name.split())
    there = _SPOKEN.get(name) or next((zone for region in _REGIONS if _is_zone(zone := f"{region}/{place}")), None)
    return Zone(there) if there and cursor.eat(pattern) else None


def _is_zone(name: str) -> bool:
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return False
    return True


_RULES = (
    bounds.filler,
    reads(
        "(?:(?:and |also )?(?:on )?(?:the )?weekends? (?:too|as well|also|included|inclusive)"
        "|(?:and |also )?(?:including|incl|even)(?: \\.)?(?: on)?(?: the)? weekends?)(?= [.!?,;:)]|$)",
        lambda _: days.weekly(RRULE_DAYS),
    ),
    _zone,
    days.every,
    days.rate,
    days.adverb,
    days.recurring_weekdays,
    days.date_list,
    bounds.after,
    days.single_day,
    days.counted_days,
    days.edge,
    bounds.start,
    bounds.until,
    bounds.period,
    bounds.during,
    reads(
        "(?:for )?the (?:rest|remainder) of (?:the|this) (week|month|year)",
        lambda found: parts.Until(parts.Days("span", found[1], which="this")),
    ),
    bounds.count,
    bounds.exception,
    bounds.window,
    reads("(?:at )?(?:the )?same time|at this same time|(?:at )?this time", lambda _: parts.SameTime()),
    # "this evening" is today; the evening itself is left to the times
    reads("this(?= (?:morning|afternoon|evening|night)(?: |$))", lambda _: parts.Days("ahead", "day", 0)),
    reads("right now|right away|straight away|immediately|at once|now(?! that)", lambda _: parts.Immediately()),
    times,
)
