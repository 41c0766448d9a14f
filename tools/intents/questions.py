"""The labelled texts that each reader's weights are learned from; `intents_unseen.jsonl` is not among them."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from domain.agents.brain import reader
from domain.language.features import BUCKETS
from domain.language.learned import Reader, Text
from domain.language.names import ProjectNames
from domain.language.reading import read_text
from domain.pa import manner
from domain.pa.intent.classifier import READER
from domain.pa.schedule import placing
from domain.pa.schedule.placing import CUT, DOUBT, SCHEDULE, TASK, features_of, runs_of
from domain.pa.schedule.plan import CONNECTORS
from domain.pa.schedule.reader import said_of
from domain.pa.schedule.unclear import ScheduleUnclearError
from domain.pa.schedule.vocabulary import POLITE
from domain.work_items import asking

DATA = Path(__file__).parents[2] / "data"
_MARK = re.compile(r"\[\[(.*?)\]\]", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Example:
    """The features of a text, as its reader counts them, and what it is labelled with."""

    text: Text
    labels: frozenset[str]


@dataclass(frozen=True, slots=True)
class Course:
    """What one reader learns from.

    Attributes:
        of: what learns, as the figures call it.
        reader: what is learned is written to its file.
        files: the labelled files among all, by name.
        buckets: how many features are told apart.
        least_weight: a smaller weight is left out.
        reader_c: how closely the first model fits its texts; found by cross-validation.
        folder: where its files are.
        read: reads one of them.
    """

    of: str
    reader: Reader
    files: Callable[[str], bool]
    buckets: int
    least_weight: float
    reader_c: float = 1.0
    folder: str = "intents"
    read: Callable[[Path], Iterable[Example]] = field(default_factory=lambda: _questions)

    def read_examples(self) -> list[Example]:
        """All of them, file by file."""
        return [example for path in self._paths() for example in self.read(path)]

    def learned_from(self) -> str:
        """SHA-256 of the questions, hexadecimal: stored with the weights, so that stale ones are noticed."""
        return hashlib.sha256(b"".join(path.read_bytes() for path in self._paths())).hexdigest()

    def _paths(self) -> list[Path]:
        return [path for path in sorted((DATA / self.folder).iterdir()) if self.files(path.name)]


def _questions(path: Path) -> Iterator[Example]:
    """Texts with their intents; an account is made of all projects named in the file."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    account = tuple(sorted({name for row in rows if "names" not in row for name in row.get("projects", ())}))
    for row in rows:
        read = read_text(row["text"], _names(tuple(row.get("names", account))))
        yield Example([one.features for one in read], frozenset(row["intents"]))


@cache
def _names(account: tuple[str, ...]) -> ProjectNames:
    return ProjectNames(account)


def _placed(path: Path) -> Iterator[Example]:
    """Every run of texts in which what says when to run stands in [[…]]; "?" before a text: one cannot tell."""
    for line in path.read_text(encoding="utf-8").splitlines():
        marked = line.removeprefix("?").replace("\\n", "\n")
        text = marked.replace("[[", "").replace("]]", "")
        spans = [
            (found.start() - 4 * number, found.end() - 4 * (number + 1))
            for number, found in enumerate(_MARK.finditer(marked))
        ]
        with suppress(ScheduleUnclearError):  # the grammar itself asks back
            runs = runs_of(said_of(text))
            for run, features in zip(runs, features_of(runs), strict=True):
                said = run.said
                middle = (said.tokens[run.first].start + said.tokens[run.last - 1].end) / 2
                inside = next(((start, end) for start, end in spans if start <= middle < end), None)
                label = DOUBT if line.startswith("?") else SCHEDULE if inside else TASK
                start, end = inside or (0, 0)
                unread = (
                    token
                    for place, token in enumerate(said.tokens)
                    if start <= token.start < end and place not in said.covered and token.kind != "mark"
                )
                cut = any(token.text not in POLITE | CONNECTORS | {"of"} for token in unread)
                yield Example([[features]], frozenset([label, CUT] if cut else [label]))


PA = Course(
    "assistant's reader", READER, lambda name: not name.startswith(("ceo", "manner", "work")), BUCKETS, 0.03, 2.0
)
MANNER = Course("manner's reader", manner.READER, lambda name: name.startswith("manner"), 1 << 15, 0.03, 4.0)
CEO = Course("CEO's reader", reader.READER, lambda name: name.startswith("ceo"), 1 << 16, 0.12)
WORK = Course("work's reader", asking.READER, lambda name: name.startswith("work"), 1 << 15, 0.03, 2.0)
PLACING = Course(
    "schedules' placing",
    placing.READER,
    lambda name: name.endswith(".txt"),
    placing.BUCKETS,
    0.0,
    4.0,
    "placed",
    _placed,
)
COURSES = (PA, MANNER, CEO, WORK, PLACING)
