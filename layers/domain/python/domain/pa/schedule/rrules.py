"""RFC 5545 rules for the days a customer named."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date
from itertools import groupby

from common.services import frozen
from domain.pa.schedule.said_parts import LAST, WORKING_DAYS, Dates, Nth, Period, Scope, Weekdays
from domain.pa.schedule.single_days import checked
from domain.pa.schedule.spoken_times import Clock
from domain.pa.schedule.unclear import ScheduleUnclearError
from domain.pa.schedule.vocabulary import RRULE_DAYS

# The months in which a quarter or year begins (False) or ends (True).
_MONTHS_OF = {
    ("quarter", False): (1, 4, 7, 10), ("quarter", True): (3, 6, 9, 12), ("year", False): (1,), ("year", True): (12,),
}  # fmt: skip
_DAY_EXAMPLES = {
    "week": "every Monday at 9am", "month": "on the first Monday of each month",
    "quarter": "on the last day of each quarter",
}  # fmt: skip


@frozen
class DayRule:
    """On which days: an RRULE without its times. `unit` is day, week, month or year."""

    unit: str
    interval: int = 1
    byday: tuple[str, ...] = ()
    bymonthday: tuple[int, ...] = ()
    bymonth: tuple[int, ...] = ()
    bysetpos: tuple[int, ...] = ()

    @property
    def dayless(self) -> bool:
        """Whether only the start says on which day: "every two weeks starting Monday"."""
        return self.unit != "day" and not self.byday and not self.bymonthday

    def on_day_of(self, start: date) -> DayRule:
        """The rule with the days it lacks, taken from its start."""
        match self.unit:
            case "week":
                return replace(self, byday=(RRULE_DAYS[start.weekday()],))
            case "year":
                return replace(self, bymonth=(start.month,), bymonthday=(start.day,))
            case _:
                return replace(self, bymonthday=(start.day,))

    def rrule(self, hours: Iterable[int], minute: int) -> str:
        """The RRULE at these hours of the day, all at one minute."""
        fields = {
            "INTERVAL": [self.interval] if self.interval > 1 else [],
            "BYMONTH": self.bymonth,
            "BYMONTHDAY": self.bymonthday,
            "BYDAY": self.byday,
            "BYHOUR": hours,
            "BYMINUTE": [minute],
            "BYSECOND": [0],
            "BYSETPOS": self.bysetpos,
        }
        freq = {"day": "DAILY", "week": "WEEKLY", "month": "MONTHLY", "year": "YEARLY"}[self.unit]
        said = (f"{name}={','.join(map(str, values))}" for name, values in fields.items())
        return ";".join([f"FREQ={freq}", *(field for field in said if not field.endswith("="))])


def rrules(rules: Sequence[DayRule], clocks: Sequence[Clock]) -> tuple[str, ...]:
    """An RRULE for each rule and each minute of the hour."""
    by_minute = groupby(sorted(clocks, key=lambda clock: (clock.minute, clock.hour)), key=lambda clock: clock.minute)
    together = [(minute, [clock.hour for clock in group]) for minute, group in by_minute]
    apart = [(clock.minute, [clock.hour]) for clock in clocks]
    # BYSETPOS counts moments, not days: with two hours in one rule the "last working day" would be the last hour of it.
    return tuple(
        rule.rrule(hours, minute) for rule in rules for minute, hours in (apart if rule.bysetpos else together)
    )


def of_period(period: Period) -> tuple[DayRule, ...]:
    """A period by itself names its days only if it counts days."""
    if period.unit != "day":
        example = _DAY_EXAMPLES.get(period.unit, "every January 5 at 9am")
        raise ScheduleUnclearError(f"every {period.unit}", "it does not say on which day", example)
    return (DayRule("day", period.interval),)


def of_weekdays(weekdays: Weekdays, interval: int) -> tuple[DayRule, ...]:
    """Days of every so many weeks."""
    return (DayRule("week", interval, byday=tuple(RRULE_DAYS[day] for day in weekdays.days)),)


def of_dates(dates: Dates, interval: int) -> tuple[DayRule, ...]:
    """The same dates every so many years."""
    return tuple(DayRule("year", interval, bymonth=(month,), bymonthday=(day,)) for month, day in dates.dates)


def of_counted(counted: Nth, scope: Scope) -> tuple[DayRule, ...]:
    """Days counted in a week, month, quarter, year, or in named months."""
    return tuple(_of_position(number, target, scope) for number, target in counted.positions)


def _of_position(number: int, target: str, scope: Scope) -> DayRule:
    at_an_edge = number in {1, LAST}
    if scope.unit == "week":
        # The first working day of a week is Monday, the last Friday; other days depend on where a week begins.
        if target != "business" or not at_an_edge:
            raise ScheduleUnclearError("day of the week", "name the weekday", "every Monday at 9am")
        return DayRule("week", byday=("MO" if number == 1 else "FR",))
    rule = DayRule("month", scope.interval)
    if scope.months:
        rule = DayRule("month", bymonth=scope.months)
    elif scope.unit != "month":
        if scope.interval > 1:
            raise ScheduleUnclearError(f"every {scope.interval} {scope.unit}s", "name the months", "every January 5")
        rule = DayRule("month", bymonth=_MONTHS_OF[scope.unit, number < 0])
    if target == "business":
        return replace(rule, byday=tuple(RRULE_DAYS[day] for day in WORKING_DAYS), bysetpos=(number,))
    if target != "day":
        return replace(rule, byday=(f"{number:+}{target}",))
    for month in scope.months:
        checked(month, number)
    if scope.unit in {"quarter", "year"} and not at_an_edge:
        raise ScheduleUnclearError(f"day {number} of the {scope.unit}", "name the month", "every January 15")
    return replace(rule, bymonthday=(number,))
