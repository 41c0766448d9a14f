"""The labelled questions that weights are learned from; those that accuracy is told of lie with the tests."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

LABELLED = Path(__file__).parents[2] / "data" / "intents"
LEARNED_FROM = ("tuning.jsonl", "training.jsonl")


@dataclass(frozen=True, slots=True)
class LabelledQuestion:
    """A text, the intents it is labelled with, and the projects it names."""

    text: str
    intents: frozenset[str]
    projects: tuple[str, ...]


def read_questions() -> list[LabelledQuestion]:
    """All of them, in the order of the files."""
    return [
        LabelledQuestion(row["text"], frozenset(row["intents"]), tuple(row.get("projects", ())))
        for content in _contents()
        for row in map(json.loads, content.decode().splitlines())
    ]


def learned_from() -> str:
    """SHA-256 of the questions, hexadecimal: stored with the weights, so that stale ones are noticed."""
    return hashlib.sha256(b"".join(_contents())).hexdigest()


def _contents() -> Iterator[bytes]:
    return ((LABELLED / name).read_bytes() for name in LEARNED_FROM)
