"""What was said: the parts of a text, or of an unbroken stretch of it, with the words around them."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from domain.pa.schedule import said_parts as parts
from domain.pa.schedule.reading import ScheduleUnclearError
from domain.pa.schedule.said_parts import Clock, Days, Placed
from domain.pa.schedule.times import DEFAULT_CLOCK, clocks_of
from domain.pa.schedule.tokens import END, Token
from domain.pa.schedule.vocabulary import words

CONNECTORS = words(", ; and / ( ) - : also on then in the only always")
SENTENCE_END = frozenset({".", "!", "?", "\n"})
CLAUSE_END = SENTENCE_END | {",", ":", ";", "-", "(", ")"}
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
        if any(part != found[0] for part in found):
            raise self.unclear(TWO_THINGS)
        return found[0] if found else None

    @cached_property
    def recurs(self) -> bool:
        """Whether a part says by itself that it happens again and again."""
        return any(parts.repeats(item.part) for item in self.placed)

    @property
    def is_now(self) -> bool:
        """Whether it says no more than "now", which is when an unscheduled task is done anyway."""
        return all(isinstance(item.part, parts.Immediately) for item in self.placed)

    @cached_property
    def forms(self) -> list[str]:
        """What each of its parts is: the form of days, or else the kind of part."""
        kinds = [item.part.form if isinstance(item.part, Days) else type(item.part).__name__ for item in self.placed]
        return list(dict.fromkeys(kinds))

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

    def beside(self, step: int, ends: frozenset[str] = SENTENCE_END) -> list[str]:
        """The words from it to the start (step -1) or end (step 1) of its sentence or clause, in order."""
        found: list[str] = []
        place = self.first - 1 if step < 0 else self.last
        while 0 <= place < len(self.tokens) and self.tokens[place].text not in ends:
            found.append(self.shown(place))
            place += step
        return found[::step]

    def chained(self, *placed: Placed) -> bool:
        """Whether nothing but connecting words and other parts stands between these."""
        between = (at for first, last in itertools.pairwise(placed) for at in range(first.last, last.first))
        return all(at in self.covered or self.tokens[at].text in CONNECTORS for at in between)

    def enumerated(self, placed: Sequence[Placed]) -> bool:
        """Whether a comma or an "and" stands between each two of them."""
        return all(
            later.first == earlier.first or any(one.text in _JOINERS for one in self.tokens[earlier.last : later.first])
            for earlier, later in itertools.pairwise(placed)
        )

    def clocks(self, *items: Placed[parts.Times]) -> tuple[Clock, ...]:
        """The times of these parts, or of all; 09:00 where none is said.

        A part of the day and its hour may stand apart: "every evening send me the list at 8".
        """
        chosen = items or tuple(self.where(parts.Times))
        spoken = [item.part.spoken for item in chosen]
        if len(spoken) > 1:
            bare = [times[0].part for times in spoken if len(times) == 1 and not times[0].hour_or_midnight]
            hours = [times for times in spoken if all(time.hour_or_midnight and not time.part for time in times)]
            if (len(spoken), len(bare), len(hours)) != (2, 1, 1):
                raise self.unclear("several times are said apart", *chosen)
            spoken = [tuple(replace(time, part=bare[0]) for time in hours[0])]
        return clocks_of(spoken[0], self.only_these(*chosen).words()) if spoken else (DEFAULT_CLOCK,)
