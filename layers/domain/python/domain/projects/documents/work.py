"""What a model has to do for the next revision of a document, piece by piece: read the comment, write sections."""

from __future__ import annotations

from common.services import frozen
from domain.projects.documents.brief import Brief
from domain.projects.documents.comments import is_understood
from domain.projects.documents.compose import Point, drafted
from domain.projects.documents.draft import Draft
from domain.projects.documents.written import Piece, pieces, plans_of
from domain.projects.records import Deliverable, SectionWork, piece_key


@frozen
class NextPiece:
    """The piece to do now; `piece` is None for the reading of the comment. It is number `number` of `count`."""

    piece: Piece | None
    number: int
    count: int


def next_piece(document: Deliverable, brief: Brief) -> NextPiece | None:
    """What the model should do next for the document, or None when the revision can be composed."""
    if document.fell_back is not None:
        return None
    comment = document.comment
    unread = comment is not None and document.reading is None and not is_understood(comment)
    if unread and piece_key(None, ()) not in document.tried:
        return NextPiece(None, 1, 1)
    _, draft, points = _drafted(document, brief)
    if comment is not None and not any(point.applied for point in points):
        return None  # no revision is written for this comment
    missing = pieces(document.kind, draft.brief, draft.holding, first=document.revision == 0)
    tried = [key for key in document.tried if key != piece_key(None, ())]
    left = [piece for piece in missing if piece_key(piece.plan.heading, piece.ids) not in tried]
    return NextPiece(left[0], len(tried) + 1, len(tried) + len(left)) if left else None


def draft_for(document: Deliverable, brief: Brief, work: SectionWork) -> Draft:
    """The draft that a piece is written for: for reading the comment the one before it, else the one after it."""
    before, after, _ = _drafted(document, brief)
    return before if work.heading is None else after


def piece_of(work: SectionWork, draft: Draft) -> Piece:
    """The piece that was handed over, as far as its entries still hold."""
    plan = next(plan for plan in plans_of(draft.kind) if plan.heading == work.heading)
    items = draft.brief.active(plan.per) if plan.per else ()
    return Piece(plan, tuple(item for item in items if item.id in work.entries))


def _drafted(document: Deliverable, brief: Brief) -> tuple[Draft, Draft, tuple[Point, ...]]:
    number = document.revision + 1
    return drafted(document.kind, brief, revision=number, comment=document.comment, reading=document.reading)
