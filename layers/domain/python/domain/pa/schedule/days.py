"""Grammar of what recurs: "every other Friday", "Mondays and Thursdays", "daily", "every 90 minutes", "twice a day"."""

from __future__ import annotations

from datetime import timedelta

from domain.pa.schedule.cursor import Cursor, first_of, listed, rule, whole
from domain.pa.schedule.reading import ScheduleUnclearError
from domain.pa.schedule.said_parts import WEEKEND, WORKING_DAYS, Dates, Elapsed, Nth, Period, Rate, Scope, Weekdays
from domain.pa.schedule.single_days import calendar_dates, counted_days
from domain.pa.schedule.vocabulary import DAY, FUNCTION_WORDS, NUMBER, PART, RANK, REQUESTS, UNIT, WEEKDAYS, words

_SHORT_OF_REPEATING = 3
_NO_RANK = 4
_SECOND = 2
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

type Recurring = Period | Elapsed | Weekdays | Nth | Dates


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
def adverb(cursor: Cursor) -> Period | Elapsed | None:
    """Reads "daily", "on a weekly basis", "hourly", "fortnightly". After "the" or "our" it names a thing instead."""
    before = cursor.peek(-1).text
    if not before and (per := cursor.eat("per (day|week|month|quarter|year)(?= [,:])")):
        return Period(per[1])
    found = cursor.eat(rf"(?P<basis>on an? )?(?P<unit>{'|'.join(_UNITS)}|fortnightly)(?(basis) basis)")
    after = cursor.peek()
    if not found or (before in _OWNERS and not (before in {"this", "that"} and after.text in {"at", "", "."})):
        return None
    if found["unit"] == "hourly":
        return Elapsed(timedelta(hours=1))
    adjective = not found["basis"] and after.text not in _AFTER_ADVERB and after.kind not in {"clock", "number"}
    return Period(_UNITS.get(found["unit"], "week"), 1 + (found["unit"] == "fortnightly"), adjective)


@rule
def rate(cursor: Cursor) -> Rate | Period | Elapsed | None:
    """Reads "twice a day", "3 times per week", "once a month", "twice daily", "every week once"."""
    often = cursor.eat(_OFTEN)
    unit = cursor.eat(rf"(?:{'(?:an?|per|every)' if often else 'every'} {UNIT}|{'|'.join(_UNITS)})")
    # "daily, five times in all" counts the runs.
    often = often or cursor.eat(f"{_OFTEN}(?! (?:in total|total|in all|only|altogether))")
    if not often or not unit:
        return None
    count = {"once": 1, "twice": 2}.get(often[0]) or whole(often[0])
    said = unit[0].rpartition(" ")[2].removesuffix("s")
    name = _UNITS.get(said, said)
    if name == "minute":
        return None
    if count == 1:
        return Elapsed(timedelta(hours=1)) if name == "hour" else Period(name)
    return Rate(count, name)


@rule
def every(cursor: Cursor) -> Recurring | None:
    """Everything that "every" or "each" introduces."""
    return first_of(cursor, _stopwatch, _stepped, _counted, _yearly) if cursor.eat(_EVERY) else None


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
def _stepped(cursor: Cursor) -> Period | Weekdays | None:
    """Reads "every 3 weeks", "every other day", "every fortnight", "every Monday", "every other weekend"."""
    said = cursor.eat(rf"(?P<other>other|alternate)|(?P<rank>{RANK})|{NUMBER}")
    step = 2 if said and said["other"] else whole(said[0]) if said else 1
    if step < 1 or (said and said["rank"] and step == 1):
        return None
    if cursor.looks(PART):
        return Period("day", step)
    unit = cursor.eat(f"fortnight|{UNIT}")
    if unit:
        cursor.eat("of the week")
        if unit[0].startswith("day") and step % 7 == 0 and cursor.looks(f",? ?(?:on )?(?:an? )?{DAY}s?(?: .*)?"):
            return Period("week", step // 7)
        return Period("week", 2 * step) if unit[0] == "fortnight" else Period(unit[0].removesuffix("s"), step)
    group = cursor.eat("(weekday|weekend)s?")
    if group and group[1] == "weekday" and step > 1:
        raise ScheduleUnclearError("every other weekday", "it does not say which days", "every Monday and Wednesday")
    if group:
        return Weekdays(WORKING_DAYS if group[1] == "weekday" else WEEKEND, interval=step)
    found = weekday_set(cursor)
    if found is None or not said or said["other"]:
        return found and Weekdays(found.days, interval=step)
    if cursor.looks(rf"of|in|every|(?:and|,)(?: the)? (?:{RANK}|last)"):
        return None
    if said["rank"] and step == _SECOND:
        return Weekdays(found.days, interval=step)  # as in everyday speech; the echo says "every other"
    number = said[0].strip("_")
    raise ScheduleUnclearError(
        f"every {number} …", f"is it every {step} weeks, or counted in the month?", f"every {step} weeks on Friday"
    )


@rule
def _counted(cursor: Cursor) -> Nth | None:
    """Reads "every first Monday (of the month)", "every 15th"."""
    found = counted_days(cursor)
    scope = (found.scope or Scope()) if found else None
    if found is None or scope is None or scope.which in {"this", "next"}:
        return None
    if found.bare and max(number for number, _ in found.positions) <= _NO_RANK and cursor.peek().text in REQUESTS:
        return None  # "every 2nd and 3rd run"
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
    return Weekdays(tuple(sorted(days)), repeats or cursor.looks(f"(?:{PART})(?<=s)") is not None) if days else None


@rule
def _weekday_item(cursor: Cursor) -> tuple[tuple[int, ...], bool] | None:
    group = cursor.eat(r"(weekday|weekend)(?:s|(?= \w+s(?: |$)))")
    if group:
        return WORKING_DAYS if group[1] == "weekday" else WEEKEND, True
    found = cursor.eat(rf"(?P<first>{DAY})(?P<plural>s)?(?: (?:-|to|through) (?P<last>{DAY})s?)?")
    if found is None:
        return None
    first, last = WEEKDAYS[found["first"]], WEEKDAYS[found["last"] or found["first"]]
    days = tuple((first + step) % 7 for step in range((last - first) % 7 + 1))
    return days, bool(found["plural"] or found["last"])


@rule
def recurring_weekdays(cursor: Cursor) -> Weekdays | Period | None:
    """Weekdays without "every": "on Mondays", "Mon-Fri", "weekdays", "from Monday to Friday", "Monday and Thursday"."""
    if cursor.eat("all days|(?:all )?7_? days (?:a|per) week"):
        return Period("day")
    other = cursor.eat("(?:on )?(?:alternate|alternating)")
    cursor.eat("only on|only|both|all(?: the)?")
    ranged = cursor.eat(rf"(?:from|between)(?= {DAY} (?:to|through|-|and))")
    found = weekday_set(cursor)
    if other and found:
        return Weekdays(found.days, interval=2)
    return found if found and (len(found.days) > 1 or (found.repeats and not ranged)) else None
