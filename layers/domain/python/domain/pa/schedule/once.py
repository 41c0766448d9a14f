"""The one run of a task that does not repeat."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime, timedelta

from domain.pa.schedule import said_parts as parts
from domain.pa.schedule.meant_days import date_of, refuse_just_past
from domain.pa.schedule.plan import Said
from domain.pa.schedule.meant_days import Present
from domain.pa.schedule.recurrence import wall_to_instant
from domain.pa.schedule.spoken_times import Clock

_WEEK = timedelta(weeks=1)
_A_MONTH = 31
_SingleDay = parts.DaysAhead | parts.TheWeekday | parts.Dates | parts.Moment | parts.Nth
_TODAY = parts.DaysAhead(0)


def single_run(said: Said, present: Present) -> datetime:
    """The instant of a task that runs once.

    Raises:
        ScheduleUnclearError: it names no time, several, one that is over, or one that does not exist.
    """
    if said.has(parts.Until, parts.During, parts.Count, parts.Except, parts.Window, parts.OnTheHour, parts.Start):
        raise said.unclear("it does not say how often")
    days = _days(said)
    if said.has(parts.After):
        run = _from_now(said, days, present)
    elif said.has(parts.SameTime):
        run = _same_time(said, days, present)
    else:
        run = _on_a_day(said, days, present) if days else _at_next(said, present)
    if run <= present.now:
        raise said.unclear("that time is over")
    return run


def _days(said: Said) -> list[parts.Day]:
    """The days said, with "next month" and its like put where they belong."""
    days: list[parts.Day] = [item.part for item in said.placed if isinstance(item.part, _SingleDay)]
    scope = said.only(parts.Scope)
    if scope is None:
        return days
    if said.has(parts.SameTime) and not days and scope.which == "next":
        return [parts.DaysAhead(1, scope.unit)]
    if [type(day) for day in days] != [parts.Nth] or scope.unit == "week":
        raise said.unclear("it does not say on which day")
    return [replace(day, scope=scope) for day in said.of(parts.Nth) if day.scope is None] or [scope]


def _from_now(said: Said, days: list[parts.Day], present: Present) -> datetime:
    spans = said.of(parts.After)
    if days or said.has(parts.Times, parts.SameTime) or len(spans) > 1:
        raise said.unclear("it says two different times")
    return present.now + spans[0].span


def _same_time(said: Said, days: list[parts.Day], present: Present) -> datetime:
    if not days or said.has(parts.Times):
        raise said.unclear("it does not say on which day" if not days else "it says two different times")
    day = _one_date(said, days, present)
    return wall_to_instant(datetime.combine(day, present.wall.time()), present.zone)


def _on_a_day(said: Said, days: list[parts.Day], present: Present) -> datetime:
    if isinstance(days[0], parts.Moment):
        return _moment(said, days, present)
    if days == [_TODAY] and not said.has(parts.Times):
        raise said.unclear("today needs a time of day")
    clock = _one_clock(said)
    day = _one_date(said, days, present)
    if clock.late:
        if days != [_TODAY] or clock.hour:
            raise said.unclear("is that the night before or after?")
        return present.instant(day + timedelta(days=1), clock)
    run = present.instant(day, clock)
    if run <= present.now and len(days) == 1:
        return _a_turn_later(days[0], day, present, clock) or run
    return run


def _a_turn_later(said_day: parts.Day, day: date, present: Present, clock: Clock) -> datetime | None:
    """Reads "on Friday at 9" and "on the 5th at 9", when it is past nine on that very day: the next such day."""
    if isinstance(said_day, parts.TheWeekday) and said_day.which == "coming":
        return present.instant(day + _WEEK, clock)
    if isinstance(said_day, parts.Nth) and said_day.scope is None:
        return present.instant(date_of(said_day, day + timedelta(days=1)), clock)
    return None


def _moment(said: Said, days: list[parts.Day], present: Present) -> datetime:
    moment = days[0]
    if len(days) > 1 or said.has(parts.Times) or not isinstance(moment, parts.Moment):
        raise said.unclear("it says two different times")
    return moment.when if moment.when.tzinfo else wall_to_instant(moment.when, present.zone)


def _one_clock(said: Said) -> Clock:
    clocks = said.clocks()
    if len(clocks) > 1:
        raise said.unclear("it names several times for one run")
    return clocks[0]


def _one_date(said: Said, days: list[parts.Day], present: Present) -> date:
    """The date all of them mean. A weekday beside a date only confirms it: "Friday, December 4"."""
    exact = [day for day in days if not _is_bare_weekday(day)] or days
    for day in exact:
        refuse_just_past(day, present.today, _A_MONTH)
    dates = {date_of(day, present.today) for day in exact}
    weekdays = {day.day for day in days if isinstance(day, parts.TheWeekday)}
    found = dates.pop()
    if dates or (weekdays and weekdays != {found.weekday()}):
        raise said.unclear("it names days that are not the same")
    return found


def _is_bare_weekday(day: parts.Day) -> bool:
    return isinstance(day, parts.TheWeekday) and day.which == "coming"


def _at_next(said: Said, present: Present) -> datetime:
    """A time of day alone: the next time the clock shows it."""
    spoken = [time for times in said.of(parts.Times) for time in times.spoken]
    if all(time.hour is None and not time.midnight for time in spoken):
        raise said.unclear("it does not say on which day" if spoken else "it names no time")
    clock = _one_clock(said)
    today = present.wall.date()
    run = present.instant(today, clock)
    return run if run > present.now else present.instant(today + timedelta(days=1), clock)
