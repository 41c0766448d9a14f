"""Which entries of the brief a must-have names in so many words. Nothing is concluded from what a word may mean."""

from __future__ import annotations

import re

from domain.projects.documents.brief import Brief, Item
from domain.projects.documents.matching import tokens

_BEFORE_ACTOR = frozenset({"for", "by", "lets", "let", "allow", "allows", "as", "where", "für", "pour", "para"})
_ARTICLES = frozenset({"the", "a", "an", "our", "all", "every"})
_AFTER_ACTOR = frozenset({"can", "may", "must", "see", "get", "können", "peuvent", "pueden"})


def linked(brief: Brief, item: Item, name: str) -> tuple[Item, ...]:
    """The entries of list `name` that a must-have names; for any other entry, the must-haves that name it."""
    if item.id.startswith("R"):
        return tuple(other for other in brief.active(name) if _names(item, other))
    return tuple(other for other in brief.active(name) if _names(other, item))


def _names(requirement: Item, other: Item) -> bool:
    """Whether all words of `other` stand in the requirement, or enough of them.

    That is a proper name; of a group, a word in the place of those who act or for whom it is.
    """
    text, wanted = requirement.text, tokens(other.words.raw)
    if not wanted or wanted <= tokens(text):
        return bool(wanted)
    if other.id.startswith("A"):
        return bool(_actors(text) & wanted)
    return bool(_proper_names(text) & _proper_names(f"- {other.words.raw}"))


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
