"""The one run of a task that does not repeat."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime, timedelta

from domain.pa.schedule import said_parts as parts
from domain.pa.schedule.meant_days import Present, date_of, refuse_just_past
from domain.pa.schedule.plan import Said
from domain.pa.schedule.recurrence import wall_to_instant
from domain.pa.schedule.spoken_times import Clock

_A_MONTH = 31
_SINGLE = (parts.DaysAhead, parts.TheWeekday, parts.Dates, parts.Moment, parts.Nth)
_TODAY = parts.DaysAhead(0)
_TWO_TIMES, _NO_DAY = "it says two different times", "it does not say on which day"


def single_run(said: Said, present: Present) -> datetime:
    """The instant of a task that runs once.

    Raises:
        ScheduleUnclearError: it names no time, several, one that is over, or one that does not exist.
    """
    if said.has(parts.Until, parts.During, parts.Count, parts.Except, parts.Window, parts.OnTheHour, parts.Start):
        raise said.unclear("it does not say how often")
    days = _days(said)
    spans, same = said.of(parts.After), said.has(parts.SameTime)
    moment = days[0] if days and isinstance(days[0], parts.Moment) else None
    if (spans and (days or same)) or ((spans or same or moment) and said.has(parts.Times)) or len(spans) > 1:
        raise said.unclear(_TWO_TIMES)
    if moment and len(days) > 1:
        raise said.unclear(_TWO_TIMES)
    if spans:
        run = present.now + spans[0].span
    elif moment:
        run = moment.when if moment.when.tzinfo else wall_to_instant(moment.when, present.zone)
    elif same:
        run = wall_to_instant(datetime.combine(_one_date(said, days, present), present.wall.time()), present.zone)
    else:
        run = _on_a_day(said, days, present) if days else _at_next(said, present)
    if run <= present.now:
        raise said.unclear("that time is over")
    return run


def _days(said: Said) -> list[parts.Day]:
    """The days said, with "next month" and its like put where they belong."""
    days: list[parts.Day] = [item.part for item in said.placed if isinstance(item.part, _SINGLE)]
    scope = said.only(parts.Scope)
    if scope is None:
        return days
    if said.has(parts.SameTime) and not days and scope.which == "next":
        return [parts.DaysAhead(1, scope.unit)]
    if [type(day) for day in days] != [parts.Nth] or scope.unit == "week":
        raise said.unclear(_NO_DAY)
    return [replace(day, scope=scope) for day in said.of(parts.Nth) if day.scope is None] or [scope]


def _on_a_day(said: Said, days: list[parts.Day], present: Present) -> datetime:
    if days == [_TODAY] and not said.has(parts.Times):
        raise said.unclear("today needs a time of day")
    clock, day = _one_clock(said), _one_date(said, days, present)
    if clock.late:
        if days != [_TODAY] or clock.hour:
            raise said.unclear("is that the night before or after?")
        return present.instant(day + timedelta(days=1), clock)
    run = present.instant(day, clock)
    if run > present.now or len(days) > 1:
        return run
    # "on Friday at 9" and "on the 5th at 9", when it is past nine on that very day: the next such day.
    if isinstance(days[0], parts.TheWeekday) and days[0].which == "coming":
        return present.instant(day + timedelta(weeks=1), clock)
    if isinstance(days[0], parts.Nth) and days[0].scope is None:
        return present.instant(date_of(days[0], day + timedelta(days=1)), clock)
    return run


def _one_clock(said: Said) -> Clock:
    clocks = said.clocks()
    if len(clocks) > 1:
        raise said.unclear("it names several times for one run")
    return clocks[0]


def _one_date(said: Said, days: list[parts.Day], present: Present) -> date:
    """The date all of them mean. A weekday beside a date only confirms it: "Friday, December 4"."""
    if not days:
        raise said.unclear(_NO_DAY)
    weekdays = [day for day in days if isinstance(day, parts.TheWeekday) and day.which == "coming"]
    exact = [day for day in days if day not in weekdays] or days
    for day in exact:
        refuse_just_past(day, present.today, _A_MONTH)
    found, *others = {date_of(day, present.today) for day in exact}
    named = {day.day for day in days if isinstance(day, parts.TheWeekday)}
    if others or (named and named != {found.weekday()}):
        raise said.unclear("it names days that are not the same")
    return found


def _at_next(said: Said, present: Present) -> datetime:
    """A time of day alone: the next time the clock shows it."""
    spoken = [time for times in said.of(parts.Times) for time in times.spoken]
    if all(time.hour is None and not time.midnight for time in spoken):
        raise said.unclear(_NO_DAY if spoken else "it names no time")
    return present.next_at(_one_clock(said))
