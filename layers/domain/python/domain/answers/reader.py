"""Reads which topics a message is about, and which things it names.

A linear model over hashed words and parts of words, learned by `python -m tools.reader`, finds the topics. These
choose which records an answer shows; nothing here decides a deed or answers.
"""

from __future__ import annotations

import json
import math
import re
import unicodedata
import zlib
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from functools import cache
from itertools import pairwise
from operator import add
from pathlib import Path

from common.services import frozen
from domain.answers.naming import Thing, named_in, stems_of

WEIGHTS = Path(__file__).with_suffix(".bin")
MARKED = "‹thing›"  # stands for the name of a project or of a document
BUCKETS = 8192
MOST_CHARACTERS = 2_000  # of a longer message, the first and the last half of these are read
MOST_TOPICS = 3
LEAST_LIKELIHOOD = 0.15
COMMONEST = 100  # words that stand in most messages, whatever they are about
SURE = 0.55  # from here on, nine of ten first topics are right
BLANKED = {"project", "document"}
MARKS = re.compile(r"‹[^‹›]*›")  # what the labelled messages put around a name

_UNMARKED = str.maketrans("‹›", "  ")
_DIGITS = re.compile(r"\d+")
_TOKENS = re.compile(r"‹thing›|[^\W_]+|[?!]")
_LAST_LATIN = "\u024f"
_SCRIPT = "‹script›"
_PARTED = re.compile(r"[.?!;\n]+|\band\b", re.IGNORECASE)  # a message that asks several things has a part for each
_LEAST_WORDS = 3  # of such a part
_PARTS = (3, 4, 5)  # lengths of the parts of words


class Asked(StrEnum):
    """A topic that a message can be about."""

    STATUS = "status"
    NEEDS = "needs"
    NEXT = "next"
    COST = "cost"
    SPENT = "spent"
    CEILING = "ceiling"
    DONE_BY = "done_by"
    DEADLINE = "deadline"
    BRIEF = "brief"
    ENTRY_COST = "entry_cost"
    DOCUMENTS = "documents"
    CONTENT = "content"
    DECISIONS = "decisions"
    CHOICES = "choices"
    ACCESS = "access"
    WORK = "work"
    TEAM = "team"
    CHANGES = "changes"
    DELIVERY = "delivery"
    TASKS = "tasks"
    MESSAGES = "messages"
    PROJECTS = "projects"
    HELP = "help"
    GREETING = "greeting"
    THANKS = "thanks"
    ADVICE = "advice"
    NOTE = "note"
    OTHER = "other"


COURTESIES = {Asked.GREETING, Asked.THANKS}
NO_QUESTIONS = {*COURTESIES, Asked.NOTE, Asked.OTHER}
_ONLY_WHOLE = {*NO_QUESTIONS, Asked.HELP, Asked.ADVICE}


@frozen
class Likely:
    """A topic, and how likely the message is about it, from 0 to 1."""

    topic: Asked
    likelihood: float


@frozen
class Read:
    """What was read from a message.

    Attributes:
        topics: at most three, the likeliest first, or those of several questions in their order; empty if none is
            likely enough.
        is_sure: whether the likeliest topic of the whole message can be relied on.
        is_question: whether the message asks something.
        named: the things that it names, best first.
        words: those that may tell one record from another: not the commonest, none of a project's or document's name;
            and the `rare` ones among them, which are in no message that the model learned from.
    """

    topics: tuple[Likely, ...]
    is_sure: bool
    is_question: bool
    named: tuple[Thing, ...]
    words: frozenset[str] = frozenset()
    rare: frozenset[str] = frozenset()


@frozen
class Model:
    """The learned weights, a row of whole numbers for each bucket, and how common words are."""

    rows: memoryview
    bias: list[float]
    scale: float
    ranks: dict[str, int]


