"""Turns a text into words of one spelling, with their places in the text, and matches patterns over these words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from common.services import frozen
from domain.schedules.words import MONTHS, WEEKDAYS, spellings

_LOOKALIKES = str.maketrans("‘’‚`´“”„«»−\u00a0\u202f\u2009", "'''''\"\"\"\"\"-   ")
QUOTE = "¤"
_WORDS = re.compile(r"""
  (?P<quote>"[^"]{1,2000}"|(?<!\w)'[^'\n]{3,300}'(?!\w)|https?://\S{1,500})
| (?P<iso>\d{4}-\d\d-\d\d(?![\w-]))
| (?P<date>\d{1,2}[./]\d{1,2}[./]\d{4}(?!\w)|\d{1,2}\.\d\d\.(?!\d)|\d{4}/\d{1,2}/\d{1,2}(?!\w)|\d{1,2}/\d{1,2}(?![\w/]))
| (?P<clock>\d{1,2}(?:[:.]\d\d)?\s?[ap](?:\.m\.|m\b)|\d{1,2}:\d\d(?!\w|:\d)|\d{1,2}h(?:\d\d)?\b)
| (?P<number>\d{1,9}(?:[.,]\d{1,9})?[^\W\d_]{0,9})
| (?P<zone>(?:africa|america|asia|atlantic|australia|europe|indian|pacific|etc)/[a-z_]{3,20}(?:/[a-z_]{3,20})?)
| (?P<word>[^\W\d_]{1,60}(?:'[^\W\d_]{1,12})?)
| (?P<mark>\S|\n)
""", re.VERBOSE)  # fmt: skip
_CLOCK = re.compile(r"(\d{1,2})(?:[:.h](\d\d))?h?\s?([ap])?")
_SHORTEST, _LONGEST = 4, 11
_MENDABLE = (
    *(f"{day}{plural}" for day in WEEKDAYS for plural in ("", "s")),
    *(name for name in MONTHS if len(name) > _SHORTEST + 1),
    "every", "tomorrow", "weekday", "weekdays", "morning", "afternoon", "evening", "monthly", "quarterly",
)  # fmt: skip


@frozen
class Token:
    """A word or mark. `text` is in lower case and normal spelling; `start` and `end` are offsets into the source."""

    text: str
    start: int
    end: int
    kind: str
    capital: bool


def tokens_of(text: str, *, mend: bool = False) -> tuple[Token, ...]:
    """The words and marks of a text, in order. With `mend`, corrects words of time that have one wrong letter."""
    plain = "".join(low if len(low := char.lower()) == 1 else char for char in text.translate(_LOOKALIKES))
    found: list[Token] = []
    for match in _WORDS.finditer(plain):
        kind, said, before = match.lastgroup or "", match[0], found[-1] if found else None
        if kind == "quote":
            said = QUOTE
        elif kind == "clock":
            hour, minute, mark = _CLOCK.match(said).groups()  # type: ignore[union-attr]  # it is a part of _WORDS
            said = f"{hour}{'' if mark and not minute else f':{minute or "00"}'}{f'{mark}m' if mark else ''}"
        elif kind in {"word", "mark"}:
            meant = spellings().get(said, said)
            said = mended(said) if mend and meant == said and kind == "word" else meant
        if before and (said in {"am", "pm"} and before.text.isdigit()):  # "nine pm"
            found[-1] = Token(before.text + said, before.start, match.end(), "clock", capital=False)
        elif before and before.text in {"business", "working", "work"} and said in {"day", "days"}:
            found[-1] = Token(f"week{said}", before.start, match.end(), "word", before.capital)
        else:
            capital = text[match.start()].isupper()
            found += [Token(one, match.start(), match.end(), kind, capital) for one in said.split() or [said]]
    return tuple(found)


@cache
def mended(word: str) -> str:
    """The word of time that differs from this one by a letter, if there is just one; else the word itself."""
    if not _SHORTEST <= len(word) <= _LONGEST or "'" in word or word in _MENDABLE:
        return word
    # Loaded with the first word that may be a slip.
    from rapidfuzz.distance import OSA  # noqa: PLC0415

    alike = (known for known in _MENDABLE if known[0] == word[0])
    near = [known for known in alike if OSA.distance(word, known, score_cutoff=1) <= 1]
    return near[0] if len(near) == 1 else word


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(f"(?:{pattern}) ")


class Words:
    """The words of a text as one line, over which patterns match from word to word."""

    def __init__(self, text: str, tokens: Sequence[Token]) -> None:
        """Join the words that `tokens_of` found in `text`."""
        self.text, self.tokens, self.line = text, tokens, "".join(f"{token.text} " for token in tokens)
        places = [0]
        for token in tokens:
            places.append(places[-1] + len(token.text) + 1)
        self._starts, self._ends = places, {place: number for number, place in enumerate(places) if number}

    def match(self, at: int, pattern: str) -> tuple[re.Match[str], int] | None:
        """The match of the pattern at a word, and the place after it; None unless it matches whole words."""
        found = _compiled(pattern).match(self.line, self._starts[at])
        return (found, self._ends[found.end()]) if found and found.end() in self._ends else None

    def at(self, place: int) -> str:
        """The word at a place; "" outside the text."""
        return self.tokens[place].text if 0 <= place < len(self.tokens) else ""

    def said(self, first: int, last: int) -> str:
        """The customer's own words from the place `first` up to, but not including, `last`."""
        return self.text[self.tokens[first].start : self.tokens[last - 1].end] if first < last else ""
