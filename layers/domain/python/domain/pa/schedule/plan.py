"""What was said, put together: which days go with which times, and whether all of it fits into one schedule."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta

from common.services import frozen
from domain.pa.schedule import said_parts as parts
from domain.pa.schedule.reading import ScheduleUnclearError
from domain.pa.schedule.single_days import checked
from domain.pa.schedule.times import DEFAULT_CLOCK, Clock, clocks_of
from domain.pa.schedule.tokens import END, Token
from domain.pa.schedule.vocabulary import RRULE_DAYS, words

_CONNECTORS = words(", ; and / ( ) - : also on then in the only always")
_JOINERS = frozenset({",", ";", "and", "/"})
_TWO_THINGS, _WHICH = "it says two different things", "it is open which days and times belong together"
_DAY, _HOUR = timedelta(days=1), timedelta(hours=1)
_SEVERAL = 3
_SETS = (parts.Weekdays, parts.Nth, parts.Dates)
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
        # BYSETPOS counts moments, not days: with two hours in one rule "the last working day" would be its last hour.
        alike = itertools.groupby(ordered, lambda clock: (clock.minute, clock.hour if self.bysetpos else 0))
        return tuple(self._rrule([clock.hour for clock in group], minute) for (minute, _), group in alike)

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


@dataclass(frozen=True)
class Said:
    """The parts of one text, with the questions that putting them together asks. `covered`: the places of all parts."""

    source: str
    tokens: Sequence[Token]
    placed: Sequence[parts.Placed]
    covered: frozenset[int]

    @classmethod
    def of_text(cls, source: str, tokens: Sequence[Token], placed: Sequence[parts.Placed]) -> Said:
        """All parts of a text."""
        return cls(source, tokens, placed, frozenset(at for item in placed for at in range(item.first, item.last)))

    def words(self, *placed: parts.Placed) -> str:
        """The customer's own words, from the first of these parts to the last (of all parts if none is given)."""
        chosen = placed or tuple(self.placed)
        return self.source[self.tokens[chosen[0].first].start : self.tokens[chosen[-1].last - 1].end]

    def token_at(self, place: int) -> Token:
        """The token at a place, or the end outside the text."""
        return self.tokens[place] if 0 <= place < len(self.tokens) else END

    def words_at(self, place: int) -> str:
        """One token as the customer wrote it."""
        return self.source[self.tokens[place].start : self.tokens[place].end]

    def shown_at(self, place: int, covered: str) -> str:
        """How a token stands in a line: a thing as "¤", what can only be a time or a date after "§"."""
        token = self.tokens[place]
        if place in self.covered:
            return covered
        if token.kind == "thing":
            return "¤since" if self.words_at(place).lower().startswith("since") else "¤"
        return f"§{token.text}" if token.kind in {"clock", "iso", "zone", "date"} else token.text

    def has(self, *kinds: type[parts.Part]) -> bool:
        """Whether there is a part of one of these kinds."""
        return bool(self.where(*kinds))

    def of[T: parts.Part](self, kind: type[T]) -> list[T]:
        """The parts of this kind, in order."""
        return [item.part for item in self.placed if isinstance(item.part, kind)]

    def where(self, *kinds: type[parts.Part]) -> list[parts.Placed]:
        """The parts of these kinds with their places."""
        return [item for item in self.placed if isinstance(item.part, kinds)]

    def only[T: parts.Part](self, kind: type[T]) -> T | None:
        """The single part of a kind, if there is one. Raises `ScheduleUnclearError`: there are two that differ."""
        found = self.of(kind)
        if any(part != found[0] for part in found):
            raise self.unclear(_TWO_THINGS)
        return found[0] if found else None

    def unclear(self, why: str, *placed: parts.Placed) -> ScheduleUnclearError:
        """The refusal, quoting these parts or all."""
        return ScheduleUnclearError(self.words(*placed), why)

    def chained(self, *placed: parts.Placed) -> bool:
        """Whether nothing but connecting words and other parts stands between these."""
        between = (at for first, last in itertools.pairwise(placed) for at in range(first.last, last.first))
        return all(at in self.covered or self.tokens[at].text in _CONNECTORS for at in between)

    def enumerated(self, placed: Sequence[parts.Placed]) -> bool:
        """Whether a comma or an "and" stands between each two of them."""
        gaps = (self.tokens[earlier.last : later.first] for earlier, later in itertools.pairwise(placed))
        return all(any(token.text in _JOINERS for token in gap) for gap in gaps)

    def clocks(self, *items: parts.Placed) -> tuple[Clock, ...]:
        """The times of these parts, or of all; 09:00 where none is said.

        A part of the day and its hour may stand apart: "every evening send me the list at 8".
        """
        chosen = items or tuple(self.where(parts.Times))
        spoken = [item.part.spoken for item in chosen if isinstance(item.part, parts.Times)]
        if len(spoken) > 1:
            bare = [times[0].part for times in spoken if len(times) == 1 and not times[0].hour_or_midnight]
            hours = [times for times in spoken if all(time.hour_or_midnight and not time.part for time in times)]
            if (len(spoken), len(bare), len(hours)) != (2, 1, 1):
                raise self.unclear("several times are said apart", *chosen)
            spoken = [tuple(replace(time, part=bare[0]) for time in hours[0])]
        return clocks_of(spoken[0], self.words(*chosen)) if spoken else (DEFAULT_CLOCK,)


