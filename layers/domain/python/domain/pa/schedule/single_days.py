"""Grammar of particular days: "tomorrow", "next Tuesday", "December 3rd", "the first Monday of each month"."""

from __future__ import annotations

import re
from calendar import monthrange
from dataclasses import replace
from datetime import datetime

from domain.pa.schedule.cursor import Cursor, Rule, first_of, listed, reads, rule, whole
from domain.pa.schedule.reading import ScheduleUnclearError
from domain.pa.schedule.said_parts import LAST, Dates, Day, DaysAhead, Moment, Nth, Scope, TheWeekday
from domain.pa.schedule.tokens import Token
from domain.pa.schedule.vocabulary import DAY, MONTH, MONTHS, NUMBER, RANK, REQUESTS, RRULE_DAYS, WEEKDAYS, words

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
_MOST = {"day": 31, "business": 20}
_MOST_WEEKDAYS = 5
_NO_RANK = 4  # "the first", "the second" rank things; "the fifteenth" is a date
# After a bare "the 5th" these leave it a date; any other word makes it "the 5th draft".
_AFTER_DAY_NUMBER = words("""
    , . ! ? ) ; : at and in every until starting from next please for with except but morning afternoon
    evening noon monthly only this - yearly
""") | REQUESTS | {"", "\n"}  # fmt: skip


def single_day(cursor: Cursor) -> Day | None:
    """One particular day, seen from today, or by its date."""
    return first_of(cursor, *_SINGLE_DAYS)


@rule
def calendar_dates(cursor: Cursor) -> Dates | None:
    """Reads "December 3rd, 2026", "the 3rd of December", "3 Dec", "12 and 19 October"."""
    found = cursor.eat(rf"(?:(?:on|the|on the) )?(?P<also>)?{_MONTH_DAY}{_YEAR}")
    found = found or cursor.eat(rf"(?:(?:on|the|on the) )?{_DAY_MONTH}{_YEAR}")
    days = [int(day) for day in re.findall(r"\d+", f"{found['also'] or ''}{found['day']}")] if found else []
    if not found or not all(1 <= day <= _MOST["day"] for day in days):
        return None
    dates = tuple(checked(MONTHS[found["month"]], day) for day in days)
    return Dates(dates, int(found["year"]) if found["year"] else None)


def _exists(month: int, day: int) -> bool:
    return month in range(1, 13) and 1 <= day <= monthrange(_LEAP_YEAR, month)[1]


def checked(named: int, day: int) -> tuple[int, int]:
    """The pair, if that month ever has that day."""
    if day > monthrange(_LEAP_YEAR, named)[1]:
        raise ScheduleUnclearError(f"{day}.{named}.", "there is no such date", "on December 3rd at 9am")
    return named, day


_relative = reads(
    r"(?:(?:the|a) )?(?P<later>day after tomorrow)|(?:later (?=\w+ at))?(?P<day>today|tomorrow)",
    lambda found: DaysAhead(2 if found["later"] else int(found["day"] == "tomorrow")),
)


@rule
def _ahead(cursor: Cursor) -> DaysAhead | None:
    """Reads "in three days", "in 5 business days", "two weeks from Monday", "in a year's time"."""
    unasked = cursor.peek(-1).text not in _BEFORE_SPANS
    if (from_day := cursor.looks(_FROM_A_DAY)) and (unasked or from_day["after"]):
        cursor.eat(_FROM_A_DAY)
        days = {"day": 1, "week": 7, "fortnight": 14}[from_day["unit"] or from_day["weeks"] or from_day["alone"]]
        which, _, day = (from_day["day"] or from_day["on"] or from_day["later"]).rpartition(" ")
        named = TheWeekday(WEEKDAYS[day], which or "coming") if day in WEEKDAYS else None
        return DaysAhead(whole(from_day["count"]) * days + (day == "tomorrow"), "day", named)
    found = cursor.eat(_AHEAD)
    if found is None or not (found["announced"] or found["tail"]):
        return None
    count, unit = whole(found["count"]), found["unit"].replace("weekday", "business day")
    return DaysAhead(2 * count, "week") if unit == "fortnight" else DaysAhead(count, unit)


@rule
def weekday(cursor: Cursor) -> TheWeekday | DaysAhead | None:
    """Reads "next Tuesday", "this Friday", "on Monday", "Wednesday next week", "next business day"."""
    if cursor.eat("(?:on )?(?:the )?next weekday"):
        return DaysAhead(1, "business day")
    found = cursor.eat(_WEEKDAY)
    if found is None or (found["later"] and found["which"]):
        return None
    if found["next_week"] or found["later"]:
        return TheWeekday(WEEKDAYS[found["next_week"] or found["day"]], "next week")
    return TheWeekday(WEEKDAYS[found["day"]], found["which"] or "coming")


