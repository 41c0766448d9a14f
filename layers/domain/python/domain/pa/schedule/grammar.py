"""The whole grammar: spans, limits and zones, beside days and times; at each place the longest reading wins."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from importlib.resources import files

from domain.pa.schedule import days
from domain.pa.schedule import said_parts as parts
from domain.pa.schedule.reading import refuse_if
from domain.pa.schedule.said_parts import Zone
from domain.pa.schedule.times import one_time, times
from domain.pa.schedule.tokens import Cursor, Token, first_of, listed, matching, reads, whole
from domain.pa.schedule.vocabulary import CODES, DAY, MONTH, MONTHS, NUMBER, REQUESTS, UNIT, ZONE_INITIALS, pairs

_ONE = "(?:1_|time|run|report|date)(?: (?:is|on|:))*"
_STARTER = (
    rf"between|(?:for )?(?:the )?1st_(?: {_ONE}|(?= on ))|next (?:1_|run)(?: (?:is|on|:))*|w \. e \. f(?: \.)?"
    "|starting|beginning|commencing|effective|starts|begins|start|begin|from|since|as (?:of|from)"
)
_UNTIL = (
    f"(?:the )?last {_ONE}|"
    "up to and including|until and including|up until|up to|ending (?:on|with|about|after)|ends (?:on|about|after)"
    "|stop(?:s|ping)? after|until|through|ending|ends"
)
_EXCLUDING = (
    rf"except for|except|excluding|excl(?: \.)?|barring|minus|omitting|sans|w / o|aside from"
    rf"|bar(?= \w+day|s? \d| {MONTH}(?: |$))|apart from|other than|but not|(?<!, )but|not|without"
    "|skip|skipping|leaving out|with the exception of|save for"
)


def after(cursor: Cursor) -> parts.Days | None:
    """Reads "in 2 hours", "in half an hour", "an hour and a half from now", "in 1h30"."""
    announced = cursor.eat("in(?: exactly)?")
    figures = cursor.eat(r"(\d+):(\d\d)") if announced and cursor.peek().kind == "clock" else None
    minutes = 60 * int(figures[1]) + int(figures[2]) if figures else 0
    span = parts.Days("after", "minute", minutes) if figures else days.duration(cursor)
    if span is None:
        return None
    cursor.eat("(?:' )?time")
    return replace(span, form="after") if cursor.eat("from (?:right )?now") or announced else None


def window(cursor: Cursor) -> parts.Window | None:
    """Reads "between 9 and 17", "from 9am to 5pm", "9:00-17:00"."""
    spanned = re.fullmatch(f"hourly|(?:hour|minute|{DAY})s?", cursor.peek(-1 - (cursor.peek(-1).text == ",")).text)
    if spanned and (hours := cursor.eat(rf"(\d{{1,2}}) - (\d\d)(?! {MONTH})")):
        first, last = (parts.Spoken(int(hour), sure=int(hour) > 5) for hour in hours.groups())  # noqa: PLR2004
        return parts.Window(first, last)
    opened = cursor.eat("between|from")
    begin = one_time(cursor)
    joined = cursor.eat("and" if opened and opened[0] == "between" else "to|-|until") if begin else None
    end = one_time(cursor) if joined else None
    named = cursor.peek(-1).text in {"noon", "midnight"}
    if begin is None or end is None or not (opened or named or cursor.peek(-1).kind == "clock"):
        return None
    return parts.Window(begin, end)


filler = reads(
    "from now on|from now(?= until)|going forward|from here on|until further notice|indefinitely"
    "|starting now|without end|as usual|onwards?",
    lambda found: parts.IDLE if found[0] in {"as usual", "starting now", "onward", "onwards"} else parts.FILLER,
)
count = reads(
    r"(?:just |only )?(?:once|1_ time)(?: only)?(?= [,.:;!?)]|$)"
    rf"|(?:(?:for )?exactly |for )?(?P<runs>{NUMBER}) (?:more )?(?:times|occurrences|runs)"
    r"(?: (?:in total|total|in all|only|altogether))?",
    lambda found: parts.Until(count=whole(found["runs"])),
)
_month = matching(rf"(?:(?:(?:in|the) )?month of |in |the )?(?P<month>{MONTH})(?:(?: ,)? (?P<year>2[01]\d\d))?")(
    lambda found: parts.Days(
        "span", "month", which="named", bymonth=(MONTHS[found["month"]],), year=int(found["year"] or 0) or None
    )
)
_span = reads(
    "(?P<which>next|this) (?P<unit>day|week|month|quarter|year)",
    lambda found: parts.Days("span", found["unit"], which=found["which"]),
)


def in_months(cursor: Cursor) -> tuple[parts.Start | parts.Until, ...] | None:
    """Reads "every Monday in May", "Mondays at 9 in June and July", "during June,": the months that are coming."""
    behind = cursor.peek(-1).kind in {"clock", "number"} or re.fullmatch(r"\w*days?|am|pm|noon", cursor.peek(-1).text)
    named = cursor.eat(f"{'in|of|' if behind else ''}during|throughout")
    months = listed(cursor, _month) if named else []
    if not months or months[-1].bymonth[0] - months[0].bymonth[0] != len(months) - 1:
        return None
    return parts.Start(replace(months[0], which="within")), parts.Until(months[-1])


def period(cursor: Cursor) -> tuple[parts.Start | parts.Until, ...] | None:
    """Reads "this week", "during the whole of next month"."""
    cursor.eat("(?:in|during|throughout) (?:(?:all of|the (?:whole|entire)(?: of)?) )?")
    span = None if cursor.peek(-1).text == "and" or cursor.peek(-1).kind == "mark" else _span(cursor)
    if cursor.looks("and(?: .*)?"):
        return None  # "next week and every Monday": who knows what should happen next week
    return (parts.Start(span), parts.Until(span))[span.which == "this" :] if span else None


def _confirmed_date(cursor: Cursor) -> parts.Days | None:
    """Reads "Monday 6 April": the weekday is held against the date later."""
    named = cursor.eat(rf"(?:on )?({DAY})(?: ,)?(?= (?:the )?(?:\d|{MONTH}))")
    found = days.calendar_dates(cursor) if named else None
    return replace(found, byday=(CODES[named[1]],)) if named and found else None


_LIMIT_DAYS = (_confirmed_date, days.single_day, days.counted_days, days.edge, _month, _span)


def start(cursor: Cursor) -> tuple[parts.Start | parts.Until, ...] | None:
    """Reads "starting next Monday", "from June 1", "from June 1 to August 31", "beginning in May"."""
    starter = cursor.eat(rf"(?P<word>{_STARTER})(?: (?:from|on|with))?")
    if not starter:
        return None
    word = starter["word"]
    if word == "since" and cursor.peek(-2).kind not in {"end", "mark"}:
        return None
    cursor.eat(r"the(?= \d+[a-z])")
    ranged = cursor.eat(rf"(\d++)\w* (?:to|and|-|until|through)(?= (?:the )?\d++\w* (?:of )?{MONTH}(?: |$))")
    end = days.calendar_dates(cursor) if ranged else None
    if ranged and end and 0 < int(ranged[1]) < end.bymonthday[0]:
        return parts.Start(replace(end, bymonthday=(int(ranged[1]),))), parts.Until(end)
    day = first_of(cursor, *_LIMIT_DAYS)
    if day is None:
        return None
    cursor.eat(r"(?:on|onwards?)(?=$| [,.])")
    begun = cursor.at
    joined = cursor.eat("and" if word == "between" else "to|through|until|-")
    last = first_of(cursor, *_LIMIT_DAYS) if joined else None
    if last is None:
        cursor.at = begun
        return None if word == "between" else (parts.Start(day),)
    return parts.Start(day), parts.Until(last)


def until(cursor: Cursor) -> parts.Until | None:
    """Reads "until December", "through Friday", "till the end of the month", "before June 5", "until 17:00"."""
    exclusive = bool(cursor.eat("until before|before"))
    if not exclusive and not cursor.eat(_UNTIL):
        return None
    day = first_of(cursor, *_LIMIT_DAYS)
    if day is not None:
        return parts.Until(day, exclusive=exclusive)
    clock = one_time(cursor)
    cursor.eat("today(?: tonight)?")
    return parts.Until(clock=clock) if clock and not exclusive else None


def during(cursor: Cursor) -> parts.Until | tuple[parts.Days, parts.Until] | None:
    """Reads "for six weeks", "for the next 3 Mondays", "over the coming week"."""
    announced = cursor.eat("(?:for|over|during)(?: (?:a period of|a total of))?")
    coming = cursor.eat(f"the (?:next|coming|following)|coming|following|next(?= (?:an?|{NUMBER}))")
    number = cursor.eat(f"an?|{NUMBER}")
    count = whole(number and number[0])
    if coming and number and cursor.looks(f"{DAY}s") and (named := days.weekday_set(cursor)):
        return named, parts.Until(count=count)
    unit = cursor.eat(f"fortnight|(?!quarter){UNIT}") if announced and (coming or number) else None
    if unit is None:
        return None
    name, amount = days.spanned(unit[0], count)
    return parts.Until(count=amount, unit=name)


def exception(cursor: Cursor) -> parts.Except | None:
    """Reads "except Sundays", "but not on Wednesday", "excluding weekends", "except in August"."""
    if not cursor.eat(rf"(?:, )?(?:{_EXCLUDING})(?: (?:on|in|for|during))?(?: the)?"):
        return None
    begun = cursor.at
    date = first_of(cursor, _confirmed_date)
    dates = (date,) if date else first_of(cursor, days.date_list) or tuple(filter(None, [days.single_day(cursor)]))
    if dates and dates[0].form == "date":
        return parts.Except(dates)
    cursor.at = begun
    cursor.eat("every")
    if named := first_of(cursor, days.weekday_set) or (days.weekly(parts.WEEKEND) if cursor.eat("weekend") else None):
        return parts.Except((named,))
    if months := listed(cursor, reads(MONTH, lambda found: MONTHS[found[0]])):
        span = parts.Days("span", "month", which="named", bymonth=tuple(months))
        return None if cursor.looks(r"2[01]\d\d.*") else parts.Except((span,))
    counted = days.counted_days(cursor)
    monthly = counted and counted.unit in {"", "month"} and not counted.bymonth
    return parts.Except((counted,)) if counted and monthly and min(counted.bymonthday, default=0) > 0 else None


_REGIONS = ("europe/", "america/", "asia/", "africa/", "australia/", "pacific/", "atlantic/", "indian/")
# Islands of the zone database whose names are ordinary words before "time".
_NO_PLACES = "easter|christmas|wake|midway"
# Initials count only right after a time of day or "in". Those that name a season are held against it later.
_INITIALS = pairs("initials")
_ANY_INITIALS = "|".join(_INITIALS.keys() | ZONE_INITIALS)
_SEASONLESS = "utc|z|gmt|et|ct|mt|pt|sgt|hkt"
_BEFORE_INITIALS = r"in|\(|noon|midnight|o'clock|am|pm|on|day"


def find_parts(tokens: Sequence[Token]) -> list[parts.Placed]:
    """The parts in the order of the text. At each place the longest match wins, and among equals the earlier rule.

    Raises `ScheduleUnclearError`: a part is certainly about time and certainly not clear, such as "03/04".
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


