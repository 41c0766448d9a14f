"""Which days go with which times, and whether all that was said fits into one schedule."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from domain.pa.schedule import said_parts as parts
from domain.pa.schedule.said import CONNECTORS, TWO_THINGS, Said
from domain.pa.schedule.said_parts import Clock, Days, Placed
from domain.pa.schedule.times import clocks_of
from domain.pa.schedule.vocabulary import RRULE_DAYS

_WHICH = "it is open which days and times belong together"
_DAY = timedelta(days=1)
_SEVERAL = 3
_SETS = ("weekdays", "counted", "date")


def recurs(said: Said) -> bool:
    """Whether it repeats: a part says so, or it names three weekdays ("Mon 10am, Wed 2pm and Fri 4pm")."""
    return said.recurs or _names_a_week(said)


def _names_a_week(said: Said) -> bool:
    days = [day for day in said.days("weekday") if day.part.which == "coming"]
    return len(days) >= _SEVERAL and len(days) + len(said.of(parts.Times)) == len(said.placed)


def rules_of(said: Said) -> tuple[Days, ...]:
    """The days with their times. Empty for a pure stopwatch schedule such as "every 6 hours".

    Raises:
        ScheduleUnclearError: the parts contradict one another, or leave open which belong together.
    """
    period = _period(said)
    said = replace(said, placed=[_adopted(said, item, period) for item in said.placed])
    if said.has(parts.After, parts.SameTime) or said.days("ahead", "weekday"):
        raise said.unclear("it says both a single day and a repetition")
    sets = said.days(*_SETS)
    weekly = [(item.part.byday, item.part.interval) for item in sets if item.part.form == "weekdays"]
    if len(weekly) == len(sets) and len(set(weekly)) == 1:
        sets = sets[:1]  # "every weekday, Monday to Friday"
    if said.has(parts.Elapsed):
        return _ticking(said, period, sets)
    if said.has(parts.Window):
        raise said.unclear("it does not say how often in that time")
    paired = len(sets) > 1
    rules = _paired(said, period, sets) if paired else (_ruled(said, said.clocks(), period, *sets),)
    rate = said.only(parts.Rate)
    days = sum(max(len(rule.byday), len(rule.bymonthday), 1) for rule in rules) if sets else 0
    if rate and rate.count != (len(rules[0].clocks) if rate.unit == "day" and said.has(parts.Times) else days):
        raise said.unclear(f"it does not say all {rate.count} of them")
    return rules


def _period(said: Said) -> Days | None:
    """Reads "every two weeks", "monthly" or what "twice a day" and "mornings" say about it."""
    periods, rate = [item.part for item in said.days("period")], said.only(parts.Rate)
    if len(set(periods)) > 1 or (rate and periods and rate.unit != periods[0].unit):
        raise said.unclear(TWO_THINGS)
    daily = any(times.daily for times in said.of(parts.Times)) and not said.days(*_SETS)
    implied = rate.unit if rate else "day" if daily else ""
    return periods[0] if periods else Days("period", implied) if implied else None


def _adopted(said: Said, item: Placed, period: Days | None) -> Placed:
    """A day said once becomes a day of the period ("weekly on Monday") or of a list ("Mondays and Friday")."""
    day, unit = item.part, period.unit if period else ""
    if not isinstance(day, Days):
        return item
    if day.form == "weekday" and day.which == "coming":
        before = [one for one in said.days("weekdays") if one.first < item.first and one.part.repeats]
        if unit == "week" or _names_a_week(said) or (before and said.chained(before[-1], item)):
            return replace(item, part=replace(day, form="weekdays", repeats=True))
    elif day.form == "counted" and not day.unit and period:
        counted = day.within(replace(period, which="each"))
        edge = day.bymonthday == (1,) or counted.bymonth[:1] == (3,)
        if unit != "month" and not (unit == "quarter" and edge):
            raise said.unclear(f"it does not say which month of the {unit}")
        return replace(item, part=counted)
    elif day.form == "date" and unit == "year" and not day.year:
        return replace(item, part=replace(day, repeats=True))
    return item


def _ruled(said: Said, clocks: tuple[Clock, ...], period: Days | None, item: Placed[Days] | None = None) -> Days:
    """The rule of one set of days, or of the period alone."""
    interval, unit = (period.interval, period.unit) if period else (1, "")
    if item is None:
        start = said.only(parts.Start)
        # A period by itself names its days if it counts days; of others the first day says the rest.
        if period and (unit == "day" or (start and start.day and unit in {"week", "month", "year"})):
            return replace(period, clocks=clocks)
        raise said.unclear("it does not say on which day")
    _check_together(said, item)
    day = item.part
    weekdays, daily = day.form == "weekdays", unit == "day" and interval == 1
    if weekdays and not day.repeats and period is None:
        raise said.unclear("is it every week, or once?", item)
    if day.form == "counted" and day.unit != "month" and not day.bymonth:
        raise said.unclear("name the weekday or the month", item)
    mornings = any(times.daily for times in said.of(parts.Times))
    fits = unit in {"", day.unit} or (daily and weekdays and len(day.byday) > 1)
    fits |= day.form == "counted" and bool(day.bymonth) and (unit, interval) == ("year", 1)
    if not fits or (weekdays and period and day.interval > 1) or (day.form == "date" and (day.year or mornings)):
        raise said.unclear(TWO_THINGS)
    rule = replace(day, interval=max(interval, day.interval), clocks=clocks)
    return replace(rule, unit="month", interval=1) if day.form == "counted" and day.bymonth else rule


def _check_together(said: Said, item: Placed[Days]) -> None:
    """A period and its days are neighbours, or the period is an adjective: "weekly report … on Mondays"."""
    periods = [item for item in said.placed if item.part == said.only(parts.Rate)] + said.days("period")
    if not periods:
        return
    first, last = sorted((periods[0], item), key=lambda placed: placed.first)
    chained, daily = said.chained(first, last), periods[0].part in {Days("period", "day"), parts.Rate(2, "day")}
    apart = not chained and said.token_at(last.first - 1).text in {"and", "also", "then", ";", "but"}
    added = item.part.form == "weekdays" and daily and (not chained or said.enumerated((first, last)))
    if apart or (added and item.part.byday != RRULE_DAYS):
        raise said.unclear("it is open whether this is one schedule or two")


def _paired(said: Said, period: Days | None, sets: Sequence[Placed[Days]]) -> tuple[Days, ...]:
    """Reads "Mondays at 9 and Fridays at 16:00": each set of days with its own times, or all with the same."""
    times = said.where(parts.Times)
    chain: list[Placed] = [item for item in said.placed if item in sets or item in times]
    excepting = _with_its_exception(said, sets) if len(times) == len(sets) else []
    if not (excepting or (said.chained(*chain) and said.enumerated(sets))):
        raise said.unclear(_WHICH)
    sets = excepting or sets
    kinds = [item in times for item in chain]
    if len(times) == len(sets) and kinds == [kinds[0], not kinds[0]] * len(sets):
        clocks = [said.clocks(item) for item in times]
    elif len(times) <= 1 and (not times or times[0] in (chain[0], chain[-1])):
        clocks = [said.clocks()] * len(sets)
    else:
        raise said.unclear(_WHICH)
    days = [day for item in sets if item.part.form == "weekdays" for day in item.part.byday]
    if len(set(days)) < len(days):
        raise said.unclear("a day is said twice")
    return tuple(_ruled(said, at, period, item) for item, at in zip(sets, clocks, strict=True))


def _with_its_exception(said: Said, sets: Sequence[Placed[Days]]) -> list[Placed[Days]]:
    """Reads "weekdays at 9, but on Fridays at 8": the days without those that have another time."""
    first, last = sets[0], sets[-1]
    gap = [said.tokens[at].text for at in range(first.last, last.first) if at not in said.covered]
    rest = tuple(day for day in first.part.byday if day not in last.part.byday)
    inside = {*last.part.byday} < {*first.part.byday} and last.part.form == "weekdays"
    if len(sets) > 2 or "but" not in gap or {*gap} - CONNECTORS - {"but"} or not inside:  # noqa: PLR2004
        return []
    return [replace(first, part=replace(first.part, byday=rest)), last]


def _ticking(said: Said, period: Days | None, sets: Sequence[Placed[Days]]) -> tuple[Days, ...]:
    """Every so many minutes or hours: between two hours of the day it becomes times of day."""
    elapsed, window = said.only(parts.Elapsed), said.only(parts.Window)
    timed, ends = said.where(parts.Times), said.where(parts.Until)
    if len(timed) == 1 and ends and ends[0].last == timed[0].first and not window and len(said.clocks()) == 1:
        timed = []  # "every 3 hours until tomorrow noon"
    if elapsed is None or timed or said.has(parts.Rate) or len(sets) > 1:
        raise said.unclear(TWO_THINGS)
    if window is None or elapsed.step >= _DAY:
        if sets or period or window:
            raise said.unclear("it does not say between which hours")
        return ()
    first, last = clocks_of((window.first, window.last), said.words())
    if last != clocks_of((window.last,), said.words())[0]:
        raise said.unclear("the hours run backwards")
    step = int(elapsed.step.total_seconds() // 60)
    places = range(first.hour * 60 + first.minute, last.hour * 60 + last.minute + 1, step)
    clocks = tuple(Clock(place // 60, place % 60) for place in places)
    return (_ruled(said, clocks, period or (None if sets else Days("period", "day")), *sets),)
