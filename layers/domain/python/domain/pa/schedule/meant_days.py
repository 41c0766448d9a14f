"""The moment at which a text is read, and which date a day means, seen from it."""

from __future__ import annotations

from calendar import monthrange
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from dateutil.rrule import rrulestr

from common.services import frozen
from domain.pa.schedule import said_parts as parts
from domain.pa.schedule.recurrence import wall_to_instant
from domain.pa.schedule.rrules import of_counted
from domain.pa.schedule.spoken_times import Clock
from domain.pa.schedule.unclear import ScheduleUnclearError

_WEEK = 7
_YEARS_TO_SEARCH = 9  # 29 February returns within eight years
_MONTHS = {"month": 1, "quarter": 3, "year": 12}
_NO_SUCH_DATE = "there is no such date"


@frozen
class Present:
    """Now, and the zone in force. `today` is the customer's own date where that zone's differs."""

    now: datetime
    zone: ZoneInfo
    today: date

    def instant(self, day: date, clock: Clock | time) -> datetime:
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


def date_of(day: parts.Day, today: date, *, end: bool = False) -> date:
    """The date meant. Of a month, quarter or year it is the first day, or the last if `end`.

    Raises:
        ScheduleUnclearError: there is no such date, it is over, or the day is not a single one.
    """
    match day:
        case parts.DaysAhead():
            return _ahead(day, today)
        case parts.TheWeekday():
            return _weekday(day, today)
        case parts.Dates():
            return _calendar_date(day, today)
        case parts.Moment():
            return day.when.date()
        case parts.Nth():
            return _counted(day, today)
        case parts.Scope():
            return span_of(day, today)[end]


def span_of(scope: parts.Scope, today: date) -> tuple[date, date]:
    """First and last day of this or the next week, month, quarter or year, or of a named month."""
    ahead = scope.which == "next"
    if scope.months:
        if len(scope.months) > 1:
            raise ScheduleUnclearError("several months", "it names more than one", "until the end of March")
        if scope.year is None and scope.months[0] == today.month:
            raise ScheduleUnclearError("this month by its name", "is it this year's or next year's", "until March 31")
        first = date(scope.year or today.year + (scope.months[0] < today.month), scope.months[0], 1)
    elif scope.unit == "week":
        monday = today - timedelta(days=today.weekday()) + timedelta(weeks=ahead)
        return monday, monday + timedelta(days=6)
    elif scope.unit == "day":
        raise ScheduleUnclearError("this day", "name the date")
    else:
        months = _MONTHS[scope.unit]
        first = add_months(today.replace(day=1), ahead * months - (today.month - 1) % months)
    return first, add_months(first, _MONTHS[scope.unit]) - timedelta(days=1)


def add_months(day: date, months: int) -> date:
    """The same day of another month.

    Raises:
        ScheduleUnclearError: that month has no such day.
    """
    years, month = divmod(day.month - 1 + months, 12)
    try:
        return day.replace(year=day.year + years, month=month + 1)
    except ValueError:
        raise ScheduleUnclearError(f"in {months} months", "that month has no such day", "on May 31") from None


def _ahead(day: parts.DaysAhead, today: date) -> date:
    origin = _weekday(day.weekday, today) if day.weekday else today
    if day.unit in {"month", "year"}:
        return add_months(origin, day.count * _MONTHS[day.unit])
    if day.unit != "business":
        return origin + timedelta(days=day.count * (_WEEK if day.unit == "week" else 1))
    count = day.count
    while count:
        origin += timedelta(days=1)
        count -= origin.weekday() in parts.WORKING_DAYS
    return origin


def _weekday(day: parts.TheWeekday, today: date) -> date:
    if day.which == "next week":
        return today + timedelta(days=_WEEK - today.weekday() + day.day)
    first = today + timedelta(days=1) if day.which == "next" else today
    return first + timedelta(days=(day.day - first.weekday()) % _WEEK)


def refuse_just_past(day: parts.Day | None, today: date, days: int) -> None:
    """Refuses a date without a year that was over within so many days: next year's is hardly meant.

    Raises:
        ScheduleUnclearError: it was.
    """
    if not isinstance(day, parts.Dates) or day.year or len(day.dates) > 1 or day.dates[0] == (2, 29):
        return
    coming = _calendar_date(day, today)
    if any(0 < (today - coming.replace(year=today.year - ago)).days <= days for ago in (0, 1)):
        raise ScheduleUnclearError(f"{coming:%d.%m.}", "it is over; add the year", f"{coming.isoformat()} 14:00")


def _calendar_date(day: parts.Dates, today: date) -> date:
    if len(day.dates) > 1:
        raise ScheduleUnclearError("several dates", "it names more than one day", "every January 5 and July 5")
    month, number = day.dates[0]
    for year in [day.year] if day.year else range(today.year, today.year + _YEARS_TO_SEARCH):
        if number <= monthrange(year, month)[1] and (day.year or date(year, month, number) >= today):
            found = date(year, month, number)
            if day.weekday in {None, found.weekday()}:
                return found
            raise ScheduleUnclearError(
                f"{found:%d.%m.%Y}", "that is another day of the week", f"on {found.isoformat()}"
            )
    raise ScheduleUnclearError(f"{number}.{month}.{day.year or ''}", _NO_SUCH_DATE, "2026-12-24 14:00")


def _counted(day: parts.Nth, today: date) -> date:
    """The day of "the 5th", "the first Monday of next month" or "the last day of June": what its rule gives first."""
    scope = day.scope or parts.Scope("month", "the")
    if len(day.positions) > 1:
        raise ScheduleUnclearError("several days", "is it once or every month", "on the 1st and 15th of each month")
    if day.scope is None and not day.bare:
        raise ScheduleUnclearError("the day", "it does not say of which month", "on the last Friday of each month")
    if scope.which == "current":
        raise ScheduleUnclearError("the end of it", "is it this time or every time?", "at the end of each month")
    monthly = scope.unit == "month" and not scope.months
    if (scope.which == "each" and not monthly) or scope.interval > 1 or len(scope.months) > 1 or scope.unit == "week":
        raise ScheduleUnclearError("the day", "it is not a single one")
    first, last = (
        (today, None) if scope.months or (monthly and scope.which in {"each", "the"}) else span_of(scope, today)
    )
    first = date(scope.year, 1, 1) if scope.year else first
    rule = of_counted(day, replace(scope, which="each"))[0].rrule([0], 0)
    found = rrulestr(rule, dtstart=datetime.combine(first, time())).after(datetime.combine(first, time()), inc=True)
    if found is None or (last and found.date() > last):
        raise ScheduleUnclearError("the day", _NO_SUCH_DATE)
    return found.date()
