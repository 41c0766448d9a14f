"""A document from its brief and the comments on it: read, apply, lay out, say what changed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from common.services import frozen
from domain.projects.documents.brief import Brief
from domain.projects.documents.comments import Clause, read_comment, restored
from domain.projects.documents.draft import CannotApplyError, Draft
from domain.projects.documents.edits import QUESTION, Decline, MoveDeadline, Rewrite, SetCeiling
from domain.projects.documents.markdown import Section, Words, document, listed, quoted, table
from domain.projects.documents.writers import open_points, open_section
from domain.projects.phases import spec_of
from domain.projects.records import ReadClause, WrittenSection
from domain.projects.review import Terms
from domain.projects.states import DeliverableKind

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
    """A written revision, and the brief as the comments left it: its deadline and ceiling are now the project's."""

    content: str
    brief: Brief
    points: tuple[Point, ...] = ()
    """What became of each point of the comment; empty for a text without one."""
    written: tuple[WrittenSection, ...] = ()
    """The sections of it that a model wrote, to be stored with the document."""

    @property
    def terms(self) -> Terms:
        """The deadline and ceiling to store with the project."""
        return Terms(self.brief.deadline, self.brief.ceiling)


def compose(
    kind: DeliverableKind,
    brief: Brief,
    *,
    revision: int,
    comment: str | None,
    reading: Sequence[ReadClause] | None = None,
) -> Composed:
    """Revision `revision` of a document, answering `comment` and holding what earlier comments on it asked for.

    `reading` is how a model read the comment; without one the rules read it. The same arguments give the same text.
    """
    before, draft, became = drafted(kind, brief, revision=revision, comment=comment, reading=reading)
    owner = f"{spec_of(kind).owner}, with the customer"
    found = open_points(kind, draft.told)
    found += [(f"“{Words(point.text)}” {point.note}", owner) for point in became if point.is_open]
    changes = [] if comment is None else [_changes(before, draft, Words(comment), became)]
    sections = (_cover(draft), *changes, *draft.sections(), open_section(found))
    return Composed(document(spec_of(kind).title, sections), draft.brief, became, draft.holding)


def drafted(
    kind: DeliverableKind,
    brief: Brief,
    *,
    revision: int,
    comment: str | None,
    reading: Sequence[ReadClause] | None = None,
) -> tuple[Draft, Draft, tuple[Point, ...]]:
    """The draft before and after the comment, and what became of each of its points."""
    own = next((document.written for document in brief.documents if document.kind is kind), ())
    before = after_past_comments(Draft(kind, revision, brief, written=own))
    clauses = read_comment(comment or "") if reading is None else restored(reading)
    draft, became = revise(before, clauses)
    return before, draft, became


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

    What they made of the deadline and the ceiling stands in the project; the customer may have set another one since.
    What they made of sections that a model wrote is stored with the document.
    """
    for kind, past in draft.brief.past_comments:
        read = read_comment(past.comment or "") if past.reading is None else restored(past.reading)
        clauses = (clause for clause in read if not isinstance(clause.edit, MoveDeadline | SetCeiling | Rewrite))
        after, _ = revise(replace(draft, kind=kind, revision=past.revision), clauses)
        own = after if kind is draft.kind else draft
        draft = replace(own, revision=draft.revision, brief=after.brief)
    return draft


def _cover(draft: Draft) -> Section:
    spec, brief = spec_of(draft.kind), draft.brief
    rows = (
        ("Document", f"revision {draft.revision}"),
        ("Written by", spec.owner),
        ("For approval by", brief.approver),
        ("Brief of", brief.submitted_on.isoformat()),
    )
    return Section("", (table(("", f"{brief.name}"), rows),))


def _changes(before: Draft, after: Draft, comment: Words, became: tuple[Point, ...]) -> Section:
    answered = table(("You wrote", "What became of it"), ((Words(point.text), point.note) for point in became))
    blocks = ["You asked:", quoted(comment), answered or "Nothing in it asked for a change; the text stands."]
    if after.brief != before.brief:
        others = (item for item in after.brief.documents if item.revision and item.kind is not after.kind)
        earlier = listed(f"{item.title} (revision {item.revision})" for item in others)
        blocks.append(
            f"Documents written from now on follow this change.{f' Without it: {earlier}.' if earlier else ''}"
        )
    return Section("Changes in this revision", tuple(blocks))
