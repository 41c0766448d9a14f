"""Grammar of days: "every other Friday", "daily", "twice a day", "next Tuesday", "the first Monday of each month"."""

from __future__ import annotations

import re
from calendar import monthrange
from dataclasses import replace
from datetime import datetime, timedelta

from domain.pa.schedule.cursor import Cursor, Rule, first_of, listed, reads, rule, whole
from domain.pa.schedule.reading import ScheduleUnclearError
from domain.pa.schedule.said_parts import LAST, WEEKEND, WORKING_DAYS, Days, Elapsed, Rate
from domain.pa.schedule.tokens import Token
from domain.pa.schedule.vocabulary import (
    DAY,
    FUNCTION_WORDS,
    MONTH,
    MONTHS,
    NUMBER,
    PART,
    RANK,
    REQUESTS,
    RRULE_DAYS,
    UNIT,
    WEEKDAYS,
    words,
)

_SHORT_OF_REPEATING = 3
_NO_RANK = 4  # "the first", "the second" rank things; "the fifteenth" is a date
_EVERY = "(?:(?:on|once) )?every(?: and every)?(?: single)?"
_OWNERS = words("the our my your their his her its this that these those last latest next")
# After "daily" these show that it is an adverb; another word makes it an adjective, "daily report".
_AFTER_ADVERB = FUNCTION_WORDS - {"are", "is", "was", "will"} | set(",.!?;:()-") | {"", "\n"}
_UNITS = {
    "daily": "day", "weekly": "week", "monthly": "month", "quarterly": "quarter", "yearly": "year", "hourly": "hour",
}  # fmt: skip
_OFTEN = rf"(?:once|twice|{NUMBER} (?:times?|x))"
_FRACTIONS = {"quarter": 15, "half": 30, "3_ quarters": 45}
_SPAN = (
    rf"(?:(?P<fraction>half|quarter|3_ quarters)(?: of)?(?: an?)? hour|(?P<amount>an?|\d+\.\d|{NUMBER})"
    r"(?P<half_before> and a half)? (?P<unit>minute|hour)s?(?:'s)?(?P<half_after> and a half)?)"
)
_BEFORE_DATE = words("on in of until from by starting every through before since and ,")
_YEAR = r"(?:(?: ,)? (?P<year>2[01]\d\d)(?! (?:hours|h)))?"
_YEAR_DIGITS = 4
_LEAP_YEAR = 2024
_MONTH_DAY = rf"(?P<month>{MONTH})(?: \.(?= \d))? (?:the )?(?P<day>\d{{1,2}}(?:st|nd|rd|th)?)_?(?! %| : \d)"
_DAY_MONTH = (
    r"(?P<also>(?:\d{1,2}(?:st|nd|rd|th)? , )*\d{1,2}(?:st|nd|rd|th)? (?:, )?and (?:the )?(?=\d))?"
    rf"(?P<day>\d{{1,2}}(?:st|nd|rd|th)?)_?(?: (?:day of|of|day))? (?P<month>{MONTH})"
)
_AHEAD = (
    rf"(?P<announced>in (?:exactly )?)?(?P<count>an?|{NUMBER}) (?P<unit>week|weekday|day|month|year|fortnight)s?"
    r"(?:'s)?(?: ')?(?P<tail> (?:time|from now|from today))?"
)
_BEFORE_SPANS = words("in for every once twice all each the last next past")
_FROM_A_DAY = (
    rf"(?P<count>an?|{NUMBER}) (?:(?P<unit>week|day)s? (?P<after>from) (?P<day>tomorrow|(?:next |this )?{DAY})"
    rf"|(?P<weeks>week|fortnight)s? (?:on )?(?P<on>today|tomorrow|{DAY}))"
    rf"|(?:on )?(?P<later>{DAY}|tomorrow) (?P<alone>week|fortnight)(?= (?:at|[^\w\s])(?: |$)|$)"
)
_WEEKDAY = (
    rf"(?:(?:on|at|the|on the|at the) )?"
    rf"(?:next week(?: on| ,)? (?P<next_week>{DAY})|(?:(?P<which>this|next)(?: coming)? |coming |upcoming )?"
    rf"(?P<day>{DAY})(?P<later> (?:of |in )?next week)?)"
)
_POSITION = (
    rf"day (?P<numbered>{NUMBER})|(?:(?P<back>2nd|3rd)_? to last|(?P<before_last>next to last|last but one)"
    rf"|(?P<last>last|final)|(?P<rank>{RANK}))(?: (?P<target>weekdays?|day|{DAY}s?))?"
)
_SCOPE = (
    r"(?:(?:of|in) |(?=every ))(?:(?P<which>the|every|a|this|next) )?"
    r"(?:(?P<other>other|2nd_?) |(?P<count>\d+)(?:_|st|nd|rd|th)* )?(?P<unit>months?|quarter|years?|week)"
)
_MOST = {"day": 31, "weekday": 20}
_MOST_WEEKDAYS = 5
# After a bare "the 5th" these leave it a date; any other word makes it "the 5th draft".
_AFTER_DAY_NUMBER = words("""
    , . ! ? ) ; : at and in every until starting from next please for with except but morning afternoon
    evening noon monthly only this - yearly
""") | REQUESTS | {"", "\n"}  # fmt: skip
_EACH_MONTH = Days("span", "month", which="each")


