"""Marks: while an answer is being put together, each figure in its text carries how it was derived.

A mark stands around the figure in the text itself, so that a derivation goes wherever the sentence goes: joined, folded
into a list, left out, or repeated. It is made of characters that Unicode reserves for a program's own use, which match
no digit, letter or punctuation. `settled` takes the marks out again and says where the figures stand.
"""

from __future__ import annotations

import json
import re

from common.services import frozen
from domain.receipts.steps import Step

_OPEN, _SAYS, _CLOSE = "\ufdd0", "\ufdd1", "\ufdd2"  # "noncharacters", for internal use only
_PLANE = 0xF0000  # of private use; a derivation is written in it, as ASCII moved there
_PARTS = re.compile(f"([{_OPEN}{_SAYS}{_CLOSE}])")
_PLAIN, _MOVED = b"\0\0\0", b"\0\x0f\0"  # what follows the lowest byte of an ASCII character in UTF-32, here and there
_told = json.JSONEncoder(separators=(",", ":")).encode
_MARKS = {ord(_OPEN): None, ord(_SAYS): None, ord(_CLOSE): None}


@frozen
class Span:
    """A figure or a quotation, at `start` up to `end` of a text (counted in code points), and where it comes from."""

    start: int
    end: int
    step: Step
    value: int | str

    def moved(self, by: int) -> Span:
        """The same span of a text with `by` more characters in front."""
        return Span(self.start + by, self.end + by, self.step, self.value)


@frozen
class Said:
    """A text as the customer reads it, and what is known of the figures in it."""

    text: str
    spans: tuple[Span, ...] = ()


def marked(text: str, step: Step, value: int | str) -> str:
    """`text`, which shows `value`, with a mark around it that says how the value was derived."""
    # All characters at once: an answer has dozens of marks, each of hundreds of characters.
    moved = _told([step.as_json(), value]).encode("utf-32-le").replace(_PLAIN, _MOVED).decode("utf-32-le")
    return _OPEN + moved + _SAYS + text + _CLOSE


def unmarked(text: str) -> str:
    """A text of somebody else's without the characters that marks are made of."""
    return text.translate(_MARKS) if _OPEN in text or _SAYS in text or _CLOSE in text else text


def settled(text: str) -> Said:
    """The text without its marks. Of marks within marks both stay; a broken mark is left out."""
    if _OPEN not in text:
        return Said(unmarked(text))
    shown: list[str] = []
    length = 0
    begun: list[tuple[int, Step, int | str] | None] = []
    spans: list[Span] = []
    is_told = False
    told = ""
    for part in _PARTS.split(text):
        if part == _OPEN:
            is_told, told = True, ""
        elif part == _SAYS:
            begun.append(_read(length, told))
            is_told = False
        elif part == _CLOSE:
            if begun and (mark := begun.pop()) is not None and mark[0] < length:
                spans.append(Span(mark[0], length, mark[1], mark[2]))
        elif is_told:
            told = part
        else:
            shown.append(part)
            length += len(part)
    return Said("".join(shown), tuple(sorted(spans, key=lambda span: (span.start, span.end))))


def _read(start: int, told: str) -> tuple[int, Step, int | str] | None:
    try:
        step, value = json.loads("".join(chr(ord(one) - _PLANE) for one in told))
        return start, Step.from_json(step), value
    except (ValueError, KeyError, TypeError):
        return None
