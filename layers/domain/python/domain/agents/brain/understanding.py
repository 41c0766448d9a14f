"""What a message says, as data: instructions, wishes, decisions, questions, imperatives, and what is declined."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from domain.agents.brain.deeds import deed_in
from domain.agents.brain.forms import Verb, doubt, without_lead_in
from domain.agents.brain.instructions import Instruction, told_in
from domain.agents.brain.plain_sentences import Sentence, sentences_of
from domain.agents.brain.questions import Query, Topic, queries_in, respelled
from domain.agents.brain.smalltalk import Courtesy, courtesy_in
from domain.agents.brain.unsafe_requests import Refusal, refusals_in
from domain.agents.brain.wishes_and_decisions import Wish, decision_in, wish_in, wish_weighed_in

_MOST_QUERIES = 6


@dataclass(frozen=True, slots=True)
class Understanding:
    """What is to be answered, recorded and done.

    `weighed` and `wishes_weighed` are spoken of without being told. `deeds` are imperatives nobody here can carry out.
    `unclear` are the plain sentences in which no topic was found; `is_question`: one of them is a question.
    """

    instructions: tuple[Instruction, ...] = ()
    weighed: tuple[Verb, ...] = ()
    wishes: tuple[Wish, ...] = ()
    wishes_weighed: tuple[Wish, ...] = ()
    decisions: tuple[str, ...] = ()
    deeds: tuple[str, ...] = ()
    queries: tuple[Query, ...] = ()
    unclear: tuple[str, ...] = ()
    is_question: bool = False
    refusals: tuple[Refusal, ...] = ()
    courtesy: Courtesy | None = None


def understand(message: str) -> Understanding:
    """What `message` says. Where it asks for something that is declined, nothing else in it counts."""
    sentences = sentences_of(message)
    refusals = tuple(dict.fromkeys(reason for sentence in sentences for reason in refusals_in(sentence.plain)))
    if refusals:
        return Understanding(refusals=refusals)
    told = told_in(message, sentences)
    said = [sentence for sentence in told.rest if courtesy_in(sentence.plain) is None]
    wishes, weighed = _found(map(wish_in, said)), _found(map(wish_weighed_in, said))
    if any(doubt().search(sentence.plain) for sentence in said):
        wishes, weighed = (), (*wishes, *weighed)
    decisions = _found(map(decision_in, said))
    rest = [sentence for sentence in said if not _is_statement(sentence)]
    deeds = [sentence for sentence in rest if deed_in(sentence)]
    asked = [sentence for sentence in rest if sentence not in deeds]
    queries, unclear = _queries(asked)
    return Understanding(
        instructions=told.instructions,
        weighed=() if deeds or wishes else told.weighed,
        wishes=wishes,
        wishes_weighed=weighed,
        decisions=decisions,
        deeds=tuple(sentence.plain for sentence in deeds),
        queries=queries,
        unclear=unclear,
        is_question=any(sentence.is_question for sentence in asked),
        courtesy=next((kind for sentence in told.rest if (kind := courtesy_in(sentence.plain))), None),
    )


def queries_of(plain: str) -> tuple[Query, ...]:
    """What one plain sentence asks, slips of the keyboard put right where nothing was found."""
    return queries_in(plain) or queries_in(respelled(plain))


def _is_statement(sentence: Sentence) -> bool:
    return any(read(sentence) is not None for read in (wish_in, wish_weighed_in, decision_in))


def _queries(sentences: Sequence[Sentence]) -> tuple[tuple[Query, ...], tuple[str, ...]]:
    """The questions, each topic once, and the plain sentences without any; only real questions where there are some."""
    asking = [sentence for sentence in sentences if sentence.is_question or _asks().match(sentence.plain)]
    found: dict[tuple[Topic, object], Query] = {}
    unclear: list[str] = []
    for part in (part for sentence in asking or sentences for part in _parts(without_lead_in(sentence.plain))):
        queries = queries_of(part)
        for query in queries:
            found.setdefault((query.topic, query.documents), query)
        if not queries:
            unclear.append(part)
    return tuple(found.values())[:_MOST_QUERIES], tuple(unclear)


def _parts(plain: str) -> list[str]:
    """A sentence with several questions in it, split before each of them."""
    return [part for part in _joint().split(plain) if part.strip(" ,:-")]


def _found[T](values: Iterable[T | None]) -> tuple[T, ...]:
    return tuple(dict.fromkeys(value for value in values if value is not None))


@cache
def _asks() -> re.Pattern[str]:
    """A request for information that is no question in form."""
    return re.compile(
        r"(?:(?:please|hi|hello|hey|thanks|ok|so|and|also),? )*(?:tell|show|give|list|explain|describe|summar\w+|"
        r"remind|update|brief|walk|let me know|let us know|i (?:would like|want|need) to (?:know|see|understand)|"
        r"i wonder|report|status|name)\b"
    )


@cache
def _joint() -> re.Pattern[str]:
    return re.compile(
        r"(?:,? and|,|:| -|,? also|,? plus|,? but)(?: also| then)? (?=(?:what|who|when|how|which|where|why|whether|"
        r"is|are|do|does|did|can|could|has|have|will|tell|show|give|list)\b)"
    )
