"""Grammar of spans and limits: "in 2 hours", "between 9 and 17", "starting June 1", "except Sundays"."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta

from domain.pa.schedule import said_parts as parts
from domain.pa.schedule.cursor import Cursor, Rule, first_of, listed, reads, rule, whole
from domain.pa.schedule.days import (
    calendar_dates,
    counted_days,
    date_list,
    duration,
    edge,
    single_day,
    weekday_set,
    weekly,
)
from domain.pa.schedule.reading import ScheduleUnclearError
from domain.pa.schedule.times import one_time
from domain.pa.schedule.vocabulary import DAY, MONTH, MONTHS, NUMBER, POLITE, RRULE_DAYS, UNIT, WEEKDAYS

_ONE = "(?:1_|time|run|report|date)(?: (?:is|on|:))*"
_STARTER = (
    rf"between|(?:for )?(?:the )?1st_ {_ONE}|next (?:1_|run)(?: (?:is|on|:))*|w \. e \. f(?: \.)?"
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


@rule
def after(cursor: Cursor) -> parts.After | None:
    """Reads "in 2 hours", "in half an hour", "an hour and a half from now", "in 1h30"."""
    announced = cursor.eat("in(?: exactly)?")
    figures = cursor.eat(r"(\d+):(\d\d)") if announced and cursor.peek().kind == "clock" else None
    span = timedelta(hours=int(figures[1]), minutes=int(figures[2])) if figures else duration(cursor)
    if span is None:
        return None
    cursor.eat("(?:' )?time")
    return parts.After(span) if cursor.eat("from (?:right )?now") or announced else None


@rule
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
    lambda found: parts.Filler(idle=found[0] in {"as usual", "starting now", "onward", "onwards"}),
)
count = reads(
    r"(?:just |only )?(?:once|1_ time)(?: only)?(?= [,.:;!?)]|$)"
    rf"|(?:(?:for )?exactly |for )?(?P<runs>{NUMBER}) (?:more )?(?:times|occurrences|runs)"
    r"(?: (?:in total|total|in all|only|altogether))?",
    lambda found: parts.Count(whole(found["runs"])),
)
_end_of = reads(
    "(?:the )?(?:end of (?:the )?year|year end|year's end|end of month|month end)",
    lambda found: parts.Days("counted", bymonthday=(parts.LAST,)).within(
        parts.Days("span", "year" if "year" in found[0] else "month", which="current")
    ),
)
_month = reads(
    rf"(?:(?:(?:in|the) )?month of |in |the )?(?P<month>{MONTH})(?:(?: ,)? (?P<year>2[01]\d\d))?",
    lambda found: parts.Days(
        "span", "month", which="named", bymonth=(MONTHS[found["month"]],), year=int(found["year"] or 0) or None
    ),
)
# "this week", "next month": a limit of what recurs, or the place of a single day
period = reads(
    "(?:(?:in|for|during|throughout) (?:(?:all of|the (?:whole|entire)(?: of)?) )?)?"
    "(?P<which>next|this) (?P<unit>day|week|month|quarter|year)",
    lambda found: parts.Days("span", found["unit"], which=found["which"]),
)


@rule
def _confirmed_date(cursor: Cursor) -> parts.Days | None:
    """Reads "Monday 6 April": the weekday is held against the date later."""
    named = cursor.eat(rf"(?:on )?({DAY})(?: ,)?(?= (?:the )?(?:\d|{MONTH}))")
    found = calendar_dates(cursor) if named else None
    return replace(found, byday=(RRULE_DAYS[WEEKDAYS[named[1]]],)) if named and found else None


_LIMIT_DAYS: tuple[Rule[parts.Days], ...] = (_confirmed_date, single_day, counted_days, edge, _end_of, _month, period)


@rule
def start(cursor: Cursor) -> tuple[parts.Start | parts.Until, ...] | None:
    """Reads "starting next Monday", "from June 1", "from June 1 to August 31", "beginning in May"."""
    starter = cursor.eat(rf"(?P<word>{_STARTER})(?: (?:from|on|with))?")
    if not starter:
        return None
    word = starter["word"]
    if word == "since" and cursor.peek(-2).kind not in {"end", "mark"} and cursor.peek(-2).text not in POLITE:
        return None
    cursor.eat(r"the(?= \d+[a-z])")
    timed = word != "from" and (cursor.looks("at .*") or cursor.peek().kind == "clock")
    if timed and (clock := one_time(cursor)):
        return (parts.Start(clock=clock),)
    ranged = cursor.eat(rf"(\d+)\w* (?:to|and|-|until|through)(?= (?:the )?\d+\w* (?:of )?{MONTH}(?: |$))")
    end = calendar_dates(cursor) if ranged else None
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


@rule
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


@rule
def during(cursor: Cursor) -> parts.During | tuple[parts.Days, parts.Count] | None:
    """Reads "for six weeks", "for the next 3 Mondays", "over the coming week"."""
    announced = cursor.eat("(?:for|over|during)(?: (?:a period of|a total of))?")
    coming = cursor.eat("(?:the )?(?:next|coming|following)")
    number = cursor.eat(f"an?|{NUMBER}")
    count = whole(number and number[0])
    if coming and number and cursor.looks(f"{DAY}s") and (days := weekday_set(cursor)):
        return days, parts.Count(count)
    unit = cursor.eat(f"fortnight|(?!quarter){UNIT}") if announced and (coming or number) else None
    if unit is None:
        return None
    return parts.During(2 * count, "week") if unit[0] == "fortnight" else parts.During(count, unit[0].removesuffix("s"))


@rule
def exception(cursor: Cursor) -> parts.Except | None:
    """Reads "except Sundays", "but not on Wednesday", "excluding weekends", "except in August"."""
    found = cursor.eat(rf"(?P<opened>\( )?(?:, )?(?:{_EXCLUDING})(?: (?:on|in|for|during))?(?: the)?")
    left_out = _left_out(cursor) if found else None
    if found and left_out and found["opened"]:
        cursor.eat(r"\)")
    return left_out


def _left_out(cursor: Cursor) -> parts.Except | None:
    begun = cursor.at
    date = _confirmed_date(cursor)
    dates = (date,) if date else date_list(cursor) or tuple(filter(None, [single_day(cursor)]))
    if dates and dates[0].form == "ahead":
        raise ScheduleUnclearError("except tomorrow", "name the date", "every day except December 25")
    if dates and dates[0].form == "date":
        return parts.Except(dates)
    cursor.at = begun
    cursor.eat("every")
    days = weekday_set(cursor) or (weekly(parts.WEEKEND) if cursor.eat("weekend") else None)
    months = () if days else tuple(listed(cursor, reads(MONTH, lambda found: MONTHS[found[0]])))
    if days or months:
        dated = not days and cursor.looks(r"2[01]\d\d.*")
        return None if dated else parts.Except((days or parts.Days("span", "month", which="named", bymonth=months),))
    counted = counted_days(cursor)
    if counted and (min(counted.bymonthday, default=0) < 1 or counted.unit not in {"", "month"} or counted.bymonth):
        raise ScheduleUnclearError("the exception", "name the weekdays, the months or the dates to leave out")
    return parts.Except((counted,)) if counted else None
