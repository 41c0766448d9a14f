"""A document from its brief and the comments on it: read, apply, lay out, say what changed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import timedelta

from common.services import frozen
from domain.projects.documents.brief import Brief
from domain.projects.documents.comments import Clause, is_understood, read_comment, restored
from domain.projects.documents.edits import ENTRY_ID, QUESTION, CannotApplyError, Decline, Draft, Rewrite
from domain.projects.documents.markdown import Section, Words, document, listed, quoted, table
from domain.projects.documents.matching import tokens
from domain.projects.documents.writers import open_points
from domain.projects.documents.written import Piece, pieces
from domain.projects.phases import spec_of
from domain.projects.records import Deliverable, ReadClause, SectionWork, WrittenSection, piece_key
from domain.projects.states import DeliverableKind

type Reading = Sequence[ReadClause] | None
"""How a model read a comment; None where the rules read it."""

_NOT_UNDERSTOOD = Decline("not understood as a change.")


@frozen
class Point:
    """A point of a comment; `note` says what was done, or why nothing was. `is_open`: somebody has to settle it."""

    text: str
    applied: bool
    note: str
    is_open: bool = False


@frozen
class Composed:
    """A written revision, and the brief as the comments left it: its deadline is now the project's."""

    content: str
    brief: Brief
    points: tuple[Point, ...] = ()
    """What became of each point of the comment; empty for a text without one."""
    written: tuple[WrittenSection, ...] = ()
    """The sections of it that a model wrote, to be stored with the document."""


def compose(
    kind: DeliverableKind, brief: Brief, *, revision: int, comment: str | None, reading: Reading = None
) -> Composed:
    """Revision `revision` of a document, answering `comment` and holding what earlier comments on it asked for.

    The same arguments give the same text.
    """
    before, draft, became = drafted(kind, brief, revision=revision, comment=comment, reading=reading)
    spec, now = spec_of(kind), draft.brief
    cover = (
        ("Document", f"revision {revision}"),
        ("Written by", spec.owner),
        ("For approval by", now.approver),
        ("Brief of", now.submitted_on.isoformat()),
    )
    found = [(text, str(now.approver)) for text in open_points(kind, draft.told)]
    found += [(f"“{Words(one.text)}” {one.note}", f"{spec.owner}, with the customer") for one in became if one.is_open]
    rows = ((f"O{number}", *point) for number, point in enumerate(found, start=1))
    sections = (
        Section("", (table(("", f"{now.name}"), cover),)),
        *([] if comment is None else [_changes(before, draft, Words(comment), became)]),
        *draft.sections(),
        Section("Open points", (table(("Id", "To settle", "Who"), rows) or "None.",)),
    )
    return Composed(document(spec.title, sections), now, became, draft.holding)


def drafted(
    kind: DeliverableKind, brief: Brief, *, revision: int, comment: str | None, reading: Reading = None
) -> tuple[Draft, Draft, tuple[Point, ...]]:
    """The draft before and after the comment, and what became of each of its points."""
    own = next((document.written for document in brief.documents if document.kind is kind), ())
    before = after_past_comments(Draft(kind, revision, brief, written=own))
    clauses = read_comment(comment or "") if reading is None else restored(reading)
    return before, *revise(before, clauses)


def revise(draft: Draft, clauses: Iterable[Clause]) -> tuple[Draft, tuple[Point, ...]]:
    """The draft after every clause that can be applied, and what became of each."""
    became = []
    for clause in clauses:
        edit = clause.edit or (QUESTION if clause.text.endswith("?") else _NOT_UNDERSTOOD)
        try:
            after, note = edit.on(draft)
        except CannotApplyError as refusal:
            note = f"Not applied: {refusal}" if refusal.is_open else str(refusal)
            became.append(Point(clause.text, applied=False, note=note, is_open=refusal.is_open))
        else:
            is_new = after != draft
            became.append(Point(clause.text, applied=is_new, note=note if is_new else "It was so already."))
            draft = after
    return draft, tuple(became)