@rule
def duration(cursor: Cursor) -> timedelta | None:
    """Hours and minutes."""
    spans = listed(cursor, _one_span, beside=r"\d+ minutes?")
    return sum(spans, timedelta()) if spans and spans == sorted(set(spans), reverse=True) else None


@rule
def _one_span(cursor: Cursor) -> timedelta | None:
    cursor.eat(r"an?(?= (?:half|quarter))")
    found = cursor.eat(_SPAN)
    if found is None:
        return None
    if found["fraction"]:
        return timedelta(minutes=_FRACTIONS[found["fraction"]])
    amount = 1 if found["amount"][0] == "a" else float(found["amount"].rstrip("_"))
    half = 0.5 if found["half_before"] or found["half_after"] else 0
    return timedelta(**{f"{found['unit']}s": amount + half})


@rule
def adverb(cursor: Cursor) -> Days | Elapsed | None:
    """Reads "daily", "on a weekly basis", "hourly", "fortnightly". After "the" or "our" it names a thing instead."""
    before = cursor.peek(-1).text
    found = cursor.eat(rf"(?P<basis>on an? )?(?P<unit>{'|'.join(_UNITS)}|fortnightly)(?(basis) basis)")
    after = cursor.peek()
    if not found or (before in _OWNERS and not (before in {"this", "that"} and after.text in {"at", "", "."})):
        return None
    if found["unit"] == "hourly":
        return Elapsed(timedelta(hours=1))
    adjective = not found["basis"] and after.text not in _AFTER_ADVERB and after.kind not in {"clock", "number"}
    interval = 1 + (found["unit"] == "fortnightly")
    return Days("period", _UNITS.get(found["unit"], "week"), interval, adjective=adjective)


@rule
def rate(cursor: Cursor) -> Rate | Days | Elapsed | None:
    """Reads "twice a day", "3 times per week", "once a month", "twice daily", "every week once"."""
    often = cursor.eat(_OFTEN)
    unit = cursor.eat(rf"(?:{'(?:an?|per|every)' if often else 'every'} (?!minute){UNIT}|{'|'.join(_UNITS)})")
    # "daily, five times in all" counts the runs.
    often = often or cursor.eat(f"{_OFTEN}(?! (?:in total|total|in all|only|altogether))")
    if not often or not unit:
        return None
    count = {"once": 1, "twice": 2}.get(often[0]) or whole(often[0])
    said = unit[0].rpartition(" ")[2].removesuffix("s")
    name = _UNITS.get(said, said)
    if count == 1:
        return Elapsed(timedelta(hours=1)) if name == "hour" else Days("period", name)
    return Rate(count, name)


