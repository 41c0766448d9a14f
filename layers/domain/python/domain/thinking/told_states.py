"""Checks the states that an answer in English tells: it must tell no other state than the record that it cites."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from common.services import frozen
from domain.answers.facts import Fact, Topic
from domain.projects.states import WORKING_PHASES, DeliverableState, ProjectStatus
from domain.projects.wording import DOCUMENT_STATES, PROJECT_STATES
from domain.work_items.records import ItemState

_WORD = re.compile(r"\w+")
type Family = frozenset[str]


@frozen
class Told:
    """The words of a fact, and the families (such as all states of a document) of which these tell a state."""

    words: str
    families: tuple[Family, ...]


def told_states(facts: Mapping[str, Fact]) -> Mapping[str, Told]:
    """The state that each fact tells, by the fact's number. A need tells the state of its document, too."""
    documents = {fact.subject: _words(fact) for fact in facts.values() if _has_state(fact, Topic.DOCUMENTS)}
    found: dict[str, Told] = {}
    for number, fact in facts.items():
        words = f"{_words(fact)} {documents.get(fact.subject, '')}"
        if families := tuple(_families(fact, words)):
            found[number] = Told(words, families)
    return found


def wrong_state(part: str, before: str, told: Sequence[Told], *, is_behind: bool) -> str:
    """The state that a part of a sentence tells although no fact cited for it does; "" where none is wrong.

    Args:
        part: the words up to a citation, of which the last state counts; or those behind all citations, of which the
            first one counts, unless the words `before` the citation tell a state already.
        before: the part before.
        told: what the cited facts tell.
        is_behind: whether the part stands behind its citation.
    """
    words = " ".join(one.words for one in told)
    for family in dict.fromkeys(family for one in told for family in one.families):
        said = list(_states_in(part, family))
        if not said or (is_behind and any(_states_in(before, family))):
            continue
        state = said[0 if is_behind else -1]
        if not _is_within(state, words):
            return f"“{state}” is not the state on record."
    return ""


def _families(fact: Fact, words: str) -> Iterator[Family]:
    documents, phases, projects, items = _all_families()
    yield from (family for family in (documents, phases) if any(_is_within(state, words) for state in family))
    if _has_state(fact, Topic.PROGRESS):
        yield projects
    if _has_state(fact, Topic.WORK):
        yield items


def _has_state(fact: Fact, topic: Topic) -> bool:
    return fact.topic is topic and isinstance(fact.value, str)


def _words(fact: Fact) -> str:
    return _folded(f"{fact.text} {fact.value}" if isinstance(fact.value, str) else fact.text)


def _states_in(text: str, family: Family) -> Iterator[str]:
    """The states that a text names, in their order; of two at one place the longer one."""
    said = _folded(text)
    names = "|".join(sorted(family, key=len, reverse=True))
    yield from re.findall(rf"(?<!\w)(?:{names})(?!\w)", said)


@cache
def _all_families() -> tuple[Family, ...]:
    """The words of the states of documents, phases, projects and work items, as records word them."""
    return (
        frozenset(map(_folded, (*DeliverableState, *DOCUMENT_STATES.values()))),
        frozenset(f"{phase.value} phase" for phase in WORKING_PHASES),
        frozenset(map(_folded, (*ProjectStatus, *PROJECT_STATES.values()))),
        frozenset(map(_folded, ItemState)),
    )


def _folded(text: str) -> str:
    return " ".join(_WORD.findall(text.casefold().replace("_", " ")))


def _is_within(words: str, text: str) -> bool:
    return f" {words} " in f" {text} "
