"""What bounds a schedule: its start, its end, its exceptions, the hours between which it runs, and its time zone."""

from __future__ import annotations

import re
from datetime import date
from functools import cache
from importlib.resources import files

from common.services import frozen
from domain.schedules.dates import dates, month_days, relative, span_of
from domain.schedules.days import Days, weekdays, weekly
from domain.schedules.reading import refuse_if
from domain.schedules.times import Spoken, one_time
from domain.schedules.tokens import Cursor, whole
from domain.schedules.words import MONTH, MONTHS, NUMBER, RRULE_DAYS, UNIT, table

_SHARED = "shared"


@frozen
class Start:
    """From this day on. `month`: the day is the first of a month in which it runs, such as "in May"."""

    day: Days
    month: bool = False


@frozen
class Until:
    """Up to this day or this time of the same day, included; or for so many units or runs."""

    day: Days | None = None
    clock: Spoken | None = None
    count: int = 0
    unit: str = "run"


@frozen
class Except:
    """But not on these days, or in these months."""

    days: Days


@frozen
class Window:
    """Between two times of day."""

    first: Spoken
    last: Spoken


@frozen
class Zone:
    """A zone said aloud: IANA name (None: the account's own) and, for "EST" and its like, the season it names."""

    name: str | None
    season: str = ""


@frozen
class Idle:
    """Words that change nothing: "from now on", "until further notice"."""


def idle(cursor: Cursor) -> Idle | None:
    """Reads what changes nothing."""
    return Idle() if cursor.eat("from now on|until further notice|please|starting now|only(?= (?:at|,) )") else None


def start(cursor: Cursor) -> tuple[Start | Until, ...] | None:
    """Reads "starting next Monday", "from June 1 to August 31", "in May", "during June and July"."""
    if cursor.eat("(?:in|during)(?: the month of)?"):
        months = cursor.listed(_month)
        in_a_row = months and months[-1].bymonth[0] - months[0].bymonth[0] == len(months) - 1
        return (Start(months[0], month=True), Until(months[-1])) if in_a_row else None
    if found := cursor.eat("(?:during |in )?(?P<which>this|next) (?P<unit>week|month|quarter|year)"):
        first, last = span_of(found["which"], found["unit"], cursor.today)
        span = Days("day", begin=max(first, cursor.today), last=last, seen=True)
        return Start(span), Until(span)
    if not cursor.eat("(?:starting|beginning|commencing|effective|starts|begins|from|as of)(?: (?:from|on|in|with))?"):
        return None
    day = _limit(cursor)
    if day is None:
        return None
    cursor.eat("on(?:wards)?(?= , )|onwards")
    begun = cursor.at
    last = _limit(cursor) if cursor.eat("to|through|until|-") else None
    if last is None:
        cursor.at = begun
    return (Start(day), Until(last)) if last else (Start(day),)


def until(cursor: Cursor) -> Until | None:
    """Reads "until December", "through Friday", "until 17:00", "for six weeks", "9 times", "for the next month"."""
    if found := cursor.eat(rf"(?:for )?(?P<runs>{NUMBER}) (?:times|occurrences|runs)(?: only| in total)?"):
        return Until(count=whole(found["runs"]))
    if cursor.eat(r"(?:just |only )?once(?: only)?(?= [^\w]|$)|one time only"):
        return Until(count=1)
    if found := cursor.eat(rf"(?:for|over) (?:the (?:next|coming) )?(?:(?P<count>an?|{NUMBER}) )?(?P<unit>{UNIT})s?"):
        sure = found["count"] or "the " in found[0]
        return Until(count=whole(found["count"]), unit=found["unit"]) if sure else None
    if not cursor.eat("(?:up )?until(?: and including)?|through|up to(?: and including)?|ending(?: on| in)?|ends on"):
        return None
    day = _limit(cursor)
    if day is None and (cursor.looks(f"(?:at )?(?:noon|midnight)|(?:at )?{NUMBER}.*")):
        clock = one_time(cursor)
        cursor.eat("today")
        return Until(clock=clock) if clock else None
    return Until(day) if day else None


def _limit(cursor: Cursor) -> Days | None:
    """A day, or a month, week, quarter or year, that bounds a schedule."""
    if found := cursor.eat("(?:the )?(?P<end>end of )?(?P<which>this|next|the) (?P<unit>week|month|quarter|year)"):
        first, last = span_of("next" if found["which"] == "next" else "this", found["unit"], cursor.today)
        return Days("day", begin=first, last=last, seen=True)
    for read in (dates, relative, month_days):
        begun = cursor.at
        if found_days := read(cursor):
            return None if found_days.repeats else found_days
        cursor.at = begun
    named = weekdays(cursor)
    return _month(cursor) if named is None else named if len(named.byday) == 1 and not named.repeats else None


