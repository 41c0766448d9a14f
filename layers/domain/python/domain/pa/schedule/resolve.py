"""From what was said and the present to a schedule that can be stored: its start, its end, and what it omits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from itertools import islice

from domain.pa.schedule import said_parts as parts
from domain.pa.schedule.meant_days import Present, date_of, later, single_run, span_of
from domain.pa.schedule.plan import DayRule, Said, recurs, rules_of
from domain.pa.schedule.recurrence import Schedule, wall_to_instant
from domain.pa.schedule.times import clocks_of
from domain.pa.schedule.vocabulary import RRULE_DAYS

_HOUR = timedelta(hours=1)
_MOST_RUNS = 1000
_HALF_A_YEAR = 183
_LAST_SECOND = time.max.replace(microsecond=0)
_NEVER, _START_OVER = "it would never run", "that start is over, or not a single one"


def resolve(said: Said, present: Present) -> tuple[Schedule, tuple[DayRule, ...]]:
    """The schedule that was asked for, with its days and times for the echo.

    Raises:
        ScheduleUnclearError: the parts do not make one schedule with a run in the future.
    """
    if not recurs(said):
        return Schedule(timezone=present.zone.key, at=_utc(single_run(said, present))), ()
    rules = rules_of(said)
    said = _in_period(said, present)
    for exception in said.of(parts.Except):
        rules = tuple(_without(said, rule, exception) for rule in rules)
    rules = _placed_by_start(said, present, rules)
    schedule = _on_days(said, present, rules) if rules else _by_stopwatch(said, present)
    if not schedule.occurrences_after(present.now, 1):
        raise said.unclear(_NEVER)
    return schedule, rules


def _in_period(said: Said, present: Present) -> Said:
    """Reads "daily next week": a period right beside the days limits them; anywhere else it is about something else."""
    scope, placed, days = said.only(parts.Scope), said.where(parts.Scope), said.where(parts.Period, parts.Weekdays)
    if scope is None:
        return said
    pair = sorted((*days, *placed), key=lambda item: item.first)
    joined = {said.token_at(place).text for place in (placed[0].first, pair[-1].first - 1)}
    if len(days) != 1 or placed[1:] or not said.chained(*pair) or {"and", "for"} & joined:
        raise said.unclear("what is it that should happen then?", *placed)
    first, last = (parts.Moment(datetime.combine(day, time())) for day in span_of(scope, present.today))
    limits = [replace(placed[0], part=part) for part in (parts.Start(first), parts.Until(last))]
    kept = [*said.placed, *limits[scope.which == "this" :]]
    return replace(said, placed=sorted((item for item in kept if item.part != scope), key=lambda item: item.first))


def _placed_by_start(said: Said, present: Present, rules: tuple[DayRule, ...]) -> tuple[DayRule, ...]:
    """The rules with the days that only their start says: "every two weeks starting Monday"."""
    if not any(rule.dayless for rule in rules):
        return rules
    start = _first_day(said, present) or present.today
    if not any(present.instant(start, clock) > present.now for rule in rules for clock in rule.clocks):
        raise said.unclear(_START_OVER)
    return tuple(rule.on_day_of(start) for rule in rules)


def _on_days(said: Said, present: Present, rules: tuple[DayRule, ...]) -> Schedule:
    if any(clock.late and (rule.unit != "day" or rule.bymonthday) for rule in rules for clock in rule.clocks):
        raise said.unclear("is that the night before or after?")
    begin = datetime.combine(_first_day(said, present) or present.wall.date(), time())
    left_out = [
        replace(one.dates, dates=(day,)) for one in said.of(parts.Except) if one.dates for day in one.dates.dates
    ]
    whole = Schedule(
        timezone=present.zone.key,
        rrules=_texts([replace(rule, interval=1) for rule in rules]),
        start=begin.isoformat(),
        exdates=tuple(date_of(day, present.today).isoformat() for day in left_out),
    )
    first = next(whole.walls_after(present.now), None)
    if first is None:
        raise said.unclear(_NEVER)
    # Every other week begins on the first matching day, so that day is what the rules count from.
    schedule = replace(whole, rrules=_texts(rules), start=first.isoformat())
    last = _last_day(said, present, first.date())
    if last is None:
        return _counted_out(said, schedule, present)
    return replace(schedule, until=datetime.combine(last, _LAST_SECOND).isoformat())


def _texts(rules: Sequence[DayRule]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(text for rule in rules for text in rule.rrules()))


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
    """Every so many hours or minutes of elapsed time, from now or from the hour that was said."""
    elapsed, start = said.only(parts.Elapsed), said.only(parts.Start)
    if elapsed is None or said.has(parts.Except) or elapsed.step <= timedelta():
        raise said.unclear("it does not say on which days")
    first = present.now + elapsed.step
    if start and start.day:
        clocks = said.clocks()
        first = present.instant(date_of(start.day, present.today), clocks[0])
        if clocks[1:] or first <= present.now or not said.has(parts.Times):
            raise said.unclear(_START_OVER)
    if start and start.clock:
        first = present.next_at(clocks_of((start.clock,), said.words())[0])
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


def _last_tick(said: Said, present: Present, first: datetime) -> datetime | None:
    until, during = said.only(parts.Until), said.only(parts.During)
    _check_one_end(said)
    if until and until.day and said.has(parts.Times):
        (clock,) = said.clocks()
        return present.instant(date_of(until.day, present.today, end=True), clock)
    if until and until.clock:
        end = present.next_at(clocks_of((until.clock,), said.words())[0])
        if end.astimezone(present.zone).date() != present.today and not until.clock.midnight:
            raise said.unclear("that hour is over for today")
        return end
    if during and during.unit in {"hour", "minute"}:
        return (first if said.has(parts.Start) else present.now) + timedelta(**{f"{during.unit}s": during.count})
    last = _last_day(said, present, first.astimezone(present.zone).date())
    return None if last is None else wall_to_instant(datetime.combine(last, _LAST_SECOND), present.zone)


def _first_day(said: Said, present: Present) -> date | None:
    """The day from which it may run, where one was said."""
    start = said.only(parts.Start)
    if start and start.day is None:
        raise said.unclear("it does not say on which day it starts")
    return date_of(start.day, present.today, just_past=_HALF_A_YEAR) if start and start.day else None


def _last_day(said: Said, present: Present, first_run: date) -> date | None:
    """The last day on which it may run, included, where it was limited by days."""
    until, during = said.only(parts.Until), said.only(parts.During)
    _check_one_end(said)
    if during:
        if during.unit in {"hour", "minute"}:
            raise said.unclear("a repetition on certain days lasts days, weeks or months")
        return later(_first_day(said, present) or first_run, during.count, during.unit) - timedelta(days=1)
    if until is None:
        return None
    start, limit = _first_day(said, present), until.day
    if limit is None or (isinstance(limit, parts.Scope) and limit.which == "next"):
        raise said.unclear("it does not say on which day it ends")
    if isinstance(limit, parts.Nth) and limit.scope and limit.scope.which == "current":
        limit = replace(limit, scope=replace(limit.scope, which="this"))
    seen_from = present.today if isinstance(limit, parts.DaysAhead) or start is None else start
    last = date_of(limit, seen_from, end=not until.exclusive, just_past=_HALF_A_YEAR)
    return last - timedelta(days=until.exclusive)


def _check_one_end(said: Said) -> None:
    if sum(said.has(kind) for kind in (parts.Until, parts.During, parts.Count)) > 1:
        raise said.unclear("it says twice when it ends")


def _without(said: Said, rule: DayRule, exception: parts.Except) -> DayRule:
    """The rule without the weekdays, months or days of the month that were excepted."""
    if exception.months:
        return replace(rule, bymonth=_rest(said, rule.bymonth or range(1, 13), exception.months))
    if not exception.weekdays and not exception.days_of_month:
        return rule
    stepped = rule.interval > 1 and (rule.unit == "day" or exception.days_of_month)
    if rule.unit not in {"day", "week"} or rule.dayless or stepped:
        raise said.unclear("I cannot leave those days out")
    if exception.days_of_month:
        numbers = _rest(said, rule.bymonthday or range(1, 32), exception.days_of_month)
        return replace(rule, unit="day", bymonthday=numbers)
    left_out = [RRULE_DAYS[day] for day in exception.weekdays]
    return replace(
        rule, unit="day" if rule.bymonthday else "week", byday=_rest(said, rule.byday or RRULE_DAYS, left_out)
    )


def _rest[T](said: Said, whole: Sequence[T], left_out: Sequence[T]) -> tuple[T, ...]:
    rest = tuple(one for one in whole if one not in left_out)
    if not rest or len(rest) == len(whole):
        raise said.unclear("the exception leaves nothing, or takes nothing away")
    return rest


def _utc(instant: datetime) -> str:
    return instant.astimezone(UTC).replace(microsecond=0, tzinfo=None).isoformat() + "Z"
