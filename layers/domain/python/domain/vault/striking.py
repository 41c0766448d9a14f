"""Striking a secret out of what a host answered, however the host wrote it. Best effort: see docs/security.md.

It finds the secret as it is, in upper or lower case, and backwards; with any of its characters percent-encoded, JSON-
or HTML-escaped, once or several times over; and the whole secret in hex and in base64, at any offset, with or without
line breaks in it.

A writing is a row of parts, each with a pattern of its own, and is looked for as Knuth, Morris and Pratt look for a
word: what was read is not read again when the next part doesn't follow. So the time grows with the answer's length,
also where secret and answer repeat themselves.
"""

from __future__ import annotations

import base64
import re
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from html.entities import codepoint2name

STRUCK = "[secret]"
_SPACES = {" ": r"\+", "\n": r"\\{1,8}n", "\r": r"\\{1,8}r", "\t": r"\\{1,8}t"}
# Each repetition is bounded and each group atomic, so that no answer makes the search slow.
_BREAKS = r"(?>\\{1,4}[rn]|[\r\n\t ]){0,8}+"
_HEX_BREAKS = r"(?>\\{1,4}x|0x|[:\-_, %]|\\{1,4}[rn]|[\r\n]){0,8}+"
_BEGINNING = 8  # parts that are looked for at once, before each is by itself


def strike(text: str, secrets: Iterable[str]) -> str:
    """The text with `[secret]` in the place of every writing of these secrets that is known here."""
    for secret in secrets:
        for word in (secret, secret[::-1]):
            text = _without(text, _places_of_word(text, word))
        for parts in dict.fromkeys(_writings(secret)):
            text = _without(text, _places(text, parts))
    return text


def _without(text: str, places: Iterable[tuple[int, int]]) -> str:
    kept, behind = [], 0
    for start, end in places:
        kept += [text[behind:start], STRUCK]
        behind = end
    return "".join([*kept, text[behind:]])


def _places_of_word(text: str, word: str) -> Iterator[tuple[int, int]]:
    """The start and end of each place where the word stands as it is, in upper or lower case."""
    small, wanted = _lowered(text), _lowered(word)
    start = small.find(wanted)
    while start >= 0:
        yield start, start + len(wanted)
        start = small.find(wanted, start + len(wanted))


def _lowered(text: str) -> str:
    """The text in lower case, each character at its place; the few with a lower case of two characters stay."""
    small = text.lower()
    return small if len(small) == len(text) else "".join(one.lower() if len(one.lower()) == 1 else one for one in text)


def _places(text: str, parts: Sequence[str]) -> Iterator[tuple[int, int]]:
    """The start and end of each place where all parts stand one behind the other."""
    beginning = re.compile("".join(parts[:_BEGINNING]), re.IGNORECASE)
    reading = [_compiled(part).match for part in parts]
    borders = _borders(parts)
    starts: deque[int] = deque(maxlen=len(parts))  # of the parts that were read last
    position = matched = 0
    while True:
        if matched == 0:
            found = beginning.search(text, position)
            if found is None:
                return
            position = found.start()
        part = reading[matched](text, position)
        if part is None:
            matched = borders[matched]
            if matched == 0:  # what was read as one part may be where an escape begins
                position = starts[-1] + 1
            continue
        starts.append(position)
        position, matched = part.end(), matched + 1
        if matched == len(parts):
            yield starts[0], position
            matched = 0


def _borders(parts: Sequence[str]) -> list[int]:
    """Knuth, Morris and Pratt's table: for each number of matched parts, how many last ones equal the first ones."""
    borders = [0, 0]
    for part in parts[1:-1]:
        border = borders[-1]
        while border and parts[border] != part:
            border = borders[border]
        borders.append(border + (parts[border] == part))
    return borders


@cache
def _compiled(part: str) -> re.Pattern[str]:
    return re.compile(part, re.IGNORECASE)


def _writings(secret: str) -> Iterator[tuple[str, ...]]:
    """Each writing as the patterns of its parts. Parts that can stand in each other's place have the same pattern."""
    raw = secret.encode()
    for way in (secret, secret[::-1]):
        yield tuple(map(_character, map(_small, way)))
    yield _with_breaks(_HEX_BREAKS, [f"{byte:02x}" for byte in raw])
    for coded in _in_base64(raw):
        yield _with_breaks(_BREAKS, list(map(_base64_character, coded.lower())))


def _with_breaks(breaks: str, parts: list[str]) -> tuple[str, ...]:
    """The parts, each but the last with the pattern of the breaks that may follow it."""
    return (*(part + breaks for part in parts[:-1]), parts[-1])


def _small(character: str) -> str:
    """The lower case of a capital, so that both have one pattern; the character itself where that is not reversible."""
    small = character.lower()
    return small if small.upper() == character else character


@cache
def _character(character: str) -> str:
    """The pattern of one character in any writing. Its plain form is last; an atomic group takes the first fit."""
    both = [character, character.upper()] if len(character.upper()) == 1 else [character]
    ways = [way for one in both for way in _escapes(one)]
    return f"(?>{'|'.join(dict.fromkeys(ways))}|\\\\{{0,8}}{re.escape(character)})"


def _escapes(character: str) -> Iterator[str]:
    point = ord(character)
    names = [rf"#0{{0,6}}{point}", rf"#x0{{0,6}}{point:x}"]
    if point in codepoint2name:
        names.append(codepoint2name[point])
    if character == "'":
        names.append("apos")
    yield "".join(rf"%(?:25){{0,3}}{byte:02x}" for byte in character.encode())
    yield "".join(rf"\\{{1,8}}u{unit.hex()}" for unit in _pairs(character.encode("utf-16-be")))
    yield rf"&(?:amp;){{0,3}}(?:{'|'.join(names)});"
    if point < 256:  # noqa: PLR2004 - \xNN writes one byte
        yield rf"\\{{1,8}}x{point:02x}"
    if character in _SPACES:
        yield _SPACES[character]


def _pairs(units: bytes) -> list[bytes]:
    return [units[index : index + 2] for index in range(0, len(units), 2)]


def _in_base64(raw: bytes) -> list[str]:
    """The base64 of these bytes at each of three offsets in a longer text, without characters that depend on others."""
    parts = []
    for before in range(3):
        coded = base64.b64encode(bytes(before) + raw).decode().rstrip("=")
        first = -(-before * 8 // 6)
        last = (before + len(raw)) * 8 // 6
        parts.append(coded[first:last])
    return parts


def _base64_character(character: str) -> str:
    match character:
        case "+":
            return r"(?>\+|-|%(?:25){0,3}2b)"
        case "/":
            return r"(?>\\{0,4}/|_|%(?:25){0,3}2f)"
    return character