@rule
def every(cursor: Cursor) -> tuple[Days | Elapsed, ...] | None:
    """Everything that "every" or "each" introduces."""
    if not cursor.eat(_EVERY):
        return None
    found = first_of(cursor, _stopwatch, _stepped, _counted)
    dates = None if found else date_list(cursor)
    return (found,) if found else tuple(replace(one, repeats=True) for one in dates or () if not one.year) or None


@rule
def _stopwatch(cursor: Cursor) -> Elapsed | None:
    """Reads "every other hour", "every 90 minutes", "every hour and a half"."""
    found = cursor.eat(rf"(?:(?P<other>other) |(?P<rank>{RANK}) )?(?P<unit>minute|hour)(?P<half> and a half)?")
    if not found:
        step = duration(cursor)
        return Elapsed(step) if step else None
    count = 2 if found["other"] else whole(found["rank"])
    return Elapsed(timedelta(**{f"{found['unit']}s": count + 0.5 * bool(found["half"])}))


@rule
def _stepped(cursor: Cursor) -> Days | None:
    """Reads "every 3 weeks", "every other day", "every fortnight", "every Monday", "every other weekend"."""
    said = cursor.eat(rf"(?P<other>other|alternate)|(?P<rank>{RANK})|{NUMBER}")
    step = 2 if said and said["other"] else whole(said[0]) if said else 1
    if step < 1 or (said and said["rank"] and step == 1):
        return None
    if cursor.looks(PART):
        return Days("period", "day", step)
    unit = cursor.eat(f"fortnight|{UNIT}")
    if unit:
        cursor.eat("of the week")
        if unit[0].startswith("day") and step % 7 == 0 and cursor.looks(f",? ?(?:on )?(?:an? )?{DAY}s?(?: .*)?"):
            return Days("period", "week", step // 7)
        fortnight = unit[0] == "fortnight"
        return Days("period", "week" if fortnight else unit[0].removesuffix("s"), step * (1 + fortnight))
    group = cursor.eat("(weekday|weekend)s?")
    if group and group[1] == "weekday" and step > 1:
        raise ScheduleUnclearError("every other weekday", "it does not say which days", "every Monday and Wednesday")
    if group:
        return weekly(WORKING_DAYS if group[1] == "weekday" else WEEKEND, step)
    found = weekday_set(cursor)
    if found is None or not said or said["other"]:
        return found and weekly(found.byday, step)
    if cursor.looks(rf"of|in|every|(?:and|,)(?: the)? (?:{RANK}|last)"):
        return None
    if said["rank"] and step == 2:  # noqa: PLR2004 - "every second" is every other in everyday speech; the echo says so
        return weekly(found.byday, step)
    raise ScheduleUnclearError(
        f"every {said[0].strip('_')} …",
        f"is it every {step} weeks, or counted in the month?",
        f"every {step} weeks on Friday",
    )


@rule
def _counted(cursor: Cursor) -> Days | None:
    """Reads "every first Monday (of the month)", "every 15th"."""
    found = counted_days(cursor)
    if found is None or found.which in {"this", "next"}:
        return None
    if found.which == "bare" and max(found.bymonthday) <= _NO_RANK and cursor.peek().text in REQUESTS:
        return None  # "every 2nd and 3rd run"
    return replace(found if found.unit else found.within(_EACH_MONTH), repeats=True)


@rule
def date_list(cursor: Cursor) -> tuple[Days, ...] | None:
    """One date, or several without a year."""
    found = tuple(listed(cursor, calendar_dates))
    return None if len(found) > 1 and any(date.year for date in found) else found or None


def weekly(byday: tuple[str, ...], interval: int = 1, *, repeats: bool = True) -> Days:
    """These weekdays of every so many weeks."""
    return Days("weekdays", "week", interval, byday=byday, repeats=repeats)


@rule
def weekday_set(cursor: Cursor) -> Days | None:
    """Weekdays as named; they repeat if one is a plural, if they are a range or parted by "/", or three or more."""
    begun = cursor.at
    cursor.eat("on")
    lead = "(?:also )?on every|(?:also )?on the|(?:also )?on|also|every|the"
    items = listed(cursor, _weekday_item, lead=lead, beside=f"{DAY}s?")
    days = [day for item, _ in items for day in item]
    if len(set(days)) < len(days):
        raise ScheduleUnclearError("the days", "one of them is said twice", "every Monday and Friday at 9am")
    repeats = any(repeated for _, repeated in items) or len(days) >= _SHORT_OF_REPEATING
    repeats = repeats or any(token.text in {"/", "every"} for token in cursor.tokens[begun : cursor.at])
    repeats = repeats or cursor.looks(f"(?:{PART})(?<=s)") is not None
    return weekly(tuple(sorted(days, key=RRULE_DAYS.index)), repeats=repeats) if days else None


@rule
def _weekday_item(cursor: Cursor) -> tuple[tuple[str, ...], bool] | None:
    group = cursor.eat(r"(weekday|weekend)(?:s|(?= \w+s(?: |$)))")
    if group:
        return WORKING_DAYS if group[1] == "weekday" else WEEKEND, True
    found = cursor.eat(rf"(?P<first>{DAY})(?P<plural>s)?(?: (?:-|to|through) (?P<last>{DAY})s?)?")
    if found is None:
        return None
    first, last = WEEKDAYS[found["first"]], WEEKDAYS[found["last"] or found["first"]]
    days = tuple(RRULE_DAYS[(first + step) % 7] for step in range((last - first) % 7 + 1))
    return days, bool(found["plural"] or found["last"])


@rule
def recurring_weekdays(cursor: Cursor) -> Days | None:
    """Weekdays without "every": "on Mondays", "Mon-Fri", "weekdays", "from Monday to Friday", "Monday and Thursday"."""
    other = cursor.eat("(?:on )?(?:alternate|alternating)")
    cursor.eat("only on|only|both|all(?: the)?")
    ranged = cursor.eat(rf"(?:from|between)(?= {DAY} (?:to|through|-|and))")
    found = weekday_set(cursor)
    if other and found:
        return weekly(found.byday, 2)
    return found if found and (len(found.byday) > 1 or (found.repeats and not ranged)) else None


def single_day(cursor: Cursor) -> Days | None:
    """One particular day, seen from today, or by its date."""
    return first_of(cursor, *_SINGLE_DAYS)


@rule
def calendar_dates(cursor: Cursor) -> Days | None:
    """Reads "December 3rd, 2026", "the 3rd of December", "3 Dec", "12 and 19 October"."""
    found = cursor.eat(rf"(?:(?:on|the|on the) )?(?P<also>)?{_MONTH_DAY}{_YEAR}")
    found = found or cursor.eat(rf"(?:(?:on|the|on the) )?{_DAY_MONTH}{_YEAR}")
    days = [int(day) for day in re.findall(r"\d+", f"{found['also'] or ''}{found['day']}")] if found else []
    if not found or not all(1 <= day <= _MOST["day"] for day in days):
        return None
    return _dated(MONTHS[found["month"]], *days, year=int(found["year"] or 0))


def _dated(month: int, *days: int, year: int = 0) -> Days:
    """Dates of one month. Raises `ScheduleUnclearError`: that month never has such a day."""
    if max(days) > monthrange(_LEAP_YEAR, month)[1]:
        raise ScheduleUnclearError(f"{max(days)}.{month}.", "there is no such date", "on December 3rd at 9am")
    return Days("date", "year", bymonthday=days, bymonth=(month,), year=year or None)


_relative = reads(
    r"(?:(?:the|a) )?(?P<later>day after tomorrow)|(?:later (?=\w+ at))?(?P<day>today|tomorrow)",
    lambda found: Days("ahead", "day", 2 if found["later"] else int(found["day"] == "tomorrow")),
)


@rule
def _ahead(cursor: Cursor) -> Days | None:
    """Reads "in three days", "in 5 business days", "two weeks from Monday", "in a year's time"."""
    unasked = cursor.peek(-1).text not in _BEFORE_SPANS
    if (from_day := cursor.looks(_FROM_A_DAY)) and (unasked or from_day["after"]):
        cursor.eat(_FROM_A_DAY)
        days = {"day": 1, "week": 7, "fortnight": 14}[from_day["unit"] or from_day["weeks"] or from_day["alone"]]
        which, _, day = (from_day["day"] or from_day["on"] or from_day["later"]).rpartition(" ")
        origin = (RRULE_DAYS[WEEKDAYS[day]],) if day in WEEKDAYS else ()
        count = whole(from_day["count"]) * days + (day == "tomorrow")
        return Days("ahead", "day", count, "later" if which == "next" else "", byday=origin)
    found = cursor.eat(_AHEAD)
    if found is None or not (found["announced"] or found["tail"]):
        return None
    count, fortnight = whole(found["count"]), found["unit"] == "fortnight"
    return Days("ahead", "week" if fortnight else found["unit"], count * (1 + fortnight))


@rule
def weekday(cursor: Cursor) -> Days | None:
    """Reads "next Tuesday", "this Friday", "on Monday", "Wednesday next week", "next business day"."""
    if cursor.eat("(?:on )?(?:the )?next weekday"):
        return Days("ahead", "weekday", 1)
    found = cursor.eat(_WEEKDAY)
    if found is None or (found["later"] and found["which"]):
        return None
    which = {"next": "later", None: "coming"}.get(found["which"], "this")
    which = "next" if found["next_week"] or found["later"] else which
    return Days("weekday", "week", 1, which, (RRULE_DAYS[WEEKDAYS[found["next_week"] or found["day"]]],))


@rule
def _numeric(cursor: Cursor) -> Days | None:
    """Reads "2026-12-24", "24/12/2026", "24.12."."""
    announced = cursor.eat("(?:on|the|on the)(?= \\d)") or cursor.peek(-1).text in _BEFORE_DATE
    token, opens = cursor.peek(), cursor.peek(-1).kind in {"end", "mark"}
    if token.kind in {"iso", "date"}:
        cursor.at += 1
        return _iso_date(token.text) if token.kind == "iso" else _day_and_month(token)
    if not (dotted := cursor.eat(r"\d{1,2}\.\d{1,2}(?P<closed> \.)?")):
        return None
    timed = cursor.peek().text in {"at", ",", ":"} or cursor.peek().kind == "clock"
    if (dotted["closed"] and (announced or opens or timed)) or (announced and timed):
        return _day_and_month(token)
    return None


def _iso_date(text: str) -> Days:
    """The date of "2026-12-24"."""
    year, month, day = map(int, text.split("-"))
    try:
        datetime(year, month, day)  # noqa: DTZ001 - whether there is that day
    except ValueError:
        raise ScheduleUnclearError(text, "there is no such date", "2026-12-24 14:00") from None
    return _dated(month, day, year=year)


def _day_and_month(token: Token) -> Days:
    """A date in figures, if only one reading of it exists. With dots the day comes first."""
    figures = re.findall(r"\d+", token.text)
    years = [int(figure) for figure in figures if len(figure) == _YEAR_DIGITS]
    small = tuple(int(figure) for figure in figures if len(figure) < _YEAR_DIGITS)
    backwards = small[::-1]
    orders = {backwards} if "." in token.text else {small} if years[:1] == [int(figures[0])] else {small, backwards}
    readings = {(pair[0], pair[1]) for pair in orders if pair[1:] and not pair[2:] and _exists(pair[0], pair[1])}
    if len(readings) != 1:
        why = "there is no such date, or it can be read in several ways"
        raise ScheduleUnclearError(token.text, why, "2026-12-24 14:00")
    return _dated(*readings.pop(), year=years[0] if years else 0)


def _exists(month: int, day: int) -> bool:
    return month in range(1, 13) and 1 <= day <= monthrange(_LEAP_YEAR, month)[1]


@rule
def counted_days(cursor: Cursor) -> Days | None:
    """Counted days and, if it is said, of what: "(on) the first and third Tuesday (of each month)"."""
    cursor.eat("(?:on|at) the|on|at|the")
    dated = cursor.peek(-1).text == "on" or (cursor.peek(-2).text, cursor.peek(-1).text) == ("on", "the")
    items = listed(cursor, _position, lead="(?:(?:on|at) )?(?:the|every)|on|at")
    if not items:
        return None
    scope = _scope(cursor)
    targets = {target for _, target, _ in items} - {""} or {"day"}
    bare = scope is None and not any(target for _, target, _ in items)
    if bare and not (dated and cursor.peek().text == "to"):
        # "the 5th" is a day of the month unless it is the 5th of something else.
        ranked = any(not in_figures and number <= _NO_RANK for number, _, in_figures in items)
        if ranked or not (cursor.peek().text in _AFTER_DAY_NUMBER or cursor.peek().kind == "clock"):
            return None
    target, numbers = targets.pop(), tuple(number for number, _, _ in items)
    if targets or not all(number and number <= _MOST.get(target, _MOST_WEEKDAYS) for number in numbers):
        raise ScheduleUnclearError(f"{numbers[0]}. {target}", "no month has it", "on the last Friday of each month")
    found = Days("counted", which="bare" if bare else "", bymonthday=numbers)
    if target == "weekday":
        found = Days("counted", byday=WORKING_DAYS, bysetpos=numbers)
    elif target != "day":
        found = Days("counted", byday=tuple(f"{number:+}{RRULE_DAYS[WEEKDAYS[target]]}" for number in numbers))
    for month in scope.bymonth if scope and found.bymonthday else ():
        _dated(month, *numbers)
    return found.within(scope) if scope else found


@rule
def edge(cursor: Cursor) -> Days | None:
    """Reads "at the end of each quarter", "the beginning of June"."""
    word = cursor.eat("(?:(?:at|on) )?(?:(?:the|very) )*(?P<edge>end|beginning|start)")
    scope = _scope(cursor) if word else None
    if word is None or scope is None or scope.unit == "week":
        return None
    scope = replace(scope, which="current") if scope.which == "the" else scope
    return Days("counted", bymonthday=(LAST if word["edge"] == "end" else 1,)).within(scope)


@rule
def _position(cursor: Cursor) -> tuple[int, str, bool] | None:
    """One rank with what it counts; the flag says whether it was in figures ("15th")."""
    found = cursor.eat(_POSITION)
    if found is None:
        return None
    if found["numbered"]:
        return whole(found["numbered"]), "day", True
    rank = found["rank"] or ""
    number = whole(rank) if rank else {"2nd": -2, "3rd": -3}.get(found["back"], LAST)
    target = (found["target"] or "").removesuffix("s")
    return -2 if found["before_last"] else number, target, bool(rank) and not rank.endswith("_")


@rule
def _scope(cursor: Cursor) -> Days | None:
    """Reads "of each month", "every other month", "in the quarter", "of next month", "of March and June"."""
    found = cursor.eat(_SCOPE)
    if found is None:
        return _month_scope(cursor)
    which, count = found["which"], int(found["count"] or (2 if found["other"] else 1))
    if count < 1 or (not which and not found["unit"].startswith("month")) or (count > 1 and which != "every"):
        return None
    meant = which if which in {"the", "this", "next"} else "each" if which else "the"
    return Days("span", found["unit"].removesuffix("s"), count, meant)


@rule
def _month_scope(cursor: Cursor) -> Days | None:
    found = cursor.eat("(?:of|in)(?P<every> every)?")
    months = listed(cursor, reads(MONTH, lambda named: MONTHS[named[0]])) if found else []
    if not found or not months:
        return None
    year = cursor.eat(r"(?:, )?(2[01]\d\d)")
    which = "each" if found["every"] else "named"
    return Days("span", "month", 1, which, bymonth=tuple(months), year=int(year[1]) if year else None)


_SINGLE_DAYS: tuple[Rule[Days], ...] = (_relative, _ahead, weekday, calendar_dates, _numeric)