def repeats(part: parts.Part) -> bool:
    """Whether it says so by itself: "every", a plural, "daily", "of each month"."""
    return (
        isinstance(part, parts.Period | parts.Rate | parts.Elapsed | parts.Weekdays)
        or (isinstance(part, parts.Nth | parts.Dates) and part.repeats)
        or (isinstance(part, parts.Times) and part.daily)
    )


def recurs(said: Said) -> bool:
    """Whether it repeats: a part says so, or it names three weekdays ("Mon 10am, Wed 2pm and Fri 4pm")."""
    return any(repeats(item.part) for item in said.placed) or _names_a_week(said)


def _names_a_week(said: Said) -> bool:
    days = [day.day for day in said.of(parts.TheWeekday) if day.which == "coming"]
    return len(days) >= _SEVERAL and len(days) + len(said.of(parts.Times)) == len(said.placed)


def rules_of(said: Said) -> tuple[DayRule, ...]:
    """The days with their times. Empty for a pure stopwatch schedule such as "every 6 hours".

    Raises:
        ScheduleUnclearError: the parts contradict one another, or leave open which belong together.
    """
    period = _period(said)
    said = replace(said, placed=[_adopted(said, place, period) for place in range(len(said.placed))])
    if said.has(parts.DaysAhead, parts.TheWeekday, parts.Moment, parts.After, parts.SameTime):
        raise said.unclear("it says both a single day and a repetition")
    sets = said.where(*_SETS)
    weekly = [(item.part.days, item.part.interval) for item in sets if isinstance(item.part, parts.Weekdays)]
    if len(weekly) == len(sets) and len(set(weekly)) == 1:
        sets = sets[:1]  # "every weekday, Monday to Friday"
    if said.has(parts.WeekendsToo) and (sets or period != parts.Period("day")):
        raise said.unclear(_TWO_THINGS)
    if said.has(parts.Elapsed):
        return _ticking(said, period, sets)
    if said.has(parts.Window):
        raise said.unclear("it does not say how often in that time")
    if len(sets) > 1:
        return _paired(said, period, sets)
    clocks, rate = said.clocks(), said.only(parts.Rate)
    rules = _rules(said, clocks, period, *sets)
    days = sum(max(len(rule.byday), len(rule.bymonthday), 1) for rule in rules) if sets else 0
    if rate and rate.count != (len(clocks) if rate.unit == "day" and said.has(parts.Times) else days):
        raise said.unclear(f"it does not say all {rate.count} of them")
    return rules


def _period(said: Said) -> parts.Period | None:
    """Reads "every two weeks", "monthly" or what "twice a day" and "mornings" say about it."""
    plain, rate = said.only(parts.Period), said.only(parts.Rate)
    if rate and plain and rate.unit != plain.unit:
        raise said.unclear(_TWO_THINGS)
    daily = any(times.daily for times in said.of(parts.Times)) and not said.has(*_SETS)
    return plain or (parts.Period(rate.unit) if rate else parts.Period("day") if daily else None)


