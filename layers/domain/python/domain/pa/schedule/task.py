"""The task itself: the text without its time words, tidied."""

from __future__ import annotations

import re
from collections.abc import Sequence

from domain.pa.schedule.tokens import Token
from domain.pa.schedule.said_parts import Placed

_TIDYING = (
    (r"\(\s*\)|\[\s*\]", " "),
    (r"(?:\s+[-–—])+(?=\s*(?:$|[-–—,.!?]))", ""),
    (r"[ \t]+", " "),
    (r"(?:\s*[,;:]\s*)+(?=[,;:.!?]|$)", ""),
    (r"\s+(?=[,;:.!?])", ""),
    (r"([,;:])(?:\s*[,;:])+", r"\1"),
    (r"(?<=[.!?\n])\s*[,;:.-]+\s*", " "),
    (r"^[\s,;:.!?&-]+|[\s,;:&-]+$", ""),
    (r"(?i)^(?:and|then|also|so|but|on|at|of)\b[ ,]+", ""),
    (r"(?i)[ ,]+(?:and|then|also|on|at|for|to|,)\s*([.!?]*)$", r"\1"),
    (r"(?i)^(?:and|then|also|so|but|on|at|of|please)$", ""),
    (r"\.+$", ""),
)


def task_of(text: str, tokens: Sequence[Token], placed: Sequence[Placed]) -> str:
    """What is left of `text` once the tokens of `placed` are cut out."""
    pieces: list[str] = []
    at = 0
    for item in placed:
        first, last = tokens[item.first].start, tokens[item.last - 1].end
        pieces.append(text[at : max(first, at)])
        at = max(last, at)
    task = " ".join([*pieces, text[at:]]) if placed else text
    for pattern, replacement in _TIDYING:
        task = re.sub(pattern, replacement, task)
    return task.strip()
