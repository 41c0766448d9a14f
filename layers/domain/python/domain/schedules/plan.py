"""From the parts of a phrase to a schedule that can be stored: which days go with which times, and what bounds them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from itertools import islice, pairwise
from typing import Any
from zoneinfo import ZoneInfo

from dateutil.relativedelta import relativedelta
from dateutil.rrule import rrulestr

from domain.schedules.days import Days, later
from domain.schedules.grammar import Part
from domain.schedules.reading import ScheduleUnclearError, refuse_if
from domain.schedules.recurrence import Schedule, is_called
from domain.schedules.times import Clock, clocks_of
from domain.schedules.words import RRULE_DAYS, WEEKDAYS

LAST_SECOND = time.max.replace(microsecond=0)
MOST_RUNS = 1000
_A_MONTH, _HALF_A_YEAR, _QUARTERS, _A_WEEKS_NAMES = 31, 183, 4, 3
_TWO_THINGS = "it says two different things"
_WHICH = "it is open which days and times belong together"
# Whole, for what an exception takes away.
_ALL: dict[str, Sequence[Any]] = {"byday": RRULE_DAYS, "bymonthday": range(1, 32), "bymonth": range(1, 13)}


@dataclass
class Plan:
    """The parts of one schedule, in order; `words` are the customer's, `now` is in the zone in force."""

    parts: Sequence[Part]
    words: str
    now: datetime

    def of(self, *kinds: str) -> list[Part]:
        """The parts of some kinds."""
        return [part for part in self.parts if part.kind in kinds]

    def days(self, *kinds: str) -> list[Days]:
        """The days of the parts of some kinds."""
        return [part.days for part in self.of(*kinds) if part.days]

    def only(self, kind: str) -> Part | None:
        """The single part of a kind, if there is one. Raises `ScheduleUnclearError`: there are two that differ."""
        found = self.of(kind)
        said = [replace(part, first=0, last=0, joined=False, every=False) for part in found]
        self.refuse_if(any(part != said[0] for part in said), _TWO_THINGS)
        return found[0] if found else None

    def refuse_if(self, condition: object, why: str) -> None:
        """Raises the refusal if the condition holds."""
        refuse_if(condition, self.words, why)

    def clocks(self, *times: Part) -> tuple[Clock, ...]:
        """The times of these parts, or of all; 09:00 where none is said. "Every evening" and "at 8" may stand apart."""
        spoken = [part.times for part in times or self.of("times")]
        bare = [group for group in spoken if [one.hour for one in group] == [None]]
        if len(spoken) == 2 and len(bare) == 1:  # noqa: PLR2004 - a part of the day and its hours
            hours = next(group for group in spoken if group not in bare)
            spoken = [tuple(replace(one, part=one.part or bare[0][0].part) for one in hours)]
        self.refuse_if(len(spoken) > 1, "several times are said apart")
        return clocks_of(spoken[0], self.words) if spoken else (Clock(9),)


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
    recurs = plan.of("every", "elapsed") or any(part.unit for part in plan.of("times")) or _names_a_week(plan)
    schedule = _recurring(plan) if recurs or any(days.repeats for days in plan.days("days")) else _once(plan)
    runs = schedule.occurrences_after(now, 1)
    plan.refuse_if(not runs, "it would never run")
    if spoken and spoken.season and runs[0].tzname() != spoken.season:
        shared = not its_own and spoken.name is None
        why = "is the time of several zones" if shared else "is not in force then"
        raise ScheduleUnclearError(spoken.season, f"{spoken.season} {why}; name a city")
    return schedule


def _names_a_week(plan: Plan) -> bool:
    """Whether it names three weekdays, which recur then: "Mon 10am, Wed 2pm and Fri 4pm"."""
    days = plan.days("days")
    return len(days) >= _A_WEEKS_NAMES and all(day.unit == "week" and day.again for day in days)


def utc(instant: datetime) -> str:
    """An instant as schedules store it."""
    return instant.astimezone(UTC).replace(microsecond=0, tzinfo=None).isoformat() + "Z"


def _instant(now: datetime, day: date, clock: Clock) -> datetime:
    return datetime.combine(day, time(clock.hour, clock.minute), now.tzinfo).astimezone(UTC)


def _once(plan: Plan) -> Schedule:
    """A task that runs once. Raises: it names no time, several, one that is over, or one that does not exist."""
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
    plan.refuse_if(run <= now, "that time is over")
    return Schedule(timezone=str(now.tzinfo), at=utc(run))