def _adopted(said: Said, place: int, period: parts.Period | None) -> parts.Placed:
    """A day said once becomes a day of the period ("weekly on Monday") or of a list ("Mondays and Friday")."""
    item = said.placed[place]
    part = item.part
    unit = period.unit if period else ""
    if isinstance(part, parts.TheWeekday) and part.which == "coming":
        before = [one for one in said.placed[:place] if isinstance(one.part, parts.Weekdays) and one.part.repeats]
        if unit == "week" or _names_a_week(said) or (before and said.chained(before[-1], item)):
            return replace(item, part=parts.Weekdays((part.day,)))
    elif isinstance(part, parts.Nth) and part.scope is None and period:
        at_an_edge = all(position == (1, "day") or position[0] == parts.LAST for position in part.positions)
        if unit != "month" and not (unit == "quarter" and at_an_edge):
            raise said.unclear(f"it does not say which month of the {unit}")
        return replace(item, part=replace(part, scope=parts.Scope(unit, "each", period.interval), repeats=True))
    elif isinstance(part, parts.Dates) and unit == "year" and part.year is None:
        return replace(item, part=replace(part, repeats=True))
    return item


def _rules(
    said: Said, clocks: tuple[Clock, ...], period: parts.Period | None, item: parts.Placed | None = None
) -> tuple[DayRule, ...]:
    """The rules of one set of days, or of the period alone."""
    interval, unit = (period.interval, period.unit) if period else (1, "")
    part = item.part if item else None
    if item is None:
        start = said.only(parts.Start)
        # A period by itself names its days if it counts days; of others the first day says the rest.
        if unit == "day" or (start and start.day and unit in {"week", "month", "year"}):
            return (DayRule(unit, interval, clocks=clocks),)
        raise said.unclear("it does not say on which day")
    _check_together(said, item)
    several = isinstance(part, parts.Weekdays) and len(part.days) > 1
    if isinstance(part, parts.Weekdays) and (unit in {"", "week"} or (unit == "day" and interval == 1 and several)):
        if not part.repeats and period is None:
            raise said.unclear("is it every week, or once?", item)
        if period is None or part.interval == 1:
            days = tuple(RRULE_DAYS[day] for day in part.days)
            return (DayRule("week", max(interval, part.interval), byday=days, clocks=clocks),)
    if isinstance(part, parts.Nth) and part.scope:
        if unit in {"", part.scope.unit}:
            return of_counted(part, replace(part.scope, interval=max(interval, part.scope.interval)), clocks)
        if part.scope.months and period == parts.Period("year"):
            return of_counted(part, part.scope, clocks)
    mornings = any(times.daily for times in said.of(parts.Times))
    if isinstance(part, parts.Dates) and part.year is None and unit in {"", "year"} and not mornings:
        dates = part.dates
        return tuple(DayRule("year", interval, (), (day,), (month,), clocks=clocks) for month, day in dates)
    raise said.unclear(_TWO_THINGS)


def _check_together(said: Said, item: parts.Placed) -> None:
    """A period and its days are neighbours, or the period is an adjective: "weekly report … on Mondays"."""
    periods = said.where(parts.Period, parts.Rate)
    if not periods:
        return
    first, last = sorted((periods[0], item), key=lambda placed: placed.first)
    chained, daily = said.chained(first, last), periods[0].part in {parts.Period("day"), parts.Rate(2, "day")}
    apart = not chained and said.token_at(last.first - 1).text in {"and", "also", "then", ";", "but"}
    added = isinstance(item.part, parts.Weekdays) and daily and (not chained or said.enumerated((first, last)))
    if apart or added:
        raise said.unclear("it is open whether this is one schedule or two")


def _paired(said: Said, period: parts.Period | None, sets: Sequence[parts.Placed]) -> tuple[DayRule, ...]:
    """Reads "Mondays at 9 and Fridays at 16:00": each set of days with its own times, or all with the same."""
    chain, times = said.where(*_SETS, parts.Times), said.where(parts.Times)
    excepting = _with_its_exception(said, sets) if len(times) == len(sets) else []
    if said.has(parts.Rate) or not (excepting or (said.chained(*chain) and said.enumerated(sets))):
        raise said.unclear(_WHICH)
    sets = excepting or sets
    kinds = [isinstance(item.part, parts.Times) for item in chain]
    if len(times) == len(sets) and kinds == [kinds[0], not kinds[0]] * len(sets):
        clocks = [said.clocks(item) for item in times]
    elif len(times) <= 1 and (not times or times[0] in (chain[0], chain[-1])):
        clocks = [said.clocks()] * len(sets)
    else:
        raise said.unclear(_WHICH)
    days = [day for item in sets if isinstance(item.part, parts.Weekdays) for day in item.part.days]
    if len(set(days)) < len(days):
        raise said.unclear("a day is said twice")
    return tuple(rule for item, at in zip(sets, clocks, strict=True) for rule in _rules(said, at, period, item))


