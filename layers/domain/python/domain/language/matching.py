"""The words of a text that carry meaning, in any language that has spaces."""

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


def _stem(word: str) -> str:
    is_plural = len(word) >= _SHORTEST_PLURAL and word.endswith("s") and not word.endswith("ss")
    return word[:-1] if is_plural else word
