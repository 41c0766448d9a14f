"""How a model's reading of a comment is stored with its revision, so that it stays what it was.

Rules read a comment the same way every time. A model may not.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pydantic import TypeAdapter

from domain.projects.documents.comments import Clause
from domain.projects.documents.edits import Edit
from domain.projects.records import ReadClause


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
    """The edit of these fields; None also for a kind that there is no longer (`Reword`)."""
    kinds = {kind.__name__: kind for kind in Edit.__subclasses__()}
    if fields is None or fields["kind"] not in kinds:
        return None
    values = {name: value for name, value in fields.items() if name != "kind"}
    edit: Edit = TypeAdapter(kinds[fields["kind"]]).validate_python(values, strict=False)
    return edit
