"""What was said, and what rules it makes: which days go with which times, and whether all of it fits together."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import cached_property

from domain.pa.schedule import said_parts as parts
from domain.pa.schedule.reading import ScheduleUnclearError
from domain.pa.schedule.said_parts import Clock, Days, Placed
from domain.pa.schedule.times import clocks_of
from domain.pa.schedule.tokens import END, Token
from domain.pa.schedule.vocabulary import RRULE_DAYS, words

CONNECTORS = words(", ; and / ( ) - : also on then in the only always")
SENTENCE_END = frozenset({".", "!", "?", "\n"})
RUN, OUTSIDE = "•", "$"
TWO_THINGS = "it says two different things"
_JOINERS = frozenset({",", ";", "and", "/"})
_SINGLE = frozenset({"ahead", "weekday", "date", "counted", "span"})


@dataclass(frozen=True)
class Said:
    """Parts of one text: all, those of a stretch, or those that say when to run. `covered`: the places of all."""

    source: str
    tokens: Sequence[Token]
    placed: Sequence[Placed]
    covered: frozenset[int]

    @classmethod
    def of_text(cls, source: str, tokens: Sequence[Token], placed: Sequence[Placed]) -> Said:
        """All parts of a text."""
        return cls(source, tokens, placed, frozenset(at for item in placed for at in range(item.first, item.last)))

    def only_these(self, *placed: Placed) -> Said:
        """Some of the parts."""
        return replace(self, placed=placed)

    @property
    def first(self) -> int:
        """The place of its first token."""
        return self.placed[0].first

    @property
    def last(self) -> int:
        """The place behind its last token."""
        return self.placed[-1].last

    def words(self) -> str:
        """The customer's own words, from the first part to the last."""
        return self.source[self.tokens[self.first].start : self.tokens[self.last - 1].end]

    def unclear(self, why: str, *placed: Placed) -> ScheduleUnclearError:
        """The refusal, quoting these parts or all."""
        return ScheduleUnclearError((self.only_these(*placed) if placed else self).words(), why)

    def refuse_if(self, condition: object, why: str, *placed: Placed) -> None:
        """Raises the refusal if the condition holds."""
        if condition:
            raise self.unclear(why, *placed)

    def has(self, *kinds: type[parts.Part]) -> bool:
        """Whether there is a part of one of these kinds."""
        return any(isinstance(item.part, kinds) for item in self.placed)

    def of[T: parts.Part](self, kind: type[T]) -> list[T]:
        """The parts of this kind, in order."""
        return [item.part for item in self.where(kind)]

    def where[T: parts.Part](self, kind: type[T]) -> list[Placed[T]]:
        """The parts of this kind with their places."""
        return [Placed(item.part, item.first, item.last) for item in self.placed if isinstance(item.part, kind)]

    def days(self, *forms: str) -> list[Placed[Days]]:
        """The days of these forms with their places."""
        return [item for item in self.where(Days) if item.part.form in forms]

    def only[T: parts.Part](self, kind: type[T]) -> T | None:
        """The single part of a kind, if there is one. Raises `ScheduleUnclearError`: there are two that differ."""
        found = self.of(kind)
        self.refuse_if(any(part != found[0] for part in found), TWO_THINGS)
        return found[0] if found else None

    @cached_property
    def recurs(self) -> bool:
        """Whether a part says by itself that it happens again and again."""
        return any(parts.repeats(item.part) for item in self.placed)

    @cached_property
    def forms(self) -> list[str]:
        """What each of its parts is: the form of days, the kind of word, or else the kind of part."""
        return list(dict.fromkeys(parts.form_of(item.part) for item in self.placed))

    @cached_property
    def single(self) -> bool:
        """Whether it names a single day or period."""
        return not _SINGLE.isdisjoint(self.forms)

    @cached_property
    def sentence(self) -> int:
        """Which sentence of the text it begins in."""
        return sum(token.text in SENTENCE_END for token in self.tokens[: self.first])

    def token_at(self, place: int) -> Token:
        """The token at a place, or the end outside the text."""
        return self.tokens[place] if 0 <= place < len(self.tokens) else END

    def shown(self, place: int) -> str:
        """A token in a line: parts as one mark, numbers as "#", a thing as "¤", what can only be a time after "§"."""
        if not 0 <= place < len(self.tokens):
            return "^" if place < 0 else OUTSIDE
        token = self.tokens[place]
        if place in self.covered:
            return RUN
        if token.kind == "thing":
            return "¤since" if self.source[token.start :].lower().startswith("since") else "¤"
        if token.text.isdigit():
            return "#"
        return f"§{token.text}" if token.kind in {"clock", "iso", "zone", "date"} else token.text

    def beside(self, step: int) -> list[str]:
        """The words from it to the start (step -1) or end (step 1) of its sentence, in order."""
        found: list[str] = []
        place = self.first - 1 if step < 0 else self.last
        while 0 <= place < len(self.tokens) and self.tokens[place].text not in SENTENCE_END:
            found.append(self.shown(place))
            place += step
        return found[::step]

    def chained(self, *placed: Placed) -> bool:
        """Whether nothing but connecting words and other parts stands between these."""
        between = (at for first, last in itertools.pairwise(placed) for at in range(first.last, last.first))
        return all(at in self.covered or self.tokens[at].text in CONNECTORS for at in between)

    def enumerated(self, placed: Sequence[Placed]) -> bool:
        """Whether a comma or an "and" stands between each two of them."""
        apart = (pair for pair in itertools.pairwise(placed) if pair[0].first != pair[1].first)
        gaps = (self.tokens[earlier.last : later.first] for earlier, later in apart)
        return all(any(token.text in _JOINERS for token in gap) for gap in gaps)

    def clocks(self, *items: Placed[parts.Times]) -> tuple[Clock, ...]:
        """The times of these parts, or of all; 09:00 where none is said. "Every evening" and "at 8" may stand apart."""
        chosen = items or tuple(self.where(parts.Times))
        spoken = [item.part.spoken for item in chosen]
        if len(spoken) > 1:
            bare = [times[0].part for times in spoken if len(times) == 1 and times[0].hour is None]
            hours = [times for times in spoken if all(time.hour is not None and not time.part for time in times)]
            self.refuse_if((len(spoken), len(bare), len(hours)) != (2, 1, 1), "several times are said apart", *chosen)
            spoken = [tuple(replace(time, part=bare[0]) for time in hours[0])]
        return clocks_of(spoken[0], self.only_these(*chosen).words()) if spoken else (Clock(9),)


