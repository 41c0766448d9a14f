"""What limits a repetition: where it starts, where it ends, and what it leaves out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime, time, timedelta

from domain.pa.schedule import said_parts as parts
from domain.pa.schedule.vocabulary import RRULE_DAYS
from domain.pa.schedule.meant_days import add_months, date_of, refuse_just_past, span_of
from domain.pa.schedule.plan import Group, Said
from domain.pa.schedule.meant_days import Present
from domain.pa.schedule.rrules import DayRule

_HALF_A_YEAR = 183
_ALL_MONTHS = tuple(range(1, 13))
_ALL_DAYS = tuple(range(1, 32))


def first_day(said: Said, present: Present) -> date | None:
    """The day from which it may run, where one was said."""
    start, scope = said.only(parts.Start), _scope(said)
    if start and (start.clock or scope):
        raise said.unclear("it does not say on which day it starts")
    if start and start.day:
        refuse_just_past(start.day, present.today, _HALF_A_YEAR)
        return date_of(start.day, present.today)
    return span_of(scope, present.today)[0] if scope and scope.which == "next" else None


def last_day(said: Said, present: Present, first_run: date) -> date | None:
    """The last day on which it may run, included, where it was limited by days."""
    until, during, scope = said.only(parts.Until), said.only(parts.During), _scope(said)
    if sum(limit is not None for limit in (until, during, scope, said.only(parts.Count))) > 1:
        raise said.unclear("it says twice when it ends")
    if scope:
        return span_of(scope, present.today)[1]
    if during:
        return _end_of(said, during, present, first_run)
    if until is None:
        return None
    if until.day is None:
        raise said.unclear("it does not say on which day it ends")
    start = first_day(said, present)
    refuse_just_past(until.day, start or present.today, _HALF_A_YEAR)
    limit = until.day
    if isinstance(limit, parts.Scope) and limit.which == "next":
        raise said.unclear(f"is that {limit.unit} included?")
    if isinstance(limit, parts.Nth) and limit.scope and limit.scope.which == "current":
        limit = replace(limit, scope=replace(limit.scope, which="this"))
    seen_from = present.today if isinstance(until.day, parts.DaysAhead) or start is None else start
    return date_of(limit, seen_from, end=not until.exclusive) - timedelta(days=until.exclusive)


def _end_of(said: Said, during: parts.During, present: Present, first_run: date) -> date:
    if during.rest:
        return span_of(parts.Scope(during.unit, "this"), present.today)[1]
    begin = first_day(said, present) or first_run
    match during.unit:
        case "day" | "week":
            end = begin + timedelta(days=during.count * (7 if during.unit == "week" else 1))
        case "month" | "year":
            end = add_months(begin.replace(day=1), during.count * (12 if during.unit == "year" else 1))
            end += timedelta(days=begin.day - 1)
        case _:
            raise said.unclear("a repetition on certain days lasts days, weeks or months")
    return end - timedelta(days=1)


def _scope(said: Said) -> parts.Scope | None:
    """Reads "this week" right beside the days limits them; anywhere else it is about something else."""
    items = said.where(parts.Scope)
    if not items:
        return None
    days = said.where(parts.Period, parts.Weekdays)
    scope = said.only(parts.Scope)
    if scope is None or scope.which not in {"this", "next"} or len(days) != 1 or not _beside(said, days[0], items[0]):
        raise said.unclear("what is it that should happen then?", items[0])
    return scope


def _beside(said: Said, days: parts.Placed, scope: parts.Placed) -> bool:
    return said.chained(*sorted((days, scope), key=lambda item: item.first))


def end_of_day(day: date) -> datetime:
    """The last second of a day."""
    return datetime.combine(day, time.max).replace(microsecond=0)


def leave_out(said: Said, groups: Sequence[Group]) -> tuple[Group, ...]:
    """The groups without the weekdays, days of the month and months that were excepted."""
    for exception in said.of(parts.Except):
        groups = [
            replace(group, rules=tuple(_without(said, rule, exception) for rule in group.rules)) for group in groups
        ]
    return tuple(groups)


def excepted_dates(said: Said, present: Present) -> tuple[str, ...]:
    """The single dates that were excepted, ISO 8601."""
    found = [exception.dates for exception in said.of(parts.Except) if exception.dates]
    return tuple(
        date_of(parts.Dates((pair,), dates.year), present.today).isoformat() for dates in found for pair in dates.dates
    )


def _without(said: Said, rule: DayRule, exception: parts.Except) -> DayRule:
    if exception.weekdays:
        return _without_weekdays(said, rule, {RRULE_DAYS[day] for day in exception.weekdays})
    if exception.months:
        return replace(rule, bymonth=_rest(said, rule.bymonth or _ALL_MONTHS, exception.months))
    if not exception.days_of_month:
        return rule
    if rule.interval > 1 or rule.bysetpos or rule.unit == "year" or (rule.unit == "month" and not rule.bymonthday):
        raise said.unclear("I cannot leave those days out")
    unit = "month" if rule.unit == "month" else "day"
    return replace(rule, unit=unit, bymonthday=_rest(said, rule.bymonthday or _ALL_DAYS, exception.days_of_month))


def _without_weekdays(said: Said, rule: DayRule, left_out: set[str]) -> DayRule:
    if rule.bysetpos or any(len(day) > len("MO") for day in rule.byday) or (rule.unit == "week" and not rule.byday):
        raise said.unclear("I cannot leave those days out")
    unit = "week" if rule == DayRule("day") else rule.unit
    return replace(rule, unit=unit, byday=_rest(said, rule.byday or RRULE_DAYS, left_out))


def _rest[T](said: Said, whole: Sequence[T], left_out: Sequence[T] | set[T]) -> tuple[T, ...]:
    rest = tuple(one for one in whole if one not in left_out)
    if not rest or len(rest) == len(whole):
        raise said.unclear("the exception leaves nothing, or takes nothing away")
    return rest
