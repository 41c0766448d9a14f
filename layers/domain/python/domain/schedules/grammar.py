"""The parts that a phrase of time is made of, and the rules that read each of them."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import date

from common.services import frozen
from domain.schedules.days import Days, dates, positions, relative, single
from domain.schedules.reading import refuse_if
from domain.schedules.times import Spoken, spoken_in
from domain.schedules.words import ADVERBS, MONTHS, RRULE_DAYS, WEEKDAYS, shape


@frozen
class Part:
    """One part of a phrase, its place in the text (words `first` up to `last`), and what it says.

    `kind`: every (so many units, the days open; `count` is the interval), elapsed (minutes by the stopwatch), ahead (so
    many minutes from now), days, times, window (between two times), start, until (a day, a time, or so many units or
    runs), except, zone (`name` is None for the account's own; `season` as in EST) or idle. `promised` is the 2 of
    "twice a day". `joined`: a comma or an "and" stands before it. `every`: its words hold "every".
    """

    kind: str
    days: Days | None = None
    count: int = 0
    unit: str = ""
    promised: int = 0
    times: tuple[Spoken, ...] = ()
    name: str | None = None
    season: str = ""
    first: int = 0
    last: int = 0
    joined: bool = False
    every: bool = False


type Found = Part | tuple[Part, ...] | None
RULES: list[tuple[str, Callable[[re.Match[str], date], Found]]] = []


def _rule(name: str) -> Callable[[Callable[[re.Match[str], date], Found]], Callable[[re.Match[str], date], Found]]:
    """Register a function that reads a part of a phrase, for matches of the shape with this name."""

    def registered(read: Callable[[re.Match[str], date], Found]) -> Callable[[re.Match[str], date], Found]:
        RULES.append((shape(name), read))
        return read

    return registered


def _whole(said: str | None) -> int:
    return 2 if said and said.startswith("other") else int(re.sub(r"\D", "", said or "") or 1)


@_rule("every")
def _every(found: re.Match[str], _: date) -> Part:
    unit, step = found["unit"] or "hour", _whole(found["step"])
    refuse_if(not step, found[0], "that is never")
    if unit in {"hour", "minute"}:
        return Part("elapsed", count=30 if found["half"] else step * (60 if unit == "hour" else 1))
    return Part("every", count=step, unit=unit)


@_rule("adverbs")
def _adverb(found: re.Match[str], _: date) -> Part | None:
    unit = ADVERBS[found["adverb"] or "daily"]
    return None if unit == "hour" else Part("every", count=1, unit=unit)


@_rule("rate")
def _rate(found: re.Match[str], _: date) -> Part | None:
    unit = found["unit"] or ADVERBS[found["adverb"]]
    if unit == "hour":
        return Part("elapsed", count=60) if found[0].startswith("once") else None
    return Part("every", count=1, unit=unit, promised=2 if found["two"] else _whole(found["count"]))


def _byday(said: str) -> tuple[str, ...]:
    """The RRULE names of weekdays in a text, in the week's order. Raises `ScheduleUnclearError` if one comes twice."""
    days: list[str] = []
    for item in re.findall(rf"{shape('item')}|weekend", said):
        if item.startswith("week"):
            days += RRULE_DAYS[:5] if item.startswith("weekd") else RRULE_DAYS[5:]
            continue
        first, last = (WEEKDAYS.index(day.removesuffix("s")) for day in (item.split()[0], item.split()[-1]))
        days += [RRULE_DAYS[(first + step) % 7] for step in range((last - first) % 7 + 1)]
    refuse_if(len(set(days)) < len(days), said, "a day is said twice", "every Monday and Friday at 9am")
    return tuple(sorted(days, key=RRULE_DAYS.index))


@_rule("on_weekdays")
def _weekdays(found: re.Match[str], _: date) -> Part:
    byday = _byday(found["days"])
    several = re.search(r"days\b|weekday|weekend| (?:-|to|through) ", found["days"]) or len(byday) > 2  # noqa: PLR2004
    repeats = bool(found["every"] or (several and not found["range"]))
    return Part("days", Days("week", 2 if found["step"] else 1, byday=byday, repeats=repeats, again=True))


@_rule("on_dates")
def _dates(found: re.Match[str], today: date) -> Part | None:
    days = dates(found[0].strip().removeprefix("every "), today)
    if found["every"] and (days.unit != "year" or days.begin):
        return None
    return Part("days", replace(days, repeats=bool(found["every"])))


@_rule("relative")
def _relative(found: re.Match[str], today: date) -> Part:
    return Part("days", relative(found[0].strip(), today))


@_rule("on_positions")
def _positions(found: re.Match[str], today: date) -> Part | None:
    days = positions(found[0].strip().removeprefix("every "), today)
    if days is None or (found["every"] and days.begin):
        return None
    counted = found["every"] and not days.repeats and any(int(day[:-2]) > 1 for day in days.byday if len(day) > 2)  # noqa: PLR2004
    refuse_if(
        counted, found[0], "is it every so many weeks, or counted in the month?", "the third Monday of each month"
    )
    return Part("days", replace(days, repeats=days.repeats or bool(found["every"])))


@_rule("ahead")
def _ahead(found: re.Match[str], _: date) -> Part:
    unit = found["unit"] or found["units"]
    return Part(
        "ahead",
        count=30 if found["half"] else _whole(found["count"] or found["number"]) * (60 if unit == "hour" else 1),
    )


@_rule("start")
def _start(found: re.Match[str], today: date) -> Found:
    first, last = single(found["first"], today), found["last"] and single(found["last"], today)
    if not first or (found["last"] and not last):
        return None
    return (Part("start", first), Part("until", last)) if last else Part("start", first)


@_rule("in_a_span")
def _in_a_span(found: re.Match[str], today: date) -> Found:
    if found["span"]:
        days = single(found["span"], today)
        begun = days and replace(days, begin=max(days.begin or today, today))
        return (Part("start", begun), Part("until", days)) if days else None
    numbers = [MONTHS.index(month) for month in re.findall(shape("month"), found["months"])]
    year = re.search(r" \d{4}$", found["months"])
    first, last = (single(f"{MONTHS[number]}{year[0] if year else ''}", today) for number in (numbers[0], numbers[-1]))
    in_a_row = numbers[-1] - numbers[0] == len(numbers) - 1
    return (Part("start", first, unit="month"), Part("until", last)) if in_a_row else None


@_rule("runs")
def _runs(found: re.Match[str], _: date) -> Part:
    return Part("until", count=_whole(found["runs"]), unit="run")


@_rule("lasting")
def _lasting(found: re.Match[str], _: date) -> Part | None:
    sure = found["count"] or found["next"]
    return Part("until", count=_whole(found["count"]), unit=found["unit"]) if sure else None


@_rule("until")
def _until(found: re.Match[str], today: date) -> Part | None:
    if found["clock"]:
        return Part("until", times=spoken_in(found["clock"]))
    day = single(found["day"], today)
    ahead = re.fullmatch("(?:end of )?next (?:week|month|quarter|year)", found["day"])  # to its first or its last day?
    return Part("until", day) if day and not ahead else None


@_rule("except")
def _except(found: re.Match[str], today: date) -> Part | None:
    if found["days"]:
        byday = _byday(found["days"])
        return Part("except", Days("week", byday=byday, repeats=True, again=True))
    if found["dates"]:
        return Part("except", dates(found["dates"], today))
    months = tuple(MONTHS.index(month) + 1 for month in re.findall(shape("month"), found["months"] or ""))
    numbers = tuple(int(number) for number in re.findall(r"\d+", found["numbers"] or ""))
    return Part("except", Days("month" if numbers else "", bymonth=months, bymonthday=numbers))


@_rule("window")
def _window(found: re.Match[str], _: date) -> Part:
    return Part("window", times=(*spoken_in(found["first"]), *spoken_in(found["last"])))


@_rule("times")
def _times(found: re.Match[str], _: date) -> Part:
    plural = re.match(rf"(?:in the )?(?:{shape('part')})s ", found[0])
    return Part("times", times=spoken_in(found[0]), unit="day" if plural else "")


@_rule("idle")
def _idle(_: re.Match[str], __: date) -> Part:
    return Part("idle")