def _zone(cursor: Cursor) -> Zone | None:
    """A zone, with the little words around it."""
    opened = cursor.eat(r"\(")
    inside = cursor.eat("(?:in|on)( the)?")
    found = first_of(cursor, _offset, _own_zone, _initials, _place)
    if found is None or (inside and inside[1] and not cursor.looks("time zone|timezone")):
        return None
    cursor.eat("time zone|timezone|time")
    if opened:
        cursor.eat(r"\)")
    return found


# "UTC+2": whole hours, which IANA knows under the opposite sign.
_offset = matching(r"(?:utc|gmt) (?P<sign>[+-]|and) (?P<hours>1[0-2]|\d)")(
    lambda found: Zone(f"Etc/GMT{'+' if found['sign'] == '-' else '-'}{found['hours']}")
)


def _own_zone(cursor: Cursor) -> Zone | None:
    behind_a_time = cursor.peek(-1).kind in {"clock", "number"}
    found = cursor.eat(f"(?:my|our)(?: local)?(?= time(?! in )){'|local(?= time)' * behind_a_time}")
    return Zone(None) if found else None


def _initials(cursor: Cursor) -> Zone | None:
    behind_a_time = cursor.peek(-1).kind in {"clock", "number"} or re.fullmatch(_BEFORE_INITIALS, cursor.peek(-1).text)
    another = rf"(?:/|or) (?:{_ANY_INITIALS})(?: |$)|(?:[+-]|and) \d"
    found = cursor.eat(f"({_ANY_INITIALS})(?! (?:{another}))") if behind_a_time else None
    if not found:
        return None
    # Those that several zones share can only be the account's own.
    return Zone(_INITIALS.get(found[0]), "" if re.fullmatch(_SEASONLESS, found[0]) else found[0].upper())


