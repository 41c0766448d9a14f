"""`make intents`: learn each reader's weights anew from its labelled texts, and write how well it reads.

The figures go to docs/language.md. With names of readers, such as `assistant`, only those learn.

Needs scikit-learn, which `make intents` installs in an environment of its own: nothing else here learns.
"""

from __future__ import annotations

import sys
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from scipy.sparse import csr_matrix, diags
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import KFold
from sklearn.preprocessing import normalize
from sklearn.svm import LinearSVC

from domain.language.learned import Text, evidence_of
from tools.intents.questions import COURSES, Course, Question

SEED = 1
FOLDS = 5
# Found by cross-validation; accuracy is flat around it.
JUDGE_C = 0.2
MOST_UNITS = 127
FIGURES = Path(__file__).parents[2] / "docs" / "language.md"

type Matrix = np.ndarray[Any, np.dtype[np.float64]]
type Labels = np.ndarray[Any, np.dtype[np.bool_]]


@dataclass(frozen=True, slots=True)
class Model:
    """The first model: a row of weights for each feature, and the bias of each label."""

    weights: Matrix
    bias: Matrix

    def evidence(self, texts: Sequence[Text]) -> Matrix:
        """What the second model judges by, a row a text."""
        return np.array([evidence_of(self._scores, text) for text in texts])

    def _scores(self, features: Collection[int]) -> list[float]:
        places = list({feature % len(self.weights) for feature in features})
        return list(self.weights[places].sum(axis=0) / max(len(places), 1) ** 0.5 + self.bias)


def main() -> None:
    """Write the weights and the figures."""
    for course in COURSES:
        if len(sys.argv) == 1 or course.of in sys.argv[1:]:
            _learn(course)


def _learn(course: Course) -> None:
    questions = course.read_questions()
    texts = [one.features for one in questions]
    labels = np.array([[label in one.labels for label in course.reader.labels] for one in questions])
    unseen = np.zeros((len(texts), 4 * len(course.reader.labels) + 3))
    for known, rest in KFold(FOLDS, shuffle=True, random_state=SEED).split(texts):
        model = _learned([texts[place] for place in known], labels[known], course)
        unseen[rest] = model.evidence([texts[place] for place in rest])
    planes = _learned_labels(labels).shape[1]
    _write(course, _learned(texts, labels, course), _judges(unseen, labels), planes)
    _report(course, questions, _cross_validated(unseen, labels), labels)


def _union(text: Text, buckets: int) -> list[int]:
    return sorted({feature % buckets for sentence, *_ in text for feature in sentence})


def _matrix(sets: Sequence[Sequence[int]], buckets: int) -> csr_matrix:
    ends = np.cumsum([0, *(len(one) for one in sets)])
    places = [feature for one in sets for feature in one]
    return normalize(csr_matrix((np.ones(len(places)), places, ends), shape=(len(sets), buckets)))


def _learned(texts: Sequence[Text], labels: Labels, course: Course) -> Model:
    matrix = _matrix([_union(text, course.buckets) for text in texts], course.buckets)
    fitted = (_fitted(matrix, own, course) for own in _learned_labels(labels).T)
    weights, bias = map(np.array, zip(*fitted, strict=True))
    if len(weights) < labels.shape[1]:
        weights, bias = np.concatenate((weights, -weights)), np.concatenate((bias, -bias))
    return Model(weights.T.copy(), bias)


def _learned_labels(labels: Labels) -> Labels:
    """The labels to be learned: of two of which each text has one, the second is the first, negated."""
    either_or = labels.shape[1] == 2 and (labels.sum(axis=1) == 1).all()  # noqa: PLR2004
    return labels[:, :1] if either_or else labels


def _fitted(matrix: csr_matrix, own: Labels, course: Course) -> tuple[Matrix, float]:
    """Weights and bias that tell the texts of one label from the others.

    Where the course says so, to these are added those of a model whose features count by how much oftener they occur
    in texts of the label (Wang and Manning, "Baselines and Bigrams", 2012).
    """
    model = LinearSVC(C=course.reader_c, random_state=SEED).fit(matrix, own)
    weights, bias = model.coef_[0], model.intercept_[0]
    if course.ratio_c:
        occurs = matrix.astype(bool).astype(float)
        inside, outside = (1 + np.asarray(occurs[rows].sum(axis=0))[0] for rows in (own, ~own))
        ratio = np.log(inside / inside.sum()) - np.log(outside / outside.sum())
        scaled = LinearSVC(C=course.ratio_c, random_state=SEED).fit(matrix @ diags(ratio), own)
        weights, bias = weights + scaled.coef_[0] * ratio, bias + scaled.intercept_[0]
    return weights, bias


def _judges(evidence: Matrix, labels: Labels) -> list[LogisticRegression]:
    return [LogisticRegression(C=JUDGE_C, max_iter=5000).fit(evidence, own) for own in labels.T]


def _cross_validated(evidence: Matrix, labels: Labels) -> Labels:
    """The intents chosen for each text by models that have not seen it."""
    odds = np.zeros(labels.shape)
    for known, rest in KFold(FOLDS, shuffle=True, random_state=SEED + 1).split(evidence):
        for column, judge in enumerate(_judges(evidence[known], labels[known])):
            odds[rest, column] = judge.decision_function(evidence[rest])
    return (odds > 0) | ((odds == odds.max(axis=1, keepdims=True)) & (odds <= 0).all(axis=1, keepdims=True))


def _write(course: Course, model: Model, judges: Sequence[LogisticRegression], planes: int) -> None:
    step = float(np.abs(model.weights).max()) / MOST_UNITS
    kept = np.where(np.abs(model.weights) < course.least_weight, 0, model.weights)
    units = np.round(kept / step).astype(np.int8).T[:planes]
    fields = {
        "learned_from": course.learned_from(),
        "buckets": course.buckets,
        "words": course.words(course.paths),
        "step": step,
        "bias": [round(float(value), 4) for value in model.bias],
        "judge": [[round(float(value), 4) for value in (*one.intercept_, *one.coef_[0])] for one in judges],
    }
    course.reader.write(fields, units.tobytes())


def _report(course: Course, questions: Sequence[Question], given: Labels, labels: Labels) -> None:
    exact = (given == labels).all(axis=1).mean()
    heading = f"## Figures of the {course.of}'s reader"
    lines = [
        heading,
        "",
        f"{len(questions)} labelled texts, {FOLDS}-fold cross-validation, seed {SEED}; written by `make intents`.",
        f"All labels of a text right and none besides: {exact:.1%}.",
        "",
        "| Label | Texts | Precision | Recall |",
        "|---|---|---|---|",
    ]
    for column, label in enumerate(course.reader.labels):
        right = (given[:, column] & labels[:, column]).sum()
        asked, said = labels[:, column].sum(), given[:, column].sum()
        lines.append(f"| {label} | {asked} | {right / max(said, 1):.1%} | {right / max(asked, 1):.1%} |")
    before, _, after = FIGURES.read_text(encoding="utf-8").partition(heading)
    _, mark, others = after.partition("\n## ")
    FIGURES.write_text(before.rstrip() + "\n\n" + "\n".join(lines) + "\n" + mark + others, encoding="utf-8")


if __name__ == "__main__":
    main()
