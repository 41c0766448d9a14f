"""Comparing customers' texts by their meaningful words, in any language that has spaces."""

from __future__ import annotations

import re

from domain.language.text import plain

_FILLERS = frozenset(
    {"the", "a", "an", "of", "for", "with", "and", "or", "to", "in", "on", "at", "by", "from", "who", "which", "that"}
    | {"their", "our", "my", "is", "are", "be", "can", "will", "must", "should", "have"}
    | {"section", "part", "chapter", "feature", "requirement", "integration", "audience", "list", "entry"}
)
_SHORTEST_PLURAL = 4


def tokens(text: str) -> frozenset[str]:
    """The words of `text` that carry meaning: no case, no accents, no plural s, no fillers."""
    return frozenset(_stem(word) for word in re.findall(r"\w+", plain(text.casefold())) if word not in _FILLERS)


def names(text: str, thing: str) -> bool:
    """Whether `text` names `thing`: all words of it, or a proper name. Nothing is concluded from what words mean."""
    wanted = tokens(thing)
    return bool(wanted) and (wanted <= tokens(text) or bool(_proper_names(text) & _proper_names(f"- {thing}")))


def _proper_names(text: str) -> frozenset[str]:
    """Words with a capital letter; the first word of a sentence has one anyway and counts only with a second one."""
    first, *others = re.findall(r"[\w.+-]+", text) or [""]
    named = [word for word in others if word[:1].isupper()]
    return tokens(" ".join((*named, first if first[1:] != first[1:].lower() else "")))


def _stem(word: str) -> str:
    is_plural = len(word) >= _SHORTEST_PLURAL and word.endswith("s") and not word.endswith("ss")
    return word[:-1] if is_plural else word
