"""The labelled texts that each reader's weights are learned from; `intents_unseen.jsonl` is not among them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from domain.agents.brain import reader
from domain.language.features import BUCKETS
from domain.language.learned import Reader
from domain.pa import manner
from domain.pa.intent.classifier import READER
from domain.work_items import asking

LABELLED = Path(__file__).parents[2] / "data" / "intents"


@dataclass(frozen=True, slots=True)
class Question:
    """A text, what it is labelled with, and the projects of the account that asked."""

    text: str
    labels: frozenset[str]
    account: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Course:
    """What one reader learns from.

    Attributes:
        of: whose reader it is, as the figures call it.
        reader: what is learned is written to its file.
        files: the labelled files among all, by name.
        buckets: how many features are told apart.
        least_weight: a smaller weight is left out.
        reader_c: how closely the first model fits its texts; found by cross-validation.
    """

    of: str
    reader: Reader
    files: Callable[[str], bool]
    buckets: int
    least_weight: float
    reader_c: float = 1.0

    def read_questions(self) -> list[Question]:
        """All of them, file by file; an account is made of all projects named in its file."""
        return [question for path in self._paths() for question in _read(path)]

    def learned_from(self) -> str:
        """SHA-256 of the questions, hexadecimal: stored with the weights, so that stale ones are noticed."""
        return hashlib.sha256(b"".join(path.read_bytes() for path in self._paths())).hexdigest()

    def _paths(self) -> list[Path]:
        return [path for path in sorted(LABELLED.glob("*.jsonl")) if self.files(path.name)]


PA = Course("assistant", READER, lambda name: not name.startswith(("ceo", "manner", "work")), BUCKETS, 0.03, 2.0)
MANNER = Course("manner", manner.READER, lambda name: name.startswith("manner"), 1 << 15, 0.03, 4.0)
CEO = Course("CEO", reader.READER, lambda name: name.startswith("ceo"), 1 << 16, 0.12)
WORK = Course("work", asking.READER, lambda name: name.startswith("work"), 1 << 15, 0.03, 2.0)
COURSES = (PA, MANNER, CEO, WORK)


def _read(path: Path) -> list[Question]:
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    account = tuple(sorted({name for row in rows if "names" not in row for name in row.get("projects", ())}))
    return [Question(row["text"], frozenset(row["intents"]), tuple(row.get("names", account))) for row in rows]
