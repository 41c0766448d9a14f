"""The moment at which a text is read, which date a day means seen from it, and the one run of what does not repeat."""

from __future__ import annotations

from calendar import monthrange
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from dateutil.relativedelta import relativedelta
from dateutil.rrule import DAILY, rrule, rrulestr

from common.services import frozen
from domain.pa.schedule import said_parts as parts
from domain.pa.schedule.plan import Said, of_counted
from domain.pa.schedule.reading import ScheduleUnclearError
from domain.pa.schedule.recurrence import wall_to_instant
from domain.pa.schedule.times import Clock

_WEEK, _A_MONTH = 7, 31
_YEARS_TO_SEARCH = 9  # 29 February returns within eight years
_MONTHS = {"month": 1, "quarter": 3, "year": 12}
_SINGLE = (parts.DaysAhead, parts.TheWeekday, parts.Dates, parts.Nth)
_TODAY = parts.DaysAhead(0)


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


def date_of(day: parts.Day, today: date, *, end: bool = False, just_past: int = 0) -> date:
    """The date meant. Of a month, quarter or year it is the first day, or the last if `end`.

    Raises:
        ScheduleUnclearError: there is no such date, it is over (without a year, within the last `just_past` days: next
            year's is hardly meant), or the day is not a single one.
    """
    match day:
        case parts.DaysAhead():
            return _ahead(day, today)
        case parts.TheWeekday():
            return _weekday(day, today)
        case parts.Dates():
            return _calendar_date(day, today, just_past)
        case parts.Moment():
            return day.when.date()
        case parts.Nth():
            return _counted(day, today)
        case parts.Scope():
            return span_of(day, today)[end]


def span_of(scope: parts.Scope, today: date) -> tuple[date, date]:
    """First and last day of this or the next week, month, quarter or year, or of a named month."""
    ahead, months = scope.which == "next", _MONTHS.get(scope.unit, 0)
    if scope.unit == "day" or len(scope.months) > 1 or (not scope.year and scope.months == (today.month,)):
        raise ScheduleUnclearError("the period", "name the date", "until March 31")
    if scope.months:
        first = date(scope.year or today.year + (scope.months[0] < today.month), scope.months[0], 1)
    elif scope.unit == "week":
        first = today - timedelta(days=today.weekday()) + timedelta(weeks=ahead)
    else:
        first = today.replace(day=1) + relativedelta(months=ahead * months - (today.month - 1) % months)
    return first, first + relativedelta(months=months, weeks=scope.unit == "week") - timedelta(days=1)


def later(day: date, count: int, unit: str) -> date:
    """So many days, business days, weeks, months or years later. Raises `ScheduleUnclearError`: no calendar has it."""
    if unit == "business day":
        begin = datetime.combine(day, time()) + timedelta(days=1)
        runs = list(rrule(DAILY, dtstart=begin, byweekday=parts.WORKING_DAYS, count=count))
        return runs[-1].date() if runs else day
    try:
        return day + relativedelta(**{f"{unit}s": count})  # type: ignore[arg-type]  # days to years
    except (ValueError, OverflowError):
        raise ScheduleUnclearError(f"{count} {unit}s", "that is too far ahead", "in 3 weeks") from None


def _ahead(day: parts.DaysAhead, today: date) -> date:
    origin = _weekday(day.weekday, today) if day.weekday else today
    found = later(origin, day.count, day.unit)
    if day.unit in _MONTHS and found.day != origin.day:
        raise ScheduleUnclearError(f"in {day.count} {day.unit}s", "that month has no such day", "on May 31")
    return found


def _weekday(day: parts.TheWeekday, today: date) -> date:
    if day.which == "next week":
        return today + timedelta(days=_WEEK - today.weekday() + day.day)
    first = today + timedelta(days=day.which == "next")
    return first + timedelta(days=(day.day - first.weekday()) % _WEEK)


def _calendar_date(day: parts.Dates, today: date, just_past: int) -> date:
    if len(day.dates) > 1:
        raise ScheduleUnclearError("several dates", "it names more than one day", "every January 5 and July 5")
    month, number = day.dates[0]
    years = [day.year] if day.year else range(today.year, today.year + _YEARS_TO_SEARCH)
    dates = [date(year, month, number) for year in years if number <= monthrange(year, month)[1]]
    found = next((found for found in dates if day.year or found >= today), None)
    if found is None:
        raise ScheduleUnclearError(f"{number}.{month}.{day.year or ''}", "there is no such date", "2026-12-24 14:00")
    if day.weekday not in {None, found.weekday()}:
        raise ScheduleUnclearError(f"{found:%d.%m.%Y}", "that is another day of the week", f"on {found}")
    last = found - relativedelta(years=1)
    if not day.year and last.day == number and (today - last).days <= just_past:
        raise ScheduleUnclearError(f"{found:%d.%m.}", "it is over; add the year", f"{found} 14:00")
    return found


