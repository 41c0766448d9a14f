"""The words of an entry and their stems, by which "bookings", "booked" and "book" count as one word."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import Any

_WORD = re.compile(r"[^\W_]+")
EMPTY = frozenset(
    [
        "a", "about", "after", "all", "also", "an", "and", "any", "anyone", "are", "as", "at", "be", "been", "before",
        "between", "by", "can", "could", "do", "does", "each", "every", "everyone", "for", "from", "get", "gets",
        "has", "have", "how", "i", "if", "in", "into", "is", "it", "its", "just", "like", "list", "may", "me", "more",
        "must", "my", "need", "needs", "new", "no", "not", "of", "off", "on", "one", "only", "or", "other", "our",
        "out", "own", "people", "person", "price", "record", "see", "should", "so", "some", "than", "that", "the",
        "their", "them", "then", "there", "these", "they", "thing", "things", "this", "time", "to", "too", "up", "us",
        "use", "user", "users", "want", "was", "we", "what", "when", "where", "which", "who", "will", "with",
        "without", "work", "works", "would", "you", "your",
    ]
)  # fmt: skip
"""Words that say nothing about a topic: two entries that share one of them share nothing."""


def stems_of(text: str) -> tuple[str, ...]:
    """The stem of each word of `text`, in order."""
    return tuple(map(stem, words_of(text)))


def words_of(text: str) -> list[str]:
    """The words of `text` in lower case and in order; "e-mail" gives two."""
    return _WORD.findall(text.lower().replace("’", "'").replace("'s ", " "))


def telling_stems(texts: Iterable[str]) -> frozenset[str]:
    """The stems of the words in these texts, without words that say nothing about a topic (`EMPTY`)."""
    return frozenset(stem(word) for text in texts for word in words_of(text) if word not in EMPTY)


@cache
def stem(word: str) -> str:
    """The stem of an English word, which must be in lower case."""
    return str(_stemmer().stemWord(word))


@cache
def _stemmer() -> Any:
    # Its package loads every language, and most requests read no words.
    import snowballstemmer  # noqa: PLC0415

    return snowballstemmer.stemmer("english")
