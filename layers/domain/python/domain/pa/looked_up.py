"""How far the documents that a question names have come."""

from __future__ import annotations

from collections.abc import Sequence

from domain.pa import phrases
from domain.pa.formats import short_list
from domain.pa.manner import Manner
from domain.projects.documents.markdown import escaped
from domain.projects.models import DeliverableSummary
from domain.projects.records import Project
from domain.projects.states import DeliverableKind
from domain.projects.wording import DOCUMENT_STATES


def documents_named(manner: Manner) -> list[DeliverableKind]:
    """The documents whose state a question asks for."""
    if not manner.mentions(r"\b(?:approved|accepted|signed|done|finished|written|ready|begun|started|state|status)\b"):
        return []
    return [kind for kind in DeliverableKind if manner.mentions(rf"\b{kind.value.replace('_', ' ')}\b")]


def of_documents(found: Sequence[tuple[Project, DeliverableSummary]]) -> str:
    """How far the documents that a question names have come."""
    lines = [
        f"{escaped(document.title)} of {phrases.name_of(project)} is {DOCUMENT_STATES[document.state]}"
        for project, document in found
    ]
    if not found:
        return "None of your projects has such a document yet: no intake is submitted."
    return f"{lines[0]}." if len(lines) == 1 else short_list(lines)
