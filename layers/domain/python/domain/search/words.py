"""Words: cuts texts and queries into words, and says when two words are the same. Pure, and the only place for it.

Case, accents and other forms of a letter make no difference. Scripts that leave no spaces between words are cut into
letters: a word of a query is then a sequence of letters.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import cache

from common.services import frozen

# Accents of Latin, Greek and Cyrillic letters, and the vowel points of Hebrew and Arabic. The marks of other scripts
# are vowels, and stay.
_ACCENTS = re.compile("[\u0300-\u036f\u0483-\u0487\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed]")
_UNSPACED = (
    "\u0e00-\u0e7f\u0e80-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    "\U00020000-\U0003ffff"
)
_LAST_MARK = 0xFE2F
_ENDING = re.compile(r"(?<=[a-z]{3})(?:ations?|ments?|ings?|ions?|ers?|ies|ed|es|[sey])$")


@frozen
class Word:
    """A word of a text: where it stands, and its folded form, which is never empty."""

    start: int
    end: int
    folded: str


@frozen
class Wanted:
    """A word of a query: folded words that must follow each other. `prefix`: the last need only begin like this."""

    parts: tuple[str, ...]
    prefix: bool = False

    @property
    def loosened(self) -> Wanted:
        """This word as a beginning, without an English ending: "payment" becomes "pay…", which "paying" has."""
        return Wanted((*self.parts[:-1], _ENDING.sub("", self.parts[-1])), prefix=True)

    def matches_at(self, words: Sequence[Word], place: int) -> bool:
        """Whether this word of the query stands at this place among the words of a text."""
        found = words[place : place + len(self.parts)]
        if len(found) < len(self.parts):
            return False
        *firsts, last = (word.folded for word in found)
        *wanted, end = self.parts
        return firsts == wanted and (last.startswith(end) if self.prefix else last == end)


def words_of(text: str) -> Iterator[Word]:
    """The words of a text, in their order."""
    for match in _pattern().finditer(text):
        if folded := fold(match[0]):
            yield Word(match.start(), match.end(), folded)


def wanted_of(query: str) -> tuple[Wanted, ...]:
    """The words of a query, each once; the last one is a beginning. Empty when it has no letter and no digit."""
    typed = [tuple(word.folded for word in words_of(part)) for part in query.split()]
    typed = [parts for parts in typed if parts]
    if not typed:
        return ()
    *firsts, last = typed
    whole = [Wanted(parts) for parts in dict.fromkeys(firsts)]
    return (*whole, Wanted(last, prefix=True))


def fold(word: str) -> str:
    """A word without case and accents: letters, digits and their marks; empty if it has accents alone."""
    if word.isascii():
        return word.lower()
    plain = _ACCENTS.sub("", unicodedata.normalize("NFKD", word.casefold())).casefold()
    return "".join(one for one in plain if one.isalnum() or unicodedata.category(one)[0] == "M")


@cache
def _pattern() -> re.Pattern[str]:
    """Matches one letter of a script without spaces, with its marks, or a run of other letters, digits and marks."""
    marks = "".join(chr(code) for code in range(0x300, _LAST_MARK) if unicodedata.category(chr(code))[0] == "M")
    letter = rf"(?:(?![{_UNSPACED}])[^\W_]|[{marks}])"
    return re.compile(rf"[{_UNSPACED}][{marks}]*|{letter}+")
