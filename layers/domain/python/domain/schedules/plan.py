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

from domain.schedules.dates import later
from domain.schedules.days import Days, Elapsed, Every
from domain.schedules.limits import Except, Start, Until, Window, Zone
from domain.schedules.phrase import Part
from domain.schedules.reading import ScheduleUnclearError, refuse_if
from domain.schedules.recurrence import Schedule, is_called
from domain.schedules.times import Clock, Times, clocks_of
from domain.schedules.words import RRULE_DAYS, WEEKDAYS

LAST_SECOND = time.max.replace(microsecond=0)
_MOST_RUNS, _A_MONTH, _HALF_A_YEAR = 1000, 31, 183
_QUARTERS = 4
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

    def of[T](self, kind: type[T]) -> list[T]:
        """The parts of a kind."""
        return [part.said for part in self.parts if isinstance(part.said, kind)]

    def only[T](self, kind: type[T]) -> T | None:
        """The single part of a kind, if there is one. Raises `ScheduleUnclearError`: there are two that differ."""
        found = self.of(kind)
        self.refuse_if(any(part != found[0] for part in found), _TWO_THINGS)
        return found[0] if found else None

    def refuse_if(self, condition: object, why: str) -> None:
        """Raises the refusal if the condition holds."""
        refuse_if(condition, self.words, why)

    def clocks(self, *times: Times) -> tuple[Clock, ...]:
        """The times of these parts, or of all; 09:00 where none is said. "Every evening" and "at 8" may stand apart."""
        spoken = [part.spoken for part in times or self.of(Times)]
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
    spoken, own = plan.only(Zone), ZoneInfo(timezone)
    its_own = spoken is not None and is_called(own, spoken.season, now)
    zone = ZoneInfo(spoken.name) if spoken and spoken.name and not its_own else own
    days = [*plan.of(Days), *(start.day for start in plan.of(Start)), *(end.day for end in plan.of(Until) if end.day)]
    elsewhere = now.astimezone(zone).date() != now.astimezone(own).date()
    plan.refuse_if(elsewhere and any(day.seen for day in days), "today is another day in that zone; name the date")
    plan.now = now.astimezone(zone)
    schedule = _recurring(plan) if _recurs(plan) else _once(plan)
    runs = schedule.occurrences_after(now, 1)
    plan.refuse_if(not runs, "it would never run")
    if spoken and spoken.season and runs[0].tzname() != spoken.season:
        shared = not its_own and spoken.name is None
        why = "is the time of several zones" if shared else "is not in force then"
        raise ScheduleUnclearError(spoken.season, f"{spoken.season} {why}; name a city")
    return schedule


def _recurs(plan: Plan) -> bool:
    elapsed = any(not span.once for span in plan.of(Elapsed))
    daily = any(times.daily for times in plan.of(Times))
    return bool(plan.of(Every)) or elapsed or daily or _names_a_week(plan) or any(days.repeats for days in plan.of(Days))


def _names_a_week(plan: Plan) -> bool:
    """Whether it names three weekdays, which recur then: "Mon 10am, Wed 2pm and Fri 4pm"."""
    days = plan.of(Days)
    return len(days) > 2 and all(day.unit == "week" and day.again for day in days)  # noqa: PLR2004


def _utc(instant: datetime) -> str:
    return instant.astimezone(UTC).replace(microsecond=0, tzinfo=None).isoformat() + "Z"


def _instant(now: datetime, day: date, clock: Clock) -> datetime:
    return datetime.combine(day, time(clock.hour, clock.minute), now.tzinfo).astimezone(UTC)


