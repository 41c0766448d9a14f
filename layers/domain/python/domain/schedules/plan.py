"""Combines the parts of a phrase: which days go with which times, and whether all of it fits together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import pairwise

from domain.schedules.days import Days
from domain.schedules.grammar import Part
from domain.schedules.reading import refuse_if
from domain.schedules.times import Clock, clocks_of
from domain.schedules.words import RRULE_DAYS

_QUARTERS, _A_WEEKS_NAMES = 4, 3
_CONTRADICTORY = "its parts contradict each other"
_WHICH = "I cannot tell which times go with which days"


@dataclass
class Plan:
    """The parts of one schedule, in order. `words` are the customer's own; `now` is in the schedule's zone."""

    parts: Sequence[Part]
    words: str
    now: datetime

    def of(self, *kinds: str) -> list[Part]:
        """The parts of these kinds, in order."""
        return [part for part in self.parts if part.kind in kinds]

    def days(self, *kinds: str) -> list[Days]:
        """The days that the parts of these kinds name, in order."""
        return [part.days for part in self.of(*kinds) if part.days]

    def only(self, kind: str) -> Part | None:
        """The one part of a kind; None if there is none. Raises `ScheduleUnclearError` for two that differ."""
        found = self.of(kind)
        said = [replace(part, first=0, last=0, joined=False, every=False) for part in found]
        self.refuse_if(any(part != said[0] for part in said), _CONTRADICTORY)
        return found[0] if found else None

    def refuse_if(self, condition: object, why: str) -> None:
        """Raise `ScheduleUnclearError` with the customer's words if the condition holds."""
        refuse_if(condition, self.words, why)

    def clocks(self, *times: Part) -> tuple[Clock, ...]:
        """The times of these parts, or of all; 09:00 if none is said. "Every evening" and "at 8" may stand apart."""
        spoken = [part.times for part in times or self.of("times")]
        bare = [group for group in spoken if [one.hour for one in group] == [None]]
        if len(spoken) == 2 and len(bare) == 1:  # noqa: PLR2004 - a part of the day and its hours
            hours = next(group for group in spoken if group not in bare)
            spoken = [tuple(replace(one, part=one.part or bare[0][0].part) for one in hours)]
        self.refuse_if(len(spoken) > 1, "its times stand in several places")
        return clocks_of(spoken[0], self.words) if spoken else (Clock(9),)


def names_a_week(plan: Plan) -> bool:
    """Whether it names three weekdays or more, which then recur: "Mon 10am, Wed 2pm and Fri 4pm"."""
    days = plan.days("days")
    return len(days) >= _A_WEEKS_NAMES and all(day.unit == "week" and day.again for day in days)


def rules_of(plan: Plan) -> tuple[Days, ...] | int:
    """The days with their times, or the minutes between two runs if it only says "every 6 hours"."""
    every, elapsed, sets = _every(plan), plan.only("elapsed"), plan.of("days")
    tonight = any(one.part == "tonight" for part in plan.of("times") for one in part.times)
    plan.refuse_if(tonight, "it says both once and every time")
    if every and every.unit == "quarter" and [len(days.bymonth) for days in plan.days("days")] == [_QUARTERS]:
        every = replace(every, unit="year")  # "each quarter, on 1 January, 1 April, 1 July and 1 October"
    adopted = [_adopted(plan, part, part.days, every) for part in sets if part.days]
    plan.refuse_if(plan.of("ahead") or not all(days.repeats for days in adopted), "it says both once and every time")
    if elapsed:
        timed = plan.of("times") and not end_clock(plan)
        plan.refuse_if(timed or len(sets) > 1 or (every and (every.unit, every.count) != ("day", 1)), _CONTRADICTORY)
        return _ticking(plan, elapsed.count, bool(every), adopted)
    plan.refuse_if(plan.of("window"), "it does not say how often in that time")
    if len(adopted) > 1:
        rules = _paired(plan, sets, adopted)
    else:
        rules = (replace(adopted[0] if adopted else _period(plan, every), clocks=plan.clocks()),)
    told = len(rules[0].clocks) if every and every.unit == "day" else sum(rule.count for rule in rules)
    plan.refuse_if(every and every.promised > 1 and every.promised != told, "it does not say all of them")
    return rules


def _every(plan: Plan) -> Part | None:
    """The part that says how often, from "every two weeks", "monthly", "twice a day" or "mornings"; or else None."""
    found, runs = plan.of("every"), [part.first for part in plan.of("until") if part.unit == "run"]
    plan.refuse_if(any(part.last in runs for part in found), "how often is that?")
    plan.refuse_if(len({(part.unit, part.count) for part in found}) > 1, _CONTRADICTORY)
    mornings = any(part.unit for part in plan.of("times")) and not plan.of("days")
    daily = Part("every", count=1, unit="day") if mornings else None
    return max(found, key=lambda part: part.promised, default=daily)


