"""What an answer says about deeds: what was prepared, and what nearly had a form."""

from __future__ import annotations

from collections.abc import Sequence

from domain.answers.deeds import Unread
from domain.answers.preparing import Prepared
from domain.projects.documents.markdown import bullets, escaped

NOT_DONE = "Nothing changes until you confirm:"
_MOST = 300


def to_confirm(cards: Sequence[Prepared]) -> str:
    """The deeds that wait for a confirmation; "" where there is none."""
    return f"{NOT_DONE}\n\n{bullets(escaped(card.summary) for card in cards)}" if cards else ""


def not_made(why: Sequence[str]) -> str:
    """Deeds that could not be prepared, each with its reason; "" where there is none."""
    return f"I could not prepare this:\n\n{bullets(map(escaped, why))}" if why else ""


def gist(text: str) -> str:
    """The first sentence of what was written in Markdown, as plain text."""
    plain = " ".join(text.replace("**", "").replace("`", "").replace("\\", "").split()).replace(": - ", ": ")
    sentence, stop, rest = plain.partition(". ")
    return f"{sentence}{stop.rstrip()}" if rest else plain


def shown(unread: Unread) -> str:
    """A line that begins like a form, why it could not be read, and the form."""
    line = " ".join(unread.line.split())
    said = line if len(line) <= _MOST else f"{line[:_MOST].rstrip()}…"
    why = f" {escaped(unread.why)}" if unread.why else ""
    return f"I did nothing about “{escaped(said)}”.{why} Write it like this: `{unread.form}`."