def _counted(day: parts.Nth, today: date) -> date:
    """The day of "the 5th", "the first Monday of next month" or "the last day of June": what its rule gives first."""
    scope = day.scope or parts.Scope("month", "the")
    monthly = scope.unit == "month" and not scope.months
    several = scope.interval > 1 or len(scope.months) > 1 or (scope.which == "each" and not monthly)
    if several or len(day.positions) > 1 or scope.which == "current" or not (day.scope or day.bare):
        raise ScheduleUnclearError(
            "the day", "is it once, and in which month, or every time?", "on the 5th of each month"
        )
    seeks = scope.months or (monthly and scope.which in {"each", "the"})
    first, last = (today, None) if seeks else span_of(scope, today)
    begin = datetime.combine(date(scope.year, 1, 1) if scope.year else first, time())
    (rule,) = of_counted(day, replace(scope, which="each"), (Clock(0),))
    found = rrulestr(rule.rrules()[0], dtstart=begin).after(begin, inc=True)
    if found is None or (last and found.date() > last):
        raise ScheduleUnclearError("the day", "there is no such date")
    return found.date()


def single_run(said: Said, present: Present) -> datetime:
    """The instant of a task that runs once.

    Raises:
        ScheduleUnclearError: it names no time, several, one that is over, or one that does not exist.
    """
    if said.has(parts.Until, parts.During, parts.Count, parts.Except, parts.Window, parts.Start):
        raise said.unclear("it does not say how often")
    days = _days(said)
    fixed = [present.now + after.span for after in said.of(parts.After)]
    fixed += [
        moment.when if moment.when.tzinfo else wall_to_instant(moment.when, present.zone)
        for moment in said.of(parts.Moment)
    ]
    clocked = [kind for kind in (parts.Times, parts.SameTime) if said.has(kind)]
    if len(clocked) > 1 or (fixed and (clocked or days or len(fixed) > 1)):
        raise said.unclear("it says two different times")
    hours = [time for times in said.of(parts.Times) for time in times.spoken if time.hour_or_midnight]
    if not (fixed or days or hours):
        raise said.unclear("it does not say on which day, or at what time")
    run = fixed[0] if fixed else _on_a_day(said, days, present) if days else present.next_at(_one_clock(said, present))
    if run <= present.now:
        raise said.unclear("that time is over")
    return run


def _days(said: Said) -> list[parts.Day]:
    """The days said, with the month of "next month … on the 12th" put where it belongs."""
    days: list[parts.Day] = [item.part for item in said.placed if isinstance(item.part, _SINGLE)]
    scope = said.only(parts.Scope)
    if scope is None:
        return days
    if [type(day) for day in days] != [parts.Nth] or scope.unit == "week":
        raise said.unclear("it does not say on which day")
    return [replace(day, scope=scope) for day in said.of(parts.Nth) if day.scope is None] or [scope]


def _on_a_day(said: Said, days: list[parts.Day], present: Present) -> datetime:
    if days == [_TODAY] and not said.has(parts.Times):
        raise said.unclear("today needs a time of day")
    clock, day = _one_clock(said, present), _one_date(said, days, present)
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


def _one_clock(said: Said, present: Present) -> Clock:
    if said.has(parts.SameTime):
        return Clock(present.wall.hour, present.wall.minute)
    clocks = said.clocks()
    if len(clocks) > 1:
        raise said.unclear("it names several times for one run")
    return clocks[0]


def _one_date(said: Said, days: list[parts.Day], present: Present) -> date:
    """The date all of them mean. A weekday beside a date only confirms it: "Friday, December 4"."""
    weekdays = [day for day in days if isinstance(day, parts.TheWeekday) and day.which == "coming"]
    exact = [day for day in days if day not in weekdays] or days
    found, *others = {date_of(day, present.today, just_past=_A_MONTH) for day in exact}
    named = {day.day for day in days if isinstance(day, parts.TheWeekday)}
    if others or (named and named != {found.weekday()}):
        raise said.unclear("it names days that are not the same")
    return found
