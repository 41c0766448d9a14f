"""Markdown that a customer's text cannot break: escaping in one place, and the blocks the documents are made of."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from common.services import frozen

# Characters that begin markup anywhere in a line.
_INLINE = re.compile(r"([\\`*_\[\]|~])")
# Markup that counts only at the beginning of a block: headings, quotes, lists, rules, setext underlines, fences.
_LEADING = re.compile(r"^(?:(\d{1,9})(?=[.)])|(?=#{1,6}(?:\s|$)|[-+=>]))")
_ENTITY = re.compile(r"&(?=#?\w+;)")


@frozen
class Words:
    """A customer's text. Written into a document it is one line, escaped; `raw` is for reading only."""

    raw: str

    def __str__(self) -> str:
        return escaped(self.raw)

    @property
    def lines(self) -> tuple[str, ...]:
        """Its non-empty lines, each escaped."""
        return tuple(escaped(line) for line in self.raw.splitlines() if line.strip())


def escaped(text: str) -> str:
    """`text` as one line of plain words: no markup, no HTML, no entity survives in it."""
    line = " ".join(text.split())
    line = _ENTITY.sub("&amp;", line).replace("<", "&lt;").replace(">", "&gt;")
    line = _INLINE.sub(r"\\\1", line)
    return _LEADING.sub(r"\1\\", line)


def table(headers: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table of ready cells; empty when there are no rows."""
    body = ["| " + " | ".join(str(cell) or " " for cell in row) + " |" for row in rows]
    if not body:
        return ""
    head = "| " + " | ".join(headers) + " |"
    return "\n".join((head, "|" + "---|" * len(headers), *body))


def bullets(entries: Iterable[object]) -> str:
    """An unordered list."""
    return "\n".join(f"- {entry}" for entry in entries)


def quoted(text: str) -> str:
    """A block quote, line by line."""
    return "\n".join(f"> {escaped(line)}" for line in text.splitlines() if line.strip())
