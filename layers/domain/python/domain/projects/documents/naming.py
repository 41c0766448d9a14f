"""Which entries of the brief a must-have names in so many words. Nothing is concluded from what a word may mean."""

from __future__ import annotations

import re

from domain.projects.documents.brief import Brief
from domain.projects.documents.item import Item
from domain.projects.documents.matching import tokens

_BEFORE_ACTOR = frozenset({"for", "by", "lets", "let", "allow", "allows", "as", "where", "für", "pour", "para"})
_ARTICLES = frozenset({"the", "a", "an", "our", "all", "every"})
_AFTER_ACTOR = frozenset({"can", "may", "must", "see", "get", "können", "peuvent", "pueden"})


def integrations_of(brief: Brief, requirement: Item) -> tuple[Item, ...]:
    """The integrations a requirement names."""
    return tuple(item for item in brief.active("integrations") if _names(requirement, item))


def requirements_of(brief: Brief, integration: Item) -> tuple[Item, ...]:
    """The requirements that name an integration."""
    return tuple(item for item in brief.musts if _names(item, integration))


def constraints_of(brief: Brief, requirement: Item) -> tuple[Item, ...]:
    """The rules a requirement names."""
    return tuple(item for item in brief.active("constraints") if _names(requirement, item))


def requirements_for(brief: Brief, group: Item) -> tuple[Item, ...]:
    """The requirements that name a group."""
    return tuple(item for item in brief.musts if group in audiences_of(brief, item))


def audiences_of(brief: Brief, requirement: Item) -> tuple[Item, ...]:
    """The groups a requirement names, in full or as those who act or for whom it is."""
    actors = _actors(_text(requirement))
    said = tokens(_text(requirement))
    groups = ((group, tokens(group.words.raw)) for group in brief.active("audiences"))
    return tuple(group for group, words in groups if words and (words <= said or actors & words))


def _names(requirement: Item, other: Item) -> bool:
    """Whether all words of `other` stand in the requirement, or a proper name that is a part of it."""
    said, wanted = tokens(_text(requirement)), tokens(other.words.raw)
    names = _proper_names(_text(requirement)) & _proper_names(f"- {other.words.raw}")
    return bool(wanted) and (wanted <= said or bool(names))


def _proper_names(text: str) -> frozenset[str]:
    """Words with a capital letter; the first word of a sentence has one anyway and counts only with a second one."""
    first, *others = re.findall(r"[\w.+-]+", text) or [""]
    named = [word for word in others if word[:1].isupper()]
    return tokens(" ".join((*named, first if first[1:] != first[1:].lower() else "")))


def _actors(text: str) -> frozenset[str]:
    """Words in the place of a person: at the beginning, after “for” and the like, or before “can” and the like."""
    found = [word for word in re.findall(r"\w+", text.casefold()) if word not in _ARTICLES]
    acting = [
        word
        for index, word in enumerate(found)
        if index == 0 or found[index - 1] in _BEFORE_ACTOR or "".join(found[index + 1 : index + 2]) in _AFTER_ACTOR
    ]
    return tokens(" ".join(acting))


def _text(item: Item) -> str:
    return " ".join(part.raw for part in (item.words, *item.notes))
