"""Markdown that a customer's text cannot break: escaping in one place, blocks, and a document's whole text."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Iterable, Iterator, Sequence

from domain.projects.brief.records import Brief, Choice
from domain.projects.documents.records import DocumentText, Line, LineState, Part, Section

# Characters that begin markup anywhere in a line.
_INLINE = re.compile(r"([\\`*_\[\]|~])")
# Markup that counts only at the beginning of a block: headings, quotes, lists, rules, setext underlines, fences.
_LEADING = re.compile(r"^(?:(\d{1,9})(?=[.)])|(?=#{1,6}(?:\s|$)|[-+=>]))")
_ENTITY = re.compile(r"&(?=#?\w+;)")
_COLUMNS = {
    Section.CRITERIA: "Done when",
    Section.STEPS: "Step",
    Section.FAILURES: "What then",
    Section.RISKS: "Risk",
    Section.PARTS: "Part",
    Section.PACKAGES: "Package",
    Section.TESTS: "Test",
    Section.SENTENCES: "Sentence",
    Section.LAUNCH: "Step",
    Section.NOTES: "Note",
}


def escaped(text: str) -> str:
    """`text` as one line of plain words: no markup, no HTML, no entity survives in it."""
    line = " ".join(text.split())
    line = _ENTITY.sub("&amp;", line).replace("<", "&lt;").replace(">", "&gt;")
    line = _INLINE.sub(r"\\\1", line)
    return _LEADING.sub(r"\1\\", line)


def table(headers: Sequence[str], rows: Iterable[Sequence[object]], *, right: Collection[str] = ()) -> str:
    """A table of cells that are Markdown; the columns in `right` are aligned to the right. Empty without rows."""
    body = ["| " + " | ".join(str(cell) or " " for cell in row) + " |" for row in rows]
    if not body:
        return ""
    head = "| " + " | ".join(headers) + " |"
    return "\n".join((head, "|" + "".join("---:|" if one in right else "---|" for one in headers), *body))


def bullets(entries: Iterable[object]) -> str:
    """An unordered list of entries that are Markdown."""
    return "\n".join(f"- {entry}" for entry in entries)


def quoted(text: str) -> str:
    """The lines of a text, each escaped, as one block quote; empty lines are left out."""
    return "\n".join(f"> {escaped(line)}" for line in text.splitlines() if line.strip())


def hash_of(content: str) -> str:
    """SHA-256 of a text, in hex."""
    return hashlib.sha256(content.encode()).hexdigest()


def rendered(text: DocumentText, brief: Brief) -> DocumentText:
    """The text with its Markdown in `content`, and the hash of the Markdown in `content_hash`."""
    choices = {choice.id: choice for choice in brief.choices}
    blocks = [f"# {text.title}"]
    for part in text.parts:
        body = [*_body(part, choices)]
        if body:
            blocks += [f"{'#' * part.level} {escaped(part.title)}", *body]
    if text.open_comments:
        rows = ((one.id, ", ".join(one.about) or "all of it", escaped(one.text)) for one in text.open_comments)
        blocks += ["## Open comments", table(("Id", "About", "In your words"), rows)]
    content = "\n\n".join(blocks) + "\n"
    return text.model_copy(update={"content": content, "content_hash": hash_of(content)})


def _body(part: Part, choices: dict[str, Choice]) -> Iterator[str]:
    if part.text:
        yield part.text
    if part.section and (lines := shown(part.lines)):
        yield table(("Id", _COLUMNS[part.section]), ((line.id, escaped(line.text)) for line in lines))
    for choice in (choices[name] for name in part.choices if name in choices):
        answer = f"Decided: {escaped(choice.answer)}." if choice.answer else f"Proposed: {escaped(choice.proposed)}."
        yield f"**{choice.id}** {escaped(choice.ask)} {answer}"


def shown(lines: Iterable[Line]) -> list[Line]:
    """The lines that the document shows: all but struck ones."""
    return [line for line in lines if line.state is not LineState.STRUCK]
