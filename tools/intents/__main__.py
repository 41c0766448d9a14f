"""`python -m tools.intents`: learn the weights from the labelled questions and write them to `weights.json`.

It needs scikit-learn. `make intents` installs that into a separate environment, because nothing else needs it.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from sklearn.feature_extraction import DictVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.preprocessing import normalize

from domain.pa.intent import INTENTS
from domain.pa.intent.learned import WEIGHTS, features_of
from domain.pa.intent.lexicon import is_everyday, is_known, tokenized
from domain.pa.intent.projects import ProjectNames
from tools.intents.questions import learned_from, read_questions

# Found by cross-validation; values nearby are as accurate.
INVERSE_REGULARISATION = 40
LEAST_TEXTS = 2
LEAST_WEIGHT = 0.4
STEP = 0.1


def main() -> None:
    """Learn one linear model per intent and write its weights."""
    questions = read_questions()
    names = ProjectNames(sorted({name for one in questions for name in one.projects}), is_everyday, is_known)
    texts = _without_rare([features_of(tokens for _, _, tokens in tokenized(one.text, names)) for one in questions])
    vectorizer = DictVectorizer()
    matrix = normalize(vectorizer.fit_transform([dict.fromkeys(features, 1) for features in texts]))
    features: dict[str, dict[str, int]] = {name: {} for name in vectorizer.get_feature_names_out()}
    bias = {}
    for intent in INTENTS:
        model = LogisticRegression(C=INVERSE_REGULARISATION, max_iter=3000)
        model.fit(matrix, [intent in one.intents for one in questions])
        bias[intent] = round(float(model.intercept_[0]), 3)
        for own, weight in zip(features.values(), model.coef_[0], strict=True):
            if abs(weight) >= LEAST_WEIGHT:
                own[intent] = round(float(weight) / STEP)
    _write(bias, {name: own for name, own in features.items() if own})


def _without_rare(texts: Sequence[set[str]]) -> Iterable[list[str]]:
    seen = Counter(feature for features in texts for feature in features)
    return [sorted(feature for feature in features if seen[feature] >= LEAST_TEXTS) for features in texts]


def _write(bias: Mapping[str, float], features: Mapping[str, Mapping[str, int]]) -> None:
    """Write one feature per line, so that a diff can be read."""
    lines = ",\n".join(f"{json.dumps(name)}:{json.dumps(own, separators=(',', ':'))}" for name, own in features.items())
    head = json.dumps({"learned_from": learned_from(), "step": STEP, "bias": bias})[1:-1]
    WEIGHTS.write_text(f'{{{head}, "features": {{\n{lines}\n}}}}\n', encoding="utf-8")


if __name__ == "__main__":
    main()
