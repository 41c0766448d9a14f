"""`make intents`: learn the weights anew from the labelled questions, and write how well they read to docs/language.md.

Needs scikit-learn, which `make intents` installs in an environment of its own: nothing else here learns.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from scipy.sparse import csr_matrix
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import KFold
from sklearn.preprocessing import normalize
from sklearn.svm import LinearSVC

from domain.language.names import ProjectNames
from domain.pa.intent.classification import INTENTS
from domain.pa.intent.classifier import read_text
from domain.pa.intent.features import BUCKETS
from domain.pa.intent.learned import Text, evidence_of, write_weights
from tools.intents.questions import learned_from, read_questions

SEED = 1
FOLDS = 5
# Found by cross-validation; accuracy is flat around them.
READER_C = 1.0
JUDGE_C = 0.2
LEAST_WEIGHT = 0.03
MOST_UNITS = 127
FIGURES = Path(__file__).parents[2] / "docs" / "language.md"
HEADING = "## Figures of the intents"

type Matrix = np.ndarray[Any, np.dtype[np.float64]]
type Labels = np.ndarray[Any, np.dtype[np.bool_]]


@dataclass(frozen=True, slots=True)
class Reader:
    """The first model: weights and bias of each intent."""

    weights: Matrix
    bias: Matrix

    def evidence(self, texts: Sequence[Text]) -> Matrix:
        """What the second model judges by, a row a text."""
        return np.array([evidence_of(self._scores, text) for text in texts])

    def _scores(self, features: Collection[int]) -> list[float]:
        places = list(features)
        return list(self.weights[:, places].sum(axis=1) / max(len(places), 1) ** 0.5 + self.bias)


def main() -> None:
    """Write the weights and the figures."""
    questions = read_questions()
    texts = [_features(one.text, one.account) for one in questions]
    labels = np.array([[intent in one.intents for intent in INTENTS] for one in questions])
    unseen = np.zeros((len(texts), 4 * len(INTENTS) + 3))
    for known, rest in KFold(FOLDS, shuffle=True, random_state=SEED).split(texts):
        reader = _learned([texts[place] for place in known], labels[known])
        unseen[rest] = reader.evidence([texts[place] for place in rest])
    _write(_learned(texts, labels), _judges(unseen, labels))
    _report(_cross_validated(unseen, labels), labels)


def _features(text: str, account: tuple[str, ...]) -> Text:
    return [one.features for one in read_text(text, _names(account))]


@cache
def _names(account: tuple[str, ...]) -> ProjectNames:
    return ProjectNames(account)


def _union(text: Text) -> list[int]:
    return sorted({feature for sentence, *_ in text for feature in sentence})


def _matrix(sets: Sequence[Sequence[int]]) -> csr_matrix:
    ends = np.cumsum([0, *(len(one) for one in sets)])
    places = [feature for one in sets for feature in one]
    return normalize(csr_matrix((np.ones(len(places)), places, ends), shape=(len(sets), BUCKETS)))


def _learned(texts: Sequence[Text], labels: Labels) -> Reader:
    matrix = _matrix([_union(text) for text in texts])
    models = [LinearSVC(C=READER_C, random_state=SEED).fit(matrix, own) for own in labels.T]
    return Reader(np.array([one.coef_[0] for one in models]), np.array([one.intercept_[0] for one in models]))


def _judges(evidence: Matrix, labels: Labels) -> list[LogisticRegression]:
    return [LogisticRegression(C=JUDGE_C, max_iter=5000).fit(evidence, own) for own in labels.T]


def _cross_validated(evidence: Matrix, labels: Labels) -> Labels:
    """The intents chosen for each text by models that have not seen it."""
    odds = np.zeros(labels.shape)
    for known, rest in KFold(FOLDS, shuffle=True, random_state=SEED + 1).split(evidence):
        for column, judge in enumerate(_judges(evidence[known], labels[known])):
            odds[rest, column] = judge.decision_function(evidence[rest])
    return (odds > 0) | ((odds == odds.max(axis=1, keepdims=True)) & (odds <= 0).all(axis=1, keepdims=True))


def _write(reader: Reader, judges: Sequence[LogisticRegression]) -> None:
    step = float(np.abs(reader.weights).max()) / MOST_UNITS
    units = np.round(np.where(np.abs(reader.weights) < LEAST_WEIGHT, 0, reader.weights) / step).astype(np.int8)
    fields = {
        "learned_from": learned_from(),
        "step": step,
        "bias": [round(float(value), 4) for value in reader.bias],
        "judge": [[round(float(value), 4) for value in (*one.intercept_, *one.coef_[0])] for one in judges],
    }
    write_weights(fields, units.tobytes())


def _report(given: Labels, labels: Labels) -> None:
    exact = (given == labels).all(axis=1).mean()
    lines = [
        HEADING,
        "",
        f"{len(labels)} labelled questions, {FOLDS}-fold cross-validation, seed {SEED}; written by `make intents`.",
        f"All intents of a text right and none besides: {exact:.1%}. They are harder than what is asked day by day:",
        "on `intents_unseen.jsonl`, of which nothing was learned, tests hold the reader to 95 %.",
        "",
        "| Intent | Questions | Precision | Recall |",
        "|---|---|---|---|",
    ]
    for column, intent in enumerate(INTENTS):
        right = (given[:, column] & labels[:, column]).sum()
        asked, said = labels[:, column].sum(), given[:, column].sum()
        lines.append(f"| {intent} | {asked} | {right / said:.1%} | {right / asked:.1%} |")
    before = FIGURES.read_text(encoding="utf-8").partition(HEADING)[0]
    FIGURES.write_text(before + "\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