def _on_a_day(plan: Plan, days: Sequence[Days], clock: Clock) -> datetime:
    now, today = plan.now, plan.now.date()
    tonight = any(spoken.part == "tonight" for part in plan.of("times") for spoken in part.times)
    found, *others = {first_day(day, today, just_past=_A_MONTH) for day in days} or {today}
    plan.refuse_if(others or (tonight and found != today), "it names days that are not the same")
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
    """The single date that is meant.

    Raises `ScheduleUnclearError`: there is no such date, it is over (without a year, within the last `just_past` days:
    next year's is hardly meant), or the day is not a single one.
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
            raise ScheduleUnclearError("the day", "it is over, or no calendar has it", "2026-12-24 14:00")
        found = run.date()
    other = days.named and WEEKDAYS[found.weekday()] != days.named
    refuse_if(other, f"{found}", f"that is no {days.named.title()}", f"on {found}")
    past = days.unit == "year" and not days.begin and (today - (found - relativedelta(years=1))).days <= just_past
    refuse_if(past, f"{found:%d.%m.}", "it is over; add the year", f"{found} 14:00")
    return found


def _recurring(plan: Plan) -> Schedule:
    now, rules = plan.now, _rules(plan)
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
    """The schedule of some rules from a day on, which says what a rule does not: "every 2 weeks from Monday"."""
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
    """The day from which it may run, where one was said."""
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
    """The schedule with its last moment, if one was said."""
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
        plan.refuse_if(last <= now.replace(tzinfo=None), "that hour is over for today")
    elif until.unit in {"hour", "minute"}:
        last = now.replace(tzinfo=None) + timedelta(**{f"{until.unit}s": until.count})
    else:
        clocks = _end_clock(plan) if ticks else ()
        last = datetime.combine(
            _last_day(plan, until, schedule), time(clocks[0].hour, clocks[0].minute) if clocks else LAST_SECOND
        )
    return replace(schedule, until=utc(last.replace(tzinfo=now.tzinfo)) if ticks else last.isoformat())


def counted(schedule: Schedule, runs: int, after: datetime) -> Schedule:
    """The schedule that ends with so many runs: stored as the moment of the last, so that nobody need count them."""
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


def _end_clock(plan: Plan) -> tuple[Clock, ...]:
    """The time of the last day: "every 3 hours until tomorrow noon"."""
    times, ends = plan.of("times"), [part.last for part in plan.of("until") if part.days]
    return plan.clocks() if len(times) == 1 and times[0].first in ends else ()


def _each_date(days: Days) -> list[Days]:
    if days.unit == "year":
        return [replace(days, bymonthday=(one,)) for one in days.bymonthday]
    return [days] if days.unit == "day" else []


def _without(plan: Plan, rule: Days, days: Days) -> Days:
    """A rule without the weekdays, months or days of the month that were excepted."""
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


def _rules(plan: Plan) -> tuple[Days, ...] | int:
    """The days with their times; of a pure stopwatch schedule ("every 6 hours") its minutes."""
    every, elapsed, sets = _every(plan), plan.only("elapsed"), plan.of("days")
    if every and every.unit == "quarter" and [len(days.bymonth) for days in plan.days("days")] == [_QUARTERS]:
        every = replace(every, unit="year")  # "each quarter, on 1 January, 1 April, 1 July and 1 October"
    adopted = [_adopted(plan, part, part.days, every) for part in sets if part.days]
    plan.refuse_if(plan.of("ahead") or not all(days.repeats for days in adopted), "it says both once and every time")
    if elapsed:
        timed = plan.of("times") and not _end_clock(plan)
        plan.refuse_if(timed or len(sets) > 1 or (every and (every.unit, every.count) != ("day", 1)), _TWO_THINGS)
        return _ticking(plan, elapsed.count, bool(every), adopted)
    plan.refuse_if(plan.of("window"), "it does not say how often in that time")
    if len(adopted) > 1:
        rules = _paired(plan, sets, adopted)
    else:
        rules = (replace(adopted[0] if adopted else _period(plan, every), clocks=plan.clocks()),)
    told = len(rules[0].clocks) if every and every.unit == "day" else sum(rule.count for rule in rules)
    plan.refuse_if(every and every.promised > 1 and every.promised != told, "it does not say all of them")
    return rules


def _every(plan: Plan) -> Part | None:
    """Reads "every two weeks", "monthly" or what "twice a day" and "mornings" say about it."""
    found, runs = plan.of("every"), [part.first for part in plan.of("until") if part.unit == "run"]
    plan.refuse_if(any(part.last in runs for part in found), "how often is that?")
    plan.refuse_if(len({(part.unit, part.count) for part in found}) > 1, _TWO_THINGS)
    mornings = any(part.unit for part in plan.of("times")) and not plan.of("days")
    daily = Part("every", count=1, unit="day") if mornings else None
    return max(found, key=lambda part: part.promised, default=daily)


def _period(plan: Plan, every: Part | None) -> Days:
    """The rule of a period alone: it names its days if it counts days; of others the first day says the rest."""
    told = every and (every.unit == "day" or (plan.only("start") and every.unit != "quarter"))
    plan.refuse_if(not told, "it does not say on which day")
    return Days(every.unit, every.count) if every else Days("day")


def _adopted(plan: Plan, part: Part, days: Days, every: Part | None) -> Days:
    """Days as those of the period: "weekly on Monday", "every 2 months on the 5th", "daily Mon-Thu"."""
    if every is None:
        before = [one.days.repeats for one in plan.of("days") if one.last <= part.first and one.days]
        mornings = any(one.unit for one in plan.of("times"))
        lasting = (
            mornings
            or plan.of("until", "except", "start")
            or (part.joined and before[-1:] == [True])
            or _names_a_week(plan)
        )
        return replace(days, repeats=True) if days.unit == "week" and days.again and lasting else days
    unit, plain, months = every.unit, days.interval == 1 and not days.begin, days.unit == "month" and not days.bymonth
    if plain and ((days.unit == "week" == unit) or (months and unit == "month")):
        return replace(days, interval=every.count, repeats=True)
    if plain and days.unit == "week" and (unit, every.count) == ("day", 1) and len(days.byday) > 1:
        apart = part.joined and days.byday != RRULE_DAYS and part.first > every.first
        plan.refuse_if(apart, "it is open whether this is one schedule or two")
        return replace(days, repeats=True)
    numbers = days.bysetpos or days.bymonthday or tuple(int(day[:-2]) for day in days.byday if months)
    if plain and months and (unit, every.count) == ("quarter", 1) and numbers in {(1,), (-1,)}:
        return replace(days, bymonth=(3, 6, 9, 12) if numbers[0] < 0 else (1, 4, 7, 10), repeats=True)
    fits = plain and unit == "year" and (days.unit == "year" or (days.unit == "month" and days.bymonth))
    plan.refuse_if(not fits, _TWO_THINGS)
    return replace(days, interval=every.count if days.unit == "year" else 1, repeats=True)


def _paired(plan: Plan, sets: Sequence[Part], adopted: Sequence[Days]) -> tuple[Days, ...]:
    """Reads "Mondays at 9 and Fridays at 16:00": each set of days with its own times, or all with the same."""
    times, chain = plan.of("times"), plan.of("days", "times")
    apart = all(part.joined or (at and chain[at - 1].joined) for at, part in enumerate(chain) if part in sets[1:])
    plan.refuse_if(not apart, _WHICH)
    if len(times) == len(sets) and all(one.kind != two.kind for one, two in pairwise(chain)):
        clocks = [plan.clocks(part) for part in times]
    else:
        plan.refuse_if(len(times) > 1 or (times and times[0] not in (chain[0], chain[-1])), _WHICH)
        clocks = [plan.clocks()] * len(sets)
    days = [day for one in adopted if one.unit == "week" for day in one.byday]
    plan.refuse_if(len(set(days)) < len(days), "a day is said twice")
    return tuple(replace(one, clocks=at) for one, at in zip(adopted, clocks, strict=True))


def _ticking(plan: Plan, minutes: int, daily: bool, sets: Sequence[Days]) -> tuple[Days, ...] | int:  # noqa: FBT001 - private
    """Every so many minutes: between two hours of the day it becomes times of day."""
    window = plan.only("window")
    plan.refuse_if(not minutes or (window is None and (sets or daily)), "it does not say between which hours")
    if window is None:
        return minutes
    first, last = (clocks_of((end,), plan.words)[0] for end in window.times)
    places = range(first.hour * 60 + first.minute, last.hour * 60 + last.minute + 1, minutes)
    plan.refuse_if(last <= first or len(places) <= 1, "the hours run backwards, or there is one run only")
    clocks = tuple(Clock(place // 60, place % 60) for place in places)
    return (replace(sets[0] if sets else Days("day"), clocks=clocks),)
