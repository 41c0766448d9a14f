"""Labels of a text, by weights learned from labelled ones (ADR 15); the weights come from `make intents`.

A linear model per label scores the whole text and each of its sentences; a second one, over those scores, judges:
a mail's one question counts although ten sentences around it ask nothing.
"""

from __future__ import annotations

import json
import math
import zlib
from array import array
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from operator import itemgetter
from pathlib import Path

MANY_SENTENCES = 6  # so many make a text long

type Text = Sequence[Sequence[Collection[int]]]


@dataclass(frozen=True, slots=True)
class Weights:
    """Both models.

    Attributes:
        learned_from: SHA-256 of the labelled texts, hexadecimal.
        step: what one unit of a stored weight is worth.
        bias: of each label, in the order of the reader's labels.
        planes: the weights of each label, all of one size; a feature's place is its remainder by that size. Of two
            labels of which each text has one, only the first's: the second's are the same, negated.
        judge: for each label its bias, then a weight for each of `evidence_of`.
        words: those of the labelled texts, for a reader that asks which it has seen.
    """

    learned_from: str
    step: float
    bias: Sequence[float]
    planes: Sequence[array[int]]
    judge: Sequence[Sequence[float]]
    words: frozenset[str] = frozenset()

    def scores(self, features: Collection[int]) -> list[float]:
        """How much `features` speak for each label; every text weighs the same, however long."""
        size = len(self.planes[0])
        places = {feature % size for feature in features}
        if not places:
            return list(self.bias)
        worth = self.step / math.sqrt(len(places))
        found = itemgetter(*places, 0)  # never one place alone, for which it would make no tuple
        totals = [sum(found(plane)) - plane[0] for plane in self.planes]
        if len(totals) < len(self.bias):
            totals.append(-totals[0])
        return [bias + worth * total for bias, total in zip(self.bias, totals, strict=True)]


@dataclass(frozen=True, slots=True)
class Reader:
    """What reads texts for one purpose: the labels it tells apart, and the file of its weights."""

    labels: tuple[str, ...]
    path: Path

    def likelihoods(self, text: Text) -> Mapping[str, float]:
        """The log-odds of each label; for every sentence its features, then those of its clauses."""
        weights = self.weights()
        evidence = evidence_of(weights.scores, text)
        judged = zip(self.labels, weights.judge, strict=True)
        return {label: bias + math.sumprod(own, evidence) for label, (bias, *own) in judged}

    def weights(self) -> Weights:
        """The stored weights, read when the first text comes."""
        return _stored(self.path)

    def write(self, fields: Mapping[str, object], units: bytes) -> None:
        """Store what was learned, packed: a line of JSON, then the planes."""
        self.path.write_bytes(zlib.compress(json.dumps(fields).encode() + b"\n" + units, 9))


def places_of(features: Iterable[str], buckets: int) -> set[int]:
    """The places of spelled out features among so many: what two of them share, they are not told apart by."""
    return {zlib.crc32(feature.encode(errors="replace")) % buckets for feature in features}


def evidence_of(score: Callable[[Collection[int]], Sequence[float]], text: Text) -> list[float]:
    """What the second model judges by: scores of the text, its best sentence, its best clause, and how clear it is."""
    whole = score(set().union(*(sentence for sentence, *_ in text)))
    sentences = [score(sentence) for sentence, *_ in text]
    clauses = [score(clause) for _, *own in text for clause in own] or sentences
    best = (*map(max, *sentences, sentences[0]), *map(max, *clauses, sentences[0]))
    length = min(len(text), MANY_SENTENCES) / (MANY_SENTENCES / 2)
    *_, second, first = sorted(whole)
    return [*whole, *best, length, first, second, *(float(value == first) for value in whole)]


@cache
def _stored(path: Path) -> Weights:
    head, _, planes = zlib.decompress(path.read_bytes()).partition(b"\n")
    fields, units = json.loads(head), array("b", planes)
    size = fields.pop("buckets")
    fields["words"] = frozenset(fields["words"].split())
    return Weights(**fields, planes=[units[start : start + size] for start in range(0, len(units), size)])
