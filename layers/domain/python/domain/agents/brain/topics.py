"""What a question is about: topics by their cues, and the remits, phases and documents it names."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from domain.agents.brain.cues import CUE_WORDS, DISCIPLINES, FACETS, STATUS, STATUS_OF_DISCIPLINE, Topic, alternatives
from domain.agents.brain.naming import Kinds, documents_in
from domain.agents.brain.slips import is_slip_of
from domain.projects.phases import spec_of
from domain.projects.states import Phase, Role


@dataclass(frozen=True, slots=True)
class Query:
    """One thing the customer wants to know, in plain words, with what narrows it down."""

    topic: Topic
    plain: str
    roles: tuple[Role, ...] = ()
    phases: tuple[Phase, ...] = ()
    documents: Kinds = ()

    def mentions(self, pattern: str) -> bool:
        """Whether the question has one of the words of `pattern`, a regular expression."""
        return re.search(rf"\b(?:{pattern})\b", self.plain) is not None


_REMIT: Mapping[Topic, Role] = MappingProxyType(
    {
        Topic.SCOPE: Role.CPO,
        Topic.TECHNOLOGY: Role.CTO,
        Topic.DESIGN: Role.CDO,
        Topic.MARKETING: Role.CMO,
    }
)
_BESIDE_A_DOCUMENT = (Topic.MONEY, Topic.ACCESS, Topic.BLOCKERS, Topic.CHANGES)
_APPROVER = "who (?:approves|will approve|can approve|has to approve|signs off) | approver"
_USERS = (
    r"who (?:is|are) (?:it|this|the \w+|that|we building (?:it|this)) for | for whom | "
    "who are (?:our|the|my) (?:users|customers|guests|audience|audiences)"
)
_STATUS_NOUN = "status | progress | overview | summary | update"
_LIST_JOINT = re.compile(r",| and | plus |:")
_ASKING = frozenset(
    {
        "what",
        "is",
        "are",
        "the",
        "our",
        "my",
        "about",
        "tell",
        "me",
        "show",
        "give",
        "us",
        "please",
        "of",
        "how",
        "a",
        "an",
    }
    | {"for", "when", "who", "why", "where", "which", "and"}
)
_LONGEST_NOUN = 2


def queries_in(plain: str) -> tuple[Query, ...]:
    """What one plain sentence or part of one asks; nothing when no cue is found."""
    documents = documents_in(re.split(r"[\s,:-]+", plain))
    facets = [topic for topic in FACETS if _has(topic, plain)]
    disciplines = [topic for topic in DISCIPLINES if _has(topic, plain)]
    topics = _settled(plain, facets, disciplines, has_documents=bool(documents))
    roles = tuple(_REMIT[topic] for topic in disciplines if topic in _REMIT)
    if documents:
        roles = tuple(dict.fromkeys(spec_of(kind).owner for kind in documents))
    phases = tuple(phase for phase in Phase if re.search(rf"\b{phase.value}\b", plain))
    return tuple(Query(topic, plain, roles, phases, documents) for topic in topics)


def respelled(plain: str) -> str:
    """`plain` with words that are a slip away from a cue word put right; for sentences in which no cue was found."""
    return " ".join(_respelled(word) for word in plain.split())


def _settled(plain: str, facets: list[Topic], disciplines: list[Topic], *, has_documents: bool) -> list[Topic]:
    """Which of the topics whose cues were found are asked for."""
    if has_documents:
        return [Topic.DOCUMENT, *(topic for topic in facets if topic in _BESIDE_A_DOCUMENT)]
    if _searched(_APPROVER, plain):
        return [Topic.TEAM]
    if _searched(_USERS, plain):
        return [Topic.SCOPE]
    if facets:
        asked = [topic for topic in facets if topic is not Topic.HELP] or facets
        return [*asked, *(topic for topic in _listed(plain) if topic not in asked)]
    if Topic.TEAM in disciplines and plain.startswith("who "):
        return [Topic.TEAM]
    if disciplines and not _searched(STATUS_OF_DISCIPLINE, plain):
        return disciplines
    return [Topic.STATUS] if _searched(STATUS, plain) else disciplines


def _listed(plain: str) -> list[Topic]:
    """The topics that stand in a list beside others ("budget, scope and team"); the name of a phase narrows those."""
    chunks = [[word for word in chunk.split() if word not in _ASKING] for chunk in _LIST_JOINT.split(plain)]
    nouns = [" ".join(words) for words in chunks if 0 < len(words) <= _LONGEST_NOUN and words[0] not in list(Phase)]
    found = [topic for noun in nouns for topic in DISCIPLINES if _has(topic, noun)]
    return [Topic.STATUS, *found] if any(_searched(_STATUS_NOUN, noun) for noun in nouns) else found


def _searched(table: str, plain: str) -> bool:
    return re.search(rf"\b{alternatives(table)}\b", plain) is not None


def _has(topic: Topic, plain: str) -> bool:
    return _pattern(topic).search(plain) is not None


@cache
def _pattern(topic: Topic) -> re.Pattern[str]:
    return re.compile(rf"\b{alternatives(FACETS.get(topic) or DISCIPLINES[topic])}\b")


def _respelled(word: str) -> str:
    return next((known for known in CUE_WORDS.split() if is_slip_of(word, known)), word)