_WHICH = "it is open which days and times belong together"
_SEVERAL, _QUARTERS = 3, 4
_SETS = ("weekdays", "counted", "date")


def names_a_week(said: Said) -> bool:
    """Whether it names three weekdays, which recur then: "Mon 10am, Wed 2pm and Fri 4pm"."""
    days = [day for day in said.days("weekday") if day.part.which == "coming"]
    return len(days) >= _SEVERAL and len(days) + len(said.of(parts.Times)) == len(said.placed)


def rules_of(said: Said) -> tuple[Days, ...]:
    """The days with their times. Of a pure stopwatch schedule ("every 6 hours") only what elapses.

    Raises `ScheduleUnclearError`: the parts contradict one another, or leave open which belong together.
    """
    period = _period(said)
    each_named = len(said.days("date")) == _QUARTERS or any(len(day.bymonth) == _QUARTERS for day in said.of(Days))
    if period and period.unit == "quarter" and each_named:
        period = replace(period, unit="year")  # "each quarter, on 1 January, 1 April, 1 July and 1 October"
    said = replace(said, placed=[_adopted(said, item, period) for item in said.placed])
    once = parts.SAME_TIME in said.of(parts.Word) or said.days("ahead", "after", "weekday")
    said.refuse_if(once, "it says both a single day and a repetition")
    sets = said.days(*_SETS)
    weekly = [(item.part.byday, item.part.interval) for item in sets if item.part.form == "weekdays"]
    if len(weekly) == len(sets) and len(set(weekly)) == 1:
        sets = sets[:1]  # "every weekday, Monday to Friday"
    if said.days("elapsed"):
        return _ticking(said, period, sets)
    said.refuse_if(said.has(parts.Window), "it does not say how often in that time")
    paired = len(sets) > 1
    rules = _paired(said, period, sets) if paired else (_ruled(said, said.clocks(), period, *sets),)
    days = sum(
        len(rule.bysetpos or rule.byday or rule.bymonthday or "1") * max(len(rule.bymonth), 1) for rule in rules if sets
    )
    told = len(rules[0].clocks) if period and period.unit == "day" and said.has(parts.Times) else days
    if period and period.promised not in {1, told}:
        raise said.unclear(f"it does not say all {period.promised} of them")
    return rules


def _period(said: Said) -> Days | None:
    """Reads "every two weeks", "monthly" or what "twice a day" and "mornings" say about it."""
    periods = [item.part for item in said.days("period")]
    said.refuse_if(len({replace(period, promised=1) for period in periods}) > 1, TWO_THINGS)
    daily = any(times.daily for times in said.of(parts.Times)) and not said.days(*_SETS)
    implied = Days("period", "day") if daily else None
    return max(periods, key=lambda period: period.promised, default=implied)


def _adopted(said: Said, item: Placed, period: Days | None) -> Placed:
    """A day said once becomes a day of the period ("weekly on Monday") or of a list ("Mondays and Friday")."""
    day, unit = item.part, period.unit if period else ""
    if not isinstance(day, Days):
        return item
    if day.form == "weekday" and day.which == "coming":
        before = [one for one in said.days("weekdays") if one.first < item.first and one.part.repeats]
        if unit == "week" or names_a_week(said) or (before and said.chained(before[-1], item)):
            return replace(item, part=replace(day, form="weekdays", repeats=True))
    elif day.form == "counted" and not day.unit and period:
        counted = day.within(replace(period, which="each"))
        edge = day.bymonthday == (1,) or counted.bymonth[:1] == (3,)
        fits = unit == "month" or (unit == "quarter" and edge)
        said.refuse_if(not fits, f"it does not say which month of the {unit}")
        return replace(item, part=counted)
    elif day.form == "date" and unit == "year" and not day.year:
        return replace(item, part=replace(day, repeats=True))
    return item


