"""Covering: what in a sentence is only the object of something else in it ("remind me to ask what it cost")."""

from collections.abc import Sequence
from dataclasses import dataclass

from domain.pa.intent.boundaries import REFUSALS
from domain.pa.intent.cue import Hit, Weight
from domain.pa.intent.lexicon import SEGMENT_OPENERS
from domain.pa.intent.pattern import Token

# Nothing that follows these in the sentence is an honest question of its own.
_TAKES_THE_REST = frozenset({"override", "other_customer"})


@dataclass(frozen=True, slots=True)
class Clauses:
    """A sentence and the number of the clause each of its tokens stands in."""

    tokens: tuple[Token, ...]
    numbers: tuple[int, ...]
    question: bool

    @classmethod
    def of(cls, tokens: tuple[Token, ...], *, question: bool) -> "Clauses":
        """The sentence cut at commas, line breaks and conjunctions."""
        numbers: list[int] = []
        for token in tokens:
            numbers.append((numbers[-1] if numbers else 0) + token.opens_segment)
        return cls(tokens, tuple(numbers), question)

    def words_of(self, number: int) -> list[Token]:
        """The tokens of one clause."""
        return [token for token, own in zip(self.tokens, self.numbers, strict=True) if own == number]

    def opens(self, place: int) -> bool:
        """Whether a later clause begins at a place, conjunctions aside."""
        number = self.numbers[place]
        before = [self.tokens[earlier] for earlier in range(place) if self.numbers[earlier] == number]
        return number > self.numbers[0] and all(token.filler or token.word in SEGMENT_OPENERS for token in before)

    def same(self, place: int, other: int) -> bool:
        """Whether two places are in one clause."""
        return self.numbers[place] == self.numbers[other]

    def asks_itself(self, number: int) -> bool:
        """Whether a clause begins like a question."""
        own = (token for token in self.words_of(number) if not token.filler and token.word not in SEGMENT_OPENERS)
        first = next(own, None)
        return first is not None and not first.symbols.isdisjoint({"WH", "AUX"})


def uncovered(hits: Sequence[Hit], clauses: Clauses) -> list[Hit]:
    """The hits without those that are only the object of a covering one; a serious refusal always stands."""
    covering = [hit for hit in hits if _is_covering(hit)]
    covering = [hit for hit in covering if not any(_narrows(other, hit, clauses) for other in covering)]
    return [
        hit
        for hit in hits
        if (hit.topic in REFUSALS and hit.weight >= Weight.STRONG)
        or not any(cover.topic != hit.topic and _covers(cover, hit, clauses) for cover in covering)
    ]


def _is_covering(hit: Hit) -> bool:
    return hit.weight is Weight.COVERING or (hit.weight is Weight.STRONG and hit.topic in _TAKES_THE_REST)


def _narrows(other: Hit, hit: Hit, clauses: Clauses) -> bool:
    """Whether `hit` only reaches into the clause that `other` opens: "an overview now, and send one every Monday"."""
    return other.topic == hit.topic and hit.start < other.start < hit.end and clauses.opens(other.start)


def _covers(cover: Hit, hit: Hit, clauses: Clauses) -> bool:
    same_clause = clauses.same(hit.start, cover.start)
    if hit.start < cover.start:
        return same_clause and hit.weight is not Weight.COVERING
    if same_clause or hit.start < cover.end or cover.topic in _TAKES_THE_REST:
        return True
    # "Every Monday, tell me what is blocked and what it cost" has two clauses that ask, both of them its object.
    is_command = cover.topic == "schedule" and cover.start == 0 and not clauses.question
    return is_command or not clauses.asks_itself(clauses.numbers[hit.start])