def _place(cursor: Cursor) -> Zone | None:
    """Reads "New York time"; behind a time also "9am London", "18:00 (Paris)", if nothing follows that could own it."""
    written = cursor.peek().kind == "zone"
    before = cursor.peek(-2 if cursor.peek(-1).text == "(" else -1)
    pattern = r"(?:\S+" if written else r"[^\W\d_]+(?: [^\W\d_]+){0,2}?(?:(?= (?:time|timezone)(?: |$))"
    if before.kind in {"clock", "number"} and cursor.peek().capital and not written:
        pattern += rf"|(?= (?:[^\w\s]|(?:every|daily|tomorrow|today|on|{'|'.join(sorted(REQUESTS))})\b)|$)"
    found = cursor.looks(f"{pattern})")
    name = unicodedata.normalize("NFKD", found[0]).encode("ascii", "ignore").decode() if found else ""  # "são paulo"
    refuse_if(written and name not in _zones(), name, "there is no such time zone", "9am Europe/Paris")
    if not found or re.fullmatch(_NO_PLACES, name) or len(name) != len(found[0]) or name not in _zones():
        return None
    cursor.eat(f"{pattern})")
    return Zone(_zones()[name])


@cache
def _zones() -> Mapping[str, str]:
    """Zones by their own names, by their city's, and by what people call them."""
    known = {name.lower(): name for name in (files("tzdata") / "zones").read_text().split() if "/" in name}
    cities = {name.partition("/")[2].replace("_", " "): known[name] for name in known if name.startswith(_REGIONS)}
    return known | cities | pairs("zones")  # a country with several zones is not among the last


