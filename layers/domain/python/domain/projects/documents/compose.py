"""A document from the brief as it stands: laid out section by section, with what a model wrote set into it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from common.services import frozen
from domain.projects.brief.changing import Plan
from domain.projects.documents.brief import Brief, brief_from
from domain.projects.documents.markdown import Section, Words, document, table
from domain.projects.documents.writers import WRITERS, open_points
from domain.projects.documents.written import Piece, holding, pieces, placed
from domain.projects.phases import spec_of
from domain.projects.records import Deliverable, WrittenSection, piece_key
from domain.projects.states import DeliverableKind


@frozen
class Draft:
    """A revision of a document of this kind on its way. `written` are sections that a model wrote."""

    kind: DeliverableKind
    brief: Brief
    written: tuple[WrittenSection, ...] = ()

    @property
    def holding(self) -> tuple[WrittenSection, ...]:
        """What of the written sections holds for the brief as it is now."""
        return holding(self.written, self.brief)

    @property
    def told(self) -> Brief:
        """The brief, with what this document says itself of what the skeleton would leave open."""
        own = (name for one in self.holding for name in (one.heading, *(block.about for block in one.blocks)) if name)
        return replace(self.brief, described=frozenset(own))

    def sections(self) -> tuple[Section, ...]:
        """The sections as they are laid out."""
        skeleton = [written(self.told) for written in WRITERS[self.kind]]
        whole = placed(self.kind, skeleton, self.holding, self.brief)
        return tuple(section for section in whole if any(section.blocks))


@frozen
class Composed:
    """A written revision, and the sections of it that a model wrote, to be stored with the document."""

    content: str
    written: tuple[WrittenSection, ...] = ()


@frozen
class NextPiece:
    """What a model has to do now. It is number `number` of `count`."""

    piece: Piece
    number: int
    count: int


def compose(kind: DeliverableKind, brief: Brief, *, revision: int, comment: str | None) -> Composed:
    """Revision `revision` of a document; the customer's comment on the one before stands in it as an open point.

    The same arguments give the same text.
    """
    draft = draft_of(kind, brief)
    spec = spec_of(kind)
    cover = (
        ("Document", f"revision {revision}"),
        ("Written by", spec.owner),
        ("For approval by", brief.approver),
        ("Brief of", brief.submitted_on.isoformat()),
    )
    found = [(text, str(brief.approver)) for text in open_points(kind, draft.told)]
    if comment is not None:
        found.insert(0, (f"You wrote: “{Words(comment)}”", f"{spec.owner}, with the customer"))
    rows = ((f"O{number}", *point) for number, point in enumerate(found, start=1))
    sections = (
        Section("", (table(("", f"{brief.name}"), cover),)),
        *draft.sections(),
        Section("Open points", (table(("Id", "To settle", "Who"), rows) or "None.",)),
    )
    return Composed(document(spec.title, sections), draft.holding)


def draft_of(kind: DeliverableKind, brief: Brief) -> Draft:
    """The draft of a document, with the sections that a model has written for it."""
    own = next((document.written for document in brief.documents if document.kind is kind), ())
    return Draft(kind, brief, own)


def next_piece(document: Deliverable, brief: Brief) -> NextPiece | None:
    """What the model should do next for the document, or None when the revision can be composed."""
    if document.fell_back is not None:
        return None
    draft = draft_of(document.kind, brief)
    missing = pieces(document.kind, brief, draft.holding, first=document.revision == 0)
    left = [piece for piece in missing if piece_key(piece.plan.heading, piece.ids) not in document.tried]
    return NextPiece(left[0], len(document.tried) + 1, len(document.tried) + len(left)) if left else None


def changed_documents(before: Plan, after: Plan, documents: Sequence[Deliverable], today: date) -> tuple[str, ...]:
    """The ids of the written documents whose text, written today, would be another one after a change."""
    briefs = [brief_from(plan, documents, today=today) for plan in (before, after)]

    def texts(document: Deliverable) -> set[str]:
        revision = document.revision
        return {compose(document.kind, brief, revision=revision, comment=None).content for brief in briefs}

    return tuple(document.id for document in documents if document.revision and len(texts(document)) > 1)
