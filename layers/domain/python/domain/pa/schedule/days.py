"""Grammar of what recurs: "every other Friday", "Mondays and Thursdays", "daily", "every 90 minutes", "twice a day"."""

from __future__ import annotations

from datetime import timedelta

from domain.pa.schedule.counted import positions_and_scope
from domain.pa.schedule.cursor import Cursor, Rule, first_of, listed, rule
from domain.pa.schedule.said_parts import WEEKEND, WORKING_DAYS, Dates, Elapsed, Nth, Period, Rate, Scope, Weekdays
from domain.pa.schedule.single_days import calendar_dates
from domain.pa.schedule.spans import duration
from domain.pa.schedule.unclear import ScheduleUnclearError
from domain.pa.schedule.vocabulary import ADVERBS, DAY_PARTS, ORDINALS, UNITS, WEEKDAY_PLURALS, WEEKDAYS, words

_SHORT_OF_REPEATING = 3
_OWNERS = words("the our my your their his her its this that these those last latest next")
# After "daily" these show that it is an adverb; another word makes it an adjective, "daily report".
_AFTER_ADVERB = words("""
    , . ! ? ; : ( ) - at on in from starting until till for and please every to with about except by between
    beginning of the a me or but whether if what who how which that all my our your this these us them it when
""") | {"", "\n"}

type Recurring = Period | Elapsed | Weekdays | Nth | Dates


@rule
def adverb(cursor: Cursor) -> Period | Elapsed | None:
    """Reads "daily", "on a weekly basis", "hourly", "fortnightly". After "the" or "our" it names a thing instead."""
    owner, after = cursor.peek(-1).text, cursor.peek(1).text
    if owner in _OWNERS and not (owner in {"this", "that"} and after in {"at", "", "."}):
        return None
    basis = cursor.eat("on an?")
    unit = "fortnight" if cursor.eat("fortnightly") else cursor.pick(ADVERBS)
    if unit is None or (basis and not cursor.eat("basis")):
        return None
    if unit == "hour":
        return Elapsed(timedelta(hours=1))
    adjective = not basis and cursor.peek().text not in _AFTER_ADVERB and cursor.peek().kind not in {"clock", "number"}
    return Period("week", 2, adjective) if unit == "fortnight" else Period(unit, 1, adjective)


@rule
def rate(cursor: Cursor) -> Rate | Period | Elapsed | None:
    """Reads "twice a day", "3 times per week", "once a month", "twice daily"."""
    named = cursor.eat("once|twice")
    count = {"once": 1, "twice": 2}[named[0]] if named else cursor.whole_number()
    if not named and not cursor.eat("times|x"):
        return None
    unit = cursor.pick(UNITS) if cursor.eat("an?|per|each|every") else cursor.pick(ADVERBS)
    if unit is None or count is None or unit == "minute":
        return None
    if count == 1:
        return Elapsed(timedelta(hours=1)) if unit == "hour" else Period(unit)
    return Rate(count, unit)


@rule
def every(cursor: Cursor) -> Recurring | None:
    """Everything that "every" or "each" introduces."""
    if not cursor.eat("(?:(?:on|once) )?(?:each and every|every|each)(?: single)?"):
        return None
    return first_of(cursor, *_AFTER_EVERY)


def _part_of_every_day(cursor: Cursor) -> Period | None:
    return Period("day") if cursor.peek().text in DAY_PARTS else None


@rule
def _stopwatch(cursor: Cursor) -> Elapsed | None:
    other = 2 if cursor.eat("other|second") else cursor.pick(ORDINALS) or 1
    unit = cursor.peek().text
    if UNITS.get(unit) in {"minute", "hour"}:
        cursor.at += 1
        step = timedelta(**{f"{UNITS[unit]}s": other})
        return Elapsed(step + timedelta(minutes=30) if other == 1 and cursor.eat("and a half") else step)
    step_said = duration(cursor) if other == 1 else None
    return Elapsed(step_said) if step_said else None


@rule
def _groups(cursor: Cursor) -> Weekdays | None:
    """Reads "every weekday", "each working day", "every other weekend"."""
    other = cursor.eat("other|second")
    days = _group(cursor)
    if days == WORKING_DAYS and other:
        raise ScheduleUnclearError(
            "every other weekday", "it does not say which days", "every Monday, Wednesday and Friday"
        )
    return Weekdays(days, interval=2 if other else 1) if days else None


def _group(cursor: Cursor) -> tuple[int, ...]:
    if cursor.eat("weekdays?|workdays?|(?:business|working|work) days?"):
        return WORKING_DAYS
    return WEEKEND if cursor.eat("weekends?") else ()


@rule
def _unit(cursor: Cursor) -> Period | None:
    """Reads "every 3 weeks", "every other day", "every fortnight"."""
    interval = 2 if cursor.eat("other") else _interval(cursor)
    if cursor.eat("fortnight"):
        return Period("week", 2 * interval)
    if interval > 1 and cursor.peek().text in DAY_PARTS:
        return Period("day", interval)
    unit = cursor.pick(UNITS)
    if unit is None or interval < 1:
        return None
    cursor.eat("of the week")
    return Period(unit, interval)


