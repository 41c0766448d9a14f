"""RFC 5545 rules for the days and times that a customer named."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import date
from itertools import groupby

from common.services import frozen
from domain.pa.schedule.said_parts import LAST, WORKING_DAYS, Nth, Scope
from domain.pa.schedule.single_days import checked
from domain.pa.schedule.times import Clock
from domain.pa.schedule.unclear import ScheduleUnclearError
from domain.pa.schedule.vocabulary import RRULE_DAYS

# The months in which a quarter or year begins (False) or ends (True).
_MONTHS_OF = {
    ("quarter", False): (1, 4, 7, 10), ("quarter", True): (3, 6, 9, 12), ("year", False): (1,), ("year", True): (12,),
}  # fmt: skip


@frozen
class DayRule:
    """On which days, and at which times of each. `unit` is day, week, month or year."""

    unit: str
    interval: int = 1
    byday: tuple[str, ...] = ()
    bymonthday: tuple[int, ...] = ()
    bymonth: tuple[int, ...] = ()
    bysetpos: tuple[int, ...] = ()
    clocks: tuple[Clock, ...] = ()

    @property
    def dayless(self) -> bool:
        """Whether only the start says on which day: "every two weeks starting Monday"."""
        return self.unit != "day" and not self.byday and not self.bymonthday

    def on_day_of(self, start: date) -> DayRule:
        """The rule with the days it lacks, taken from its start."""
        if self.unit == "week":
            return replace(self, byday=(RRULE_DAYS[start.weekday()],))
        return replace(self, bymonthday=(start.day,), bymonth=(start.month,) if self.unit == "year" else ())

    def rrules(self) -> tuple[str, ...]:
        """An RRULE for each minute of the hour."""
        ordered = sorted(self.clocks, key=lambda clock: (clock.minute, clock.hour))
        together = [(at, [clock.hour for clock in group]) for at, group in groupby(ordered, lambda clock: clock.minute)]
        apart = [(clock.minute, [clock.hour]) for clock in self.clocks]
        # BYSETPOS counts moments, not days: with two hours in one rule "the last working day" would be its last hour.
        return tuple(self._rrule(hours, minute) for minute, hours in (apart if self.bysetpos else together))

    def _rrule(self, hours: Iterable[int], minute: int) -> str:
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


def of_counted(counted: Nth, scope: Scope, clocks: tuple[Clock, ...]) -> tuple[DayRule, ...]:
    """Days counted in a month, quarter, year, or in named months."""
    return tuple(replace(_of_position(number, target, scope), clocks=clocks) for number, target in counted.positions)


def _of_position(number: int, target: str, scope: Scope) -> DayRule:
    if scope.unit == "week" or (scope.unit != "month" and scope.interval > 1):
        raise ScheduleUnclearError(f"day {number} of the {scope.unit}", "name the weekday or the month")
    months = scope.months or (_MONTHS_OF[scope.unit, number < 0] if scope.unit != "month" else ())
    rule = DayRule("month", 1 if months else scope.interval, bymonth=months)
    if target == "business":
        return replace(rule, byday=tuple(RRULE_DAYS[day] for day in WORKING_DAYS), bysetpos=(number,))
    if target != "day":
        return replace(rule, byday=(f"{number:+}{target}",))
    for month in scope.months:
        checked(month, number)
    if scope.unit in {"quarter", "year"} and number not in {1, LAST}:
        raise ScheduleUnclearError(f"day {number} of the {scope.unit}", "name the month", "every January 15")
    return replace(rule, bymonthday=(number,))
