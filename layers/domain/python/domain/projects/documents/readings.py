"""Edits that only a model reads out of a comment, and how a reading is stored, so that it stays what it was.

Rules read a comment the same way every time. A model may not; hence its reading is stored with the revision.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from pydantic import TypeAdapter

from common.services import frozen
from domain.projects.documents import edits
from domain.projects.documents.comments import Clause
from domain.projects.documents.draft import CannotApplyError, Draft
from domain.projects.documents.edits import Done, Edit
from domain.projects.documents.markdown import Words
from domain.projects.documents.written import merged
from domain.projects.records import ReadClause, WrittenBlock, WrittenSection


@frozen
class Rewrite:
    """Write these blocks into a section, in place of those that a model wrote there, or behind its tables.

    Whoever makes this edit has checked the blocks.
    """

    section: str
    blocks: tuple[WrittenBlock, ...]

    def on(self, draft: Draft) -> Done:
        """The draft with the section written anew."""
        found = draft.section_named(self.section)
        if found is None:
            raise CannotApplyError(f"this document has no section “{Words(self.section)}”.")
        new = merged(draft.written, WrittenSection(heading=found.heading, blocks=self.blocks))
        if new in draft.written:
            return draft, ""
        others = tuple(item for item in draft.written if item.heading != found.heading)
        return replace(draft, written=(*others, new)), f"“{found.heading}” is written anew."


@frozen
class Offer:
    """A wish that belongs in the brief: it is no revision of this document, and can be a change request."""

    wish: str

    def on(self, _draft: Draft) -> Done:
        """Nothing is changed; the customer reads how to make it a change request."""
        raise CannotApplyError(
            f"it is a change of the brief. Tell the CEO “I want {Words(self.wish)}”, and it becomes a change request "
            "with its price."
        )


@frozen
class Decline:
    """Nothing can be done about it here, for this reason; `is_open`: somebody has to settle it."""

    reason: str
    is_open: bool = True

    def on(self, _draft: Draft) -> Done:
        """Nothing is changed; the customer reads why."""
        raise CannotApplyError(str(Words(self.reason)), is_open=self.is_open)


_KINDS: dict[str, type[Any]] = {
    kind.__name__: kind
    for kind in (
        edits.Add,
        edits.Drop,
        edits.Mention,
        edits.Move,
        edits.MoveDeadline,
        edits.Refine,
        edits.Replace,
        edits.Reword,
        edits.SetCeiling,
        edits.SetTerm,
        edits.Shorten,
        Rewrite,
        Offer,
        Decline,
    )
}


def stored(clauses: Sequence[Clause]) -> tuple[ReadClause, ...]:
    """The reading as it is stored."""
    return tuple(ReadClause(words=clause.text, edit=_fields(clause.edit)) for clause in clauses)


def restored(reading: Sequence[ReadClause]) -> tuple[Clause, ...]:
    """The clauses of a stored reading."""
    return tuple(Clause(read.words, _edit(read.edit)) for read in reading)


def _fields(edit: Edit | None) -> dict[str, Any] | None:
    if edit is None:
        return None
    fields: dict[str, Any] = TypeAdapter(type(edit)).dump_python(edit, mode="json")
    return {"kind": type(edit).__name__, **fields}


def _edit(fields: dict[str, Any] | None) -> Edit | None:
    if fields is None:
        return None
    values = {name: value for name, value in fields.items() if name != "kind"}
    edit: Edit = TypeAdapter(_KINDS[fields["kind"]]).validate_python(values, strict=False)
    return edit
