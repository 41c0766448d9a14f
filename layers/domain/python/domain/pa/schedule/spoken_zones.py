"""Grammar of time zones: "Berlin time", "Europe/Paris", "UTC+2", "ET", "(CET)"."""

from __future__ import annotations

from dataclasses import dataclass
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from domain.pa.schedule.cursor import Cursor, first_of, rule
from domain.pa.schedule.unclear import ScheduleUnclearError
from domain.pa.schedule.vocabulary import pairs, words

_REGIONS = ("Europe", "America", "Asia", "Africa", "Australia", "Pacific", "Atlantic", "Indian")
_LONGEST_CITY = 3
_HALF_DAY_OFFSET = 12

# Region names that people put before "time"; a country with several zones is not among them.
_SPOKEN = pairs("zones")
# Islands of the zone database whose names are ordinary words before "time".
_NO_PLACES = frozenset({"easter", "christmas", "wake", "midway"})
_OWN = frozenset({"my", "my local", "local", "our", "our local"})

# Initials count only right after a time of day or "in". Those that name a season are held against it later.
_INITIALS = pairs("initials")
_SEASONLESS = frozenset({"utc", "gmt", "et", "ct", "mt", "pt", "sgt", "hkt"})
SHARED_INITIALS = words("""
    ist cst bst ast sst gst cdt adt aest wst amt ect
""")
ZONE_INITIALS = frozenset(_INITIALS) - {"et", "ct", "mt", "pt"} | SHARED_INITIALS


@dataclass(frozen=True, slots=True)
class Zone:
    """A zone said aloud: IANA name (None: the account's own) and, for "EST" and its like, the season it names."""

    name: str | None
    season: str = ""


@rule
def zone(cursor: Cursor) -> Zone | None:
    """A zone, with the little words around it."""
    opened = cursor.eat(r"\(")
    inside = cursor.eat("(?:in|on)( the)?")
    article = inside and inside[1]
    found = first_of(cursor, _iana, _offset, _spoken_zone, _initials, _bare_region)
    if found is None or (article and not cursor.eat("time zone|timezone")):
        return None
    cursor.eat("time zone|timezone|time")
    if opened:
        cursor.eat(r"\)")
    return found


@rule
def _iana(cursor: Cursor) -> Zone | None:
    token = cursor.peek()
    if token.kind != "zone":
        return None
    cursor.at += 1
    region, *rest = (part.title() for part in token.text.split("/"))
    name = "/".join([region, *rest]).replace("_Of_", "_of_")
    if not is_zone(name):
        raise ScheduleUnclearError(token.text, "there is no such time zone", "9am Europe/Paris")
    return Zone(name)


@rule
def _offset(cursor: Cursor) -> Zone | None:
    """Reads "UTC+2": whole hours only, which IANA knows under the opposite sign."""
    found = cursor.eat(r"(utc|gmt) ([+-])")
    token = cursor.peek()
    if not found:
        return None
    base, sign = found[1], found[2]
    cursor.at += 1
    if not token.text.isdecimal() or int(token.text) > _HALF_DAY_OFFSET or cursor.peek().text == ":":
        raise ScheduleUnclearError(
            f"{base.upper()}{sign}{token.text}", "only whole hours are known", "9am Asia/Kolkata"
        )
    return Zone(f"Etc/GMT{'-' if sign == '+' else '+'}{int(token.text)}" if int(token.text) else "UTC")


@rule
def _spoken_zone(cursor: Cursor) -> Zone | None:
    """Reads "New York time": a city of the zone table, or a spoken region, and the word "time"."""
    for length in range(_LONGEST_CITY, 0, -1):
        if cursor.peek(length).text in {"time", "timezone"}:
            name = " ".join(cursor.peek(ahead).text for ahead in range(length))
            if name in _OWN or city(name):
                cursor.at += length
                return Zone(None if name in _OWN else city(name))
    return None


@rule
def _initials(cursor: Cursor) -> Zone | None:
    introduced = cursor.peek(-1).kind in {"clock", "number"} or cursor.peek(-1).text in _BEFORE_INITIALS
    word = cursor.peek().text
    found = cursor.eat("|".join(_INITIALS)) if introduced else None
    name = _INITIALS[found[0]] if found else None
    if name is None or (cursor.peek().text in {"/", "or"} and cursor.peek(1).text in _INITIALS):
        return None
    return Zone(name, "" if word in _SEASONLESS else word.upper())


@rule
def _bare_region(cursor: Cursor) -> Zone | None:
    """Reads "9am London" and "at 9 Pacific", where nothing follows that the place could belong to."""
    if cursor.peek(-1).kind not in {"clock", "number"}:
        return None
    for length in (2, 1):
        after = cursor.peek(length)
        closed = after.kind in {"end", "mark"} or after.text in {"every", "each", "daily", "tomorrow", "today", "on"}
        place = [cursor.peek(ahead) for ahead in range(length)]
        name = " ".join(token.text for token in place if token.kind == "word")
        if closed and name.count(" ") == length - 1 and cursor.peek().capital and city(name):
            cursor.at += length
            return Zone(city(name))
    return None


_BEFORE_INITIALS = words("""
    in ( noon midnight o'clock am pm on day
""")


def is_zone(name: str) -> bool:
    """Whether the zone database knows this name."""
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return False
    return True


def city(name: str) -> str | None:
    """The zone of a city or spoken region, if there is exactly one we are sure of."""
    if name in _SPOKEN:
        return _SPOKEN[name]
    if name in _NO_PLACES or not all(word.isascii() and word.isalpha() for word in name.split()):
        return None
    place = "_".join(word.capitalize() for word in name.split())
    return next((zone for region in _REGIONS if is_zone(zone := f"{region}/{place}")), None)
