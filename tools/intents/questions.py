"""The labelled questions that weights are learned from. Those in `intents_unseen.jsonl` are not among them."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path

LABELLED = Path(__file__).parents[2] / "data" / "intents"


@dataclass(frozen=True, slots=True)
class Question:
    """A text, the intents it is labelled with, and the projects of the account that asked."""

    text: str
    intents: frozenset[str]
    account: tuple[str, ...]


def read_questions() -> list[Question]:
    """All of them, file by file; an account is made of all projects named in its file."""
    return [question for path in _files() for question in _read(path)]


def learned_from() -> str:
    """SHA-256 of the questions, hexadecimal: stored with the weights, so that stale ones are noticed."""
    return hashlib.sha256(b"".join(path.read_bytes() for path in _files())).hexdigest()


def _read(path: Path) -> list[Question]:
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    account = tuple(sorted({name for row in rows if "names" not in row for name in row.get("projects", ())}))
    return [Question(row["text"], frozenset(row["intents"]), tuple(row.get("names", account))) for row in rows]


def _files() -> list[Path]:
    return sorted(LABELLED.glob("*.jsonl"))
