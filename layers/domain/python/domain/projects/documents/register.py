"""What several documents refer to by the same id: components, risks, screens, and who a requirement serves."""

from __future__ import annotations

import re
from dataclasses import dataclass

from domain.projects.documents.brief import Brief
from domain.projects.documents.item import Item
from domain.projects.documents.matching import tokens
from domain.projects.documents.subjects import Subject

_BEFORE_ACTOR = frozenset({"for", "by", "lets", "let", "allow", "allows", "as", "where", "für", "pour", "para"})
_AFTER_ACTOR = frozenset({"can", "may", "must", "see", "get", "book", "order", "pay", "können", "peuvent", "pueden"})
# An integration about the first serves requirements about the others when none is about the same.
_ALSO_SERVES = {
    "payments": {"subscriptions", "donations", "vouchers", "ordering", "booking"},
    "notifications": {"newsletter", "booking", "forms"},
    "newsletter": {"notifications"},
}


@dataclass(frozen=True, slots=True)
class Component:
    """A part of the system (`P1`, …), the subject it stands for, and the entries of the brief that need it."""

    id: str
    subject: Subject
    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Risk:
    """Something that may go wrong (`K1`, …), why we think so, and the answer to it."""

    id: str
    text: str
    because: tuple[Item, ...]
    answer: str


@dataclass(frozen=True, slots=True)
class Screen:
    """A place in the product (`S1`, …) and the requirements that are met there."""

    id: str
    subject: Subject
    items: tuple[Item, ...]


def components(brief: Brief) -> tuple[Component, ...]:
    """One component for each subject of the brief that is a thing to do, not a quality of the whole."""
    subjects = [subject for subject in brief.subjects if subject.screen]
    return tuple(
        Component(f"P{number}", subject, _needing(brief, subject)) for number, subject in enumerate(subjects, start=1)
    )


def risks(brief: Brief) -> tuple[Risk, ...]:
    """One risk per subject, then one per integration we know nothing more about."""
    found = [(subject.risk, brief.about(subject), subject.answer) for subject in brief.subjects]
    found += [
        (
            f"{item.id} ({item.words}) behaves differently from what we expect.",
            (item,),
            "Read its documentation and try it with real access before anything is built on it.",
        )
        for item in brief.active("integrations")
        if not item.subjects
    ]
    return tuple(Risk(f"K{number}", *parts) for number, parts in enumerate(found, start=1))


def screens(brief: Brief) -> tuple[Screen, ...]:
    """One screen for each subject a requirement is about, in the order of the requirements."""
    musts = brief.musts
    subjects = tuple(dict.fromkeys(subject for item in musts for subject in item.subjects if subject.screen))
    return tuple(
        Screen(f"S{number}", subject, tuple(item for item in musts if subject in item.subjects))
        for number, subject in enumerate(subjects, start=1)
    )


def named_audiences(brief: Brief, requirement: Item) -> tuple[Item, ...]:
    """The groups a requirement names as those who act or for whom it is; empty when it names none."""
    actors = _actors(requirement.words.raw)
    return tuple(group for group in brief.active("audiences") if actors & tokens(group.words.raw))


def audiences_of(brief: Brief, requirement: Item) -> tuple[Item, ...]:
    """The groups a requirement is for: those it names, or everybody."""
    return named_audiences(brief, requirement) or brief.active("audiences")


def requirements_for(brief: Brief, group: Item) -> tuple[Item, ...]:
    """The requirements that are for a group, those that name it first."""
    own = [item for item in brief.musts if group in named_audiences(brief, item)]
    return (*own, *(item for item in brief.musts if not named_audiences(brief, item)))


def _actors(text: str) -> frozenset[str]:
    """Words in the place of a person: at the beginning, after “for” and the like, or before “can” and the like."""
    found = re.findall(r"\w+", text.casefold())
    acting = [
        word
        for index, word in enumerate(found)
        if index == 0 or found[index - 1] in _BEFORE_ACTOR or "".join(found[index + 1 : index + 2]) in _AFTER_ACTOR
    ]
    return tokens(" ".join(acting))


def requirements_of(brief: Brief, integration: Item) -> tuple[Item, ...]:
    """The requirements that need an integration: those that share a subject or a word with it, or a related subject."""
    words = tokens(integration.words.raw)
    keys = {subject.key for subject in integration.subjects}
    related = {other for key in keys for other in _ALSO_SERVES.get(key, ())}
    direct = [item for item in brief.musts if keys & _keys(item) or words & tokens(item.words.raw)]
    return tuple(direct or (item for item in brief.musts if related & _keys(item)))


def integrations_of(brief: Brief, requirement: Item) -> tuple[Item, ...]:
    """The integrations a requirement needs."""
    return tuple(item for item in brief.active("integrations") if requirement in requirements_of(brief, item))


def unknown_requirements(brief: Brief) -> tuple[Item, ...]:
    """The requirements about which we know nothing beyond their words."""
    return tuple(item for item in brief.musts if not any(subject.screen for subject in item.subjects))


def _keys(item: Item) -> set[str]:
    return {subject.key for subject in item.subjects}


def _needing(brief: Brief, subject: Subject) -> tuple[Item, ...]:
    """What touches `subject`; where that is integrations only, also the requirements they serve."""
    touching = brief.about(subject)
    if any(item in brief.musts for item in touching):
        return touching
    served = (
        other for item in touching if item in brief.active("integrations") for other in requirements_of(brief, item)
    )
    return tuple(dict.fromkeys((*served, *touching)))