def after_past_comments(draft: Draft) -> Draft:
    """Comments answered earlier change the brief; those on this document its layout as well.

    What they made of the deadline stands in the project; the customer may have set another one since.
    What they made of sections that a model wrote is stored with the document.
    """
    for kind, past in draft.brief.past_comments:
        read = read_comment(past.comment or "") if past.reading is None else restored(past.reading)
        clauses = (clause for clause in read if not isinstance(clause.edit, Rewrite))
        after, _ = revise(replace(draft, kind=kind, revision=past.revision), clauses)
        own = after if kind is draft.kind else draft
        draft = replace(own, revision=draft.revision, brief=replace(after.brief, deadline=draft.brief.deadline))
    return draft


@frozen
class NextPiece:
    """What a model has to do now; `piece` is None for reading the comment. It is number `number` of `count`."""

    piece: Piece | None
    number: int
    count: int


def next_piece(document: Deliverable, brief: Brief) -> NextPiece | None:
    """What the model should do next for the document, or None when the revision can be composed."""
    if document.fell_back is not None:
        return None
    comment, reading = document.comment, piece_key(None, ())
    is_unread = comment is not None and document.reading is None and reading not in document.tried
    if is_unread and not is_understood(comment or ""):
        return NextPiece(None, 1, 1)
    _, draft, points = _next_draft(document, brief)
    if comment is not None and not any(point.applied for point in points):
        return None  # no revision is written for this comment
    missing = pieces(document.kind, draft.brief, draft.holding, first=document.revision == 0)
    tried = [key for key in document.tried if key != reading]
    left = [piece for piece in missing if piece_key(piece.plan.heading, piece.ids) not in tried]
    return NextPiece(left[0], len(tried) + 1, len(tried) + len(left)) if left else None


def draft_for(document: Deliverable, brief: Brief, work: SectionWork) -> Draft:
    """The draft that a piece is written for: for reading the comment the one before it, else the one after it."""
    before, after, _ = _next_draft(document, brief)
    return before if work.heading is None else after


def _next_draft(document: Deliverable, brief: Brief) -> tuple[Draft, Draft, tuple[Point, ...]]:
    number, comment = document.revision + 1, document.comment
    return drafted(document.kind, brief, revision=number, comment=comment, reading=document.reading)


def examples_for(draft: Draft, comment: str) -> tuple[str, ...]:
    """At most four changes that this document would take, as a comment says them; those near to `comment` first."""
    said, unread = _stems(comment), [clause.text for clause in read_comment(comment) if clause.edit is None]
    items = [item for item in draft.brief.items if item.is_active and not item.id.startswith("X")]
    own = {item: _stems(f"{item.id} {item.text}") for item in items}
    spread = Counter(stem for stems in own.values() for stem in stems)
    texts = []
    # The entry that shares most words with the comment, rare ones first.
    for near in sorted(items, key=lambda item: -sum(1 / spread[stem] for stem in said & own[item]))[:1]:
        texts = [f"{near.id}: {text}" for text in unread if said & own[near] and not ENTRY_ID.search(text)]
        texts.append(f"drop {near.id}")
    later = [f"move the deadline to {draft.brief.deadline + timedelta(weeks=2)}"] if draft.brief.deadline else []
    texts += ["add a must-have: gift cards", *later, "make it shorter", "make the tone more formal"]
    became = ((text, revise(draft, read_comment(text))[1]) for text in texts)
    taken = [text for text, points in became if points and all(point.applied for point in points)]
    return tuple(taken[:4])


def _stems(text: str) -> set[str]:
    """The beginnings of its words: “reminder” and “remind” have the same."""
    return {word[:5] for word in tokens(text)}


def _changes(before: Draft, after: Draft, comment: Words, became: tuple[Point, ...]) -> Section:
    answered = table(("You wrote", "What became of it"), ((Words(point.text), point.note) for point in became))
    blocks = ["You asked:", quoted(comment), answered or "Nothing in it asked for a change; the text stands."]
    if after.brief != before.brief:
        others = (item for item in after.brief.documents if item.revision and item.kind is not after.kind)
        earlier = listed(f"{item.title} (revision {item.revision})" for item in others)
        without = f" Without it: {earlier}." if earlier else ""
        blocks.append(f"Documents written from now on follow this change.{without}")
    return Section("Changes in this revision", tuple(blocks))
