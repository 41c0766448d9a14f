"""From text to words in one spelling, with their places in the text, and the cursor that the grammar reads with."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import date
from functools import cache

from common.services import frozen
from domain.edit_distance import within_edits
from domain.schedules.words import RANK, mendable, spellings

_LOOKALIKES = str.maketrans("‘’‚`´“”„«»−\u00a0\u202f\u2009", "'''''\"\"\"\"\"-   ")
QUOTE = "¤"
_WORDS = re.compile(r"""
  (?P<quote>"[^"]{1,2000}"|(?<!\w)'[^'\n]{3,300}'(?!\w)|https?://\S{1,500})
| (?P<iso>\d{4}-\d\d-\d\d(?:t\d\d:\d\d(?::\d\d)?(?:z|[+-]\d\d:\d\d)?)?(?![\w-]))
| (?P<date>\d{1,2}[./]\d{1,2}[./]\d{4}(?!\w)|\d{1,2}\.\d\d\.(?!\d)|\d{4}/\d{1,2}/\d{1,2}(?!\w)|\d{1,2}/\d{1,2}(?![\w/]))
| (?P<clock>\d{1,2}[:.]\d\d\s?[ap](?:\.m\.|m\b)|\d{1,2}\s?[ap](?:\.m\.|m\b)|\d{1,2}:\d\d(?!\w|:\d)|\d{1,2}h(?:\d\d)?\b)
| (?P<rank>\d{1,2}(?:st|nd|rd|th)\b)
| (?P<number>\d{1,9}(?:[.,]\d{1,9})?[^\W\d_]{0,9})
| (?P<zone>(?:africa|america|asia|atlantic|australia|europe|indian|pacific|etc)/[a-z_]{3,20}(?:/[a-z_]{3,20})?)
| (?P<word>[^\W\d_]{1,60}(?:'[^\W\d_]{1,12})?)
| (?P<mark>\S|\n)
""", re.VERBOSE)  # fmt: skip
_CLOCK = re.compile(r"(\d{1,2})(?:[:.h](\d\d))?h?\s?([ap])?")
_TENS = frozenset({"20", "30", "40", "50"})
_LONGEST_PLAIN = 9


@frozen
class Token:
    """`text` is lower case and in the one spelling; `start` and `end` are offsets into the source."""

    text: str
    start: int
    end: int
    kind: str
    capital: bool


def plain(text: str) -> str:
    """The text in lower case with plain quotes and spaces, of the same length."""
    return "".join(low if len(low := char.lower()) == 1 else char for char in text.translate(_LOOKALIKES))


def tokens_of(text: str, *, mend: bool = False) -> tuple[Token, ...]:
    """The words of a text. With `mend`, words of time with one wrong letter are put right."""
    found: list[Token] = []
    for match in _WORDS.finditer(plain(text)):
        kind = match.lastgroup or ""
        said = _spelt(kind, match[0], mend=mend)
        before = found[-1] if found else None
        # "twenty-first" and "thirty five" are one number; "working day" is one word.
        behind = found[-2] if before and before.text == "-" and len(found) > 1 else before
        if behind and behind.text in _TENS and behind.kind == kind == "word" and re.fullmatch(r"[1-9](?:\D\D)?", said):
            del found[found.index(behind) :]
            found.append(Token(behind.text[0] + said, behind.start, match.end(), "word", behind.capital))
            continue
        if before and before.text in {"business", "working", "work"} and said in {"day", "days"}:
            found[-1] = Token(f"week{said}", before.start, match.end(), "word", before.capital)
            continue
        if before and said == "m" and before.text in {"a", "p"} and len(found) > 1 and found[-2].text.isdigit():
            before, said = found[-2], f"{before.text}m"
            found.pop()
        if before and said in {"am", "pm"} and before.text.isdigit():
            found[-1] = Token(before.text + said, before.start, match.end(), "clock", capital=False)
            continue
        capital = text[match.start()].isupper()
        found += [Token(one, match.start(), match.end(), kind, capital) for one in said.split() or [said]]
    return tuple(found)


def _spelt(kind: str, said: str, *, mend: bool) -> str:
    if kind == "quote":
        return QUOTE
    if kind == "clock":
        hour, minute, mark = _CLOCK.match(said).groups()  # type: ignore[union-attr]  # it is a part of _WORDS
        return f"{hour}{'' if mark and not minute else f':{minute or "00"}'}{f'{mark}m' if mark else ''}"
    if kind not in {"word", "mark"}:
        return said
    meant = spellings().get(said, said)
    if mend and meant == said and kind == "word":
        return mended(said)
    return meant


@cache
def mended(word: str) -> str:
    """The one word of time that differs by a letter, or the word itself."""
    if not 4 <= len(word) <= _LONGEST_PLAIN + 2 or "'" in word or word in mendable():  # noqa: PLR2004 - shorter words resemble too much
        return word
    near = [known for known in mendable() if known[0] == word[0] and within_edits(word, known, 1)]
    return near[0] if len(near) == 1 else word


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(f"(?:{pattern}) ")


class Cursor:
    """A place in the words, which moves as patterns over them are read."""

    def __init__(self, tokens: Sequence[Token], today: date) -> None:
        """At the first word; `today` is the day from which days ahead are counted."""
        self.tokens, self.today, self.at = tokens, today, 0
        self._starts: list[int] = []
        self._ends: dict[int, int] = {}
        place = 0
        for number, token in enumerate(tokens):
            self._starts.append(place)
            place += len(token.text) + 1
            self._ends[place] = number + 1
        self._starts.append(place)
        self.line = "".join(f"{token.text} " for token in tokens)

    def looks(self, pattern: str) -> re.Match[str] | None:
        """What the pattern matches here, up to the end of a word."""
        found = _compiled(pattern).match(self.line, self._starts[self.at])
        return found if found and found.end() in self._ends else None

    def eat(self, pattern: str) -> re.Match[str] | None:
        """The same, and moves behind it."""
        found = self.looks(pattern)
        if found:
            self.at = self._ends[found.end()]
        return found

    def token(self, step: int = 0) -> Token:
        """The token here, or so many before or behind."""
        at = self.at + step
        return self.tokens[at] if 0 <= at < len(self.tokens) else Token("", 0, 0, "end", capital=False)

    def listed[T](self, read: Callable[[Cursor], T | None], lead: str = "") -> list[T]:
        """What `read` reads, again and again, parted by commas, "and" or slashes; `lead` may follow each of these."""
        found: list[T] = []
        begun = self.at
        while (one := read(self)) is not None:
            found.append(one)
            begun = self.at
            if not self.eat("(?:, )?and|,|/"):
                break
            if lead:
                self.eat(lead)
        self.at = begun
        return found


def whole(said: str | None) -> int:
    """A number or rank in figures; "a" and nothing are one, "other" is two."""
    if said == "other":
        return 2
    return int(re.match(r"\d*", said or "")[0] or 1)  # type: ignore[index]  # an empty match is a match


def is_rank(token: Token) -> bool:
    """Whether it was written in figures, as in 15th."""
    return token.kind == "rank" and re.fullmatch(RANK, token.text) is not None
