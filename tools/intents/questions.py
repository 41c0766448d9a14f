"""The labelled texts that each reader's weights are learned from; `intents_unseen.jsonl` is not among them."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
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
from domain.pa.schedule.placing import DOUBT, SCHEDULE, TASK, features_of, runs_of
from domain.pa.schedule.plan import Said
from domain.pa.schedule.reader import said_of
from domain.pa.schedule.said_parts import Placed
from domain.pa.schedule.unclear import ScheduleUnclearError
from domain.pa.schedule.unread import unread_features, unread_of
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
            said, visible = said_of(text)
            runs = runs_of(said)
            inside = [2 * _inside(said, run.items, spans) > 1 for run in runs]
            doubtful = line.startswith("?")
            told = list(zip(features_of(runs), inside, strict=True))
            for features, marked in told[-1:] if doubtful else told:  # the doubt comes with the last time that is said
                yield Example([[features]], frozenset([DOUBT if doubtful else SCHEDULE if marked else TASK]))
            kept = [item for run, marked in zip(runs, inside, strict=True) if marked for item in run.items]
            for unread in dict(unread_of(said, visible, kept)):
                label = DOUBT if doubtful else SCHEDULE if _inside(said, [unread], spans) > 0 else TASK
                yield Example([[unread_features(said, unread)]], frozenset([label]))


def _inside(said: Said, items: Iterable[Placed], spans: Sequence[tuple[int, int]]) -> float:
    """The share of the parts' tokens that stand in a mark."""
    places = [said.tokens[at].start for item in items for at in range(item.first, item.last)]
    return sum(start <= place < end for place in places for start, end in spans) / len(places)


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
