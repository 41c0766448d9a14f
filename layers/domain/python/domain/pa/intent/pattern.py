"""Patterns: the small language cues are written in, and its matcher.

A pattern is a row of elements matched in order against the words of one sentence:

    word        that word in any regular form          a|b     either
    CONCEPT     any word of that family                 word?   may be absent
    ~ or ~~     up to 3 or 8 other words in between     ...     any number of words in between
    ^ and $     the start and the end of the sentence   PROJECT a project's name
    NAME        an unknown word with a capital          UNKNOWN another unknown word
    =word       that word in this very form

Fillers ("the", "still", "please") may stand anywhere in between. The two short gaps don't reach over a question word,
because what follows it is asked for itself: "tell me which passwords" asks for no password.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from domain.pa.intent.word_forms import DETERMINERS

GAPS = {"~": 3, "~~": 8, "...": 60}
PROJECT = "PROJECT"
NAME = "NAME"
UNKNOWN = "UNKNOWN"
EXACTLY = "="
START, END = "^", "$"


@dataclass(frozen=True, slots=True)
class Token:
    """One word as the matcher sees it."""

    word: str
    symbols: frozenset[str]
    """The word, its base forms, and the concepts of all of them."""
    filler: bool = False
    opens_segment: bool = False
    """A comma, an "and" or a line break stands before it."""


@dataclass(frozen=True, slots=True)
class Element:
    """One step of a pattern: any of the symbols, after at most `gap` other words."""

    symbols: frozenset[str]
    gap: int = 0
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Pattern:
    """A parsed pattern; `entries` are the symbols a match may begin with."""

    elements: tuple[Element, ...]
    at_start: bool
    at_end: bool
    entries: frozenset[str]


@cache
def parse(source: str) -> Pattern:
    """The pattern written as `source`."""
    elements: list[Element] = []
    gap = 0
    for part in source.split():
        if part in GAPS:
            gap = GAPS[part]
        elif part not in {START, END}:
            elements.append(Element(frozenset(part.rstrip("?").split("|")), gap, part.endswith("?")))
            gap = 0
    entries: set[str] = set()
    for element in elements:
        entries |= element.symbols
        if not element.optional:
            break
    return Pattern(tuple(elements), source.startswith(START), source.endswith(END), frozenset(entries))


def match_at(pattern: Pattern, tokens: Sequence[Token], start: int) -> int | None:
    """The position after a match of `pattern` beginning at `start`, or None."""
    if pattern.at_start and any(not token.filler or token.word in DETERMINERS for token in tokens[:start]):
        return None
    return _match(pattern, 0, tokens, start, first=True)


def _match(pattern: Pattern, index: int, tokens: Sequence[Token], start: int, *, first: bool = False) -> int | None:
    if index == len(pattern.elements):
        ended = not pattern.at_end or all(token.filler for token in tokens[start:])
        return start if ended else None
    element = pattern.elements[index]
    allowance = 0 if first else element.gap
    position = start
    while position < len(tokens):
        token = tokens[position]
        if not element.symbols.isdisjoint(token.symbols):
            end = _match(pattern, index + 1, tokens, position + 1)
            if end is not None:
                return end
        if not token.filler:
            if allowance == 0 or (element.gap < GAPS["..."] and "WH" in token.symbols):
                break
            allowance -= 1
        if first:
            break
        position += 1
    return _match(pattern, index + 1, tokens, start) if element.optional else None
