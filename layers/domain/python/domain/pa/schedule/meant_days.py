"""Which date a day means, seen from today."""

from __future__ import annotations

from calendar import monthrange
from datetime import date, timedelta

from domain.pa.schedule import said_parts as parts
from domain.pa.schedule.unclear import ScheduleUnclearError

_WEEK = 7
_YEARS_TO_SEARCH = 9  # 29 February returns within eight years
_QUARTER = 3


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
        case parts.NextBusinessDay():
            return _business_days_ahead(1, today)
        case parts.Dates():
            return _calendar_date(day, today)
        case parts.Moment():
            return day.when.date()
        case parts.Nth():
            return _counted(day, today)
        case parts.Scope():
            first, last = span_of(day, today)
            return last if end else first


def span_of(scope: parts.Scope, today: date) -> tuple[date, date]:
    """First and last day of this or the next week, month, quarter or year, or of a named month."""
    if scope.months:
        return _named_month(scope, today)
    ahead = 1 if scope.which == "next" else 0
    if scope.unit == "week":
        monday = today - timedelta(days=today.weekday()) + timedelta(weeks=ahead)
        return monday, monday + timedelta(days=6)
    if scope.unit == "day":
        raise ScheduleUnclearError("this day", "name the date")
    months = {"month": 1, "quarter": _QUARTER, "year": 12}[scope.unit]
    first = add_months(today.replace(day=1), ahead * months - (today.month - 1) % months)
    return first, add_months(first, months) - timedelta(days=1)


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
    match day.unit:
        case "business":
            return _business_days_ahead(day.count, origin)
        case "month" | "year":
            return add_months(origin, day.count * (12 if day.unit == "year" else 1))
        case _:
            return origin + timedelta(days=day.count * (_WEEK if day.unit == "week" else 1))


def _business_days_ahead(count: int, origin: date) -> date:
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
    if not isinstance(day, parts.Dates) or day.year or len(day.dates) > 1:
        return
    coming = _calendar_date(day, today)
    for year in (today.year, today.year - 1):
        if day.dates[0] != (2, 29) and 0 < (today - coming.replace(year=year)).days <= days:
            raise ScheduleUnclearError(
                f"{coming.day}.{coming.month}.", "it is over; add the year", f"{coming.isoformat()} 14:00"
            )


def _calendar_date(day: parts.Dates, today: date) -> date:
    if len(day.dates) > 1:
        raise ScheduleUnclearError("several dates", "it names more than one day", "every January 5 and July 5")
    month, number = day.dates[0]
    for year in [day.year] if day.year else range(today.year, today.year + _YEARS_TO_SEARCH):
        if number <= monthrange(year, month)[1] and (day.year or date(year, month, number) >= today):
            return date(year, month, number)
    raise ScheduleUnclearError(f"{number}.{month}.{day.year or ''}", "there is no such date", "2026-12-24 14:00")


def _named_month(scope: parts.Scope, today: date) -> tuple[date, date]:
    if len(scope.months) > 1:
        raise ScheduleUnclearError("several months", "it names more than one", "until the end of March")
    month = scope.months[0]
    if scope.year is None and month == today.month:
        raise ScheduleUnclearError("this month by its name", "is it this year's or next year's", "until March 31")
    year = scope.year or today.year + (month < today.month)
    first = date(year, month, 1)
    return first, add_months(first, 1) - timedelta(days=1)


def _counted(day: parts.Nth, today: date) -> date:
    """The day of "the 5th", "the first Monday of next month" or "the last day of June"."""
    if len(day.positions) > 1:
        raise ScheduleUnclearError("several days", "is it once or every month", "on the 1st and 15th of each month")
    position = day.positions[0]
    scope = day.scope
    if scope is None:
        return _next_day_of_month(day, today)
    if scope.which == "current":
        raise ScheduleUnclearError("the end of it", "is it this time or every time?", "at the end of each month")
    if scope.which in {"each", "the"} and scope.unit == "month" and not scope.months:
        return _next_in_months(position, today)
    if scope.which == "each" or scope.interval > 1 or len(scope.months) > 1 or scope.unit == "week":
        raise ScheduleUnclearError("the day", "it is not a single one")
    return _in_span(position, span_of(scope, today) if not scope.months else _coming_month(position, scope, today))


def _coming_month(position: tuple[int, str], scope: parts.Scope, today: date) -> tuple[date, date]:
    """The named month of this year, or of the next if the day in it is over."""
    year = scope.year or today.year
    first = date(year, scope.months[0], 1)
    span = first, add_months(first, 1) - timedelta(days=1)
    if scope.year is None and _in_span(position, span) < today:
        first = first.replace(year=year + 1)
        return first, add_months(first, 1) - timedelta(days=1)
    return span


def _next_day_of_month(day: parts.Nth, today: date) -> date:
    if not day.bare:
        raise ScheduleUnclearError("the day", "it does not say of which month", "on the last Friday of each month")
    return _next_in_months(day.positions[0], today)


def _next_in_months(position: tuple[int, str], today: date) -> date:
    first = today.replace(day=1)
    for ahead in range(3):
        month = add_months(first, ahead)
        found = _found_in((month, add_months(month, 1) - timedelta(days=1)), position)
        if found and found >= today:
            return found
    raise ScheduleUnclearError("the day", "there is no such date")


def _in_span(position: tuple[int, str], span: tuple[date, date]) -> date:
    found = _found_in(span, position)
    if found is None:
        raise ScheduleUnclearError("the day", "there is no such date")
    return found


def _found_in(span: tuple[date, date], position: tuple[int, str]) -> date | None:
    """The n-th day of its kind in a span, counted from its end where n is negative."""
    number, target = position
    days = [span[0] + timedelta(days=step) for step in range((span[1] - span[0]).days + 1)]
    fitting = [day for day in days if _fits(day, target)]
    place = number - 1 if number > 0 else len(fitting) + number
    return fitting[place] if 0 <= place < len(fitting) else None


def _fits(day: date, target: str) -> bool:
    if target == "business":
        return day.weekday() in parts.WORKING_DAYS
    return target == "day" or ("MO", "TU", "WE", "TH", "FR", "SA", "SU")[day.weekday()] == target
