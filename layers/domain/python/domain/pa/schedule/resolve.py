"""From what was said and the present to a schedule that can be stored: its days, its start, its end, what it omits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from itertools import islice
from typing import Any
from zoneinfo import ZoneInfo

from dateutil.relativedelta import relativedelta
from dateutil.rrule import DAILY, rrule, rrulestr

from common.services import frozen
from domain.pa.schedule import said_parts as parts
from domain.pa.schedule.plan import recurs, rules_of
from domain.pa.schedule.reading import ScheduleUnclearError
from domain.pa.schedule.recurrence import Schedule, wall_to_instant
from domain.pa.schedule.said import Said
from domain.pa.schedule.said_parts import Clock, Days
from domain.pa.schedule.times import clocks_of
from domain.pa.schedule.vocabulary import RRULE_DAYS

_HOUR = timedelta(hours=1)
_MOST_RUNS = 1000
_A_MONTH, _HALF_A_YEAR = 31, 183
_LAST_SECOND = time.max.replace(microsecond=0)
_NEVER = "it would never run"
_MONTHS = {"month": 1, "quarter": 3, "year": 12}
_TODAY = Days("ahead", "day", 0)
# Whole, for what an exception takes away.
_ALL: dict[str, Sequence[Any]] = {"byday": RRULE_DAYS, "bymonthday": range(1, 32), "bymonth": range(1, 13)}


@frozen
class Present:
    """Now, and the zone in force. `today` is the customer's own date where that zone's differs."""

    now: datetime
    zone: ZoneInfo
    today: date

    def instant(self, day: date, clock: Clock) -> datetime:
        """A wall time of the zone as an instant."""
        return wall_to_instant(datetime.combine(day, time(clock.hour, clock.minute)), self.zone)

    def next_at(self, clock: Clock) -> datetime:
        """The next time the clock shows it."""
        run = self.instant(self.wall.date(), clock)
        return run if run > self.now else self.instant(self.wall.date() + timedelta(days=1), clock)

    @property
    def wall(self) -> datetime:
        """Now on the wall clock of the zone in force."""
        return self.now.astimezone(self.zone).replace(tzinfo=None)


def resolve(said: Said, present: Present) -> tuple[Schedule, tuple[Days, ...]]:
    """The schedule that was asked for, with its days and times for the echo.

    Raises:
        ScheduleUnclearError: the parts do not make one schedule with a run in the future.
    """
    if not recurs(said):
        return Schedule(timezone=present.zone.key, at=_utc(_single_run(said, present))), ()
    rules = rules_of(said)
    said = _in_period(said, present)
    left_out = [day for exception in said.of(parts.Except) for day in exception.days]
    for day in left_out:
        rules = tuple(_without(said, rule, day) for rule in rules)
    rules = _placed_by_start(said, present, rules)
    dates = tuple(
        date_of(replace(day, bymonthday=(number,)), present.today).isoformat()
        for day in left_out if day.form == "date" for number in day.bymonthday
    )  # fmt: skip
    schedule = _on_days(said, present, rules, dates) if rules else _by_stopwatch(said, present)
    if not schedule.occurrences_after(present.now, 1):
        raise said.unclear(_NEVER)
    return schedule, rules


def date_of(day: Days, today: date, *, end: bool = False, just_past: int = 0) -> date:
    """The date meant. Of a month, quarter or year it is the first day, or the last if `end`.

    Raises:
        ScheduleUnclearError: there is no such date, it is over (without a year, within the last `just_past` days: next
            year's is hardly meant), or the day is not a single one.
    """
    if day.form == "span":
        return _span_of(day, today)[end]
    if day.form == "ahead":
        origin = date_of(replace(day, form="weekday"), today) if day.byday else today
        found = _later(origin, day.interval, day.unit)
        if day.unit in _MONTHS and found.day != origin.day:
            raise ScheduleUnclearError(f"in {day.interval} {day.unit}s", "that month has no such day", "on May 31")
        return found
    if day.form == "counted":
        _check_single(day)
    elif len(day.bymonthday) > 1:
        raise ScheduleUnclearError("several dates", "it names more than one day", "every January 5 and July 5")
    begin, last = _between(day, today)
    rule = replace(day, interval=1, byday=() if day.form == "date" else day.byday, clocks=(Clock(0),)).rrules()[0]
    run = rrulestr(rule, dtstart=datetime.combine(begin, time())).after(datetime.combine(begin, time()), inc=True)
    if run is None or (last and run.date() > last):
        raise ScheduleUnclearError("the day", "there is no such date", "2026-12-24 14:00")
    if day.form == "date":
        _check_date(day, run.date(), today, just_past)
    return run.date()


def _between(day: Days, today: date) -> tuple[date, date | None]:
    """From when to when a single day is looked for."""
    if day.year:
        return date(day.year, 1, 1), date(day.year, 12, 31)
    if day.which == "next" or (day.form == "counted" and (day.which == "this" or day.unit in {"quarter", "year"})):
        return _span_of(replace(day, bymonth=()), today)
    return today + timedelta(days=day.which == "later"), None


def _check_single(day: Days) -> None:
    """Counted days are a single one if there is one, and of one month, quarter or year."""
    longer, count = day.unit in {"quarter", "year"}, len(day.bymonthday or day.bysetpos or day.byday)
    open_scope = day.which in {"", "current"} or (day.which == "each" and (longer or day.bymonth))
    lacking = day.unit == "week" or (longer and not day.bymonth)
    if open_scope or lacking or count > 1 or day.interval > 1 or (not longer and len(day.bymonth) > 1):
        why = "is it once, and in which month, or every time?"
        raise ScheduleUnclearError("the day", why, "on the 5th of each month")


def _check_date(day: Days, found: date, today: date, just_past: int) -> None:
    if day.byday and day.byday != (RRULE_DAYS[found.weekday()],):
        raise ScheduleUnclearError(f"{found:%d.%m.%Y}", "that is another day of the week", f"on {found}")
    last = found - relativedelta(years=1)
    if not day.year and last.day == found.day and (today - last).days <= just_past:
        raise ScheduleUnclearError(f"{found:%d.%m.}", "it is over; add the year", f"{found} 14:00")


def _span_of(scope: Days, today: date) -> tuple[date, date]:
    """First and last day of this or the next week, month, quarter or year, or of a named month."""
    ahead, months = scope.which == "next", _MONTHS.get(scope.unit, 0)
    if scope.unit == "day" or (not scope.year and scope.bymonth == (today.month,)):
        raise ScheduleUnclearError("the period", "name the date", "until March 31")
    if scope.bymonth:
        first = date(scope.year or today.year + (scope.bymonth[0] < today.month), scope.bymonth[0], 1)
    elif scope.unit == "week":
        first = today - timedelta(days=today.weekday()) + timedelta(weeks=ahead)
    else:
        first = today.replace(day=1) + relativedelta(months=ahead * months - (today.month - 1) % months)
    return first, first + relativedelta(months=months, weeks=scope.unit == "week") - timedelta(days=1)


def _later(day: date, count: int, unit: str) -> date:
    """So many days, business days, weeks, months or years later. Raises `ScheduleUnclearError`: no calendar has it."""
    if unit == "weekday":
        begin = datetime.combine(day, time()) + timedelta(days=1)
        runs = list(rrule(DAILY, dtstart=begin, byweekday=range(5), count=count))
        return runs[-1].date() if runs else day
    try:
        return day + relativedelta(**{f"{unit}s": count})  # type: ignore[arg-type]  # days to years
    except (ValueError, OverflowError):
        raise ScheduleUnclearError(f"{count} {unit}s", "that is too far ahead", "in 3 weeks") from None


def _single_run(said: Said, present: Present) -> datetime:
    """The instant of a task that runs once.

    Raises:
        ScheduleUnclearError: it names no time, several, one that is over, or one that does not exist.
    """
    limited = said.has(parts.Until, parts.During, parts.Except, parts.Window, parts.Start)
    if limited or any(count.runs != 1 for count in said.of(parts.Count)):
        raise said.unclear("it does not say how often")
    days, after = _single_days(said), said.only(parts.After)
    timed = said.has(parts.Times) + said.has(parts.SameTime)
    if timed > 1 or (after and (timed or days)):
        raise said.unclear("it says two different times")
    if not (after or days or any(time.hour_or_midnight for times in said.of(parts.Times) for time in times.spoken)):
        raise said.unclear("it does not say on which day, or at what time")
    if after:
        run = present.now + after.span
    else:
        run = _on_a_day(said, days, present) if days else present.next_at(_one_clock(said, present))
    if run <= present.now:
        raise said.unclear("that time is over")
    return run


def _single_days(said: Said) -> list[Days]:
    """The days said, with the month of "next month … on the 12th" put where it belongs."""
    days = [item.part for item in said.days("ahead", "weekday", "date", "counted")]
    scopes = said.days("span")
    if not scopes:
        return days
    if len(scopes) > 1 or [(day.form, day.unit) for day in days] != [("counted", "")]:
        raise said.unclear("it does not say on which day")
    return [days[0].within(scopes[0].part)]


def _on_a_day(said: Said, days: list[Days], present: Present) -> datetime:
    if days == [_TODAY] and not said.has(parts.Times):
        raise said.unclear("today needs a time of day")
    clock, day = _one_clock(said, present), _one_date(said, days, present)
    if clock.late:
        if days != [_TODAY] or clock.hour:
            raise said.unclear("is that the night before or after?")
        return present.instant(day + timedelta(days=1), clock)
    run = present.instant(day, clock)
    if run <= present.now and len(days) == 1 and days[0].which in {"coming", "bare"}:
        # "on Friday at 9" and "on the 5th at 9", when it is past nine on that very day: the next such day.
        return present.instant(date_of(days[0], day + timedelta(days=1)), clock)
    return run


def _one_clock(said: Said, present: Present) -> Clock:
    if said.has(parts.SameTime):
        return Clock(present.wall.hour, present.wall.minute)
    clocks = said.clocks()
    if len(clocks) > 1:
        raise said.unclear("it names several times for one run")
    return clocks[0]


def _one_date(said: Said, days: list[Days], present: Present) -> date:
    """The date all of them mean. A weekday beside a date only confirms it: "Friday, December 4"."""
    exact = [day for day in days if day.which != "coming"] or days
    found, *others = {date_of(day, present.today, just_past=_A_MONTH) for day in exact}
    named = {day.byday for day in days if day.form == "weekday"}
    if others or (named and named != {(RRULE_DAYS[found.weekday()],)}):
        raise said.unclear("it names days that are not the same")
    return found


def _in_period(said: Said, present: Present) -> Said:
    """Reads "daily next week": a period right beside the days limits them; anywhere else it is about something else."""
    scopes, days = said.days("span"), said.days("period", "weekdays")
    if not scopes:
        return said
    pair = sorted((*days, *scopes), key=lambda item: item.first)
    joined = {said.token_at(place).text for place in (scopes[0].first, pair[-1].first - 1)}
    if len(days) != 1 or scopes[1:] or not said.chained(*pair) or {"and", "for"} & joined:
        raise said.unclear("what is it that should happen then?", *scopes)
    first, last = (
        Days("date", "year", bymonthday=(day.day,), bymonth=(day.month,), year=day.year)
        for day in _span_of(scopes[0].part, present.today)
    )
    place = (scopes[0].first, scopes[0].last)
    limits = [parts.Placed(part, *place) for part in (parts.Start(first), parts.Until(last))]
    kept = [*said.placed, *limits[scopes[0].part.which == "this" :]]
    return replace(said, placed=sorted((item for item in kept if item not in scopes), key=lambda item: item.first))


def _placed_by_start(said: Said, present: Present, rules: tuple[Days, ...]) -> tuple[Days, ...]:
    """The rules with the days that only their start says: "every two weeks starting Monday"."""
    if not any(rule.dayless for rule in rules):
        return rules
    start = _first_day(said, present) or present.today
    if not any(present.instant(start, clock) > present.now for rule in rules for clock in rule.clocks):
        raise said.unclear("that start is over, or not a single one")
    return tuple(rule.on_day_of(start) for rule in rules)


def _on_days(said: Said, present: Present, rules: tuple[Days, ...], left_out: tuple[str, ...]) -> Schedule:
    if any(clock.late and (rule.unit != "day" or rule.bymonthday) for rule in rules for clock in rule.clocks):
        raise said.unclear("is that the night before or after?")
    begin = datetime.combine(_first_day(said, present) or present.wall.date(), time())
    whole = Schedule(
        timezone=present.zone.key,
        rrules=_texts([replace(rule, interval=1) for rule in rules]),
        start=begin.isoformat(),
        exdates=left_out,
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


def _texts(rules: Sequence[Days]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(text for rule in rules for text in rule.rrules()))


def _counted_out(said: Said, schedule: Schedule, present: Present) -> Schedule:
    """Reads "10 times" is stored as the moment of the tenth run: whoever arms the next one need not count."""
    count = said.only(parts.Count)
    if count is None:
        return schedule
    if not 1 < count.runs <= _MOST_RUNS:
        raise said.unclear(f"it may run 2 to {_MOST_RUNS} times")
    walls = list(islice(schedule.walls_after(present.now), count.runs))
    return replace(schedule, until=walls[-1].isoformat() + ("Z" if schedule.elapsed else ""))


def _by_stopwatch(said: Said, present: Present) -> Schedule:
    """Every so many hours or minutes of elapsed time, from now or from the hour that was said."""
    elapsed, start = said.only(parts.Elapsed), said.only(parts.Start)
    if elapsed is None or said.has(parts.Except) or elapsed.step <= timedelta() or (start and not start.clock):
        raise said.unclear("it does not say on which days")
    first = present.now + elapsed.step
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
    until, during = _one_end(said)
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
    until, during = _one_end(said)
    if during:
        if during.unit in {"hour", "minute"}:
            raise said.unclear("a repetition on certain days lasts days, weeks or months")
        return _later(_first_day(said, present) or first_run, during.count, during.unit) - timedelta(days=1)
    if until is None:
        return None
    start, limit = None if said.has(parts.Elapsed) else _first_day(said, present), until.day
    if limit is None or (limit.form == "span" and limit.which == "next"):
        raise said.unclear("it does not say on which day it ends")
    limit = replace(limit, which="this") if limit.which == "current" else limit
    seen_from = present.today if limit.form == "ahead" or start is None else start
    last = date_of(limit, seen_from, end=not until.exclusive, just_past=_HALF_A_YEAR)
    return last - timedelta(days=until.exclusive)


def _one_end(said: Said) -> tuple[parts.Until | None, parts.During | None]:
    if sum(said.has(kind) for kind in (parts.Until, parts.During, parts.Count)) > 1:
        raise said.unclear("it says twice when it ends")
    return said.only(parts.Until), said.only(parts.During)


def _without(said: Said, rule: Days, left_out: Days) -> Days:
    """The rule without the weekdays, months or days of the month that were excepted."""
    if left_out.form == "date":
        return rule
    field = next(name for name in _ALL if getattr(left_out, name))
    stepped = rule.interval > 1 and (rule.unit == "day" or field == "bymonthday")
    if field != "bymonth" and (rule.unit not in {"day", "week"} or rule.dayless or stepped):
        raise said.unclear("I cannot leave those days out")
    whole = getattr(rule, field) or _ALL[field]
    rest = tuple(one for one in whole if one not in getattr(left_out, field))
    if not rest or len(rest) == len(whole):
        raise said.unclear("the exception leaves nothing, or takes nothing away")
    by_number = field == "bymonthday" or rule.bymonthday
    unit = rule.unit if field == "bymonth" else "day" if by_number else "week"
    changes: dict[str, Any] = {field: rest}
    return replace(rule, unit=unit, **changes)


def _utc(instant: datetime) -> str:
    return instant.astimezone(UTC).replace(microsecond=0, tzinfo=None).isoformat() + "Z"
