"""Which entries of the brief a must-have names in so many words. Nothing is concluded from what a word may mean."""

from __future__ import annotations

import re

from domain.projects.documents.brief import Brief, Item
from domain.projects.documents.matching import tokens

# A word in the place of a person: at the beginning, after “for” and the like, or before “can” and the like.
_ACTOR = re.compile(
    r"(?:^|\b(?:for|by|lets?|allows?|as|where|für|pour|para) )(?:(?:the|an?|our|all|every) )*(\w+)"
    r"|(\w+)(?= (?:can|may|must|see|get|können|peuvent|pueden)\b)"
)


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
        acting = (word for words in _ACTOR.findall(text.casefold()) for word in words)
        return bool(tokens(" ".join(acting)) & wanted)
    return bool(_proper_names(text) & _proper_names(f"- {other.words.raw}"))


def _proper_names(text: str) -> frozenset[str]:
    """Words with a capital letter; the first word of a sentence has one anyway and counts only with a second one."""
    first, *others = re.findall(r"[\w.+-]+", text) or [""]
    named = [word for word in others if word[:1].isupper()]
    return tokens(" ".join((*named, first if first[1:] != first[1:].lower() else "")))
