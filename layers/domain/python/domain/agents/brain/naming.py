"""Which documents a customer's words name: by title or everyday name, slips of the keyboard forgiven."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from types import MappingProxyType

from common.services import frozen
from domain.language.words import is_slip_of
from domain.projects.phases import DELIVERABLES
from domain.projects.states import DeliverableKind

# Names that mean the document wherever they stand.
_NAMES: Mapping[DeliverableKind, str] = MappingProxyType(
    {
        DeliverableKind.PRODUCT_BRIEF: "product brief",
        DeliverableKind.SCOPE: "scope and acceptance criteria, scope document, scope doc, acceptance criteria document",
        DeliverableKind.ROADMAP: "roadmap, road map",
        DeliverableKind.STYLE_GUIDE: "design principles and style guide, style guide, styleguide, design principles, "
        "design guide",
        DeliverableKind.USER_FLOWS: "key user flows, user flows, user flow, key flows, userflows",
        DeliverableKind.ARCHITECTURE_PLAN: "architecture plan, architecture document, architecture doc",
        DeliverableKind.DELIVERY_PLAN: "delivery plan, work breakdown",
        DeliverableKind.TEST_PLAN: "test and release plan, test plan, testing plan, release plan",
        DeliverableKind.MESSAGING: "positioning and messaging, messaging document, positioning document",
        DeliverableKind.LAUNCH_PLAN: "launch plan",
    }
)
# Names that mean it only where a document is expected: "approve the scope", but not "is this in scope?".
_SHORT_NAMES: Mapping[DeliverableKind, str] = MappingProxyType(
    {
        DeliverableKind.PRODUCT_BRIEF: "brief",
        DeliverableKind.SCOPE: "scope, acceptance criteria, scope and criteria",
        DeliverableKind.STYLE_GUIDE: "principles and style guide, style, principles",
        DeliverableKind.USER_FLOWS: "flows",
        DeliverableKind.ARCHITECTURE_PLAN: "architecture",
        DeliverableKind.DELIVERY_PLAN: "delivery",
        DeliverableKind.TEST_PLAN: "test and release, tests, test",
        DeliverableKind.MESSAGING: "messaging, positioning",
    }
)
_PLANS = (
    DeliverableKind.ARCHITECTURE_PLAN,
    DeliverableKind.DELIVERY_PLAN,
    DeliverableKind.TEST_PLAN,
    DeliverableKind.LAUNCH_PLAN,
)

Name = tuple[str, ...]
Kinds = tuple[DeliverableKind, ...]


@frozen
class Mentions:
    """What a row of words names, each mention with the kinds it may mean, and the words that name nothing."""

    mentions: tuple[Kinds, ...]
    other_words: tuple[str, ...]


def documents_in(words: Sequence[str]) -> Kinds:
    """The documents named beyond doubt anywhere in `words`, each once, in the order of naming."""
    found = _scan(words, _full_names())
    return tuple(dict.fromkeys(kind for kinds in found.mentions for kind in kinds))


def mentions_in(words: Sequence[str]) -> Mentions:
    """The documents named in `words`, where nothing but documents is expected."""
    return _scan(words, _all_names())


def spans_in(words: Sequence[str]) -> list[tuple[int, int]]:
    """Where one document is named in `words`: the first word of each name, and the one after it."""
    names = _all_names()
    return [(start, start + len(name)) for start, name in _named(words, names) if len(names[name]) == 1]


def _scan(words: Sequence[str], names: Mapping[Name, Kinds]) -> Mentions:
    named = dict(_named(words, names))
    inside = {place for start, name in named.items() for place in range(start, start + len(name))}
    other = tuple(word for place, word in enumerate(words) if place not in inside)
    return Mentions(tuple(names[name] for name in named.values()), other)


def _named(words: Sequence[str], names: Mapping[Name, Kinds]) -> Iterator[tuple[int, Name]]:
    """Longest names first, from left to right."""
    position = 0
    while position < len(words):
        name = next((name for name in names if _begins(words, position, name)), None)
        if name is not None:
            yield position, name
        position += len(name or " ")


def _begins(words: Sequence[str], position: int, name: Name) -> bool:
    part = words[position : position + len(name)]
    return len(part) == len(name) and all(map(is_slip_of, part, name))


@cache
def _full_names() -> Mapping[Name, Kinds]:
    return _by_length({name: (kind,) for kind, names in _NAMES.items() for name in names.split(", ")})


@cache
def _all_names() -> Mapping[Name, Kinds]:
    tables = [*_NAMES.items(), *_SHORT_NAMES.items()]
    names = {name: (kind,) for kind, own in tables for name in own.split(", ")}
    phases = {
        spec.phase.value: tuple(one.kind for one in DELIVERABLES if one.phase is spec.phase) for spec in DELIVERABLES
    }
    return _by_length({**phases, "plan": _PLANS, "plans": _PLANS, **names})


def _by_length(names: Mapping[str, Kinds]) -> Mapping[Name, Kinds]:
    return {tuple(name.split()): names[name] for name in sorted(names, key=lambda name: -len(name.split()))}