def _month(cursor: Cursor) -> Days | None:
    """A named month, from its first day to its last, this year's or the coming one."""
    found = cursor.eat(rf"(?:the )?(?:end of )?(?P<month>{MONTH})(?:(?: ,)? (?P<year>2[01]\d\d))?")
    if not found:
        return None
    month, today = MONTHS.index(found["month"]) + 1, cursor.today
    year = int(found["year"] or today.year + (month < today.month))
    first = date(year, month, 1)
    _, last = span_of("this", "month", first)
    return Days("day", begin=first, last=last, bymonth=(month,))


def exception(cursor: Cursor) -> Except | None:
    """Reads "except Sundays", "but not on Wednesday", "excluding weekends", "except in August", "except the 1st"."""
    if not cursor.eat("(?:except|excluding|other than|apart from|but not|not|without)(?: (?:on|in|for))?(?: the)?"):
        return None
    cursor.eat("every")
    begun = cursor.at
    for read in (dates, weekdays, month_days):
        if found := read(cursor):
            plain = found.unit != "month" or (found.bymonthday and not found.bymonth and not found.begin)
            return Except(found) if plain and min(found.bymonthday, default=1) > 0 else None
        cursor.at = begun
    if cursor.eat("weekend"):
        return Except(weekly(RRULE_DAYS[5:]))
    months = cursor.listed(lambda here: here.eat(rf"{MONTH}(?! \d)"))
    named = tuple(MONTHS.index(month[0].strip()) + 1 for month in months)
    return Except(Days("", bymonth=named)) if named else None


def window(cursor: Cursor) -> Window | None:
    """Reads "between 9 and 17", "from 9am to 5pm"."""
    opened = cursor.eat("between|from")
    begin = one_time(cursor) if opened else None
    joined = cursor.eat("and|to|-|until") if begin else None
    end = one_time(cursor) if joined else None
    return Window(begin, end) if begin and end else None


def zone(cursor: Cursor) -> Zone | None:
    """Reads "UTC+2", "Berlin time", "ET", "in New York", "(Europe/Paris)", "my time"."""
    behind = re.fullmatch(r"\d.*|noon|midnight|\(|o'clock|day", cursor.token(-1).text) is not None
    if found := cursor.eat(r"(?:utc|gmt) (?P<sign>[+-]) (?P<hours>1[0-2]|\d)"):
        # IANA knows whole hours under the opposite sign.
        return Zone(f"Etc/GMT{'+' if found['sign'] == '-' else '-'}{found['hours']}")
    if cursor.eat("(?:my|our|local)(?: local)? time"):
        return Zone(None)
    token, zones = cursor.token(), table()["zones"]
    if token.kind == "zone":
        refuse_if(token.text not in _places(), token.text, "there is no such time zone", "9am Europe/Paris")
        cursor.at += 1
        return Zone(_places()[token.text])
    if token.text in {*zones, *zones[_SHARED].split()} - {_SHARED}:
        cursor.at += 1
        timed = cursor.eat("(?:standard )?time") is not None
        short = len(token.text) <= 4  # noqa: PLR2004 - initials such as EST and CEST
        season = token.text.upper() if short and token.text not in {"uk", "utc", "gmt", "z", "et", "ct", "mt", "pt"} else ""
        refuse_if(behind and token.capital and not (short or timed), token.text, "is that the time zone?", "at 9am Eastern time")
        return Zone(zones.get(token.text), season) if timed or (short and behind) else None
    for length in (3, 2, 1):
        named = cursor.looks(" ".join([r"[^\W\d_]+"] * length))
        place = _places().get(named[0].strip()) if named and token.capital else None
        if place:
            cursor.at += length
            timed = cursor.eat("time") is not None
            closed = behind and (not cursor.token().text or cursor.looks(r"[^\w].*"))
            return Zone(place) if timed or closed else None
    return None


@cache
def _places() -> dict[str, str]:
    """Zones by their own names and by their city's."""
    known = {name.lower(): name for name in (files("tzdata") / "zones").read_text().split() if "/" in name}
    own = ("etc/", "us/", "canada/", "brazil/", "chile/", "mexico/")
    return {name.rpartition("/")[2].replace("_", " "): known[name] for name in known if not name.startswith(own)} | known


LIMITS = (start, until, exception, window, zone, idle)
