"""Looking a customer's words up in the brief and in the written documents."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import zip_longest

from domain.agents.brain import slices
from domain.agents.brain.protocol import ProjectFacts
from domain.agents.records import Contribution
from domain.projects.documents.brief import LISTS
from domain.projects.documents.markdown import Words, bullets, escaped, listed
from domain.projects.documents.matching import tokens
from domain.projects.records import Deliverable
from domain.projects.states import Role

_MOST_FOUND = 3
_LONGEST_LINE = 400
_MANY_WORDS = 2
_CELL_BORDER = re.compile(r"(?<!\\)\|")
_COVER = ("| Document |", "| Written by |", "| For approval by |", "| Based on |")
NAMES = {
    "requirements": "must-have",
    "audiences": "audience",
    "measures": "success measure",
    "integrations": "integration",
    "constraints": "rule",
    "exclusions": "out of scope",
}


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of the brief: `R3`, in which list, the customer's words escaped, whether it still holds."""

    id: str
    kind: str
    words: str
    is_active: bool


@dataclass(frozen=True, slots=True)
class Hit:
    """A place that has the words: where it is, what it says (Markdown), whose it is, and the record's id."""

    place: str
    text: str
    role: Role
    evidence: str | None
    entry: Entry | None = None


@dataclass(frozen=True, slots=True)
class LookedUp:
    """`asked` are the words looked for, escaped; `hits` have them all (or nearly, of many), `closest` some of them."""

    asked: str
    hits: tuple[Hit, ...]
    closest: tuple[Hit, ...]


def entries(facts: ProjectFacts, name: str) -> tuple[Entry, ...]:
    """One of the brief's lists as it stands, withdrawn entries included; before submission the answers so far."""
    brief = slices.brief_of(facts)
    if brief is not None:
        items = getattr(brief, name)
        return tuple(Entry(item.id, NAMES[name], str(item.words), item.is_active) for item in items)
    prefix, question_id = LISTS[name]
    answer = facts.intake.answers.get(question_id)
    given = answer if isinstance(answer, tuple) else ()
    return tuple(
        Entry(f"{prefix}{number}", NAMES[name], escaped(text), is_active=True)
        for number, text in enumerate(given, start=1)
    )


def look_up(plain: str, facts: ProjectFacts) -> LookedUp | None:
    """What the records say about the particular words of a question; None when it has none."""
    wanted = particular_words(plain)
    return _found(plain, wanted, _places(wanted, facts)) if wanted else None


def look_up_in(documents: Sequence[Deliverable], plain: str) -> LookedUp | None:
    """What `documents` say about the particular words of a question beside their titles; None when it has none."""
    wanted = particular_words(plain) - tokens(" ".join(item.title for item in documents))
    lines = (hit for item in documents for hit in _lines(item, wanted))
    return _found(plain, wanted, lines) if wanted else None


def _found(plain: str, wanted: frozenset[str], places: Iterable[Hit]) -> LookedUp:
    scored = [(len(wanted & tokens(hit.text)), hit) for hit in places]
    enough = len(wanted) if len(wanted) <= _MANY_WORDS else len(wanted) - 1
    hits = [hit for score, hit in scored if score >= enough]
    near = [hit for score, hit in sorted(scored, key=lambda one: -one[0]) if 0 < score < enough]
    asked = " ".join(word for word in re.split(r"[\s,:-]+", plain) if tokens(word) & wanted)
    return LookedUp(escaped(asked), tuple(hits[:_MOST_FOUND]), tuple(near[:_MOST_FOUND]))


def hit_list(hits: Sequence[Hit]) -> str:
    """Where the words were found, one place a line."""
    return bullets(f"{hit.place[:1].upper()}{hit.place[1:]}: {hit.text}" for hit in hits)


def hits_by_role(hits: Sequence[Hit]) -> tuple[Contribution, ...]:
    """Each owner of a place about where it found the words."""
    return tuple(
        Contribution(
            role=role,
            summary=f"Found in {listed(dict.fromkeys(hit.place for hit in hits if hit.role is role))}.",
            evidence=tuple(dict.fromkeys(hit.evidence for hit in hits if hit.role is role and hit.evidence)),
        )
        for role in dict.fromkeys(hit.role for hit in hits)
    )


def particular_words(plain: str) -> frozenset[str]:
    """The words of a question that are not about asking, but about the thing."""
    return frozenset(word for word in tokens(plain) if word not in _common_words() and not word.isdigit())


def _places(wanted: frozenset[str], facts: ProjectFacts) -> Iterator[Hit]:
    """The brief first, then the written documents, newest phase last."""
    for name in LISTS:
        for entry in entries(facts, name):
            yield Hit(f"{entry.kind} {entry.id}", entry.words, Role.CPO, None, entry)
    goal = facts.intake.answers.get("goal")
    for place, text in (("goal", goal), ("description", facts.project.description)):
        if isinstance(text, str):
            yield from (Hit(place, line, Role.CPO, None) for line in Words(text).lines)
    for document in slices.documents_of(facts):
        yield from _lines(document, wanted)


def _lines(document: Deliverable, wanted: frozenset[str]) -> Iterator[Hit]:
    place = f"{document.title}, revision {document.revision}"
    lines = document.content.splitlines()
    for line, following in zip_longest(lines, lines[1:], fillvalue=""):
        folded = line.casefold()
        is_form = line.startswith(("#", "|---", *_COVER)) or following.startswith("|---")
        if is_form or len(line) > _LONGEST_LINE:
            continue
        if any(word in folded for word in wanted):
            yield Hit(place, _spoken(line), document.owner, document.id)


def _spoken(line: str) -> str:
    """A line of a document without the marks of its list or table."""
    if line.startswith("|"):
        cells = [cell.strip() for cell in _CELL_BORDER.split(line)]
        return " · ".join(cell for cell in cells if cell not in {"", "–"})
    return re.sub(r"^(?:[-*>]|\d{1,3}\.)\s+", "", line.strip())


@cache
def _common_words() -> frozenset[str]:
    words = (
        "what which who whom whose when where why how whether if is are was were be been am do does did done doing "
        "have has had can "
        "could will would shall should may might must the a an this that these those it its we us our you your i me "
        "my they them "
        "their he she his her of for to in on at by with without from about into over under up out as than then so "
        "and or but not no "
        "yes any some all every each more most much many few other another also too still already yet now soon later "
        "just only really "
        "very there here one two first last next new old current please thanks thank hello hi tell show give list "
        "explain describe "
        "say let know want need like get got make made take go going come think see look find use used using work "
        "working thing stuff "
        "project team agent document part phase plan version revision today week month year day time right sure "
        "exactly currently "
        "status progress scope requirement must-have feature goal purpose audience target group success measure "
        "metric kpi include "
        "included exclude excluded brief technology technical tech stack architecture platform integration integrate "
        "system design "
        "style brand tone look marketing launch market positioning messaging message question answer detail "
        "information idea "
        "planned support supported happen mean kind sort main key important support possible able allowed write "
        "written wrote mention "
        "mentioned cover covered contain build building built run running test testing tested quality product "
        "customer user people "
        "campaign promote decide decided handle handled does deal exist concerning regarding around there anything "
        "something "
        "everything nothing else rule constraint cto cpo cdo cmo ceo ada out in define defined be speak sound say "
        "said talk chosen "
        "choose pick picked law legal bind approach strategy overview summary ensure secure security deploy release "
        "code develop "
        "development "
        "have provide add added adding newly cost price much worth save store start begin finish"
    )
    return tokens(words) | frozenset(words.split())
