"""From what was said and the present to a schedule that can be stored: its start, its end, and what it omits."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from itertools import islice

from domain.pa.schedule import said_parts as parts
from domain.pa.schedule.meant_days import Present, add_months, date_of, refuse_just_past, span_of
from domain.pa.schedule.once import single_run
from domain.pa.schedule.plan import Group, Said, groups_of, repeats
from domain.pa.schedule.recurrence import Schedule, wall_to_instant
from domain.pa.schedule.rrules import DayRule, rrules
from domain.pa.schedule.spoken_times import clocks_of
from domain.pa.schedule.vocabulary import RRULE_DAYS

_HOUR = timedelta(hours=1)
_MOST_RUNS = 1000
_HALF_A_YEAR = 183
_LAST_SECOND = time.max.replace(microsecond=0)
_TWO_ENDS, _NEVER, _START_OVER = (
    "it says twice when it ends",
    "it would never run",
    "that start is over, or not a single one",
)
_CANNOT_OMIT = "I cannot leave those days out"


def resolve(said: Said, present: Present) -> tuple[Schedule, tuple[Group, ...]]:
    """The schedule that was asked for, with its days and times for the echo.

    Raises:
        ScheduleUnclearError: the parts do not make one schedule with a run in the future.
    """
    if not any(repeats(item.part) for item in said.placed):
        return Schedule(timezone=present.zone.key, at=_utc(single_run(said, present))), ()
    said = _with_hour_of_until(said)
    groups = groups_of(said)
    for exception in said.of(parts.Except):
        groups = tuple(
            replace(group, rules=tuple(_without(said, rule, exception) for rule in group.rules)) for group in groups
        )
    groups = _placed_by_start(said, present, groups)
    schedule = _on_days(said, present, groups) if groups else _by_stopwatch(said, present)
    if not schedule.occurrences_after(present.now, 1):
        raise said.unclear(_NEVER)
    return schedule, groups


def _with_hour_of_until(said: Said) -> Said:
    """Reads "every 3 hours until tomorrow noon": a stopwatch has no hour of its own, so the hour is where it ends."""
    today = [item for item in said.placed if item.part == parts.DaysAhead(0)]
    if today and said.has(parts.Elapsed) and any(limit.clock and not limit.day for limit in said.of(parts.Until)):
        said = replace(said, placed=[item for item in said.placed if item not in today])
    for limit, hour in itertools.pairwise(said.placed):
        until, times = limit.part, hour.part
        if not isinstance(until, parts.Until) or not isinstance(times, parts.Times) or limit.last != hour.first:
            continue
        ends = until.day and not until.exclusive and len(times.spoken) == 1
        if ends and said.has(parts.Elapsed) and not said.has(parts.Start, parts.Window):
            both = replace(limit, part=replace(until, clock=times.spoken[0]), last=hour.last)
            return replace(said, placed=[both if item is limit else item for item in said.placed if item is not hour])
    return said


def _placed_by_start(said: Said, present: Present, groups: tuple[Group, ...]) -> tuple[Group, ...]:
    """The groups with the days that only their start says: "every two weeks starting Monday"."""
    if not any(rule.dayless for group in groups for rule in group.rules):
        return groups
    start = _first_day(said, present) or present.today
    if not any(present.instant(start, clock) > present.now for group in groups for clock in group.clocks):
        raise said.unclear(_START_OVER)
    return tuple(Group(tuple(rule.on_day_of(start) for rule in group.rules), group.clocks) for group in groups)


def _on_days(said: Said, present: Present, groups: tuple[Group, ...]) -> Schedule:
    if any(clock.late and rule.unit != "day" for group in groups for rule in group.rules for clock in group.clocks):
        raise said.unclear("is that the night before or after?")
    begin = datetime.combine(_first_day(said, present) or present.wall.date(), time())
    once_each = [Group(tuple(replace(rule, interval=1) for rule in group.rules), group.clocks) for group in groups]
    excepted = [exception.dates for exception in said.of(parts.Except) if exception.dates]
    whole = Schedule(
        timezone=present.zone.key,
        rrules=_texts(once_each),
        start=begin.isoformat(),
        exdates=tuple(
            date_of(parts.Dates((pair,), dates.year, weekday=dates.weekday), present.today).isoformat()
            for dates in excepted
            for pair in dates.dates
        ),
    )
    first = next(whole.walls_after(present.now), None)
    if first is None:
        raise said.unclear(_NEVER)
    # Every other week begins on the first matching day, so that day is what the rules count from.
    schedule = replace(whole, rrules=_texts(groups), start=first.isoformat())
    last = _last_day(said, present, first.date())
    if last is None:
        return _counted_out(said, schedule, present)
    return replace(schedule, until=datetime.combine(last, _LAST_SECOND).isoformat())


def _texts(groups: Sequence[Group]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(text for group in groups for text in rrules(group.rules, group.clocks)))


def _counted_out(said: Said, schedule: Schedule, present: Present) -> Schedule:
    """Reads "10 times" is stored as the moment of the tenth run: whoever arms the next one need not count."""
    count = said.only(parts.Count)
    if count is None:
        return schedule
    if not 0 < count.runs <= _MOST_RUNS:
        raise said.unclear(f"it may run 1 to {_MOST_RUNS} times")
    walls = list(islice(schedule.walls_after(present.now), count.runs))
    return replace(schedule, until=walls[-1].isoformat() + ("Z" if schedule.elapsed else ""))


def _by_stopwatch(said: Said, present: Present) -> Schedule:
    """Every so many hours or minutes of elapsed time, from now or from the first run that was said."""
    elapsed = said.only(parts.Elapsed)
    if elapsed is None or said.has(parts.Except, parts.Scope) or elapsed.step <= timedelta():
        raise said.unclear("it does not say on which days")
    first = _first_tick(said, present, elapsed.step)
    hours, rest = divmod(elapsed.step, _HOUR)
    minutes = int(elapsed.step.total_seconds() // 60)
    end = _last_tick(said, present, first)
    schedule = Schedule(
        timezone=present.zone.key,
        rrules=(f"FREQ=MINUTELY;INTERVAL={minutes}" if rest else f"FREQ=HOURLY;INTERVAL={hours}",),
        start=_utc(first),
        until=None if end is None else _utc(end),
    )
    return _counted_out(said, schedule, present)


def _first_tick(said: Said, present: Present, step: timedelta) -> datetime:
    start = said.only(parts.Start)
    if start is None:
        return present.now + step
    if start.clock:
        return present.next_at(clocks_of((start.clock,), said.words())[0])
    clocks = said.clocks()
    run = present.instant(_first_day(said, present) or present.today, clocks[0])
    if len(clocks) > 1 or run <= present.now or not said.has(parts.Times):
        raise said.unclear(_START_OVER)
    return run


def _last_tick(said: Said, present: Present, first: datetime) -> datetime | None:
    until, during = said.only(parts.Until), said.only(parts.During)
    if sum(limit is not None for limit in (until, during, said.only(parts.Count))) > 1:
        raise said.unclear(_TWO_ENDS)
    if until and until.clock and until.day:
        return present.instant(date_of(until.day, present.today, end=True), clocks_of((until.clock,), said.words())[0])
    if until and until.clock:
        end = present.next_at(clocks_of((until.clock,), said.words())[0])
        if end.astimezone(present.zone).date() != present.today and not until.clock.midnight:
            raise said.unclear("that hour is over for today")
        return end
    if during and during.unit in {"hour", "minute"}:
        begin = present.now if said.only(parts.Start) is None else first
        return begin + timedelta(**{f"{during.unit}s": during.count})
    last = _last_day(said, present, first.astimezone(present.zone).date())
    return None if last is None else wall_to_instant(datetime.combine(last, _LAST_SECOND), present.zone)


def _first_day(said: Said, present: Present) -> date | None:
    """The day from which it may run, where one was said."""
    start, scope = said.only(parts.Start), _scope(said)
    if start and (start.clock or scope):
        raise said.unclear("it does not say on which day it starts")
    if start and start.day:
        refuse_just_past(start.day, present.today, _HALF_A_YEAR)
        return date_of(start.day, present.today)
    return span_of(scope, present.today)[0] if scope and scope.which == "next" else None


def _last_day(said: Said, present: Present, first_run: date) -> date | None:
    """The last day on which it may run, included, where it was limited by days."""
    until, during, scope = said.only(parts.Until), said.only(parts.During), _scope(said)
    if sum(limit is not None for limit in (until, during, scope, said.only(parts.Count))) > 1:
        raise said.unclear(_TWO_ENDS)
    if scope:
        return span_of(scope, present.today)[1]
    if during:
        return _end_of(said, during, present, first_run)
    if until is None:
        return None
    start, limit = _first_day(said, present), until.day
    refuse_just_past(limit, start or present.today, _HALF_A_YEAR)
    if limit is None or (isinstance(limit, parts.Scope) and limit.which == "next"):
        raise said.unclear("it does not say on which day it ends")
    if isinstance(limit, parts.Nth) and limit.scope and limit.scope.which == "current":
        limit = replace(limit, scope=replace(limit.scope, which="this"))
    seen_from = present.today if isinstance(limit, parts.DaysAhead) or start is None else start
    return date_of(limit, seen_from, end=not until.exclusive) - timedelta(days=until.exclusive)


def _end_of(said: Said, during: parts.During, present: Present, first_run: date) -> date:
    if during.rest:
        return span_of(parts.Scope(during.unit, "this"), present.today)[1]
    begin = _first_day(said, present) or first_run
    if during.unit in {"hour", "minute"}:
        raise said.unclear("a repetition on certain days lasts days, weeks or months")
    if during.unit in {"day", "week"}:
        return begin + timedelta(days=during.count * (7 if during.unit == "week" else 1) - 1)
    end = add_months(begin.replace(day=1), during.count * (12 if during.unit == "year" else 1))
    return end + timedelta(days=begin.day - 2)


def _scope(said: Said) -> parts.Scope | None:
    """Reads "this week" right beside the days limits them; anywhere else it is about something else."""
    scope, items, days = said.only(parts.Scope), said.where(parts.Scope), said.where(parts.Period, parts.Weekdays)
    if scope is None:
        return None
    beside = len(days) == 1 and said.chained(*sorted((days[0], items[0]), key=lambda item: item.first))
    if scope.which not in {"this", "next"} or not beside:
        raise said.unclear("what is it that should happen then?", items[0])
    return scope


def _without(said: Said, rule: DayRule, exception: parts.Except) -> DayRule:
    """The rule without the weekdays, months or days of the month that were excepted."""
    if exception.weekdays:
        left_out = {RRULE_DAYS[day] for day in exception.weekdays}
        if (
            rule.bysetpos
            or any(day not in RRULE_DAYS for day in rule.byday)
            or (rule.unit == "week" and not rule.byday)
        ):
            raise said.unclear(_CANNOT_OMIT)
        unit = "week" if rule == DayRule("day") else rule.unit
        return replace(rule, unit=unit, byday=_rest(said, rule.byday or RRULE_DAYS, left_out))
    if exception.months:
        return replace(rule, bymonth=_rest(said, rule.bymonth or range(1, 13), exception.months))
    if not exception.days_of_month:
        return rule
    if rule.interval > 1 or rule.bysetpos or rule.unit == "year" or (rule.unit == "month" and not rule.bymonthday):
        raise said.unclear(_CANNOT_OMIT)
    unit = "month" if rule.unit == "month" else "day"
    return replace(rule, unit=unit, bymonthday=_rest(said, rule.bymonthday or range(1, 32), exception.days_of_month))


def _rest[T](said: Said, whole: Sequence[T], left_out: Sequence[T] | set[T]) -> tuple[T, ...]:
    rest = tuple(one for one in whole if one not in left_out)
    if not rest or len(rest) == len(whole):
        raise said.unclear("the exception leaves nothing, or takes nothing away")
    return rest


def _utc(instant: datetime) -> str:
    return instant.astimezone(UTC).replace(microsecond=0, tzinfo=None).isoformat() + "Z"