def _once(plan: Plan) -> Schedule:
    """A task that runs once. Raises: it names no time, several, one that is over, or one that does not exist."""
    now, ahead, days = plan.now, plan.of(Elapsed), plan.of(Days)
    bounded = plan.of(Start) or plan.of(Except) or plan.of(Window) or plan.only(Until) not in {None, Until(count=1)}
    plan.refuse_if(bounded, "it does not say how often")
    plan.refuse_if(not (ahead or days or plan.of(Times)), "it does not say on which day, or at what time")
    plan.refuse_if(ahead and (days or plan.of(Times) or len(ahead) > 1), "it says two different times")
    if ahead:
        run = now.astimezone(UTC) + timedelta(minutes=ahead[0].minutes)
        return Schedule(timezone=str(now.tzinfo), at=_utc(run))
    spoken = [one for times in plan.of(Times) for one in times.spoken]
    vague = not days and all(one.hour is None and one.part != "tonight" for one in spoken)
    plan.refuse_if(vague, "it does not say on which day")
    clocks = plan.clocks()
    plan.refuse_if(len(clocks) > 1, "it names several times for one run")
    run = _on_a_day(plan, days, clocks[0])
    plan.refuse_if(run <= now, "that time is over")
    return Schedule(timezone=str(now.tzinfo), at=_utc(run))


def _on_a_day(plan: Plan, days: Sequence[Days], clock: Clock) -> datetime:
    now, today = plan.now, plan.now.date()
    tonight = any(spoken.part == "tonight" for times in plan.of(Times) for spoken in times.spoken)
    if not days:
        run = _instant(now, today + timedelta(days=clock.late and tonight), clock)
        return run if run > now or tonight else _instant(now, today + timedelta(days=1), clock)
    found, *others = {first_day(day, today, just_past=_A_MONTH) for day in days}
    plan.refuse_if(others or (tonight and found != today), "it names days that are not the same")
    is_today = [day.begin for day in days] == [today] and days[0].unit == "day"
    plan.refuse_if(is_today and not plan.of(Times), "today needs a time of day")
    plan.refuse_if(clock.late and not is_today, "is that the night before or after?")
    if clock.late:
        return _instant(now, found + timedelta(days=1), clock)
    run = _instant(now, found, clock)
    if run <= now and len(days) == 1 and days[0].again:
        # "on Friday at 9" and "on the 5th at 9", when it is past nine on that very day: the next such day.
        return _instant(now, first_day(days[0], found + timedelta(days=1)), clock)
    return run


def first_day(days: Days, today: date, *, just_past: int = 0) -> date:
    """The single date that is meant.

    Raises `ScheduleUnclearError`: there is no such date, it is over (without a year, within the last `just_past` days:
    next year's is hardly meant), or the day is not a single one.
    """
    several = days.repeats or days.count > 1 and not days.bysetpos or (days.bysetpos and len(days.bysetpos) > 1)
    refuse_if(several, "the days", "is it once, or every time?")
    open_month = days.unit == "month" and not (days.again or days.begin or days.bymonth)
    refuse_if(open_month, "the day", "is it once, and in which month, or every month?", "on the 5th of each month")
    begin = max(days.begin, today) if days.begin and days.unit != "day" else days.begin or today
    if days.unit == "day":
        found = begin
    else:
        rule = replace(days, interval=1, clocks=(Clock(0),)).rrules()[0]
        begun = datetime.combine(begin, time())
        run = rrulestr(rule, dtstart=begun).after(begun, inc=True)
        refuse_if(run is None or (days.last and run.date() > days.last), "the day", "it is over, or no calendar has it")
        found = run.date()
    if days.confirmed and WEEKDAYS[found.weekday()] != days.confirmed:
        raise ScheduleUnclearError(f"{found}", f"that is no {days.confirmed.title()}", f"on {found}")
    last_year = found - relativedelta(years=1)
    past = days.unit == "year" and not days.begin and (today - last_year).days <= just_past
    refuse_if(past, f"{found:%d.%m.}", "it is over; add the year", f"{found} 14:00")
    return found


