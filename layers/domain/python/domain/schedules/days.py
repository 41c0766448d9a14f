"""Days that come again and again: "every other Friday", "daily", "Mondays", "twice a week"; and what all days are."""

from __future__ import annotations

from datetime import date
from itertools import groupby

from common.services import frozen
from domain.schedules.reading import refuse_if
from domain.schedules.times import Clock
from domain.schedules.tokens import Cursor, whole
from domain.schedules.words import DAY, NUMBER, RANK, RRULE_DAYS, UNIT, WEEKDAYS

_ADVERBS = {"daily": "day", "weekly": "week", "monthly": "month", "quarterly": "quarter", "yearly": "year", "hourly": "hour"}
STEP = rf"(?:(?P<step>other|{RANK}|{NUMBER}) )?"


@frozen
class Every:
    """Every so many units, whose days are open: "every two weeks", "daily". `promised` is the 2 of "twice a day"."""

    unit: str
    interval: int = 1
    promised: int = 0


@frozen
class Elapsed:
    """So many minutes by the stopwatch: every so often, or `once` from now."""

    minutes: int
    once: bool = False


@frozen
class Days:
    """Days as a rule of RFC 5545 gives them.

    `repeats`: they were said to come again and again. Else they mean the first such day, not before `begin` and not
    after `last`; `seen` marks days that are counted from today; `again`: the next such day will do when one is over.
    """

    unit: str
    interval: int = 1
    byday: tuple[str, ...] = ()
    bymonthday: tuple[int, ...] = ()
    bymonth: tuple[int, ...] = ()
    bysetpos: tuple[int, ...] = ()
    repeats: bool = False
    begin: date | None = None
    last: date | None = None
    seen: bool = False
    again: bool = False
    confirmed: str = ""
    clocks: tuple[Clock, ...] = ()

    @property
    def count(self) -> int:
        """How many days of its unit these are."""
        days = self.bysetpos or self.bymonthday or self.byday or (1,)
        return len(days) * max(len(self.bymonth), 1)

    def rrules(self) -> tuple[str, ...]:
        """An RRULE for each minute of the hour."""
        ordered = sorted(self.clocks, key=lambda clock: (clock.minute, clock.hour))
        # BYSETPOS counts moments, not days: with two hours in one rule "the last working day" would be its last hour.
        alike = groupby(ordered, lambda clock: (clock.minute, clock.hour if self.bysetpos else 0))
        return tuple(self._rrule([clock.hour for clock in group], minute) for (minute, _), group in alike)

    def _rrule(self, hours: list[int], minute: int) -> str:
        fields = {
            "INTERVAL": [self.interval] if self.interval > 1 else (), "BYMONTH": self.bymonth,
            "BYMONTHDAY": self.bymonthday, "BYDAY": self.byday, "BYHOUR": hours, "BYMINUTE": [minute],
            "BYSECOND": [0], "BYSETPOS": self.bysetpos,
        }  # fmt: skip
        freq = {"day": "DAILY", "week": "WEEKLY", "year": "YEARLY"}.get(self.unit, "MONTHLY")
        return ";".join([f"FREQ={freq}", *(f"{name}={','.join(map(str, given))}" for name, given in fields.items() if given)])


def weekly(byday: tuple[str, ...], interval: int = 1, *, repeats: bool = True) -> Days:
    """These weekdays of every so many weeks."""
    return Days("week", interval, byday=tuple(sorted(byday, key=RRULE_DAYS.index)), repeats=repeats, again=True)


def every(cursor: Cursor) -> Every | Elapsed | Days | None:
    """What "every" introduces, and "daily", "twice a week", "on a weekly basis"."""
    if found := cursor.eat(rf"(?:once|(?P<two>twice)|(?P<count>{NUMBER}) times?) (?:an?|per|every|(?=daily|weekly|monthly))(?: ?(?P<unit>day|week|month|quarter|year|daily|weekly|monthly))"):
        return Every(_ADVERBS.get(found["unit"], found["unit"]), promised=2 if found["two"] else whole(found["count"]))
    if found := cursor.eat(rf"(?P<basis>on an? )?(?P<adverb>{'|'.join(_ADVERBS)})(?(basis) basis)"):
        unit = _ADVERBS[found["adverb"]]
        return Elapsed(60) if unit == "hour" else Every(unit)
    if not cursor.eat("(?:on )?every(?: single)?"):
        return None
    if cursor.eat("half(?: an)? hour"):
        return Elapsed(30)
    if found := cursor.eat(rf"{STEP}(?P<unit>{UNIT})s?"):
        step, unit = whole(found["step"]), found["unit"]
        refuse_if(not step, "every 0", "that is never")
        cursor.eat("on(?= the)")
        return Elapsed(step * (60 if unit == "hour" else 1)) if unit in {"hour", "minute"} else Every(unit, step)
    return Every("day") if cursor.looks("(?:morning|afternoon|evening)s?") else None


def weekdays(cursor: Cursor) -> Days | None:
    """Weekdays as named; they repeat if one is a plural, if they are a range, or three or more."""
    cursor.eat("(?:only )?(?:on|at)(?: the)?(?= \\w+s )|on")
    ranged = cursor.eat("(?:from|between)(?= \\w+day )")
    items = cursor.listed(_weekday_item, lead="(?:also )?(?:on )?(?:every|the)?|on")
    days = [day for item, _ in items for day in item]
    refuse_if(len(set(days)) < len(days), "the days", "one of them is said twice", "every Monday and Friday at 9am")
    repeats = any(plural for _, plural in items) or len(days) > 2  # noqa: PLR2004 - three weekdays are no single run
    return weekly(tuple(days), repeats=repeats and not ranged) if days else None


def _weekday_item(cursor: Cursor) -> tuple[tuple[str, ...], bool] | None:
    if group := cursor.eat("(?P<five>weekday)s?|weekends"):
        return (RRULE_DAYS[:5] if group["five"] else RRULE_DAYS[5:]), True
    if cursor.token(-1).text in {"every", "other"} and cursor.eat("weekend"):
        return RRULE_DAYS[5:], True
    found = cursor.eat(rf"(?P<first>{DAY})(?P<plural>s)?(?: (?:-|to|through|until) (?P<last>{DAY})s?)?")
    if not found:
        return None
    first, last = (WEEKDAYS.index(day) for day in (found["first"], found["last"] or found["first"]))
    span = tuple(RRULE_DAYS[(first + step) % 7] for step in range((last - first) % 7 + 1))
    return span, bool(found["plural"] or found["last"])
