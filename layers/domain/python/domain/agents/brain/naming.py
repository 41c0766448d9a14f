"""Which documents a customer's words name, slips of the keyboard forgiven, and what an instruction applies to."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from common.services import frozen
from domain.language.words import is_slip_of, word_set
from domain.projects.phases import DELIVERABLES
from domain.projects.states import DeliverableKind

# Names that mean the document wherever they stand.
_NAMES: Mapping[DeliverableKind, str] = {
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
# Names that mean it only where a document is expected: "approve the scope", but not "is this in scope?".
_SHORT_NAMES: Mapping[DeliverableKind, str] = {
    DeliverableKind.PRODUCT_BRIEF: "brief",
    DeliverableKind.SCOPE: "scope, acceptance criteria, scope and criteria",
    DeliverableKind.STYLE_GUIDE: "principles and style guide, style, principles",
    DeliverableKind.USER_FLOWS: "flows",
    DeliverableKind.ARCHITECTURE_PLAN: "architecture",
    DeliverableKind.DELIVERY_PLAN: "delivery",
    DeliverableKind.TEST_PLAN: "test and release, tests, test",
    DeliverableKind.MESSAGING: "messaging, positioning",
}
_PLANS = tuple(kind for kind in DeliverableKind if kind.endswith("_plan"))
_COURTESY = word_set(
    """
    the a of our your my please now today thanks thank you kindly document doc draft deliverable file new current latest
    last pending open and both with pleasure hereby revised updated on for me us cpo cdo cto cmo final then ok
    """
)
_EVERYTHING = word_set("all everything them both documents docs deliverables approvals every each")
_IT = word_set("it this that one")
_ALL_IS_WELL = re.compile(r"\ball (?:is )?(?:good|fine|ok|okay|clear|right|well|in order|of it|set|done|the best)\b")
_TO_THEM = re.compile(r"\b(?:to|with|tell|ask|let|have|make|by|from|for) them\b")
_AS_IT_IS = re.compile(r"\bas (?:it )?is\b|\bas written\b")
_REVISION = re.compile(r"\b(?:revision|rev|version|v) ?(\d{1,3})\b")

Name = tuple[str, ...]
Kinds = tuple[DeliverableKind, ...]


def _by_length(names: Mapping[str, Kinds]) -> Mapping[Name, Kinds]:
    return {tuple(name.split()): names[name] for name in sorted(names, key=lambda name: -len(name.split()))}


_FULL_NAMES = _by_length({name: (kind,) for kind, names in _NAMES.items() for name in names.split(", ")})
_PHASES = {one.phase.value: tuple(two.kind for two in DELIVERABLES if two.phase is one.phase) for one in DELIVERABLES}
_TABLES = (*_NAMES.items(), *_SHORT_NAMES.items())
_ALL_NAMES = _by_length(
    {**_PHASES, "plan": _PLANS, "plans": _PLANS}
    | {name: (kind,) for kind, names in _TABLES for name in names.split(", ")}
)


@frozen
class Target:
    """`mentions`: for each mention the kinds it may mean. `is_it`: no name, but "it", "that one" or the like.

    `other_words` are those that name nothing; while there are any, it is not certain what is meant.
    """

    mentions: tuple[Kinds, ...]
    is_everything: bool
    is_it: bool
    revision: int | None
    other_words: tuple[str, ...]

    @property
    def is_name(self) -> bool:
        """Whether it is the name of a document, or of several, and nothing else."""
        return bool(self.mentions) and not self.other_words


def documents_in(words: Sequence[str]) -> Kinds:
    """The documents named beyond doubt anywhere in `words`, each once, in the order of naming."""
    named = (_FULL_NAMES[name] for _, name in _named(words, _FULL_NAMES))
    return tuple(dict.fromkeys(kind for kinds in named for kind in kinds))


def mentions_in(words: Sequence[str]) -> tuple[Kinds, ...]:
    """What is named in `words`, where nothing but documents is expected: the kinds that each name may mean."""
    return tuple(_ALL_NAMES[name] for _, name in _named(words, _ALL_NAMES))


def spans_in(words: Sequence[str]) -> list[tuple[int, int]]:
    """Where one document is named in `words`: the first word of each name, and the one after it."""
    named = _named(words, _ALL_NAMES)
    return [(start, start + len(name)) for start, name in named if len(_ALL_NAMES[name]) == 1]


def target_of(plain: str) -> Target:
    """What the plain words of an instruction's target name."""
    revision = _REVISION.search(plain)
    bare = plain
    for said_besides in (_REVISION, _ALL_IS_WELL, _TO_THEM, _AS_IT_IS):
        bare = said_besides.sub(" ", bare)
    words = [word for word in re.split(r"[\s,:-]+", bare) if word]
    mentions = mentions_in(words)
    inside = {place for start, name in _named(words, _ALL_NAMES) for place in range(start, start + len(name))}
    other = [word for place, word in enumerate(words) if place not in inside]
    left = [word for word in other if word not in _COURTESY]
    return Target(
        mentions=mentions,
        is_everything=not _EVERYTHING.isdisjoint(other),
        is_it=not mentions and (not left or not _IT.isdisjoint(left)),
        revision=int(revision[1]) if revision else None,
        other_words=tuple(word for word in left if word not in _IT | _EVERYTHING),
    )


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
