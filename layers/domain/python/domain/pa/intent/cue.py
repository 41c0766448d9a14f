"""Cue tables: what a table of patterns is, and the index that finds the cues a sentence may hold."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum

from domain.pa.intent.pattern import Pattern, Token, match_at, parse


class Weight(IntEnum):
    """How much a cue says about its topic."""

    WEAK = 1
    """A hint: counts only where a whole text holds nothing better."""
    PLAIN = 2
    """Enough alone, but gives way to a more specific topic beside it."""
    STRONG = 3
    """Decisive wherever it stands."""
    COVERING = 4
    """Decisive, and the rest of the sentence is its object: "remind me on Monday about the budget"."""


@dataclass(frozen=True, slots=True)
class Cues:
    """The cues of one topic, one pattern per line; in a sentence that holds a veto only covering ones count."""

    covering: str = ""
    strong: str = ""
    plain: str = ""
    weak: str = ""
    vetoes: str = ""


@dataclass(frozen=True, slots=True)
class Hit:
    """A cue found: tokens `start` to `end` (exclusive) of its sentence."""

    topic: str
    weight: Weight
    start: int
    end: int
    cue: str


@dataclass(frozen=True, slots=True)
class _Cue:
    topic: str
    weight: Weight | None
    source: str
    pattern: Pattern


def _weighted(cues: Cues) -> tuple[tuple[Weight | None, str], ...]:
    return (
        (Weight.COVERING, cues.covering),
        (Weight.STRONG, cues.strong),
        (Weight.PLAIN, cues.plain),
        (Weight.WEAK, cues.weak),
        (None, cues.vetoes),
    )


class CueIndex:
    """The cues of several topics by the symbols they may begin with, so that a word tries only its own."""

    def __init__(self, tables: Mapping[str, Cues]) -> None:
        self._by_entry: dict[str, list[_Cue]] = defaultdict(list)
        for topic, cues in tables.items():
            for weight, lines in _weighted(cues):
                for source in filter(None, map(str.strip, lines.splitlines())):
                    pattern = parse(source)
                    for symbol in pattern.entries:
                        self._by_entry[symbol].append(_Cue(topic, weight, source, pattern))

    def find(self, tokens: Sequence[Token]) -> list[Hit]:
        """Every cue in the sentence, vetoed ones left out."""
        hits: list[Hit] = []
        vetoed: set[str] = set()
        for start, token in enumerate(tokens):
            for cue in self._candidates(token):
                end = match_at(cue.pattern, tokens, start)
                if end is None:
                    continue
                if cue.weight is None:
                    vetoed.add(cue.topic)
                else:
                    hits.append(Hit(cue.topic, cue.weight, start, end, cue.source))
        return [hit for hit in hits if hit.weight is Weight.COVERING or hit.topic not in vetoed]

    def _candidates(self, token: Token) -> list[_Cue]:
        found = {id(cue): cue for symbol in token.symbols for cue in self._by_entry.get(symbol, ())}
        return list(found.values())
