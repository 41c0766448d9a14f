"""Grammar of days: "every other Friday", "daily", "twice a day", "next Tuesday", "the first Monday of each month"."""

from __future__ import annotations

import re
from calendar import monthrange
from dataclasses import replace

from domain.pa.schedule.reading import ScheduleUnclearError, refuse_if
from domain.pa.schedule.said_parts import EVERY_DAY, LAST, WEEKEND, WORKING_DAYS, Days
from domain.pa.schedule.tokens import Cursor, Rule, Token, first_of, listed, matching, reads, whole
from domain.pa.schedule.vocabulary import CODES, DAY, FUNCTION_WORDS, MONTH, MONTHS, NUMBER, PART, RANK, REQUESTS, UNIT

_SHORT_OF_REPEATING = 3
_NO_RANK = 4  # "the first", "the second" rank things; "the fifteenth" is a date
_EVERY = "(?:(?:on|once) )?every(?: and every)?(?: single)?"
_OWNERS = "the|our|my|your|their|his|her|its|this|that|these|those|last|latest|next"
# After "daily" these show that it is an adverb; another word makes it an adjective, "daily report".
_AFTER_ADVERB = FUNCTION_WORDS - {"are", "is", "was", "will"} | set(",.!?;:()-") | {"", "\n"}
_UNITS = {
    "daily": "day", "weekly": "week", "monthly": "month", "quarterly": "quarter", "yearly": "year", "hourly": "hour",
}  # fmt: skip
_OFTEN = rf"(?:once|twice|{NUMBER} (?:times?|x))"
_FRACTIONS = {"quarter": 15, "half": 30, "3_ quarters": 45}
_SPAN = (
    rf"(?:an? )?(?P<fraction>half|quarter|3_ quarters)(?: of)?(?: an?)? hour"
    rf"|(?:(?P<amount>other|an?|\d+\.\d|{RANK}|{NUMBER})(?P<before> and a half)? )?"
    r"(?P<unit>minute|hour)s?(?:'s)?(?P<after> and a half)?"
)
_BEFORE_DATE = "on|in|of|until|from|by|starting|every|through|before|since|and|,"
_YEAR = r"(?:(?: ,)? (?P<year>2[01]\d\d)(?! (?:hours|h)))?"
_YEAR_DIGITS = 4
_LEAP_YEAR = 2024
_MONTH_DAY = (
    rf"(?P<month>{MONTH})(?: \.(?= \d))? (?:the )?(?P<day>\d{{1,2}}(?:st|nd|rd|th)?)_?(?! %| : \d)"
    r"(?P<more>(?: , \d{1,2}(?:st|nd|rd|th)?)* and (?:the )?\d{1,2}(?:st|nd|rd|th)?(?= (?:[,.;:)!?]|at|as) |$))?"
)
_DAY_MONTH = (
    r"(?P<also>(?:\d{1,2}(?:st|nd|rd|th)? , )*\d{1,2}(?:st|nd|rd|th)? (?:, )?and (?:the )?(?=\d))?"
    rf"(?P<day>\d{{1,2}}(?:st|nd|rd|th)?)_?(?: (?:day of|of|day))? (?P<month>{MONTH})"
)
_AHEAD = (
    rf"(?P<announced>in (?:exactly )?)?(?P<count>an?|{NUMBER}) (?P<unit>week|weekday|day|month|year|fortnight)s?"
    r"(?:'s)?(?: ')?(?P<tail> (?:time|from now|from today))?"
)
_BEFORE_SPANS = "in|for|every|once|twice|all|each|the|last|next|past"
_FROM_A_DAY = (
    rf"(?P<count>an?|{NUMBER}) (?P<unit>week|fortnight|day(?=s? from))s? (?:(?P<after>from) |on )?"
    rf"(?P<day>today|tomorrow|(?:next |this )?{DAY})"
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
_MOST = {"day": 31, "weekday": 20}  # of a month; of one day of the week, five
# After a bare "the 5th" these leave it a date; any other word makes it "the 5th draft".
_AFTER_DAY_NUMBER = (
    r"[,.!?);:\n-]?|at|and|in|every|until|starting|from|next|please|for|with|except|but|morning|afternoon|evening|noon"
    f"|monthly|only|this|to|yearly|{'|'.join(REQUESTS)}"
)
_GROUPS = {"weekday": WORKING_DAYS, "weekend": WEEKEND}
_EACH_MONTH = Days("span", "month", which="each")


def duration(cursor: Cursor) -> Days | None:
    """Hours and minutes, which elapse."""
    spans = listed(cursor, _one_span, beside=r"\d+ minutes?")
    minutes = sum(spans)
    if not minutes or spans != sorted(set(spans), reverse=True):
        return None
    return Days("elapsed", "minute", minutes) if minutes % 60 else Days("elapsed", "hour", minutes // 60)


def _one_span(cursor: Cursor) -> int | None:
    bare = cursor.peek(-1).text not in {"every", "single", "in", "exactly"}
    found = cursor.eat(_SPAN)
    if found is None or (bare and not (found["fraction"] or found["amount"])):
        return None
    if found["fraction"]:
        return _FRACTIONS[found["fraction"]]
    said = found["amount"] or "1"
    amount = 2 if said == "other" else float(said) if "." in said else whole(said)
    amount += 0.5 * bool(found["before"] or found["after"])
    return int(amount * 60) if found["unit"] == "hour" else int(amount)


def spanned(unit: str, count: int) -> tuple[str, int]:
    """The unit and its number; a fortnight is two weeks."""
    return ("week", 2 * count) if unit == "fortnight" else (unit.removesuffix("s"), count)


def adverb(cursor: Cursor) -> Days | None:
    """Reads "daily", "on a weekly basis", "hourly", "fortnightly". After "the" or "our" it names a thing instead."""
    before = cursor.peek(-1).text
    found = cursor.eat(rf"(?P<basis>on an? )?(?P<unit>{'|'.join(_UNITS)}|fortnightly)(?(basis) basis)")
    after = cursor.peek()
    owned = re.fullmatch(_OWNERS, before) and not (before in {"this", "that"} and after.text in {"at", "", "."})
    if not found or owned:
        return None
    if found["unit"] == "hourly":
        return Days("elapsed", "hour")
    adjective = not found["basis"] and after.text not in _AFTER_ADVERB and after.kind not in {"clock", "number"}
    interval = 1 + (found["unit"] == "fortnightly")
    return Days("period", _UNITS.get(found["unit"], "week"), interval, adjective=adjective)


def rate(cursor: Cursor) -> Days | None:
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
    return Days("elapsed", "hour") if (count, name) == (1, "hour") else Days("period", name, promised=count)


def every(cursor: Cursor) -> tuple[Days, ...] | None:
    """Everything that "every" or "each" introduces."""
    if not cursor.eat(_EVERY):
        return None
    if found := first_of(cursor, duration, _stepped, _counted):
        return (found,)
    return tuple(replace(one, repeats=True) for one in date_list(cursor) or () if not one.year) or None


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
        return Days("period", *spanned(unit[0], step))
    group = cursor.eat("(weekday|weekend)s?")
    if group:
        return weekly(_GROUPS[group[1]], step) if step == 1 or group[1] == "weekend" else None
    found = weekday_set(cursor)
    if found is None or not said or said["other"]:
        return found and weekly(found.byday, step)
    if cursor.looks(rf"of|in|every|(?:and|,)(?: the)? (?:{RANK}|last)"):
        return None
    if said["rank"] and step == 2:  # noqa: PLR2004 - "every second" is every other in everyday speech; the echo says so
        return weekly(found.byday, step)
    number = said[0].strip("_")
    raise ScheduleUnclearError(f"every {number} …", f"is it every {step} weeks, or counted in the month?")


def _counted(cursor: Cursor) -> Days | None:
    """Reads "every first Monday (of the month)", "every 15th"."""
    found = counted_days(cursor)
    if found is None or found.which in {"this", "next"}:
        return None
    if found.which == "bare" and max(found.bymonthday) <= _NO_RANK and cursor.peek().text in REQUESTS:
        return None  # "every 2nd and 3rd run"
    return replace(found if found.unit else found.within(_EACH_MONTH), repeats=True)


def date_list(cursor: Cursor) -> tuple[Days, ...] | None:
    """One date, or several without a year."""
    found = tuple(listed(cursor, calendar_dates))
    return None if len(found) > 1 and any(date.year for date in found) else found or None


def weekly(byday: tuple[str, ...], interval: int = 1, *, repeats: bool = True) -> Days:
    """These weekdays of every so many weeks."""
    return Days("weekdays", "week", interval, byday=byday, repeats=repeats)


def weekday_set(cursor: Cursor) -> Days | None:
    """Weekdays as named; they repeat if one is a plural, if they are a range or parted by "/", or three or more."""
    begun = cursor.at
    cursor.eat("on")
    lead = "(?:also )?on every|(?:also )?on the|(?:also )?on|also|every|the"
    items = listed(cursor, _weekday_item, lead=lead, beside=f"{DAY}s?")
    days = [day for item, _ in items for day in item]
    refuse_if(len(set(days)) < len(days), "the days", "one of them is said twice", "every Monday and Friday at 9am")
    repeats = any(repeated for _, repeated in items) or len(days) >= _SHORT_OF_REPEATING
    repeats = repeats or any(token.text in {"/", "every"} for token in cursor.tokens[begun : cursor.at])
    repeats = repeats or cursor.looks(f"(?:{PART})(?<=s)") is not None
    return weekly(tuple(sorted(days, key=EVERY_DAY.index)), repeats=repeats) if days else None


@matching(
    r"(?P<group>weekday|weekend)(?:s|(?= \w+s(?: |$)))"
    rf"|(?P<first>{DAY})(?P<plural>s)?(?: (?:-|to|through) (?P<last>{DAY})s?)?"
)
def _weekday_item(found: re.Match[str]) -> tuple[tuple[str, ...], bool]:
    if found["group"]:
        return _GROUPS[found["group"]], True
    first, last = (EVERY_DAY.index(CODES[day]) for day in (found["first"], found["last"] or found["first"]))
    days = tuple(EVERY_DAY[(first + step) % 7] for step in range((last - first) % 7 + 1))
    return days, bool(found["plural"] or found["last"])


def recurring_weekdays(cursor: Cursor) -> Days | None:
    """Weekdays without "every": "on Mondays", "Mon-Fri", "weekdays", "from Monday to Friday", "Monday and Thursday"."""
    other = cursor.eat("(?:on )?(?:alternate|alternating)")
    cursor.eat("only on|only|both|all(?: the)?|at(?: the)?(?= weekends)")
    ranged = cursor.eat(rf"(?:from|between)(?= {DAY} (?:to|through|-|and))")
    found = weekday_set(cursor)
    if other and found:
        return weekly(found.byday, 2)
    return found if found and (len(found.byday) > 1 or (found.repeats and not ranged)) else None


def single_day(cursor: Cursor) -> Days | None:
    """One particular day, seen from today, or by its date."""
    return first_of(cursor, *_SINGLE_DAYS)


def calendar_dates(cursor: Cursor) -> Days | None:
    """Reads "December 3rd, 2026", "the 3rd of December", "3 Dec", "12 and 19 October"."""
    found = cursor.eat(rf"(?:(?:on|the|on the) )?{_MONTH_DAY}{_YEAR}")
    found = found or cursor.eat(rf"(?:(?:on|the|on the) )?{_DAY_MONTH}{_YEAR}")
    said = found.groupdict() if found else {}
    days = [int(day) for name in ("also", "day", "more") for day in re.findall(r"\d+", said.get(name) or "")]
    if not found or not all(1 <= day <= _MOST["day"] for day in days):
        return None
    return _dated(MONTHS[found["month"]], *days, year=int(found["year"] or 0))


def _dated(month: int, *days: int, year: int = 0) -> Days:
    """Dates of one month. Raises `ScheduleUnclearError`: that month never has such a day."""
    refuse_if(max(days) > _length_of(month), f"{max(days)}.{month}.", "there is no such date", "on December 3rd at 9am")
    return Days("date", "year", bymonthday=days, bymonth=(month,), year=year or None)


_relative = matching(r"(?:(?:the|a) )?(?P<later>day after tomorrow)|(?:later (?=\w+ at))?(?P<day>today|tomorrow)")(
    lambda found: Days("ahead", "day", 2 if found["later"] else int(found["day"] == "tomorrow"))
)


def _ahead(cursor: Cursor) -> Days | None:
    """Reads "in three days", "in 5 business days", "two weeks from Monday", "in a year's time"."""
    unasked = not re.fullmatch(_BEFORE_SPANS, cursor.peek(-1).text)
    if (from_day := cursor.looks(_FROM_A_DAY)) and (unasked or from_day["after"]):
        cursor.eat(_FROM_A_DAY)
        days = {"day": 1, "week": 7, "fortnight": 14}[from_day["unit"] or from_day["alone"]]
        which, _, day = (from_day["day"] or from_day["later"]).rpartition(" ")
        origin = (CODES[day],) if day in CODES else ()
        count = whole(from_day["count"]) * days + (day == "tomorrow")
        return Days("ahead", "day", count, "later" if which == "next" else "", byday=origin)
    found = cursor.eat(_AHEAD)
    if found is None or not (found["announced"] or found["tail"]):
        return None
    return Days("ahead", *spanned(found["unit"], whole(found["count"])))


@matching(rf"(?P<business>(?:on )?(?:the )?next weekday)|{_WEEKDAY}")
def weekday(found: re.Match[str]) -> Days | None:
    """Reads "next Tuesday", "this Friday", "on Monday", "Wednesday next week", "next business day"."""
    if found["business"]:
        return Days("ahead", "weekday", 1)
    which = {"next": "later", None: "coming"}.get(found["which"], "this")
    which = "next" if found["next_week"] or found["later"] else which
    return Days("weekday", "week", 1, which, (CODES[found["next_week"] or found["day"]],))


def _numeric(cursor: Cursor) -> Days | None:
    """Reads "2026-12-24", "24/12/2026", "24.12."."""
    announced = cursor.eat("(?:on|the|on the)(?= \\d)") or re.fullmatch(_BEFORE_DATE, cursor.peek(-1).text)
    token, opens = cursor.peek(), cursor.peek(-1).kind in {"end", "mark"}
    if token.kind in {"iso", "date"}:
        cursor.at += 1
        return _day_and_month(token)
    if not (dotted := cursor.eat(r"\d{1,2}\.(?:0?\d|1[0-2])(?P<closed> \.)?")):
        return None
    timed = cursor.peek().text in {"at", ",", ":"} or cursor.peek().kind == "clock"
    sure = (dotted["closed"] and (announced or opens or timed)) or (announced and timed)
    return _day_and_month(token) if sure else None


def _day_and_month(token: Token) -> Days:
    """A date in figures, if only one reading of it exists. With dots the day comes first, behind the year the month."""
    figures = re.findall(r"\d+", token.text)
    years = [int(figure) for figure in figures if len(figure) == _YEAR_DIGITS]
    small = tuple(int(figure) for figure in figures if len(figure) < _YEAR_DIGITS)
    backwards = small[::-1]
    orders = {backwards} if "." in token.text else {small} if years[:1] == [int(figures[0])] else {small, backwards}
    readings = {pair for pair in orders if len(pair) == 2 and 0 < pair[1] <= _length_of(pair[0])}  # noqa: PLR2004
    if len(readings) != 1:
        why = "there is no such date, or it can be read in several ways"
        raise ScheduleUnclearError(token.text, why, "2026-12-24 14:00")
    return _dated(*readings.pop(), year=years[0] if years else 0)


def _length_of(month: int) -> int:
    """The days of a month at most; none of what is no month."""
    return monthrange(_LEAP_YEAR, month)[1] if month in range(1, 13) else 0


def counted_days(cursor: Cursor) -> Days | None:
    """Counted days and, if it is said, of what: "(on) the first and third Tuesday (of each month)"."""
    early = cursor.eat("(this|next) month(?: ,)?(?= on )")
    cursor.eat("(?:on|at) the|on|at|the")
    items = listed(cursor, _position, lead="(?:(?:on|at) )?(?:the|every)|on|at")
    if not items:
        return None
    scope = Days("span", "month", which=early[1]) if early else _scope(cursor)
    targets = {target for _, target, _ in items} - {""} or {"day"}
    bare = scope is None and not any(target for _, target, _ in items)
    if bare:
        # "the 5th" is a day of the month unless it is the 5th of something else.
        ranked = any(not in_figures and number <= _NO_RANK for number, _, in_figures in items)
        if ranked or not (re.fullmatch(_AFTER_DAY_NUMBER, cursor.peek().text) or cursor.peek().kind == "clock"):
            return None
    target, numbers = targets.pop(), tuple(number for number, _, _ in items)
    if targets or not all(number and number <= _MOST.get(target, 5) for number in numbers):
        raise ScheduleUnclearError(f"{numbers[0]}. {target}", "no month has it", "on the last Friday of each month")
    found = Days("counted", which="bare" if bare else "", bymonthday=numbers)
    if target == "weekday":
        found = Days("counted", byday=WORKING_DAYS, bysetpos=numbers)
    elif target != "day":
        found = Days("counted", byday=tuple(f"{number:+}{CODES[target]}" for number in numbers))
    for month in scope.bymonth if scope and found.bymonthday else ():
        _dated(month, *numbers)
    return found.within(scope) if scope else found


def edge(cursor: Cursor) -> Days | None:
    """Reads "at the end of each quarter", "the beginning of June"."""
    word = cursor.eat("(?:(?:at|on) )?(?:(?:the|very) )*(?P<edge>end|beginning|start)")
    scope = _scope(cursor) if word else None
    if word is None or scope is None or scope.unit == "week":
        return None
    scope = replace(scope, which="current") if scope.which == "the" else scope
    return Days("counted", bymonthday=(LAST if word["edge"] == "end" else 1,)).within(scope)


@matching(_POSITION)
def _position(found: re.Match[str]) -> tuple[int, str, bool]:
    """One rank with what it counts; the flag says whether it was in figures ("15th")."""
    rank = found["rank"] or found["numbered"] or ""
    number = whole(rank) if rank else -2 if found["before_last"] else {"2nd": -2, "3rd": -3}.get(found["back"], LAST)
    target = "day" if found["numbered"] else (found["target"] or "").removesuffix("s")
    return number, target, bool(rank) and not rank.endswith("_")


def _scope(cursor: Cursor) -> Days | None:
    """Reads "of each month", "every other month", "in the quarter", "of next month", "of March and June"."""
    return first_of(cursor, _unit_scope, _month_scope)


@matching(_SCOPE)
def _unit_scope(found: re.Match[str]) -> Days | None:
    which, count = found["which"], int(found["count"] or (2 if found["other"] else 1))
    if count < 1 or (not which and not found["unit"].startswith(("month", "year"))) or (count > 1 and which != "every"):
        return None
    meant = which if which in {"the", "this", "next"} else "each" if which else "the"
    return Days("span", found["unit"].removesuffix("s"), count, meant)


def _month_scope(cursor: Cursor) -> Days | None:
    found = cursor.eat("(?:of|in)(?P<every> every)?")
    months = listed(cursor, reads(MONTH, lambda named: MONTHS[named[0]])) if found else []
    if not found or not months:
        return None
    year = cursor.eat(r"(?:, )?(2[01]\d\d)")
    which = "each" if found["every"] or (len(months) > 1 and not year) else "named"
    return Days("span", "month", 1, which, bymonth=tuple(months), year=int(year[1]) if year else None)


_SINGLE_DAYS: tuple[Rule[Days], ...] = (_relative, _ahead, weekday, calendar_dates, _numeric)