def _interval(cursor: Cursor) -> int:
    """The N of "every N weeks" or "every Nth week"; 1 where none is said, 0 where it makes no interval."""
    figures = cursor.eat(r"(\d+)(?:st|nd|rd|th)")
    nth = int(figures[1]) if figures else cursor.pick(ORDINALS)
    if nth is not None:
        return nth if nth > 1 else 0
    counted = cursor.whole_number()
    return 1 if counted is None else counted


@rule
def _other_weekdays(cursor: Cursor) -> Weekdays | None:
    """Reads "every other Friday"; and "every second Friday", which could also be the second of the month."""
    if cursor.eat("other|alternate"):
        found = weekday_set(cursor)
        return Weekdays(found.days, interval=2) if found else None
    if _interval(cursor) < 2:  # noqa: PLR2004 - "every first Friday" is certain
        return None
    found = weekday_set(cursor)
    if found is None or cursor.peek().text in {"of", "in", "and", ",", "each", "every"}:
        return None
    raise ScheduleUnclearError(
        "every second …", "is it every other week, or counted in the month?", "every other Friday"
    )


@rule
def _counted(cursor: Cursor) -> Nth | None:
    """Reads "every first Monday (of the month)", "every 15th"."""
    found = positions_and_scope(cursor)
    scope = (found.scope or Scope()) if found else None
    if found is None or scope is None or scope.which in {"this", "next"}:
        return None
    return Nth(found.positions, scope, repeats=True)


@rule
def _yearly(cursor: Cursor) -> Dates | None:
    """Reads "every January 5 and July 5"."""
    found = date_list(cursor)
    return Dates(found.dates, repeats=True) if found and found.year is None else None


@rule
def date_list(cursor: Cursor) -> Dates | None:
    """One date, or several without a year."""
    found = listed(cursor, calendar_dates)
    if len(found) > 1 and any(date.year for date in found):
        return None
    return Dates(tuple(pair for date in found for pair in date.dates), found[0].year) if found else None


@rule
def weekday_set(cursor: Cursor) -> Weekdays | None:
    """Weekdays as named; they repeat if one is a plural, if they are a range, or if they are three or more."""
    cursor.eat("on")
    items = listed(cursor, _weekday_item, _later_weekday_item)
    days = [day for item, _ in items for day in item]
    if len(set(days)) < len(days):
        raise ScheduleUnclearError("the days", "one of them is said twice", "every Monday and Friday at 9am")
    after = cursor.peek().text
    repeats = any(repeated for _, repeated in items) or len(days) >= _SHORT_OF_REPEATING
    return Weekdays(tuple(sorted(days)), repeats or (after in DAY_PARTS and after.endswith("s"))) if days else None


@rule
def _each_weekday(cursor: Cursor) -> Weekdays | None:
    found = weekday_set(cursor)
    return Weekdays(found.days) if found else None


@rule
def recurring_weekdays(cursor: Cursor) -> Weekdays | None:
    """Weekdays without "every": "on Mondays", "Mon-Fri", "weekdays", "from Monday to Friday", "Monday and Thursday"."""
    other = cursor.eat("(?:on )?(?:alternate|alternating)")
    cursor.eat("only on|only|both")
    ranged = cursor.eat("from|between") and cursor.peek(1).text in {"to", "through", "thru", "-", "and"}
    found = weekday_set(cursor)
    if other and found:
        return Weekdays(found.days, interval=2)
    return found if found and (len(found.days) > 1 or (found.repeats and not ranged)) else None


@rule
def _later_weekday_item(cursor: Cursor) -> tuple[tuple[int, ...], bool] | None:
    cursor.eat("also on|also|on")
    every_too = cursor.eat("every|each")
    if not every_too:
        cursor.eat("the")
    found = _weekday_item(cursor)
    return found and (found[0], found[1] or bool(every_too))


@rule
def _weekday_item(cursor: Cursor) -> tuple[tuple[int, ...], bool] | None:
    whole_group = cursor.peek().text in {"weekday", "weekend", "workday"} and cursor.peek(1).text.endswith("s")
    if whole_group or cursor.peek().text in {"weekdays", "weekends", "workdays", "business", "working"}:
        days = _group(cursor)
        return (days, True) if days else None
    first = _weekday(cursor)
    if first is None:
        return None
    begun = cursor.at
    last = _weekday(cursor) if cursor.eat("-|to|through|thru") else None
    if last is None:
        cursor.at = begun
        return (first,), cursor.peek(-1).text in WEEKDAY_PLURALS
    return tuple((first + step) % 7 for step in range((last - first) % 7 + 1)), True


def _weekday(cursor: Cursor) -> int | None:
    day = cursor.pick(WEEKDAYS)
    return cursor.pick(WEEKDAY_PLURALS) if day is None else day


_AFTER_EVERY: tuple[Rule[Recurring], ...] = (
    _part_of_every_day, _stopwatch, _groups, _unit, _other_weekdays, _counted, _yearly, _each_weekday,
)  # fmt: skip
