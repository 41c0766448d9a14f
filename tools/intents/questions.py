"""The labelled texts that each reader's weights are learned from; `intents_unseen.jsonl` is not among them."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from domain.agents.brain import asked_for, reader, telling
from domain.agents.brain.sentences import sentences_of
from domain.language.learned import Reader, Text
from domain.language.names import ProjectNames
from domain.language.reading import BUCKETS, read_text
from domain.pa import follow_ups, manner
from domain.pa.intent.classifier import READER
from domain.thinking import talking
from domain.work_items import asking
from tools.intents import talk

_LEAST_HEARD = 2
LABELLED = Path(__file__).parents[2] / "data" / "intents"


@dataclass(frozen=True, slots=True)
class Question:
    """What the weights count in a text, and what it is labelled with."""

    features: Text
    labels: frozenset[str]


def _read(path: Path) -> Iterable[Question]:
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    account = tuple(sorted({name for row in rows if "names" not in row for name in row.get("projects", ())}))
    for row in rows:
        read = read_text(row["text"], _names(tuple(row.get("names", account))))
        yield Question([one.features for one in read], frozenset(row["intents"]))


@cache
def _names(account: tuple[str, ...]) -> ProjectNames:
    return ProjectNames(account)


def _read_orders(path: Path) -> Iterable[Question]:
    """What the weights of orders count; all that is labelled with none of them is none."""
    for row in map(json.loads, path.read_text(encoding="utf-8").splitlines()):
        said = [(one.read.sentence.words, one.read.sentence.question) for one in sentences_of(row["text"])]
        label = next((act for act in telling.ORDERS + telling.BESIDE if act in row["intents"]), telling.NONE)
        yield Question(telling.features_in(said) or [[set()]], frozenset({label}))


def _words_of_orders(paths: Sequence[Path]) -> str:
    """The plain words that at least two orders have; a comment may be about anything."""
    seen: Counter[str] = Counter()
    for row in (json.loads(line) for path in paths for line in path.read_text(encoding="utf-8").splitlines()):
        if (set(telling.ORDERS) - {reader.Act.REQUEST_CHANGES}) & set(row["intents"]):
            said = [one.read.sentence.words for one in sentences_of(row["text"])]
            seen.update({word for words in said for word in telling.words_in(words)})
    return " ".join(sorted(word for word, count in seen.items() if count >= _LEAST_HEARD))


def _read_asked_for(path: Path) -> Iterable[Question]:
    """The texts labelled for this reader. The CEO's others ask for nothing of these, unless for money."""
    if path == ASKED_FOR:
        yield from _read(path)
        return
    own = {json.loads(line)["text"] for line in ASKED_FOR.read_text(encoding="utf-8").splitlines()}
    rows = path.read_text(encoding="utf-8").splitlines()
    for row, question in zip(map(json.loads, rows), _read(path), strict=True):
        if row["text"] not in own and "money" not in question.labels:
            yield Question(question.features, frozenset({asked_for.OTHER}))


def _read_talk(path: Path) -> Iterable[Question]:
    for said in talk.read(path):
        label = talking.HARMLESS if said.harmless else talking.FALSE
        yield Question([[talking.features_of(said.plain, opinion=said.opinion)]], frozenset({label}))


@dataclass(frozen=True, slots=True)
class Course:
    """What one reader learns from.

    Attributes:
        of: whose reader it is, as the figures call it.
        reader: what is learned is written to its file.
        paths: the labelled files.
        buckets: how many features are told apart.
        least_weight: a smaller weight is left out.
        reader_c: how closely the first model fits its texts; found by cross-validation.
        ratio_c: the same of a second model, added to the first; 0 for none.
        read: the labelled texts of a file.
        words: the words that the reader is to know as seen, with blanks between them.
    """

    of: str
    reader: Reader
    paths: Sequence[Path]
    buckets: int
    least_weight: float
    reader_c: float = 1.0
    read: Callable[[Path], Iterable[Question]] = _read
    words: Callable[[Sequence[Path]], str] = lambda _paths: ""
    ratio_c: float = 0.0

    def read_questions(self) -> list[Question]:
        """All of them, file by file; an account is made of all projects named in its file."""
        return [question for path in self.paths for question in self.read(path)]

    def learned_from(self) -> str:
        """SHA-256 of the questions, hexadecimal: stored with the weights, so that stale ones are noticed."""
        return hashlib.sha256(b"".join(path.read_bytes() for path in self.paths)).hexdigest()


def _labelled(named: Callable[[str], bool]) -> list[Path]:
    return [path for path in sorted(LABELLED.glob("*.jsonl")) if named(path.name)]


ASKED_FOR = LABELLED / "asked_for.jsonl"
_OF_OTHERS = ("asked_for", "ceo", "follow_ups", "manner", "orders", "work")
PA = Course("assistant", READER, _labelled(lambda name: not name.startswith(_OF_OTHERS)), BUCKETS, 0.03, 2.0)
MANNER = Course("manner", manner.READER, _labelled(lambda name: name.startswith("manner")), 1 << 15, 0.03, 4.0)
FOLLOW_UPS = Course(
    "follow-up", follow_ups.READER, _labelled(lambda name: name.startswith("follow_ups")), 1 << 15, 0.03, 4.0
)
CEO = Course("CEO", reader.READER, _labelled(lambda name: name.startswith("ceo")), 1 << 16, 0.12)
ORDERS = Course("order", telling.READER, [*CEO.paths, *_labelled(lambda name: name.startswith("orders"))],
                1 << 15, 0.03, 1.0, _read_orders, _words_of_orders)  # fmt: skip
OF_ASKED_FOR = Course("asked-for", asked_for.READER, [ASKED_FOR, *CEO.paths], 1 << 15, 0.03, 2.0, _read_asked_for)
WORK = Course("work", asking.READER, _labelled(lambda name: name.startswith("work")), 1 << 15, 0.03, 2.0)
TALK = Course("talk", talking.READER, talk.PATHS, talking.BUCKETS, 0.2, 20.0, _read_talk, talk.seen_words, 20.0)
COURSES = (PA, MANNER, FOLLOW_UPS, CEO, ORDERS, OF_ASKED_FOR, WORK, TALK)
