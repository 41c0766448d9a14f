"""Yes and no, computed: facts that answer a plain question about a project, each with the state it rests on.

A model may refer to such an answer and never writes “yes” itself, so a yes can't stand beside a state that says no.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from domain.thinking.fact_writer import FactWriter
from domain.thinking.facts import Fact, Term

_PEOPLE = "does the product store data about people"
_STATED = {
    "data.yes": (_PEOPLE, True),
    "data.no": (_PEOPLE, False),
    "team.documents": ("does the team build the product", False),
    "where.documents": ("can something be sent to others from this conversation", False),
}
"""What a state answers, and whether by yes."""


def write_answers(sheet: FactWriter) -> None:
    """Add the answers that follow from the facts written so far."""
    for fact in tuple(sheet.written):
        for question, answer in _answered_by(fact):
            numbered = f"f{len(sheet.written) + 1}"
            sheet.written.append(replace(fact, id=numbered, label=f"answer to: {question}?", answer=answer))


def _answered_by(fact: Fact) -> Iterator[tuple[str, bool]]:
    match fact.value:
        case Term(key) if key in _STATED:
            yield _STATED[key]
        case Term("brief.must_have" | "brief.left_out" as key):
            yield f"is {_title(fact)} part of the product", key == "brief.must_have"
        case Term(key) if key.startswith("document."):
            yield f"is the document {_title(fact)} approved", key == "document.approved"
        case Term(key) if key.startswith("access."):
            yield f"is the access {_title(fact)} deposited", key == "access.fulfilled"


def _title(fact: Fact) -> str:
    return f"“{getattr(fact.noun.name, 'text', '')}”"
