"""What words tell to do, by weights learned from labelled orders and from what only looks like one (ADR 54).

The name of a document is one word to them, whichever it is: which document is meant, `naming.py` finds out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from domain.agents.brain.naming import spans_in
from domain.agents.brain.reader import Act
from domain.language.learned import Reader, Text
from domain.language.reading import clauses_of, features_of
from domain.language.text import Word
from domain.language.words import corrected, expand

ORDERS = (Act.APPROVE, Act.REQUEST_CHANGES, Act.PAUSE, Act.RESUME, Act.CANCEL)
# What is told besides, or told not to be done.
BESIDE = (Act.WISH, Act.UNDO, Act.DECISION, Act.WITHHELD)
NONE = "none"
READER = Reader((*map(str, ORDERS + BESIDE), NONE), Path(__file__).with_name("orders.bin"))
# Log-odds from which it is likely enough to ask back, and sure enough to be done; found by cross-validation.
LIKELY, SURE = -1.0, 0.5
_DOCUMENT = "document"

type Said = Sequence[tuple[Sequence[Word], bool]]
"""The words of each sentence, and whether it asks."""


def odds_of(said: Said) -> Mapping[str, float]:
    """The log-odds of each act; none where nothing is said."""
    return READER.likelihoods(features_in(said)) if any(words for words, _ in said) else {}


def features_in(said: Said) -> Text:
    """What the weights count: in each sentence as a whole, then in each of its clauses."""
    return [features_of(clauses_of(_masked(words)), question=question) for words, question in said]


def words_in(words: Sequence[Word]) -> Iterator[str]:
    """The plain words, documents' names left out."""
    for word in _masked(words):
        yield from (corrected(one) for one in expand(word.text) if one != _DOCUMENT)


def unheard_in(words: Sequence[Word]) -> tuple[str, ...]:
    """The words that no labelled order has: what they change in this one is not known."""
    return tuple(word for word in words_in(words) if word not in READER.weights().words and not word.isdigit())


def _masked(words: Sequence[Word]) -> list[Word]:
    """The words, with one for each name of a document."""
    masked: list[Word] = []
    position = 0
    for start, end in spans_in([word.text for word in words]):
        masked += [*words[position:start], replace(words[start], text=_DOCUMENT, capital=False)]
        position = end
    return [*masked, *words[position:]]
