"""Snippets: the part of a text that best shows why it was found, with the words that were looked for marked."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from common.services import frozen
from domain.search.words import Wanted, words_of

BEFORE = 60
LENGTH = 240
_HEADING = re.compile(r"^#{1,6}[ \t]+(.*[^ \t#\n])[ \t#]*$", re.MULTILINE)
_LINE = re.compile(r"^\| ?([A-Z]\d+(?:\.\d+)?) \|")
# A rule, or the one below the head of a table: a line of such signs alone.
_RULE = r"^(?=[|: \t]*-)[-|: \t]++$"
_MARKUP = re.compile(rf"{_RULE}|[*`#|~]+|^\s*[-+>]\s+", re.MULTILINE)


@frozen
class Snippet:
    """A part of a text on one line, with the found words between `**`, and the heading above it (`section`).

    `line`: the id of the document's line in which the first of the words stands.
    """

    text: str
    section: str | None
    line: str | None = None


@frozen
class _Hit:
    start: int
    end: int
    wanted: int


def snippet_of(text: str, wanted: Sequence[Wanted]) -> Snippet:
    """The part of a text with the most of these words close together; the text's beginning if it has none."""
    words = list(words_of(text))
    hits = [
        _Hit(words[place].start, words[place + len(one.parts) - 1].end, number)
        for place in range(len(words))
        for number, one in enumerate(wanted)
        if one.matches_at(words, place)
    ]
    focus = _best(hits)
    start = max((word.start for word in words if word.start <= max(0, focus - BEFORE)), default=0) if hits else 0
    end = min((word.end for word in words if word.end >= start + LENGTH), default=len(text))
    end = max(end, *(hit.end for hit in hits if hit.start == focus)) if hits else end
    shown = _marked(text, start, end, hits)
    line = _LINE.match(text[text.rfind("\n", 0, focus) + 1 : focus]) if hits else None
    headings = [match[1] for match in _HEADING.finditer(text) if match.start() <= focus]
    return Snippet(
        ("…" if start else "") + shown + ("…" if end < len(text.rstrip()) else ""),
        _plain(headings[-1]) if headings else None,
        line[1] if line else None,
    )


def _best(hits: Sequence[_Hit]) -> int:
    """The start of the first hit with the most different words of the query close after it, its own included."""
    close: Counter[int] = Counter()
    most = start = end = 0
    for hit in hits:
        while end < len(hits) and hits[end].start < hit.start + LENGTH - BEFORE:
            close[hits[end].wanted] += 1
            end += 1
        if (found := sum(count > 0 for count in close.values())) > most:
            most, start = found, hit.start
        close[hit.wanted] -= 1
    return start


def _marked(text: str, start: int, end: int, hits: Sequence[_Hit]) -> str:
    parts, place = [], start
    for hit in hits:
        if hit.start >= place and hit.end <= end:
            parts += [_without_markup(text[place : hit.start]), f"**{text[hit.start : hit.end]}**"]
            place = hit.end
    return _on_one_line("".join([*parts, _without_markup(text[place:end])]))


def _plain(text: str) -> str:
    return _on_one_line(_without_markup(text))


def _without_markup(text: str) -> str:
    return _MARKUP.sub(" ", text)


def _on_one_line(text: str) -> str:
    return " ".join(text.split())
