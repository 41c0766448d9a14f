"""From what was said and the present to a schedule that can be stored."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from itertools import islice

from domain.pa.schedule.limits import end_of_day, excepted_dates, first_day, last_day, leave_out
from domain.pa.schedule.once import single_run
from domain.pa.schedule.plan import Group, Said, groups_of, repeats
from domain.pa.schedule.meant_days import Present
from domain.pa.schedule.recurrence import Schedule, wall_to_instant
from domain.pa.schedule.rrules import rrules
from domain.pa.schedule.said_parts import Count, During, Elapsed, Except, Scope, Start, Times, Until
from domain.pa.schedule.spoken_times import Clock, Spoken, clocks_of

_HOUR = timedelta(hours=1)
_MOST_RUNS = 1000


def resolve(said: Said, present: Present) -> tuple[Schedule, tuple[Group, ...]]:
    """The schedule that was asked for, with its days and times for the echo.

    Raises:
        ScheduleUnclearError: the parts do not make one schedule with a run in the future.
    """
    if not any(repeats(item.part) for item in said.placed):
        return Schedule(timezone=present.zone.key, at=_utc(single_run(said, present))), ()
    groups = _placed_by_start(said, present, leave_out(said, groups_of(said)))
    schedule = _on_days(said, present, groups) if groups else _by_stopwatch(said, present)
    if not schedule.occurrences_after(present.now, 1):
        raise said.unclear("it would never run")
    return schedule, groups


def _placed_by_start(said: Said, present: Present, groups: tuple[Group, ...]) -> tuple[Group, ...]:
    """The groups with the days that only their start says: "every two weeks starting Monday"."""
    if not any(rule.dayless for group in groups for rule in group.rules):
        return groups
    start = first_day(said, present) or present.today
    placed = tuple(Group(tuple(rule.on_day_of(start) for rule in group.rules), group.clocks) for group in groups)
    if not any(present.instant(start, clock) > present.now for group in placed for clock in group.clocks):
        raise said.unclear("that start is over")
    return placed


def _on_days(said: Said, present: Present, groups: tuple[Group, ...]) -> Schedule:
    if any(clock.late and rule.unit != "day" for group in groups for rule in group.rules for clock in group.clocks):
        raise said.unclear("is that the night before or after?")
    begin = datetime.combine(first_day(said, present) or present.wall.date(), time())
    once_each = [Group(tuple(replace(rule, interval=1) for rule in group.rules), group.clocks) for group in groups]
    whole = Schedule(
        timezone=present.zone.key,
        rrules=_texts(once_each),
        start=begin.isoformat(),
        exdates=excepted_dates(said, present),
    )
    first = whole.first_wall_after(present.now)
    if first is None:
        raise said.unclear("it would never run")
    # Every other week begins on the first matching day, so that day is what the rules count from.
    schedule = replace(whole, rrules=_texts(groups), start=first.isoformat())
    last = last_day(said, present, first.date())
    if last is not None:
        return replace(schedule, until=end_of_day(last).isoformat())
    return _counted_out(said, schedule, present)


def _texts(groups: tuple[Group, ...] | list[Group]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(text for group in groups for text in rrules(group.rules, group.clocks)))


def _counted_out(said: Said, schedule: Schedule, present: Present) -> Schedule:
    """Reads "10 times" is stored as the moment of the tenth run: whoever arms the next one need not count."""
    count = said.only(Count)
    if count is None:
        return schedule
    if not 0 < count.runs <= _MOST_RUNS:
        raise said.unclear(f"it may run 1 to {_MOST_RUNS} times")
    walls = list(islice(schedule.walls_after(present.now), count.runs))
    return replace(schedule, until=walls[-1].isoformat() + ("Z" if schedule.elapsed else ""))


def _by_stopwatch(said: Said, present: Present) -> Schedule:
    """Every so many hours or minutes of elapsed time, from now or from the first run that was said."""
    elapsed = said.only(Elapsed)
    if elapsed is None or said.has(Except, Scope) or elapsed.step <= timedelta():
        raise said.unclear("it does not say on which days")
    first = _first_tick(said, present, elapsed.step)
    hours, rest = divmod(elapsed.step, _HOUR)
    rule = (
        f"FREQ=MINUTELY;INTERVAL={int(elapsed.step.total_seconds() // 60)}" if rest else f"FREQ=HOURLY;INTERVAL={hours}"
    )
    end = _last_tick(said, present, first)
    until = None if end is None else _utc(end)
    schedule = Schedule(timezone=present.zone.key, rrules=(rule,), start=_utc(first), until=until)
    return _counted_out(said, schedule, present)


def _first_tick(said: Said, present: Present, step: timedelta) -> datetime:
    start = said.only(Start)
    if start is None:
        return present.now + step
    if start.clock:
        return _next(start.clock, said, present)
    clocks = said.clocks()
    run = present.instant(first_day(said, present) or present.today, clocks[0])
    if len(clocks) > 1 or run <= present.now or not said.has(Times):
        raise said.unclear("that start is over, or not a single one")
    return run


def _last_tick(said: Said, present: Present, first: datetime) -> datetime | None:
    until, during = said.only(Until), said.only(During)
    if (until and during) or (said.of(Count) and (until or during)):
        raise said.unclear("it says twice when it ends")
    if until and until.clock:
        end = _next(until.clock, said, present)
        if end.astimezone(present.zone).date() != present.today and not until.clock.midnight:
            raise said.unclear("that hour is over for today")
        return end
    if during and during.unit in {"hour", "minute"}:
        begin = present.now if said.only(Start) is None else first
        return begin + timedelta(**{f"{during.unit}s": during.count})
    last: date | None = last_day(said, present, first.astimezone(present.zone).date())
    return None if last is None else wall_to_instant(end_of_day(last), present.zone)


def _next(spoken: Spoken, said: Said, present: Present) -> datetime:
    """The next time the clock shows it."""
    clock: Clock = clocks_of((spoken,), said.words())[0]
    today = present.instant(present.wall.date(), clock)
    return today if today > present.now else present.instant(present.wall.date() + timedelta(days=1), clock)


def _utc(instant: datetime) -> str:
    return instant.astimezone(UTC).replace(microsecond=0, tzinfo=None).isoformat() + "Z"
