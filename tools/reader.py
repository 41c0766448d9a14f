"""`python -m tools.reader`: learn what a message is about from data/messages.jsonl, and write the weights.

The messages with `"set": "test"` are never learned from; how well they are read is printed. Needs scikit-learn
(`requirements/train.txt`), which nothing else here does.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from scipy.sparse import csr_matrix
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import KFold
from sklearn.preprocessing import normalize

from domain.answers.reader import BUCKETS, MARKS, SURE, WEIGHTS, Asked, features, likelihoods, model

MESSAGES = Path(__file__).parents[1] / "data" / "messages.jsonl"
TOPICS = list(Asked)
SHARES = {1: (1.0,), 2: (0.6, 0.4), 3: (0.5, 0.3, 0.2)}  # of a message's weight, for each of its topics
C, FOLDS, SEED = 100, 4, 1
MOST_UNITS = 127
_WORDS = re.compile(r"[^\W_]+")

type Matrix = np.ndarray[Any, np.dtype[np.float64]]


class Message(NamedTuple):
    """A labelled message, its likeliest topic first; names in it stand in ‹ ›."""

    text: str
    topics: tuple[Asked, ...]
    is_test: bool


def messages(path: Path = MESSAGES) -> list[Message]:
    """All labelled messages of a file, those of the test part included."""
    rows = map(json.loads, path.read_text().splitlines())
    return [Message(row["text"], tuple(map(Asked, row["topics"])), row.get("set") == "test") for row in rows]


def main() -> None:
    """Learn from the messages outside the test part, write the weights, and print how well the test part is read."""
    known = [one for one in messages() if not one.is_test]
    matrix = _matrix([one.text for one in known])
    fitted = _fitted(matrix, known)
    # Weights per topic matter by their differences alone, so the mean of each bucket is taken off before rounding.
    weights = fitted.coef_.T - fitted.coef_.T.mean(axis=1, keepdims=True)
    step, heat = float(np.abs(weights).max()) / MOST_UNITS, _temperature(matrix, known)
    fields = {
        "bias": [round(float(value) / heat, 5) for value in fitted.intercept_],
        "scale": round(step / heat, 8),
        "common": " ".join(_common(one.text for one in known)),
    }
    head = json.dumps(fields, ensure_ascii=False).encode()
    WEIGHTS.write_bytes(head + b"\n" + np.round(weights / step).astype(np.int8).tobytes())
    model.cache_clear()
    sys.stdout.write(f"{len(known)} messages learned, {WEIGHTS.stat().st_size:,} bytes, heat {heat:.2f}\n")
    sys.stdout.write(f"{figures([one for one in messages() if one.is_test])}\n")


def figures(test: Sequence[Message]) -> str:
    """A sentence that says how well the messages of the test part are read."""
    found = [(one.topics, likelihoods(one.text)) for one in test]
    sure = [likely[0].topic in topics for topics, likely in found if likely[0].likelihood >= SURE]
    shares = {
        "first topic right": np.mean([likely[0].topic == topics[0] for topics, likely in found]),
        "first topic one of the message's": np.mean([likely[0].topic in topics for topics, likely in found]),
        "first or second right": np.mean([topics[0] in {one.topic for one in likely[:2]} for topics, likely in found]),
        "sure": len(sure) / len(test),
        "right where sure": np.mean(sure),
    }
    return f"{len(test)} messages of the test part: {', '.join(f'{of} {share:.1%}' for of, share in shares.items())}"


def _matrix(texts: Iterable[str]) -> csr_matrix:
    rows = [features(text) for text in texts]
    ends = np.cumsum([0, *map(len, rows)])
    return normalize(csr_matrix((np.ones(ends[-1]), np.concatenate(rows), ends), shape=(len(rows), BUCKETS)))


def _fitted(matrix: csr_matrix, known: Sequence[Message]) -> LogisticRegression:
    """A regression fitted to the messages. A message with several topics counts for each of them by `SHARES`."""
    shares = [
        (row, *own) for row, one in enumerate(known) for own in zip(one.topics, SHARES[len(one.topics)], strict=True)
    ]
    rows, topics, weights = zip(*shares, strict=True)
    places = [TOPICS.index(topic) for topic in topics]
    return LogisticRegression(C=C, max_iter=500).fit(matrix[list(rows)], places, sample_weight=weights)


def _temperature(matrix: csr_matrix, known: Sequence[Message]) -> float:
    """The divisor of scores (0.6 to 2.95) whose likelihoods fit best to messages that were not learned."""
    scores: Matrix = np.zeros((len(known), len(TOPICS)))
    for inside, outside in KFold(FOLDS, shuffle=True, random_state=SEED).split(matrix):
        scores[outside] = _fitted(matrix[inside], [known[row] for row in inside]).decision_function(matrix[outside])
    firsts = [TOPICS.index(one.topics[0]) for one in known]
    return min((step / 20 for step in range(12, 60)), key=lambda heat: _loss(scores / heat, firsts))


def _loss(scores: Matrix, places: Sequence[int]) -> float:
    return float((np.logaddexp.reduce(scores, axis=1) - scores[np.arange(len(places)), places]).mean())


def _common(texts: Iterable[str]) -> list[str]:
    """The words that occur in lower case outside of names, the most frequent first."""
    counts = Counter(word for text in texts for word in _WORDS.findall(MARKS.sub(" ", text)) if word.islower())
    return sorted(counts, key=lambda word: (-counts[word], word))


if __name__ == "__main__":
    main()
