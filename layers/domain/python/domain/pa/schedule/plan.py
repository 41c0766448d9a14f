"""What was said, put together: which days go with which times, and whether all of it fits into one schedule."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from domain.pa.schedule.tokens import Token
from domain.pa.schedule.rrules import DayRule
from domain.pa.schedule.said_parts import Part, Placed, Times
from domain.pa.schedule.spoken_times import DEFAULT_CLOCK, Clock, Spoken, clocks_of, with_part
from domain.pa.schedule.spoken_zones import Zone
from domain.pa.schedule.unclear import ScheduleUnclearError
from domain.pa.schedule.vocabulary import words

_CONNECTORS = words("""
    , ; and & / ( ) - : also on then plus in the only always
""")
_JOINERS = frozenset({",", ";", "and", "&", "/", "plus", "+"})
_PART_WITH_HOUR = 2


@dataclass(frozen=True, slots=True)
class Group:
    """Days, and the times at which the thing runs on each of them."""

    rules: tuple[DayRule, ...]
    clocks: tuple[Clock, ...]


class Said:
    """The parts of one text, with the questions that putting them together asks."""

    def __init__(self, text: str, tokens: Sequence[Token], placed: Sequence[Placed]) -> None:
        self.tokens = tokens
        self.placed = list(placed)
        self.covered = frozenset(place for item in placed for place in range(item.first, item.last))
        self._text = text

    def copy(self) -> Said:
        """The same parts, free to be adopted into lists anew."""
        return Said(self._text, self.tokens, self.placed)

    def words(self, *placed: Placed) -> str:
        """The customer's own words, from the first of these parts to the last (of all parts if none is given)."""
        chosen = placed or tuple(self.placed)
        return self._text[self.tokens[chosen[0].first].start : self.tokens[chosen[-1].last - 1].end]

    def words_at(self, place: int) -> str:
        """One token as the customer wrote it."""
        return self._text[self.tokens[place].start : self.tokens[place].end]

    def has(self, *kinds: type[Part]) -> bool:
        """Whether there is a part of one of these kinds."""
        return any(isinstance(item.part, kinds) for item in self.placed)

    def of[T: Part](self, kind: type[T]) -> list[T]:
        """The parts of this kind, in order."""
        return [item.part for item in self.placed if isinstance(item.part, kind)]

    def where(self, *kinds: type[Part]) -> list[Placed]:
        """The parts of these kinds with their places."""
        return [item for item in self.placed if isinstance(item.part, kinds)]

    def only[T: Part](self, kind: type[T]) -> T | None:
        """The single part of a kind, if there is one.

        Raises:
            ScheduleUnclearError: there are two that differ.
        """
        found = self.of(kind)
        if any(part != found[0] for part in found):
            raise self.unclear("it says two different things")
        return found[0] if found else None

    def unclear(self, why: str, *placed: Placed) -> ScheduleUnclearError:
        """The refusal, quoting these parts or all."""
        return ScheduleUnclearError(self.words(*placed), why)

    def adjacent(self, earlier: Placed, later: Placed) -> bool:
        """Whether nothing but connecting words and other parts stands between the two."""
        between = range(earlier.last, later.first)
        return all(place in self.covered or self.tokens[place].text in _CONNECTORS for place in between)

    def chained(self, placed: Sequence[Placed]) -> bool:
        """Whether these parts follow one another without other words between them."""
        return all(self.adjacent(earlier, later) for earlier, later in itertools.pairwise(placed))

    def enumerated(self, placed: Sequence[Placed]) -> bool:
        """Whether a comma or an "and" stands between each two of them."""
        gaps = (range(earlier.last, later.first) for earlier, later in itertools.pairwise(placed))
        return all(any(self.tokens[place].text in _JOINERS for place in gap) for gap in gaps)

    def zone(self) -> Zone | None:
        """The zone said, which may be said several times but not differently."""
        return self.only(Zone)

    def clocks(self) -> tuple[Clock, ...]:
        """The times of a schedule with one set of days; 09:00 where none is said.

        A part of the day and its hour may stand apart: "every evening send me the list at 8".
        """
        items = self.where(Times)
        spoken = [item.part.spoken for item in items if isinstance(item.part, Times)]
        if not spoken:
            return (DEFAULT_CLOCK,)
        if len(spoken) == 1:
            return clocks_of(spoken[0], self.words(items[0]))
        joined = _joined(spoken)
        if joined is None:
            raise self.unclear("several times are said apart", *items)
        return clocks_of(joined, self.words(*items))

    def clocks_at(self, item: Placed) -> tuple[Clock, ...]:
        """The times of one part."""
        return clocks_of(item.part.spoken, self.words(item)) if isinstance(item.part, Times) else ()


def _joined(spoken: Sequence[tuple[Spoken, ...]]) -> tuple[Spoken, ...] | None:
    """A bare part of the day and hours without one, as one."""
    bare = [times[0].part for times in spoken if len(times) == 1 and times[0].hour is None and times[0].part]
    hours = [times for times in spoken if all(time.hour is not None and not time.part for time in times)]
    if len(spoken) != _PART_WITH_HOUR or len(bare) != 1 or len(hours) != 1:
        return None
    return with_part(hours[0], bare[0])


def every_step(first: Clock, last: Clock, step: timedelta) -> tuple[Clock, ...]:
    """The times from `first` to `last`, both included where the step meets them."""
    minutes = int(step.total_seconds() // 60)
    places = range(first.hour * 60 + first.minute, last.hour * 60 + last.minute + 1, minutes)
    return tuple(Clock(place // 60, place % 60) for place in places)