def _recurring(plan: Plan) -> Schedule:
    now = plan.now
    rules = _rules(plan)
    if isinstance(rules, Elapsed):
        plan.refuse_if(plan.of(Except) or plan.of(Start), "it does not say on which days")
        first = now.astimezone(UTC) + timedelta(minutes=rules.minutes)
        freq, count = ("HOURLY", rules.minutes // 60) if rules.minutes % 60 == 0 else ("MINUTELY", rules.minutes)
        rule = f"FREQ={freq};INTERVAL={count}"
        schedule = Schedule(timezone=str(now.tzinfo), rrules=(rule,), start=_utc(first))
        return _ended(plan, schedule, first.astimezone(now.tzinfo).replace(tzinfo=None))
    rules, left_out = _excepted(plan, rules)
    start = _start(plan) or now.date()
    rules = tuple(_on_day_of(rule, start) if not (rule.unit == "day" or rule.byday or rule.bymonthday) else rule for rule in rules)
    late = any(clock.late and (rule.unit != "day" or rule.bymonthday) for rule in rules for clock in rule.clocks)
    plan.refuse_if(late, "is that the night before or after?")
    every = tuple(text for rule in rules for text in replace(rule, interval=1).rrules())
    begin = datetime.combine(start, time()).isoformat()
    whole = Schedule(timezone=str(now.tzinfo), rrules=every, start=begin, exdates=left_out)
    first = next(whole.walls_after(now), None)
    if first is None:
        raise ScheduleUnclearError(plan.words, "it would never run")
    # Every other week begins on the first matching day, so that day is what the rules count from.
    texts = tuple(text for rule in rules for text in rule.rrules())
    return _ended(plan, replace(whole, rrules=texts, start=first.isoformat()), first)


def _on_day_of(rule: Days, start: date) -> Days:
    """The rule with the days it lacks, taken from its start: "every two weeks starting Monday"."""
    if rule.unit == "week":
        return replace(rule, byday=(RRULE_DAYS[start.weekday()],))
    return replace(rule, bymonthday=(start.day,), bymonth=(start.month,) if rule.unit == "year" else ())


def _start(plan: Plan) -> date | None:
    """The day from which it may run, where one was said."""
    start, until = plan.only(Start), plan.only(Until)
    if not start:
        return None
    plan.refuse_if(start.month and not plan.of(Times), "at what time?")
    if until and until.day and start.day.unit == "year" and not (start.day.begin or until.day.begin):
        last = first_day(until.day, plan.now.date())
        begun = first_day(start.day, last - relativedelta(years=1))
        if begun <= plan.now.date():
            return begun  # "from 1 November to 31 March", said in winter
    return first_day(start.day, plan.now.date(), just_past=_HALF_A_YEAR)


def _ended(plan: Plan, schedule: Schedule, first: datetime) -> Schedule:
    """The schedule with its last moment, if one was said; `first` is its first run on the wall."""
    until, now = plan.only(Until), plan.now
    if until is None:
        return schedule
    if until.count and until.unit == "run":
        plan.refuse_if(not 1 < until.count <= _MOST_RUNS, f"it may run 2 to {_MOST_RUNS} times")
        # Stored as the moment of the last run: whoever arms the next one need not count.
        walls = list(islice(schedule.walls_after(now), until.count))
        return replace(schedule, until=walls[-1].isoformat() + ("Z" if schedule.elapsed else ""))
    ticks, start = schedule.elapsed, _start(plan)
    plan.refuse_if(until.clock and not ticks, "it does not say on which day it ends")
    if until.clock:
        clock = clocks_of((until.clock,), plan.words)[0]
        last = datetime.combine(now.date() + timedelta(days=clock.late), time(clock.hour, clock.minute))
        plan.refuse_if(last <= now.replace(tzinfo=None), "that hour is over for today")
    elif until.unit in {"hour", "minute"}:
        plan.refuse_if(not ticks, "it does not say on which day it ends")
        last = now.replace(tzinfo=None) + timedelta(**{f"{until.unit}s": until.count})
    else:
        if until.count:
            day = later(start or first.date(), until.count, until.unit) - timedelta(days=1)
        else:
            seen_from = start if start and not until.day.seen else now.date()
            whole = until.day.unit == "day" and until.day.last
            day = until.day.last if whole else first_day(until.day, seen_from, just_past=0 if start else _HALF_A_YEAR)
        clock = _end_clock(plan)[:1] if ticks else ()
        last = datetime.combine(day, time(clock[0].hour, clock[0].minute) if clock else LAST_SECOND)
    text = _utc(last.replace(tzinfo=now.tzinfo)) if ticks else last.isoformat()
    return replace(schedule, until=text)


def _end_clock(plan: Plan) -> tuple[Clock, ...]:
    """The time of the last day: "every 3 hours until tomorrow noon"."""
    times = [part for part in plan.parts if isinstance(part.said, Times)]
    ends = [part.last for part in plan.parts if isinstance(part.said, Until) and part.said.day]
    return plan.clocks() if len(times) == 1 and times[0].first in ends else ()


def _excepted(plan: Plan, rules: tuple[Days, ...]) -> tuple[tuple[Days, ...], tuple[str, ...]]:
    """The rules without the weekdays, months or days of the month that were excepted; and the dates that were."""
    left_out: list[str] = []
    for days in (exception.days for exception in plan.of(Except)):
        if days.unit in {"year", "day"}:
            dates = [replace(days, bymonthday=(one,)) for one in days.bymonthday] or [days]
            left_out += [first_day(one, plan.now.date()).isoformat() for one in dates]
        else:
            rules = tuple(_without(plan, rule, days) for rule in rules)
    return rules, tuple(left_out)


def _without(plan: Plan, rule: Days, days: Days) -> Days:
    field = next(name for name in _ALL if getattr(days, name))
    stepped = rule.interval > 1 and (rule.unit == "day" or field == "bymonthday")
    dayless = rule.unit == "week" and not rule.byday
    impossible = field != "bymonth" and (rule.unit not in {"day", "week"} or dayless or stepped)
    plan.refuse_if(impossible, "I cannot leave those days out")
    whole = getattr(rule, field) or _ALL[field]
    rest = tuple(one for one in whole if one not in getattr(days, field))
    plan.refuse_if(not rest or len(rest) == len(whole), "the exception leaves nothing, or takes nothing away")
    by_number = field == "bymonthday" or rule.bymonthday
    unit = rule.unit if field == "bymonth" else "day" if by_number else "week"
    changes: dict[str, Any] = {field: rest}
    return replace(rule, unit=unit, **changes)


def _rules(plan: Plan) -> tuple[Days, ...] | Elapsed:
    """The days with their times; of a pure stopwatch schedule ("every 6 hours") what elapses."""
    every = _every(plan)
    sets = [part for part in plan.parts if isinstance(part.said, Days)]
    named = len(sets) == 1 and len(sets[0].said.bymonth) == _QUARTERS
    if every and every.unit == "quarter" and named:
        every = replace(every, unit="year")  # "each quarter, on 1 January, 1 April, 1 July and 1 October"
    adopted = [replace(part, said=_adopted(plan, part, every)) for part in sets]
    plan.refuse_if(not all(part.said.repeats for part in adopted), "it says both a single day and a repetition")
    elapsed = plan.only(Elapsed)
    if elapsed:
        plan.refuse_if(elapsed.once or (plan.of(Times) and not _end_clock(plan)) or len(sets) > 1 or (every and every.promised), _TWO_THINGS)
        return _ticking(plan, elapsed, every, [part.said for part in adopted])
    plan.refuse_if(plan.of(Window), "it does not say how often in that time")
    if len(adopted) > 1:
        rules = _paired(plan, adopted)
    else:
        rules = (replace(adopted[0].said if adopted else _period(plan, every), clocks=plan.clocks()),)
    told = len(rules[0].clocks) if every and every.unit == "day" else sum(rule.count for rule in rules)
    plan.refuse_if(every and every.promised > 1 and every.promised != told, "it does not say all of them")
    return rules


def _every(plan: Plan) -> Every | None:
    """Reads "every two weeks", "monthly" or what "twice a day" and "mornings" say about it."""
    found = plan.of(Every)
    counts = [part.first for part in plan.parts if isinstance(part.said, Until) and part.said.unit == "run"]
    plan.refuse_if(any(part.last in counts and isinstance(part.said, Every) for part in plan.parts), "how often is that?")
    plan.refuse_if(len({replace(one, promised=0) for one in found}) > 1, _TWO_THINGS)
    daily = any(times.daily for times in plan.of(Times)) and not plan.of(Days)
    return max(found, key=lambda one: one.promised, default=Every("day") if daily else None)


def _period(plan: Plan, every: Every | None) -> Days:
    """The rule of a period alone: it names its days if it counts days; of others the first day says the rest."""
    start = plan.only(Start)
    dayless = every is None or not (every.unit == "day" or (start and every.unit in {"week", "month", "year"}))
    plan.refuse_if(dayless, "it does not say on which day")
    return Days(every.unit, every.interval) if every else Days("day")


def _adopted(plan: Plan, part: Part, every: Every | None) -> Days:
    """Days as those of the period: "weekly on Monday", "every 2 months on the 5th", "daily Mon-Thu"."""
    days: Days = part.said
    if every is None:
        before = [one for one in plan.parts if one.last <= part.first and isinstance(one.said, Days)]
        listed = days.unit == "week" and not days.begin and before and before[-1].said.repeats and part.joined
        lasting = days.unit == "week" and days.again and (plan.of(Until) or plan.of(Except) or plan.of(Start))
        return replace(days, repeats=True) if listed or lasting or _names_a_week(plan) else days
    unit, plain = every.unit, days.interval == 1 and not days.begin
    month = days.unit == "month" and not days.bymonth
    if plain and days.unit == "week" and unit == "week":
        return replace(days, interval=every.interval, repeats=True)
    among = [one.said for one in plan.parts if one.first in {part.first, part.last}]
    if plain and days.unit == "week" and (unit, every.interval) == ("day", 1) and len(days.byday) > 1:
        apart = part.joined and days.byday != RRULE_DAYS
        plan.refuse_if(apart and among, "it is open whether this is one schedule or two")
        return replace(days, repeats=True)
    if plain and month and unit == "month":
        return replace(days, interval=every.interval, repeats=True)
    edges = days.bymonthday in {(1,), (-1,)} or (not days.bymonthday and len(days.byday or days.bysetpos) == 1)
    if plain and month and (unit, every.interval) == ("quarter", 1) and edges:
        backwards = "-" in "".join(days.byday) or -1 in days.bymonthday + days.bysetpos
        return replace(days, bymonth=(3, 6, 9, 12) if backwards else (1, 4, 7, 10), repeats=True)
    fits = plain and (days.unit == "year" or (days.unit == "month" and days.bymonth)) and unit == "year"
    plan.refuse_if(not fits, _TWO_THINGS)
    return replace(days, interval=every.interval if days.unit == "year" else 1, repeats=True)


def _paired(plan: Plan, sets: Sequence[Part]) -> tuple[Days, ...]:
    """Reads "Mondays at 9 and Fridays at 16:00": each set of days with its own times, or all with the same."""
    times = [part for part in plan.parts if isinstance(part.said, Times)]
    chain = sorted([*sets, *times], key=lambda part: part.first)
    kinds = [isinstance(part.said, Times) for part in chain]
    apart = all(part.joined or (at and chain[at - 1].joined) for at, part in enumerate(chain) if part in sets[1:])
    plan.refuse_if(not apart, _WHICH)
    if len(times) == len(sets) and all(one != two for one, two in pairwise(kinds)):
        clocks = [plan.clocks(part.said) for part in times]
    else:
        plan.refuse_if(len(times) > 1 or (times and times[0] not in (chain[0], chain[-1])), _WHICH)
        clocks = [plan.clocks()] * len(sets)
    days = [day for part in sets if part.said.unit == "week" for day in part.said.byday]
    plan.refuse_if(len(set(days)) < len(days), "a day is said twice")
    return tuple(replace(part.said, clocks=at) for part, at in zip(sets, clocks, strict=True))


def _ticking(plan: Plan, elapsed: Elapsed, every: Every | None, sets: Sequence[Days]) -> tuple[Days, ...] | Elapsed:
    """Every so many minutes or hours: between two hours of the day it becomes times of day."""
    window = plan.only(Window)
    plan.refuse_if(not elapsed.minutes, "that is never")
    if window is None:
        plan.refuse_if(sets or every, "it does not say between which hours")
        return elapsed
    first, last = (clocks_of((end,), plan.words)[0] for end in (window.first, window.last))
    places = range(first.hour * 60 + first.minute, last.hour * 60 + last.minute + 1, elapsed.minutes)
    plan.refuse_if(last <= first or len(places) < 2, "the hours run backwards, or there is one run only")  # noqa: PLR2004
    clocks = tuple(Clock(place // 60, place % 60) for place in places)
    plan.refuse_if(every and (every.unit, every.interval) != ("day", 1), _TWO_THINGS)
    return (replace(sets[0] if sets else Days("day"), clocks=clocks),)



