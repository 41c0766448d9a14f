"""What recurs: the days and times of a plan, as groups of rules, or as a step of elapsed time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from domain.pa.schedule import said_parts as parts
from domain.pa.schedule.plan import Group, Said, every_step
from domain.pa.schedule.rrules import DayRule, of_counted, of_dates, of_period, of_weekdays
from domain.pa.schedule.spoken_times import DEFAULT_CLOCK, Clock, clocks_of

_HOUR = timedelta(hours=1)
_DAY = timedelta(days=1)

type DaySet = parts.Weekdays | parts.Nth | parts.Dates


def repeats(part: parts.Part) -> bool:
    """Whether it says so by itself: "every", a plural, "daily", "of each month"."""
    return (
        isinstance(part, parts.Period | parts.Rate | parts.Elapsed | parts.Weekdays)
        or (isinstance(part, parts.Nth | parts.Dates) and part.repeats)
        or (isinstance(part, parts.Times) and part.daily)
    )


def recurs(said: Said) -> bool:
    """Whether anything in it repeats."""
    return any(repeats(item.part) for item in said.placed)


def groups_of(said: Said) -> tuple[Group, ...]:
    """The days and times. Empty for a pure stopwatch schedule such as "every 6 hours".

    Raises:
        ScheduleUnclearError: the parts contradict one another, or leave open which belong together.
    """
    period = _period(said)
    _adopt_single_days(said, period)
    if said.has(parts.DaysAhead, parts.TheWeekday, parts.Moment, parts.After, parts.SameTime):
        raise said.unclear("it says both a single day and a repetition")
    elapsed = said.only(parts.Elapsed)
    if elapsed:
        return _ticking(said, period, elapsed)
    if said.has(parts.Window, parts.OnTheHour):
        raise said.unclear("it does not say how often in that time")
    sets = said.where(parts.Weekdays, parts.Nth, parts.Dates)
    if len(sets) > 1:
        return _paired(said, period, sets)
    clocks = said.clocks()
    rules = _rules(said, period, sets[0] if sets else None)
    _check_rate(said, rules, clocks, sets)
    return (Group(rules, clocks),)


def _period(said: Said) -> parts.Period | None:
    """Reads "every two weeks", "monthly" or what "twice a day" and "mornings" say about it."""
    said_plainly = said.only(parts.Period)
    rate = said.only(parts.Rate)
    if rate and said_plainly and rate.unit != said_plainly.unit:
        raise said.unclear("it says two different things")
    if said_plainly or not rate:
        mornings = any(times.daily for times in said.of(parts.Times)) and not said.has(
            parts.Weekdays, parts.Nth, parts.Dates
        )
        return said_plainly or (parts.Period("day") if mornings else None)
    return parts.Period(rate.unit)


def _adopt_single_days(said: Said, period: parts.Period | None) -> None:
    """Days said once become days of the period ("weekly on Monday") or a list ("every Monday at 9, Friday at 4pm")."""
    for place, item in enumerate(said.placed):
        part = item.part
        if isinstance(part, parts.TheWeekday) and part.which == "coming":
            if (period and period.unit == "week") or _continues_list(said, place):
                said.placed[place] = replace(item, part=parts.Weekdays((part.day,)))
        elif isinstance(part, parts.Nth) and part.scope is None and period:
            said.placed[place] = replace(item, part=replace(part, scope=_scope_of(said, part, period), repeats=True))
        elif isinstance(part, parts.Dates) and period and period.unit == "year" and part.year is None:
            said.placed[place] = replace(item, part=replace(part, repeats=True))


def _continues_list(said: Said, place: int) -> bool:
    before = [item for item in said.placed[:place] if isinstance(item.part, parts.Weekdays) and item.part.repeats]
    return bool(before) and said.adjacent(before[-1], said.placed[place])


def _scope_of(said: Said, counted: parts.Nth, period: parts.Period) -> parts.Scope:
    at_an_edge = all(position == (1, "day") or position[0] == parts.LAST for position in counted.positions)
    if period.unit == "month" or (period.unit == "quarter" and at_an_edge):
        return parts.Scope(period.unit, "each", period.interval)
    raise said.unclear(f"it does not say which month of the {period.unit}")


def _rules(said: Said, period: parts.Period | None, item: parts.Placed | None) -> tuple[DayRule, ...]:
    """The rules of one set of days, or of the period alone."""
    if item is None:
        return _of_period_alone(said, period)
    part = item.part
    if period and not _go_together(said, item):
        raise said.unclear("it is open whether this is one schedule or two")
    interval = period.interval if period else 1
    if (
        isinstance(part, parts.Weekdays)
        and period
        and period.unit == "day"
        and said.enumerated(sorted([item, *said.where(parts.Period)], key=lambda placed: placed.first))
    ):
        raise said.unclear("it is open whether this is one schedule or two")
    if isinstance(part, parts.Weekdays) and (
        period is None or period.unit == "week" or period == replace(period, unit="day", interval=1)
    ):
        if not part.repeats and period is None:
            raise said.unclear("is it every week, or once?", item)
        if period and part.interval > 1:
            raise said.unclear("it says two different things")
        return of_weekdays(part, max(interval, part.interval))
    if isinstance(part, parts.Nth) and part.scope and (period is None or period.unit == part.scope.unit):
        return of_counted(part, replace(part.scope, interval=max(interval, part.scope.interval)))
    if isinstance(part, parts.Nth) and part.scope and part.scope.months and period == parts.Period("year"):
        return of_counted(part, part.scope)
    if isinstance(part, parts.Dates) and part.year is None and (period is None or period.unit == "year"):
        return of_dates(part, interval)
    raise said.unclear("it says two different things")


def _of_period_alone(said: Said, period: parts.Period | None) -> tuple[DayRule, ...]:
    if period is None:
        raise said.unclear("it does not say on which days")
    start = said.only(parts.Start)
    if start and start.day and period.unit in {"week", "month", "year"}:
        return (DayRule(period.unit, period.interval),)  # the first day says the rest
    return of_period(period)


def _go_together(said: Said, item: parts.Placed) -> bool:
    """A period and its days are neighbours, or the period is an adjective: "weekly report … on Mondays"."""
    periods = said.where(parts.Period, parts.Rate)
    if not periods:
        return True
    first, last = sorted((periods[0], item), key=lambda placed: placed.first)
    if said.adjacent(first, last):
        return True
    return said.tokens[last.first - 1].text not in {"and", "also", "plus", "then", ";", "but"}


def _paired(said: Said, period: parts.Period | None, sets: Sequence[parts.Placed]) -> tuple[Group, ...]:
    """Reads "Mondays at 9 and Fridays at 16:00": each set of days with its own times, or all with the same."""
    chain = said.where(parts.Weekdays, parts.Nth, parts.Dates, parts.Times)
    times = [item for item in chain if isinstance(item.part, parts.Times)]
    if not said.chained(chain) or said.has(parts.Rate) or not said.enumerated(sets):
        raise said.unclear("it is open which days and times belong together")
    kinds = [isinstance(item.part, parts.Times) for item in chain]
    if len(times) == len(sets) and kinds == [kinds[0], not kinds[0]] * len(sets):
        clocks = [said.clocks_at(item) for item in times]
    elif len(times) <= 1 and (not times or chain[0] is times[0] or chain[-1] is times[0]):
        clocks = [said.clocks_at(times[0]) if times else (DEFAULT_CLOCK,)] * len(sets)
    else:
        raise said.unclear("it is open which days and times belong together")
    days = [day for item in sets if isinstance(item.part, parts.Weekdays) for day in item.part.days]
    if len(set(days)) < len(days):
        raise said.unclear("a day is said twice")
    return tuple(Group(_rules(said, period, item), at) for item, at in zip(sets, clocks, strict=True))


def _check_rate(said: Said, rules: Sequence[DayRule], clocks: Sequence[Clock], sets: Sequence[parts.Placed]) -> None:
    """Reads "twice a day" needs two times, "twice a week" two days."""
    rate = said.only(parts.Rate)
    if rate is None:
        return
    days = sum(max(len(rule.byday), len(rule.bymonthday), 1) for rule in rules) if sets else 0
    if (len(clocks) if rate.unit == "day" and said.has(parts.Times) else days) != rate.count:
        raise said.unclear(f"it does not say all {rate.count} of them")


def _ticking(said: Said, period: parts.Period | None, elapsed: parts.Elapsed) -> tuple[Group, ...]:
    """Every so many minutes or hours: within a window or at a minute of the hour it becomes times of day."""
    window, minute = said.only(parts.Window), said.only(parts.OnTheHour)
    sets = said.where(parts.Weekdays, parts.Nth, parts.Dates)
    start = said.only(parts.Start)
    if (
        (said.of(parts.Times) and not (start and start.day))
        or said.has(parts.Rate)
        or len(sets) > 1
        or (window and minute)
    ):
        raise said.unclear("it says two different things")
    if window and elapsed.step < _DAY:
        clocks = _within(said, window, elapsed.step)
    elif minute and elapsed.step == _HOUR:
        clocks = every_step(Clock(0, minute.minute), Clock(23, minute.minute), _HOUR)
    elif sets or period or window or minute:
        raise said.unclear("it does not say between which hours")
    else:
        return ()
    rules = _rules(said, period or (None if sets else parts.Period("day")), sets[0] if sets else None)
    return (Group(rules, clocks),)


def _within(said: Said, window: parts.Window, step: timedelta) -> tuple[Clock, ...]:
    clocks = clocks_of((window.first, window.last), said.words(*said.where(parts.Window)))
    last = clocks_of((window.last,), said.words(*said.where(parts.Window)))[0]
    if clocks[-1] != last:
        raise said.unclear("the hours run backwards")
    return every_step(clocks[0], last, step)
