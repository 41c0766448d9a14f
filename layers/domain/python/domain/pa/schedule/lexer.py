"""From text to tokens. Offsets are those of the customer's text, so that the task can be cut out of it afterwards."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cache

from domain.pa.schedule.rewording import letters_of
from domain.pa.schedule.spelling import mended
from domain.pa.schedule.vocabulary import MONTHS, WEEKDAY_PLURALS, WEEKDAYS

HIDDEN = "\0"

_LOOKALIKES = str.maketrans("‘’‚`´“”„«»–—‑−\u00a0\u202f\u2009", "'''''\"\"\"\"\"----   ")
_LEXICON = r"""
  (?P<thing>\0+)
| (?P<dropped>\x01+)
| (?P<iso>\d{4}-\d{1,2}-\d{1,2}(?:t\d{1,2}:\d{2}(?::\d{2})?(?:z|[+-]\d{2}:?\d{2})?)?(?![\w-]))
| (?P<date>\d{1,4}/\d{1,2}/\d{1,4}(?!\w)|\d{1,2}[.-]\d{1,2}[.-]\d{4}(?!\w)|\d{1,2}/\d{1,2}(?![\w/]))
| (?P<clock>\d{1,2}(?:[:.]\d{2})?\s?[ap](?:\.m\b\.?|m\b)
    |\d{1,2}:\d{2}[ap]\b|\d{1,2}:\d{2}(?::\d{2})?(?!\d)|\d{1,2}h\d{2}\b)
| (?P<ordinal>\d{1,2}(?:st|nd|rd|th)\b)
| (?P<number>\d+(?:[.,]\d+)*)
| (?P<zone>(?:africa|america|antarctica|arctic|asia|atlantic|australia|europe|indian|pacific|etc)/[a-z_]+(?:/[a-z_]+)?)
| (?P<short>(?:mon|tues?|weds?|thurs?|thu|fri|sat|sun)\.(?=\s*(?:and|at|&|,|to|-|\d)))
| (?P<word>[ap]\.m\b\.?|[^\W\d_]+(?:['-][^\W\d_]+)*)
| (?P<mark>\S|\n)
"""
_RANGE_WORDS = frozenset({"to", "through", "thru"})
_EXPANSIONS = {
    "tonight": ("today", "tonight"),
    "nightly": ("every", "night"),
    "everyday": ("every", "day"),
    "eod": ("end", "of", "day"),
    "end-of-day": ("end", "of", "day"),
    "end-of-month": ("end", "of", "month"),
    "oclock": ("o'clock",),
    "p.m": ("pm",),
    "p.m.": ("pm",),
    "a.m": ("am",),
    "a.m.": ("am",),
}


@dataclass(frozen=True, slots=True)
class Token:
    """`text` is lower case and corrected; `start` and `end` are offsets into the customer's text."""

    kind: str
    text: str
    start: int
    end: int
    capital: bool = False


END = Token("end", "", 0, 0)


def plain(text: str) -> str:
    """The text in lower case with plain quotes, dashes and spaces, of the same length."""
    lowered = text.translate(_LOOKALIKES)
    return "".join(low if len(low := char.lower()) == 1 else char for char in lowered)


def tokens_of(text: str, hidden: str) -> tuple[Token, ...]:
    """The tokens of `hidden`, which is `plain(text)` with all that names a thing blotted out by `HIDDEN`."""
    letters = letters_of(text, hidden)
    tokens: list[Token] = []
    for found in _pattern().finditer(hidden):
        inside = next((days for (first, last), days in letters.items() if first <= found.start() < last), None)
        if inside is None:
            capital = text[found.start()].isupper()
            tokens += _split(found.lastgroup or "mark", found[0], found.start(), capital=capital)
        elif not tokens or tokens[-1].start < inside[0][1]:
            tokens += [
                Token("mark" if word == "-" else "word", word, first, last, capital=True)
                for word, first, last in inside
            ]
    return _mend([token for token in tokens if token.kind != "dropped"])


def _mend(tokens: list[Token]) -> tuple[Token, ...]:
    """The tokens with slips of the keyboard in schedule words put right, where such a word can stand."""
    for place, token in enumerate(tokens):
        if token.kind == "word":
            before = [near.text for near in tokens[max(place - 2, 0) : place]]
            after = tokens[place + 1] if place + 1 < len(tokens) else END
            word = mended(token.text, before, after.text, after.kind)
            if word != token.text:
                tokens[place] = replace(token, text=word)
    return tuple(
        replace(token, text=word)
        for token in tokens
        for word in (_EXPANSIONS.get(token.text, (token.text,)) if token.kind == "word" else (token.text,))
    )


@cache
def _pattern() -> re.Pattern[str]:
    return re.compile(_LEXICON, re.VERBOSE)


def _split(kind: str, text: str, start: int, *, capital: bool) -> list[Token]:
    if kind == "short":
        return [Token("word", text[:-1], start, start + len(text), capital)]
    if kind != "word":
        return [
            Token(kind, re.sub(r"\s(?=[ap])", "", text) if kind == "clock" else text, start, start + len(text), capital)
        ]
    if "-" in text and all(_is_day_or_month(part) or part in _RANGE_WORDS for part in text.split("-")):
        return _hyphenated(text, start)
    end = start + len(text)
    return [Token("word", text, start, end, capital)]


def _is_day_or_month(word: str) -> bool:
    return word in WEEKDAYS or word in WEEKDAY_PLURALS or word in MONTHS


def _hyphenated(text: str, start: int) -> list[Token]:
    """Reads "mon-fri": two words with a dash between them."""
    tokens: list[Token] = []
    for part in re.split("(-)", text):
        tokens.append(Token("mark" if part == "-" else "word", part, start, start + len(part), capital=True))
        start += len(part)
    return tokens