def read(message: str, names: Sequence[Thing] = ()) -> Read:
    """The topics of a message, and the things of `names` that it names.

    Where several parts of a message that asks something surely ask about different topics, these are its topics.

    Args:
        message: of any length; the middle of one longer than 2,000 characters is not read.
        names: what the message may name; the names of projects and documents say nothing about the topic.
    """
    text = _shortened(unicodedata.normalize("NFC", message)).translate(_UNMARKED)
    ranks = model().ranks
    found = named_in(text, names, ranks)
    blanked = _blanked(text, (one.span for one in found if one.span and one.thing.kind in BLANKED))
    whole = [one for one in likelihoods(blanked) if one.likelihood >= LEAST_LIKELIHOOD]
    may_ask = "?" in text or bool(whole and whole[0].topic not in NO_QUESTIONS)
    topics = tuple((may_ask and _several(blanked)) or whole)[:MOST_TOPICS]
    words = stems_of(blanked.replace(MARKED, " "))
    first = topics[0].topic if topics else Asked.OTHER
    return Read(
        topics=topics,
        is_sure=bool(whole) and whole[0].likelihood >= SURE,
        is_question=first not in NO_QUESTIONS or ("?" in text and bool(topics) and first not in COURTESIES),
        named=tuple(one.thing for one in found),
        words=frozenset(one for one in words if ranks.get(one, COMMONEST) >= COMMONEST),
        rare=frozenset(one for one in words if one not in ranks and f"{one}s" not in ranks),
    )


def _several(text: str) -> list[Likely]:
    """The topics that parts of a text surely ask about, in their order; [] if there is only one."""
    parts = (likelihoods(part)[:1] for part in _PARTED.split(text) if len(_words(part)) >= _LEAST_WORDS)
    asked = {one.topic: one for likely in parts for one in likely if one.likelihood >= SURE}
    found = [one for one in asked.values() if one.topic not in _ONLY_WHOLE]
    return found if len(found) > 1 else []


def likelihoods(text: str) -> list[Likely]:
    """Every topic with its likelihood, the likeliest first; [] for a text without words."""
    buckets = features(text)
    if not buckets:
        return []
    known = model()
    size = len(known.bias)
    totals = [0] * size
    for bucket in buckets:
        totals = list(map(add, totals, known.rows[bucket * size : bucket * size + size]))
    scale = known.scale / math.sqrt(len(buckets))
    scores = [total * scale + bias for total, bias in zip(totals, known.bias, strict=True)]
    highest = max(scores)
    powers = [math.exp(score - highest) for score in scores]
    total = sum(powers)
    likely = (Likely(topic, power / total) for topic, power in zip(Asked, powers, strict=True))
    return sorted(likely, key=lambda one: -one.likelihood)


def features(text: str) -> list[int]:
    """The numbers, below 8192, to which the words, neighbouring words and parts of words in a text are hashed."""
    words = _words(text)
    return sorted({zlib.crc32(feature.encode()) % BUCKETS for feature in _features(words)}) if words else []


def _features(words: list[str]) -> Iterator[str]:
    framed = ["^", *words, "$"]
    yield from words
    yield from (f"{one} {two}" for one, two in pairwise(framed))
    yield from (f"{one} {two} {three}" for (one, two), (_, three) in pairwise(pairwise(framed)))
    for word in set(words):
        edged = f"<{word}>"
        yield from (f"~{edged[at : at + n]}" for n in _PARTS for at in range(len(edged) - n + 1))


def _words(text: str) -> list[str]:
    """The words of a text in lower case; "0" stands for any number, and one sign for any word of another script."""
    plain = unicodedata.normalize("NFKC", MARKS.sub(MARKED, text)).casefold()
    plain = plain.replace("'", "").replace("’", "")
    words: list[str] = _TOKENS.findall(_DIGITS.sub("0", plain))
    return [_SCRIPT if word[0] > _LAST_LATIN and word != MARKED else word for word in words]


def _shortened(message: str) -> str:
    half = MOST_CHARACTERS // 2
    return message if len(message) <= MOST_CHARACTERS else f"{message[:half]} {message[-half:]}"


def _blanked(text: str, spans: Iterable[tuple[int, int]]) -> str:
    for start, end in sorted(spans, reverse=True):
        text = f"{text[:start]}{MARKED}{text[end:]}"
    return text


@cache
def model() -> Model:
    """The learned weights, read when a message is first read."""
    return loaded(WEIGHTS.read_bytes())


def loaded(content: bytes) -> Model:
    """The model in the bytes of a file: a line of JSON, then a byte for each weight."""
    head, _, weights = content.partition(b"\n")
    fields = json.loads(head)
    ranks = {word: rank for rank, word in enumerate(fields["common"].split())}
    return Model(memoryview(weights).cast("b"), fields["bias"], fields["scale"], ranks)
