"""A document as a caller is shown it: its text, its lines part by part, comments, choices, and why it is outdated."""

from __future__ import annotations

from pydantic import Field

from common.envelope import View
from common.fields import Instant
from domain.projects.brief.records import Brief, EntryOrigin
from domain.projects.brief.views import ChoiceView
from domain.projects.documents.editing import SECTIONS, uses
from domain.projects.documents.records import DocumentText, LineState, Section
from domain.projects.models import DeliverableView
from domain.projects.records import Deliverable
from domain.projects.views import deliverable_view


class LineView(View):
    """One line. `refs`: the entries that it serves. `source`: the playbook that it comes from, and its version.

    `why`: why a model struck it, worded it or added it.
    """

    id: str
    section: Section
    text: str
    origin: EntryOrigin
    state: LineState
    refs: tuple[str, ...]
    source: str | None
    why: str | None


class PartView(View):
    """A heading of a document, the Markdown below it, and its lines, struck ones too.

    `choices` are shown behind the lines.
    """

    title: str
    level: int
    text: str
    section: Section | None
    refs: tuple[str, ...]
    lines: tuple[LineView, ...]
    choices: tuple[str, ...]


class CommentView(View):
    """What you wrote about the document, and the lines and entries that it names. Open until `resolved_at`."""

    id: str
    text: str
    about: tuple[str, ...]
    at: Instant
    resolved_at: Instant | None
    answer: str | None


class DocumentView(DeliverableView):
    """A document with its text and lines.

    `working_revision` is the number that the text shown has or will have; `accepts` are the sections that a line can be
    added to.
    """

    working_revision: int
    lines: tuple[PartView, ...] = Field(description="By part, in the order of the text.")
    comments: tuple[CommentView, ...]
    choices: tuple[ChoiceView, ...] = Field(description="Those that the document shows.")
    outdated: tuple[str, ...] = Field(description="Why it would be another text if it were written today.")
    accepts: tuple[Section, ...]


def document_view(
    document: Deliverable, text: DocumentText | None, brief: Brief, outdated: tuple[str, ...]
) -> DocumentView:
    """A document as shown. `text` is None before the first is written; `outdated` has the reasons to rewrite it."""
    shown = deliverable_view(document).model_dump()
    if text is not None and document.history and text.revision == document.revision:
        shown["history"][-1]["content_hash"] = text.content_hash  # an edit moved it
    shown |= {
        "content": text.content if text else "",
        "content_hash": text.content_hash if text else None,
        "working_revision": document.working_revision,
        "lines": text.parts if text else (),
        "comments": text.comments if text else (),
        "choices": [one for one in brief.choices if text is not None and uses(text, one.id)],
        "outdated": outdated,
        "accepts": SECTIONS[document.kind] if text and text.parts else (),
    }
    return DocumentView.model_validate(shown)