_RULES = (
    filler,
    reads(
        "(?:(?:and |also )?(?:on )?(?:the )?weekends? (?:too|as well|also|included|inclusive)"
        "|(?:also|(?:and |also )?(?:including|incl|even)(?: \\.)?)(?: on)?(?: the)? weekends?)(?= [.!?,;:)]|$)",
        lambda _: days.weekly(parts.EVERY_DAY),
    ),
    _zone,
    days.every,
    days.rate,
    days.adverb,
    days.recurring_weekdays,
    days.date_list,
    after,
    days.single_day,
    days.counted_days,
    days.edge,
    start,
    until,
    in_months,
    period,
    during,
    matching("(?:for )?the (?:rest|remainder) of (?:the|this) (week|month|year)")(
        lambda found: parts.Until(parts.Days("span", found[1], which="this"))
    ),
    count,
    exception,
    window,
    reads("(?:at )?(?:the )?same time|at this same time|(?:at )?this time", lambda _: parts.SAME_TIME),
    # "this evening" is today; the evening itself is left to the times
    reads("this(?= (?:morning|afternoon|evening|night)(?: |$))", lambda _: parts.Days("ahead", "day", 0)),
    reads("right now|right away|straight away|immediately|at once|now(?! that)", lambda _: parts.NOW),
    times,
)
