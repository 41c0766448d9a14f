"""What a text asks for, by weights learned from labelled questions (ADR 15); they come from `make intents`.

A linear model per intent scores the whole text and each of its sentences; a second one, over those scores, judges:
a mail's one question counts although ten sentences around it ask nothing.
"""

from __future__ import annotations

import json
import math
import zlib
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from domain.pa.intent.classification import INTENTS
from domain.pa.intent.features import BUCKETS

WEIGHTS = Path(__file__).with_name("weights.bin")
# So many sentences make a text long.
MANY_SENTENCES = 6


type Text = Sequence[Sequence[Collection[int]]]


@dataclass(frozen=True, slots=True)
class Weights:
    """Both models.

    Attributes:
        learned_from: SHA-256 of the questions, hexadecimal.
        step: what one unit of a stored weight is worth.
        bias: of each intent, in the order of INTENTS.
        units: a plane of BUCKETS weights for each intent.
        judge: for each intent its bias, then a weight for each of `evidence_of`.
    """

    learned_from: str
    step: float
    bias: Sequence[float]
    units: memoryview
    judge: Sequence[Sequence[float]]

    def scores(self, features: Collection[int]) -> list[float]:
        """How much `features` speak for each intent; every text weighs the same, however long."""
        worth = self.step / math.sqrt(len(features)) if features else 0.0
        units = self.units
        return [
            bias + worth * sum(units[plane + feature] for feature in features)
            for bias, plane in zip(self.bias, range(0, len(units), BUCKETS), strict=True)
        ]


def evidence_of(score: Callable[[Collection[int]], Sequence[float]], text: Text) -> list[float]:
    """What the second model judges by: scores of the text, its best sentence, its best clause, and how clear it is."""
    whole = score(set().union(*(sentence for sentence, *_ in text)))
    sentences = [score(sentence) for sentence, *_ in text]
    clauses = [score(clause) for _, *own in text for clause in own] or sentences
    second, first = sorted(whole)[-2:]
    length = min(len(text), MANY_SENTENCES) / (MANY_SENTENCES / 2)
    clearest = (float(value == first) for value in whole)
    return [
        *whole,
        *map(max, *sentences, sentences[0]),
        *map(max, *clauses, sentences[0]),
        length,
        first,
        second,
        *clearest,
    ]


def likelihoods(text: Text) -> Mapping[str, float]:
    """The log-odds of each intent; for every sentence its features, then those of its clauses."""
    weights = stored_weights()
    evidence = evidence_of(weights.scores, text)
    return {
        intent: bias + sum(weight * value for weight, value in zip(own, evidence, strict=True))
        for intent, (bias, *own) in zip(INTENTS, weights.judge, strict=True)
    }


@cache
def stored_weights() -> Weights:
    """The stored weights, read when the first text comes."""
    head, _, packed = WEIGHTS.read_bytes().partition(b"\n")
    fields = json.loads(head)
    return Weights(**fields, units=memoryview(zlib.decompress(packed)).cast("b"))


def write_weights(fields: Mapping[str, object], units: bytes) -> None:
    """Store what was learned: a line of JSON, then the packed planes."""
    WEIGHTS.write_bytes(json.dumps(fields).encode() + b"\n" + zlib.compress(units, 9))


def chosen(odds: Mapping[str, float], among: Iterable[str] = INTENTS) -> set[str]:
    """Every likely intent `among` those; the likeliest of them where none is likely."""
    allowed = list(among)
    likely = {intent for intent in allowed if odds[intent] > 0}
    return likely or {max(allowed, key=odds.__getitem__)}
