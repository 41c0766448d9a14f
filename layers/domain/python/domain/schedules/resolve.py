"""Makes a schedule that can be stored from the parts of a phrase and the present: days, start, end and exceptions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from itertools import islice
from typing import Any
from zoneinfo import ZoneInfo

from dateutil.relativedelta import relativedelta
from dateutil.rrule import rrulestr

from domain.schedules.days import Days, later
from domain.schedules.grammar import Part
from domain.schedules.plan import Plan, end_clock, names_a_week, rules_of
from domain.schedules.reading import ScheduleUnclearError, refuse_if
from domain.schedules.recurrence import Schedule, is_called
from domain.schedules.times import Clock, clocks_of
from domain.schedules.words import RRULE_DAYS, WEEKDAYS

LAST_SECOND = time.max.replace(microsecond=0)
MOST_RUNS = 1000
_A_MONTH, _HALF_A_YEAR = 31, 183
# Whole, for what an exception takes away.
_ALL: dict[str, Sequence[Any]] = {"byday": RRULE_DAYS, "bymonthday": range(1, 32), "bymonth": range(1, 13)}


def schedule_of(parts: Sequence[Part], words: str, now: datetime, timezone: str) -> Schedule:
    """The schedule that the parts of a phrase make.

    Raises `ScheduleUnclearError`: they contradict one another, leave something open, or never run.
    """
    plan = Plan(parts, words, now)
    spoken, own = plan.only("zone"), ZoneInfo(timezone)
    its_own = spoken is not None and is_called(own, spoken.season, now)
    zone = ZoneInfo(spoken.name) if spoken and spoken.name and not its_own else own
    seen = any(days.seen for days in plan.days("days", "start", "until"))
    elsewhere = now.astimezone(zone).date() != now.astimezone(own).date()
    plan.refuse_if(elsewhere and seen, "today is another day in that zone; name the date")
    plan.now = now.astimezone(zone)
    recurs = plan.of("every", "elapsed") or any(part.unit for part in plan.of("times")) or names_a_week(plan)
    schedule = _recurring(plan) if recurs or any(days.repeats for days in plan.days("days")) else _once(plan)
    runs = schedule.occurrences_after(now, 1)
    plan.refuse_if(not runs, "it would never run")
    if spoken and spoken.season and runs[0].tzname() != spoken.season:
        shared = not its_own and spoken.name is None
        why = "is the time of several zones" if shared else "is not in force then"
        raise ScheduleUnclearError(spoken.season, f"{spoken.season} {why}; name a city")
    return schedule


def utc(instant: datetime) -> str:
    """An instant as schedules store it: ISO 8601 in UTC, with Z and without fractions of a second."""
    return instant.astimezone(UTC).replace(microsecond=0, tzinfo=None).isoformat() + "Z"


def _instant(now: datetime, day: date, clock: Clock) -> datetime:
    return datetime.combine(day, time(clock.hour, clock.minute), now.tzinfo).astimezone(UTC)


def _once(plan: Plan) -> Schedule:
    """A schedule that runs once. Raises `ScheduleUnclearError` if it names no time, several, or one that is past."""
    now, days, times = plan.now, plan.days("days"), plan.of("times")
    ahead, until = plan.only("ahead"), plan.only("until")
    bounded = plan.of("start", "except", "window") or (until and (until.count, until.unit) != (1, "run"))
    plan.refuse_if(bounded, "it does not say how often")
    plan.refuse_if(ahead and (days or times), "it says two different times")
    if ahead:
        return Schedule(timezone=str(now.tzinfo), at=utc(now.astimezone(UTC) + timedelta(minutes=ahead.count)))
    bare = all(one.hour is None and one.part != "tonight" for part in times for one in part.times)
    plan.refuse_if(not days and bare, "it does not say on which day, or at what time")
    clocks = plan.clocks()
    plan.refuse_if(len(clocks) > 1, "it names several times for one run")
    run = _on_a_day(plan, days, clocks[0])
    plan.refuse_if(run <= now, "that time is past")
    return Schedule(timezone=str(now.tzinfo), at=utc(run))


def _on_a_day(plan: Plan, days: Sequence[Days], clock: Clock) -> datetime:
    now, today = plan.now, plan.now.date()
    tonight = any(spoken.part == "tonight" for part in plan.of("times") for spoken in part.times)
    found, *others = {first_day(day, today, just_past=_A_MONTH) for day in days} or {today}
    plan.refuse_if(others or (tonight and found != today), "it names different days")
    is_today = days and [day.begin for day in days] == [today] and days[0].unit == "day"
    plan.refuse_if(is_today and not plan.of("times"), "today needs a time of day")
    plan.refuse_if(clock.late and days and not is_today, "is that the night before or after?")
    run = _instant(now, found + timedelta(days=clock.late), clock)
    if run <= now and not days and not tonight:
        return _instant(now, today + timedelta(days=1), clock)
    if run <= now and len(days) == 1 and days[0].again:
        # "on Friday at 9" and "on the 5th at 9", when it is past nine on that very day: the next such day.
        return _instant(now, first_day(days[0], found + timedelta(days=1)), clock)
    return run


def first_day(days: Days, today: date, *, just_past: int = 0) -> date:
    """The single date that the days mean, from `today` on.

    Raises `ScheduleUnclearError`: there is no such date, it is over (also one without a year that was within the last
    `just_past` days, as hardly anybody means next year's), or the days are several.
    """
    refuse_if(days.repeats or (days.count > 1 and not days.bysetpos), "the days", "is it once, or every time?")
    open_month = days.unit == "month" and not (days.again or days.begin or days.bymonth)
    refuse_if(open_month, "the day", "is it once, and in which month, or every month?", "on the 5th of each month")
    found = days.begin or today
    if days.unit != "day":
        begin = datetime.combine(max(found, today), time())
        rule = replace(days, interval=1, clocks=(Clock(0),)).rrules()[0]
        run = rrulestr(rule, dtstart=begin).after(begin, inc=True)
        if run is None or (days.last and run.date() > days.last):
            raise ScheduleUnclearError("the day", "it is past, or there is no such day", "2026-12-24 14:00")
        found = run.date()
    other = days.named and WEEKDAYS[found.weekday()] != days.named
    refuse_if(other, f"{found}", f"that is no {days.named.title()}", f"on {found}")
    past = days.unit == "year" and not days.begin and (today - (found - relativedelta(years=1))).days <= just_past
    refuse_if(past, f"{found:%d.%m.}", "it is past; add the year", f"{found} 14:00")
    return found


def _recurring(plan: Plan) -> Schedule:
    now, rules = plan.now, rules_of(plan)
    if isinstance(rules, int):
        plan.refuse_if(plan.of("except", "start"), "it does not say on which days")
        first = now.astimezone(UTC) + timedelta(minutes=rules)
        rule = f"FREQ=MINUTELY;INTERVAL={rules}" if rules % 60 else f"FREQ=HOURLY;INTERVAL={rules // 60}"
        return _ended(plan, Schedule(timezone=str(now.tzinfo), rrules=(rule,), start=utc(first)))
    dates = [first_day(one, now.date()) for days in plan.days("except") for one in _each_date(days)]
    for days in plan.days("except"):
        if days.unit not in {"year", "day"}:
            rules = tuple(_without(plan, rule, days) for rule in rules)
    late = any(clock.late and (rule.unit != "day" or rule.bymonthday) for rule in rules for clock in rule.clocks)
    plan.refuse_if(late, "is that the night before or after?")
    return _ended(plan, armed(rules, now, _start(plan), tuple(day.isoformat() for day in dates)))


def armed(rules: Sequence[Days], now: datetime, start: date | None, left_out: tuple[str, ...] = ()) -> Schedule:
    """The schedule of these rules from `start` or today on; "every 2 weeks" counts from the first matching day."""
    begin = start or now.date()
    rules = [rule if rule.unit == "day" or rule.byday or rule.bymonthday else _on_day_of(rule, begin) for rule in rules]
    every = tuple(text for rule in rules for text in replace(rule, interval=1).rrules())
    begun = datetime.combine(begin, time()).isoformat()
    whole = Schedule(timezone=str(now.tzinfo), rrules=every, start=begun, exdates=left_out)
    first = next(whole.walls_after(now), None)
    if first is None:
        raise ScheduleUnclearError("the days", "it would never run")
    # Every other week begins on the first matching day, so that day is what the rules count from.
    texts = tuple(text for rule in rules for text in rule.rrules())
    return replace(whole, rrules=texts, start=first.isoformat())


def _on_day_of(rule: Days, start: date) -> Days:
    if rule.unit == "week":
        return replace(rule, byday=(RRULE_DAYS[start.weekday()],))
    return replace(rule, bymonthday=(start.day,), bymonth=(start.month,) if rule.unit == "year" else ())


def _start(plan: Plan) -> date | None:
    """The first day on which it may run, if one was said; else None."""
    start, until, today = plan.only("start"), plan.only("until"), plan.now.date()
    if not start or not start.days:
        return None
    plan.refuse_if(start.unit and not plan.of("times"), "at what time?")
    if until and until.days and start.days.unit == "year" and not (start.days.begin or until.days.begin):
        begun = first_day(start.days, first_day(until.days, today) - relativedelta(years=1))
        if begun <= today:
            return begun  # "from 1 November to 31 March", said in winter
    return first_day(start.days, today, just_past=_HALF_A_YEAR)


def _ended(plan: Plan, schedule: Schedule) -> Schedule:
    """The schedule with its last moment, if an end was said. Raises `ScheduleUnclearError` for an open or past end."""
    until, now, ticks = plan.only("until"), plan.now, schedule.elapsed
    if until is None:
        return schedule
    if until.unit == "run":
        plan.refuse_if(not 1 < until.count <= MOST_RUNS, f"it may run 2 to {MOST_RUNS} times")
        return counted(schedule, until.count, now)
    open_end = not ticks and (until.times or until.unit in {"hour", "minute"})
    plan.refuse_if(open_end, "it does not say on which day it ends")
    if until.times:
        clock = clocks_of(until.times, plan.words)[0]
        last = datetime.combine(now.date() + timedelta(days=clock.late), time(clock.hour, clock.minute))
        plan.refuse_if(last <= now.replace(tzinfo=None), "that hour is past today")
    elif until.unit in {"hour", "minute"}:
        last = now.replace(tzinfo=None) + timedelta(**{f"{until.unit}s": until.count})
    else:
        clocks = end_clock(plan) if ticks else ()
        last = datetime.combine(
            _last_day(plan, until, schedule), time(clocks[0].hour, clocks[0].minute) if clocks else LAST_SECOND
        )
    return replace(schedule, until=utc(last.replace(tzinfo=now.tzinfo)) if ticks else last.isoformat())


def counted(schedule: Schedule, runs: int, after: datetime) -> Schedule:
    """The schedule with an end after so many runs. It stores the moment of the last, so nobody need count them."""
    walls = list(islice(schedule.walls_after(after), runs))
    return replace(schedule, until=walls[-1].isoformat() + "Z" * schedule.elapsed)


def _last_day(plan: Plan, until: Part, schedule: Schedule) -> date:
    start, today = _start(plan), plan.now.date()
    if until.days is None:
        begin = start or datetime.fromisoformat((schedule.start or "").removesuffix("Z")).date()
        return later(begin, until.count, until.unit) - timedelta(days=1)
    if until.days.unit == "day" and until.days.last:
        return until.days.last
    seen_from = start if start and not until.days.seen else today
    return first_day(until.days, seen_from, just_past=0 if start else _HALF_A_YEAR)


def _each_date(days: Days) -> list[Days]:
    if days.unit == "year":
        return [replace(days, bymonthday=(one,)) for one in days.bymonthday]
    return [days] if days.unit == "day" else []


def _without(plan: Plan, rule: Days, days: Days) -> Days:
    """A rule without the excepted weekdays, months or days. Raises `ScheduleUnclearError` if that cannot be."""
    field = next(name for name in _ALL if getattr(days, name))
    stepped = rule.interval > 1 and (rule.unit == "day" or field == "bymonthday")
    dayless = rule.unit == "week" and not rule.byday
    impossible = field != "bymonth" and (rule.unit not in {"day", "week"} or dayless or stepped)
    plan.refuse_if(impossible, "I cannot leave those days out")
    whole = getattr(rule, field) or _ALL[field]
    rest = tuple(one for one in whole if one not in getattr(days, field))
    plan.refuse_if(not rest or len(rest) == len(whole), "the exception leaves nothing, or takes nothing away")
    by_number = field == "bymonthday" or rule.bymonthday
    changes: dict[str, Any] = {field: rest}
    return replace(rule, unit=rule.unit if field == "bymonth" else "day" if by_number else "week", **changes)
