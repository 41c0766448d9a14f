"""What the words of a text speak for, by weights learned from labelled questions (ADR 15).

Rules know constructions and are blind to wordings nobody thought of; weights know wordings and are blind to
constructions. `agreed` lets each correct the other. The weights come from `python -m tools.intents`.
"""

import json
import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path

from domain.pa.intent.pattern import END, START, Token

WEIGHTS = Path(__file__).with_name("weights.json")

# In log-odds, found by cross-validation on questions no rule had been written for: what a rule's word is worth for its
# intent, and what its silence takes from the others.
_SAID = 2.0
_UNSAID = -1.0


@dataclass(frozen=True, slots=True)
class Weights:
    """A linear model per intent over the features of a text.

    Attributes:
        step: what one unit of a stored weight is worth, in log-odds.
        bias: of each intent.
        features: for each feature its weights, in units, of the intents it speaks for or against.
    """

    step: float
    bias: Mapping[str, float]
    features: Mapping[str, Mapping[str, int]]

    def log_odds(self, features: Collection[str]) -> dict[str, float]:
        """How much `features` speak for each intent; every text weighs the same, however long. Empty: not at all."""
        known = [self.features[feature] for feature in features if feature in self.features]
        if not known:
            return {}
        length = math.sqrt(len(known))
        odds = dict(self.bias)
        for weights in known:
            for intent, units in weights.items():
                odds[intent] += units * self.step / length
        return odds


def features_of(sentences: Iterable[Sequence[Token]]) -> set[str]:
    """Words with their forms and families, pairs of neighbouring words, pairs of neighbouring families."""
    features: set[str] = set()
    for sentence in sentences:
        features.update(*(token.symbols for token in sentence))
        words = [START, *(token.word for token in sentence), END]
        features.update(f"{word} {following}" for word, following in pairwise(words))
        for token, following in pairwise(sentence):
            families = filter(str.isupper, token.symbols)
            features.update(f"{one} {other}" for one in families for other in following.symbols if other.isupper())
    return features


def agreed(said: Collection[str], features: Collection[str]) -> set[str]:
    """The intents that rules, which said `said`, and weights together hold for likely; at least one of either."""
    odds = {
        intent: value + _UNSAID + (_SAID - _UNSAID if intent in said else 0.0)
        for intent, value in _weights().log_odds(features).items()
    }
    likely = {intent for intent, value in odds.items() if value > 0}
    return likely or ({max(odds, key=odds.__getitem__)} if odds else set(said))


@cache
def _weights() -> Weights:
    """The stored weights, read when the first text comes."""
    stored = json.loads(WEIGHTS.read_text(encoding="utf-8"))
    return Weights(stored["step"], stored["bias"], stored["features"])