def _ruled(said: Said, clocks: tuple[Clock, ...], period: Days | None, item: Placed[Days] | None = None) -> Days:
    """The rule of one set of days, or of the period alone."""
    interval, unit = (period.interval, period.unit) if period else (1, "")
    if item is None:
        start = said.only(parts.Start)
        # A period by itself names its days if it counts days; of others the first day says the rest.
        if period and (unit == "day" or (start and unit in {"week", "month", "year"})):
            return replace(period, clocks=clocks)
        raise said.unclear("it does not say on which day")
    _check_together(said, item)
    day = item.part
    weekdays, daily = day.form == "weekdays", unit == "day" and interval == 1
    lasts = day.repeats or period or said.has(parts.Start, parts.Until, parts.Except)
    said.refuse_if(weekdays and not lasts, "is it every week, or once?", item)
    if day.form == "counted" and day.unit != "month" and not day.bymonth:
        raise said.unclear("name the weekday or the month", item)
    mornings = any(times.daily for times in said.of(parts.Times))
    fits = unit in {"", day.unit} or (daily and weekdays and len(day.byday) > 1)
    fits |= day.form == "counted" and bool(day.bymonth) and (unit, interval) == ("year", 1)
    if not fits or (weekdays and period and day.interval > 1) or (day.form == "date" and (day.year or mornings)):
        raise said.unclear(TWO_THINGS)
    rule = replace(day, interval=max(interval, day.interval), clocks=clocks)
    return replace(rule, unit="month", interval=1) if day.form == "counted" and day.bymonth else rule


def _check_together(said: Said, item: Placed[Days]) -> None:
    """A period and its days are neighbours, or the period is an adjective: "weekly report … on Mondays"."""
    periods = said.days("period")
    if not periods:
        return
    first, last = sorted((periods[0], item), key=lambda placed: placed.first)
    chained, daily = said.chained(first, last), replace(periods[0].part, promised=1) == Days("period", "day")
    apart = not chained and said.token_at(last.first - 1).text in {"and", "also", "then", ";", "but"}
    added = item.part.form == "weekdays" and daily and (not chained or said.enumerated((first, last)))
    said.refuse_if(apart or (added and item.part.byday != RRULE_DAYS), "it is open whether this is one schedule or two")


def _paired(said: Said, period: Days | None, sets: Sequence[Placed[Days]]) -> tuple[Days, ...]:
    """Reads "Mondays at 9 and Fridays at 16:00": each set of days with its own times, or all with the same."""
    times = said.where(parts.Times)
    chain: list[Placed] = [item for item in said.placed if item in sets or item in times]
    said.refuse_if(not (said.chained(*chain) and said.enumerated(sets)), _WHICH)
    kinds = [item in times for item in chain]
    if len(times) == len(sets) and kinds == [kinds[0], not kinds[0]] * len(sets):
        clocks = [said.clocks(item) for item in times]
    elif len(times) <= 1 and (not times or times[0] in (chain[0], chain[-1])):
        clocks = [said.clocks()] * len(sets)
    else:
        raise said.unclear(_WHICH)
    days = [day for item in sets if item.part.form == "weekdays" for day in item.part.byday]
    said.refuse_if(len(set(days)) < len(days), "a day is said twice")
    return tuple(_ruled(said, at, period, item) for item, at in zip(sets, clocks, strict=True))


def _ticking(said: Said, period: Days | None, sets: Sequence[Placed[Days]]) -> tuple[Days, ...]:
    """Every so many minutes or hours: between two hours of the day it becomes times of day."""
    elapsed, *others = dict.fromkeys(item.part for item in said.days("elapsed"))
    window = said.only(parts.Window)
    timed, ends = said.where(parts.Times), said.where(parts.Until)
    if len(timed) == 1 and ends and ends[0].last == timed[0].first and not window and len(said.clocks()) == 1:
        timed = []  # "every 3 hours until tomorrow noon"
    said.refuse_if(others or timed or (period and period.promised > 1) or len(sets) > 1, TWO_THINGS)
    if window is None or elapsed.step >= timedelta(days=1):
        said.refuse_if(sets or period or window, "it does not say between which hours")
        return (elapsed,)
    first, last = clocks_of((window.first, window.last), said.words())
    said.refuse_if(last != clocks_of((window.last,), said.words())[0], "the hours run backwards")
    step = int(elapsed.step.total_seconds() // 60)
    places = range(first.hour * 60 + first.minute, last.hour * 60 + last.minute + 1, step)
    clocks = tuple(Clock(place // 60, place % 60) for place in places)
    return (_ruled(said, clocks, period or (None if sets else Days("period", "day")), *sets),)
