"""What one sentence tells to do, as the weights hear it: its act, the words that tell it, where its comment begins."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from domain.agents.brain.comments import openings
from domain.agents.brain.naming import spans_in
from domain.agents.brain.reader import Act
from domain.agents.brain.sentences import Sentence, plain_of
from domain.agents.brain.targets import Target, target_of
from domain.agents.brain.telling import LIKELY, ORDERS, SURE, odds_of
from domain.language.text import Word

# A clause of so few words, as likely as this, may tell an order once more.
_SHORT, _NEARLY = 7, -2.0
_JOINING = frozenset({"and", "because", "since", "so", "then", "but"})


@dataclass(frozen=True)
class Heard:
    """An order as one sentence tells it: the `words` before its comment, and the place where that begins."""

    act: Act
    sentence: Sentence
    words: tuple[Word, ...]
    odds: Mapping[str, float]
    comment_at: int | None = None

    @cached_property
    def plain(self) -> str:
        """Its words as plain words."""
        return plain_of(self.words)

    @cached_property
    def target(self) -> Target:
        """What it applies to."""
        return target_of(self.plain)

    @cached_property
    def _clauses(self) -> list[tuple[Sequence[Word], Mapping[str, float]]]:
        """Its clauses, each with its odds."""
        return [(one, odds_of([(one, False)])) for one in _clauses(self.words)]

    @cached_property
    def telling(self) -> list[Sequence[Word]]:
        """The clauses that tell it: those with a document, or alike an order; all where none is."""
        telling = [
            one for one, odds in self._clauses if spans_in([word.text for word in one]) or odds[self.act] > LIKELY
        ]
        return telling or [one for one, _ in self._clauses]

    @property
    def has_rival(self) -> bool:
        """Whether a clause of it tells another act: "approve the roadmap and cancel the contract"."""
        return any(likeliest(odds) not in {None, self.act} for _, odds in self._clauses)


def heard_in(sentence: Sentence) -> Heard | None:
    """The likeliest order of a sentence; what asks for changes is read without its comment."""
    words, whole = sentence.words, sentence.told
    if sentence.read.sentence.question and max(whole[act] for act in ORDERS) < SURE:
        return None  # what asks is an order only where that is sure
    place = _comment_place(sentence)
    if place is not None:
        head = odds_of([(words[:place], False)])
        odds = max(head, whole, key=lambda odds: odds[Act.REQUEST_CHANGES])
        if likeliest(odds) is Act.REQUEST_CHANGES:
            return Heard(Act.REQUEST_CHANGES, sentence, words[:place], odds, place)
    act = likeliest(whole)
    return Heard(act, sentence, words, whole) if act else None


def likeliest(odds: Mapping[str, float]) -> Act | None:
    """The act that these odds tell; None where none is likely."""
    act = max(ORDERS, key=lambda act: odds[act])
    return act if odds[act] > LIKELY else None


def _comment_place(sentence: Sentence) -> int | None:
    """Where a comment would begin: behind what names a document, at the first clause that isn't itself an order."""
    words = sentence.words
    for place, end in pairwise([*openings(sentence), len(words)]):
        target, clause = target_of(plain_of(words[:place])), words[place:end]
        # "not right, please redo it: …" tells once more that a document goes back
        returns = len(clause) <= _SHORT and odds_of([(clause, False)])[Act.REQUEST_CHANGES] > _NEARLY
        if (target.mentions or target.is_it) and not returns:
            return place
    return None


def _clauses(words: Sequence[Word]) -> Iterator[Sequence[Word]]:
    """The words between marks and joining words; the name of a document may have such a word in it."""
    inside = {place for start, end in spans_in([word.text for word in words]) for place in range(start + 1, end)}
    opening = [
        place
        for place, word in enumerate(words)
        if place and place not in inside and (word.opens_segment or word.text in _JOINING)
    ]
    for start, end in pairwise([0, *opening, len(words)]):
        yield words[start:end]
