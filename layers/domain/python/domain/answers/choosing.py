"""Which thing a few words name: all of the words must be in its name, so that a word too many names nothing."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable

from domain.answers.naming import Thing

_WORD = re.compile(r"\w+")
_SMALL = frozenset(
    ("the", "a", "an", "my", "our", "this", "that", "document", "task", "and", "project", "of", "for", "in")
)
_CLOSE = 0.8  # of the characters of two words that are the same but for a slip
_LEAST = 4  # shorter words are compared as they stand
_MOST_WORDS = 12


def chosen(words: str, things: Iterable[Thing]) -> list[Thing]:
    """The things that all of `words` name, in their order; none for words that only point ("the document")."""
    wanted = [word for word in _WORD.findall(words.casefold()[:400]) if word not in _SMALL][:_MOST_WORDS]
    if not wanted:
        return []
    every = list(things)
    whole = [one for one in every if words_of(one.name) == frozenset(wanted)]
    return whole or [one for one in every if all(_is_in(word, words_of(one.name)) for word in wanted)]


def words_of(text: str) -> frozenset[str]:
    """The words of a name that tell it from others."""
    return frozenset(word for word in _WORD.findall(text.casefold()) if word not in _SMALL)


def _is_in(word: str, own: frozenset[str]) -> bool:
    return word in own or (len(word) >= _LEAST and bool(difflib.get_close_matches(word, own, 1, _CLOSE)))