@rule
def _numeric(cursor: Cursor) -> Dates | Moment | None:
    """Reads "2026-12-24", "2026-12-24T14:00Z", "24/12/2026", "24.12."."""
    announced = cursor.eat("(?:on|the|on the)(?= \\d)") or cursor.peek(-1).text in _BEFORE_DATE
    token, opens = cursor.peek(), cursor.peek(-1).kind in {"end", "mark"}
    if token.kind in {"iso", "date"}:
        cursor.at += 1
        return _iso(token) if token.kind == "iso" else _day_and_month(token)
    if not (dotted := cursor.eat(r"\d{1,2}\.\d{1,2}(?P<closed> \.)?")):
        return None
    timed = cursor.peek().text in {"at", ",", ":"} or cursor.peek().kind == "clock"
    if (dotted["closed"] and (announced or opens or timed)) or (announced and timed):
        return _day_and_month(token)
    return None


def _iso(token: Token) -> Dates | Moment:
    try:
        when = datetime.fromisoformat(re.sub(r"-(\d)(?=-|$|t)", r"-0\1", token.text).upper())
    except ValueError:
        raise ScheduleUnclearError(token.text, "there is no such date", "2026-12-24 14:00") from None
    return Moment(when) if "t" in token.text else Dates(((when.month, when.day),), when.year)


def _day_and_month(token: Token) -> Dates:
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
    return Dates((readings.pop(),), years[0] if years else None)


@rule
def counted_days(cursor: Cursor) -> Nth | None:
    """Counted days and, if it is said, of what: "(on) the first and third Tuesday (of each month)"."""
    cursor.eat("(?:on|at) the|on|at|the")
    dated = cursor.peek(-1).text == "on" or (cursor.peek(-2).text, cursor.peek(-1).text) == ("on", "the")
    items = listed(cursor, _position, lead="(?:(?:on|at) )?(?:the|every)|on|at")
    if not items:
        return None
    scope = _scope(cursor)
    bare = scope is None and not any(target for _, target, _ in items)
    if bare and not (dated and cursor.peek().text == "to"):
        # "the 5th" is a day of the month unless it is the 5th of something else.
        ranked = any(not in_figures and number <= _NO_RANK for number, _, in_figures in items)
        if ranked or not (cursor.peek().text in _AFTER_DAY_NUMBER or cursor.peek().kind == "clock"):
            return None
    positions: list[tuple[int, str]] = []
    for number, own, _ in reversed(items):  # the first of "first and third Monday" counts what the third does
        target = own or (positions[-1][1] if positions else "day")
        if not number or number > _MOST.get(target, _MOST_WEEKDAYS):
            raise ScheduleUnclearError(f"{number}. {target}", "no month has it", "on the last Friday of each month")
        positions.append((number, target))
    repeats = scope is not None and scope.which in {"each", "the"}
    return Nth(tuple(reversed(positions)), scope, repeats=repeats, bare=bare)


@rule
def edge(cursor: Cursor) -> Nth | None:
    """Reads "at the end of each quarter", "the beginning of June"."""
    word = cursor.eat("(?:(?:at|on) )?(?:(?:the|very) )*(?P<edge>end|beginning|start)")
    scope = _scope(cursor) if word else None
    if word is None or scope is None or scope.unit == "week":
        return None
    if scope.which == "the":
        scope = replace(scope, which="current")
    return Nth(((LAST if word["edge"] == "end" else 1, "day"),), scope, repeats=scope.which == "each")


type _Item = tuple[int, str, bool]


@rule
def _position(cursor: Cursor) -> _Item | None:
    """One rank with what it counts; the flag says whether it was in figures ("15th")."""
    found = cursor.eat(_POSITION)
    if found is None:
        return None
    if found["numbered"]:
        return int(found["numbered"].rstrip("_")), "day", True
    rank = found["rank"] or ""
    number = int(re.sub(r"\D", "", rank)) if rank else {"2nd": -2, "3rd": -3}.get(found["back"], LAST)
    target = (found["target"] or "").removesuffix("s")
    named = RRULE_DAYS[WEEKDAYS[target]] if target in WEEKDAYS else target.replace("weekday", "business")
    return -2 if found["before_last"] else number, named, bool(rank) and not rank.endswith("_")


@rule
def _scope(cursor: Cursor) -> Scope | None:
    """Reads "of each month", "every other month", "in the quarter", "of next month", "of March and June"."""
    found = cursor.eat(_SCOPE)
    if found is None:
        return _month_scope(cursor)
    which, count = found["which"], int(found["count"] or (2 if found["other"] else 1))
    if count < 1 or (not which and not found["unit"].startswith("month")) or (count > 1 and which != "every"):
        return None
    meant = which if which in {"the", "this", "next"} else "each" if which else "the"
    return Scope(found["unit"].removesuffix("s"), meant, count)


@rule
def _month_scope(cursor: Cursor) -> Scope | None:
    found = cursor.eat("(?:of|in)(?P<every> every)?")
    months = listed(cursor, reads(MONTH, lambda named: MONTHS[named[0]])) if found else []
    if not found or not months:
        return None
    year = cursor.eat(r"(?:, )?(2[01]\d\d)")
    which = "each" if found["every"] else "named"
    return Scope("month", which, months=tuple(months), year=int(year[1]) if year else None)


_SINGLE_DAYS: tuple[Rule[Day], ...] = (_relative, _ahead, weekday, calendar_dates, _numeric)