def _with_its_exception(said: Said, sets: Sequence[parts.Placed]) -> list[parts.Placed]:
    """Reads "weekdays at 9, but on Fridays at 8": the days without those that have another time."""
    first, last = sets[0], sets[-1]
    gap = [said.tokens[at].text for at in range(first.last, last.first) if at not in said.covered]
    days, other = (item.part.days if isinstance(item.part, parts.Weekdays) else () for item in (first, last))
    if len(sets) > 2 or "but" not in gap or {*gap} - _CONNECTORS - {"but"} or not {*other} < {*days}:  # noqa: PLR2004
        return []
    rest = tuple(day for day in days if day not in other)
    return [replace(first, part=parts.Weekdays(rest)), last]


def _ticking(said: Said, period: parts.Period | None, sets: Sequence[parts.Placed]) -> tuple[DayRule, ...]:
    """Every so many minutes or hours: between two hours of the day it becomes times of day."""
    elapsed, windows = said.only(parts.Elapsed), sorted(said.of(parts.Window), key=lambda window: window.hourly)
    window = windows[0] if windows else None
    timed, ends = said.where(parts.Times), said.where(parts.Until)
    if len(timed) == 1 and ends and ends[0].last == timed[0].first and not window and len(said.clocks()) == 1:
        timed = []  # "every 3 hours until tomorrow noon"
    if any(start.day for start in said.of(parts.Start)) and not (window or sets or period):
        timed = []  # "every 4 hours starting tomorrow at 8"
    if elapsed is None or timed or said.has(parts.Rate) or len(sets) > 1:
        raise said.unclear(_TWO_THINGS)
    if window and any(other.first.minute != window.first.minute or not other.hourly for other in windows[1:]):
        raise said.unclear(_TWO_THINGS)
    if window is None or elapsed.step >= _DAY or (window.hourly and elapsed.step != _HOUR):
        if sets or period or window:
            raise said.unclear("it does not say between which hours")
        return ()
    first, last = clocks_of((window.first, window.last), said.words(*said.where(parts.Window)))
    if last != clocks_of((window.last,), said.words())[0]:
        raise said.unclear("the hours run backwards")
    step = int(elapsed.step.total_seconds() // 60)
    places = range(first.hour * 60 + first.minute, last.hour * 60 + last.minute + 1, step)
    clocks = tuple(Clock(place // 60, place % 60) for place in places)
    return _rules(said, clocks, period or (None if sets else parts.Period("day")), *sets)


def of_counted(counted: parts.Nth, scope: parts.Scope, clocks: tuple[Clock, ...]) -> tuple[DayRule, ...]:
    """Days counted in a month, quarter, year, or in named months."""
    return tuple(_of_position(number, target, scope, clocks) for number, target in counted.positions)


def _of_position(number: int, target: str, scope: parts.Scope, clocks: tuple[Clock, ...]) -> DayRule:
    in_longer = scope.unit in {"quarter", "year"}
    unnamed = target == "day" and number not in {1, parts.LAST}
    if scope.unit == "week" or (in_longer and (scope.interval > 1 or unnamed)):
        raise ScheduleUnclearError(f"day {number} of the {scope.unit}", "name the weekday or the month")
    months = scope.months or (_MONTHS_OF[scope.unit, number < 0] if in_longer else ())
    rule = DayRule("month", 1 if months else scope.interval, bymonth=months, clocks=clocks)
    if target == "business":
        return replace(rule, byday=RRULE_DAYS[: len(parts.WORKING_DAYS)], bysetpos=(number,))
    if target != "day":
        return replace(rule, byday=(f"{number:+}{target}",))
    for month in scope.months:
        checked(month, number)
    return replace(rule, bymonthday=(number,))