def _period(plan: Plan, every: Part | None) -> Days:
    """The days of a period that is said without days; "every month" needs a start, which says the day."""
    told = every and (every.unit == "day" or (plan.only("start") and every.unit != "quarter"))
    plan.refuse_if(not told, "it does not say on which day")
    return Days(every.unit, every.count) if every else Days("day")


def _adopted(plan: Plan, part: Part, days: Days, every: Part | None) -> Days:
    """Combines days with the period: "weekly on Monday", "every 2 months on the 5th", "daily Mon-Thu"."""
    if every is None:
        before = [one.days.repeats for one in plan.of("days") if one.last <= part.first and one.days]
        mornings = any(one.unit for one in plan.of("times"))
        lasting = (
            mornings
            or plan.of("until", "except", "start")
            or (part.joined and before[-1:] == [True])
            or names_a_week(plan)
        )
        return replace(days, repeats=True) if days.unit == "week" and days.again and lasting else days
    unit, plain, months = every.unit, days.interval == 1 and not days.begin, days.unit == "month" and not days.bymonth
    if plain and ((days.unit == "week" == unit) or (months and unit == "month")):
        return replace(days, interval=every.count, repeats=True)
    if plain and days.unit == "week" and (unit, every.count) == ("day", 1) and len(days.byday) > 1:
        apart = part.joined and days.byday != RRULE_DAYS and part.first > every.first
        plan.refuse_if(apart, "is this one schedule or two?")
        return replace(days, repeats=True)
    numbers = days.bysetpos or days.bymonthday or tuple(int(day[:-2]) for day in days.byday if months)
    if plain and months and (unit, every.count) == ("quarter", 1) and numbers in {(1,), (-1,)}:
        return replace(days, bymonth=(3, 6, 9, 12) if numbers[0] < 0 else (1, 4, 7, 10), repeats=True)
    fits = plain and unit == "year" and (days.unit == "year" or (days.unit == "month" and days.bymonth))
    plan.refuse_if(not fits, _CONTRADICTORY)
    return replace(days, interval=every.count if days.unit == "year" else 1, repeats=True)


def _paired(plan: Plan, sets: Sequence[Part], adopted: Sequence[Days]) -> tuple[Days, ...]:
    """Reads "Mondays at 9 and Fridays at 16:00": gives each set of days its own times, or all sets the same times."""
    times, chain = plan.of("times"), plan.of("days", "times")
    apart = all(part.joined or (at and chain[at - 1].joined) for at, part in enumerate(chain) if part in sets[1:])
    plan.refuse_if(not apart, _WHICH)
    if len(times) == len(sets) and all(one.kind != two.kind for one, two in pairwise(chain)):
        clocks = [plan.clocks(part) for part in times]
    else:
        plan.refuse_if(len(times) > 1 or (times and times[0] not in (chain[0], chain[-1])), _WHICH)
        clocks = [plan.clocks()] * len(sets)
    days = [day for one in adopted if one.unit == "week" for day in one.byday]
    plan.refuse_if(len(set(days)) < len(days), "a day is said twice")
    return tuple(replace(one, clocks=at) for one, at in zip(adopted, clocks, strict=True))


def _ticking(plan: Plan, minutes: int, daily: bool, sets: Sequence[Days]) -> tuple[Days, ...] | int:  # noqa: FBT001 - private
    """Reads "every 2 hours": returns the minutes, or with a window ("from 9 to 17") the times of day in it."""
    window = plan.only("window")
    plan.refuse_if(not minutes or (window is None and (sets or daily)), "it does not say between which hours")
    if window is None:
        return minutes
    first, last = (clocks_of((end,), plan.words)[0] for end in window.times)
    places = range(first.hour * 60 + first.minute, last.hour * 60 + last.minute + 1, minutes)
    plan.refuse_if(last <= first or len(places) <= 1, "the hours run backwards, or there is one run only")
    clocks = tuple(Clock(place // 60, place % 60) for place in places)
    return (replace(sets[0] if sets else Days("day"), clocks=clocks),)


def end_clock(plan: Plan) -> tuple[Clock, ...]:
    """The time at which the last day ends ("every 3 hours until tomorrow noon"); () if none is said."""
    times, ends = plan.of("times"), [part.last for part in plan.of("until") if part.days]
    return plan.clocks() if len(times) == 1 and times[0].first in ends else ()
