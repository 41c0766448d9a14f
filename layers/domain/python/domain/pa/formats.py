"""How the assistant writes lists that can be read on a phone."""

from __future__ import annotations

import re
from collections.abc import Iterable

from domain.projects.documents.markdown import bullets

MOST_LISTED = 20
MOST_SHOWN = 5
_MORE = re.compile(r"- … and (\d+) more")


def short_list(lines: Iterable[str]) -> str:
    """Bullets for the first 20 lines, then the number of the others."""
    every = list(lines)
    left_out = len(every) - MOST_LISTED
    return bullets([*every[:MOST_LISTED], *([f"… and {left_out} more"] if left_out > 0 else [])])


def folded(markdown: str) -> str:
    """Every list of bullets cut after the fifth, and the others counted."""
    return "\n\n".join(_folded(block) for block in markdown.split("\n\n"))


def _folded(block: str) -> str:
    lines = block.split("\n")
    if len(lines) <= MOST_SHOWN + 1 or not all(line.startswith("- ") for line in lines):
        return block
    more = _MORE.fullmatch(lines[-1])
    left_out = len(lines) - MOST_SHOWN + (int(more[1]) - 1 if more else 0)
    return "\n".join([*lines[:MOST_SHOWN], f"- … and {left_out} more"])
