"""From what was said and the present to a schedule that can be stored: its days, its start, its end, what it omits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from itertools import islice
from typing import Any

from dateutil.relativedelta import relativedelta
from dateutil.rrule import DAILY, rrule, rrulestr

from domain.pa.schedule import said_parts as parts
from domain.pa.schedule.plan import Said, names_a_week, rules_of
from domain.pa.schedule.reading import ScheduleUnclearError, refuse_if
from domain.pa.schedule.recurrence import Schedule
from domain.pa.schedule.said_parts import Clock, Days
from domain.pa.schedule.times import clocks_of
from domain.pa.schedule.vocabulary import RRULE_DAYS

_MOST_RUNS = 1000
_A_MONTH, _HALF_A_YEAR = 31, 183
LAST_SECOND = time.max.replace(microsecond=0)
_NEVER = "it would never run"
type Rules = tuple[Days, ...]

_MONTHS = {"month": 1, "quarter": 3, "year": 12}
_TODAY = Days("ahead", "day", 0)
# Whole, for what an exception takes away.
_ALL: dict[str, Sequence[Any]] = {"byday": RRULE_DAYS, "bymonthday": range(1, 32), "bymonth": range(1, 13)}


def resolve(said: Said, now: datetime) -> tuple[Schedule, Rules]:
    """The schedule that was asked for, with its days and times for the echo; `now` is in the zone in force.

    Raises `ScheduleUnclearError`: the parts do not make one schedule with a run in the future.
    """
    if not (said.recurs or names_a_week(said)):
        return Schedule(timezone=str(now.tzinfo), at=_utc(_single_run(said, now))), ()
    rules = rules_of(said)
    in_a_month = any(start.day.which == "within" for start in said.of(parts.Start))
    said.refuse_if(in_a_month and not said.has(parts.Times, parts.Window), "does it end then, and at what time?")
    if rules[0].form == "elapsed":
        said.refuse_if(said.has(parts.Except, parts.Start), "it does not say on which days")
        first = now.astimezone(UTC) + rules[0].step
        schedule = Schedule(timezone=str(now.tzinfo), rrules=rules[0].rrules(), start=_utc(first))
        schedule = _ended(said, now, schedule, first.astimezone(now.tzinfo).replace(tzinfo=None))
    else:
        rules, dates = _excepted(said, now, rules)
        schedule, rules = _on_days(said, now, rules, dates)
    said.refuse_if(not schedule.occurrences_after(now, 1), _NEVER)
    return schedule, rules


def _instant(now: datetime, day: date, clock: Clock) -> datetime:
    return datetime.combine(day, time(clock.hour, clock.minute), now.tzinfo).astimezone(UTC)


def _next_at(now: datetime, clock: Clock) -> datetime:
    """The next time the clock shows it."""
    run = _instant(now, now.date(), clock)
    return run if run > now else _instant(now, now.date() + timedelta(days=1), clock)


def date_of(day: Days, today: date, *, end: bool = False, just_past: int = 0) -> date:
    """The date meant. Of a month, quarter or year it is the first day, or the last if `end`.

    Raises `ScheduleUnclearError`: there is no such date, it is over (without a year, within the last `just_past` days:
    next year's is hardly meant), or the day is not a single one.
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
    refuse_if(day.form != "counted" and len(day.bymonthday) > 1, "several dates", "it names more than one day")
    begin, last = _between(day, today)
    rule = replace(day, interval=1, byday=() if day.form == "date" else day.byday, clocks=(Clock(0),)).rrules()[0]
    run = rrulestr(rule, dtstart=datetime.combine(begin, time())).after(datetime.combine(begin, time()), inc=True)
    if run is None or (last and run.date() > last):
        raise ScheduleUnclearError("the day", "there is no such date", "2026-12-24 14:00")
    found = run.date()
    if day.form == "date" and day.byday and day.byday != (RRULE_DAYS[found.weekday()],):
        raise ScheduleUnclearError(f"{found:%d.%m.%Y}", "that is another day of the week", f"on {found}")
    last_year = found - relativedelta(years=1)
    if day.form == "date" and not day.year and last_year.day == found.day and (today - last_year).days <= just_past:
        raise ScheduleUnclearError(f"{found:%d.%m.}", "it is over; add the year", f"{found} 14:00")
    return found


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


def _single_run(said: Said, now: datetime) -> datetime:
    """The instant of a task that runs once.

    Raises `ScheduleUnclearError`: it names no time, several, one that is over, or one that does not exist.
    """
    if said.has(parts.Except, parts.Window, parts.Start) or said.only(parts.Until) not in {None, parts.ONCE}:
        raise said.unclear("it does not say how often")
    always = any(said.token_at(item.first - 1).text == "always" for item in said.placed)
    said.refuse_if(always, "is it once, or every time?")
    if after := said.days("after"):
        said.refuse_if(len(said.placed) > 1, "it says two different times")
        return now.astimezone(UTC) + after[0].part.step
    days = [item.part for item in said.days("ahead", "weekday", "date", "counted")]
    hours = [time for times in said.of(parts.Times) for time in times.spoken if time.hour is not None]
    said.refuse_if(not (days or hours), "it does not say on which day, or at what time")
    said.refuse_if(days == [_TODAY] and not said.has(parts.Times), "today needs a time of day")
    clocks = said.clocks()
    if parts.SAME_TIME in said.of(parts.Word):
        clocks = (*clocks[: said.has(parts.Times)], Clock(now.hour, now.minute))
    said.refuse_if(len(clocks) > 1, "it names several times for one run")
    run = _on_a_day(said, days, now, *clocks) if days else _next_at(now, *clocks)
    said.refuse_if(run <= now, "that time is over")
    return run


def _on_a_day(said: Said, days: list[Days], now: datetime, clock: Clock) -> datetime:
    """That time of the date all the days mean. A weekday beside a date only confirms it: "Friday, December 4"."""
    exact = [day for day in days if day.which != "coming"] or days
    found, *others = {date_of(day, now.date(), just_past=_A_MONTH) for day in exact}
    named = {day.byday for day in days if day.form == "weekday"}
    named -= {(RRULE_DAYS[found.weekday()],)}
    said.refuse_if(others or named, "it names days that are not the same")
    if clock.late:
        said.refuse_if(days != [_TODAY] or clock.hour, "is that the night before or after?")
        return _instant(now, found + timedelta(days=1), clock)
    run = _instant(now, found, clock)
    if run <= now and len(days) == 1 and days[0].which in {"coming", "bare"}:
        # "on Friday at 9" and "on the 5th at 9", when it is past nine on that very day: the next such day.
        return _instant(now, date_of(days[0], found + timedelta(days=1)), clock)
    return run


def _on_days(said: Said, now: datetime, rules: Rules, left_out: tuple[str, ...]) -> tuple[Schedule, Rules]:
    """The schedule and its rules, with the days that only their start says: "every two weeks starting Monday"."""
    start = _first_day(said, now) or now.date()
    if any(rule.dayless for rule in rules):
        ahead = any(_instant(now, start, clock) > now for rule in rules for clock in rule.clocks)
        said.refuse_if(not ahead, "that start is over, or not a single one")
        rules = tuple(rule.on_day_of(start) for rule in rules)
    late = any(clock.late and (rule.unit != "day" or rule.bymonthday) for rule in rules for clock in rule.clocks)
    said.refuse_if(late, "is that the night before or after?")
    every = tuple(text for rule in rules for text in replace(rule, interval=1).rrules())
    begin = datetime.combine(start, time()).isoformat()
    whole = Schedule(timezone=str(now.tzinfo), rrules=every, start=begin, exdates=left_out)
    first = next(whole.walls_after(now), None)
    if first is None:
        raise said.unclear(_NEVER)
    # Every other week begins on the first matching day, so that day is what the rules count from.
    texts = tuple(text for rule in rules for text in rule.rrules())
    return _ended(said, now, replace(whole, rrules=texts, start=first.isoformat()), first), rules


def _ended(said: Said, now: datetime, schedule: Schedule, first: datetime) -> Schedule:
    """The schedule with its last moment, if one was said; `first` is its first run on the wall."""
    until = said.only(parts.Until)
    if until is None:
        return schedule
    if until.count and until.unit == "run":
        said.refuse_if(not 1 < until.count <= _MOST_RUNS, f"it may run 2 to {_MOST_RUNS} times")
        # Stored as the moment of the last run: whoever arms the next one need not count.
        walls = list(islice(schedule.walls_after(now), until.count))
        return replace(schedule, until=walls[-1].isoformat() + ("Z" if schedule.elapsed else ""))
    last = _last_wall(said, until, now, first, ticks=schedule.elapsed)
    text = _utc(last.replace(tzinfo=now.tzinfo)) if schedule.elapsed else last.isoformat()
    return replace(schedule, until=text)


def _first_day(said: Said, now: datetime) -> date | None:
    """The day from which it may run, where one was said."""
    start, until = said.only(parts.Start), said.only(parts.Until)
    if start and until and until.day and start.day.form == "date" and not (start.day.year or until.day.year):
        begun = date_of(start.day, now.date()) - relativedelta(years=1)
        last = date_of(until.day, begun)
        if last >= now.date() and (last - begun).days <= _HALF_A_YEAR:
            return begun  # "from 1 November to 31 March", said in winter
    return date_of(start.day, now.date(), just_past=_HALF_A_YEAR) if start else None


def _last_wall(said: Said, until: parts.Until, now: datetime, first: datetime, *, ticks: bool) -> datetime:
    """The last moment at which it may run, on the wall."""
    day = until.day
    if ticks and until.unit in {"hour", "minute"}:
        return now.replace(tzinfo=None) + timedelta(**{f"{until.unit}s": until.count})
    if ticks and until.clock:
        end = _next_at(now, clocks_of((until.clock,), said.words())[0]).astimezone(now.tzinfo)
        said.refuse_if(end.date() != now.date() and until.clock.meridiem != "midnight", "that hour is over for today")
        return end.replace(tzinfo=None)
    began = _first_day(said, now)
    if until.count and until.unit not in {"hour", "minute"}:
        last = _later(began or first.date(), until.count, until.unit) - timedelta(days=1)
    elif day and not (day.which == "next" and day.form == "span" and not began):
        day = replace(day, which="this") if day.which == "current" else day
        seen_from = now.date() if day.form in {"ahead", "span"} or began is None else began
        last = date_of(day, seen_from, end=not until.exclusive, just_past=0 if began else _HALF_A_YEAR)
        last -= timedelta(days=until.exclusive)
    else:
        raise said.unclear("it does not say on which day it ends")
    hour = said.clocks()[0] if ticks and said.has(parts.Times) else None
    return datetime.combine(last, time(hour.hour, hour.minute) if hour else LAST_SECOND)


def _excepted(said: Said, now: datetime, rules: Rules) -> tuple[Rules, tuple[str, ...]]:
    """The rules without the weekdays, months or days of the month that were excepted; and the dates that were."""
    dates: list[str] = []
    for left_out in (day for exception in said.of(parts.Except) for day in exception.days):
        if left_out.form == "date":
            numbers = left_out.bymonthday
            dates += [date_of(replace(left_out, bymonthday=(one,)), now.date()).isoformat() for one in numbers]
        else:
            rules = tuple(_without(said, rule, left_out) for rule in rules)
    return rules, tuple(dates)


def _without(said: Said, rule: Days, left_out: Days) -> Days:
    field = next(name for name in _ALL if getattr(left_out, name))
    stepped = rule.interval > 1 and (rule.unit == "day" or field == "bymonthday")
    if field != "bymonth" and (rule.unit not in {"day", "week"} or rule.dayless or stepped):
        raise said.unclear("I cannot leave those days out")
    whole = getattr(rule, field) or _ALL[field]
    rest = tuple(one for one in whole if one not in getattr(left_out, field))
    said.refuse_if(not rest or len(rest) == len(whole), "the exception leaves nothing, or takes nothing away")
    by_number = field == "bymonthday" or rule.bymonthday
    unit = rule.unit if field == "bymonth" else "day" if by_number else "week"
    changes: dict[str, Any] = {field: rest}
    return replace(rule, unit=unit, **changes)


def _utc(instant: datetime) -> str:
    return instant.astimezone(UTC).replace(microsecond=0, tzinfo=None).isoformat() + "Z"
