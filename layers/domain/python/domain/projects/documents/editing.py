"""Edits of a document under review or sent back: lines, comments and choices. Each is a pure function of the text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime

from common.errors import Conflict, InvalidRequest, NotFound
from domain.projects.brief.records import Brief, EntryOrigin, EntryState
from domain.projects.documents.composing import anchored, moved, next_id, place
from domain.projects.documents.markdown import rendered
from domain.projects.documents.records import MOST_LINES, START, Comment, DocumentText, Line, LineState, Section
from domain.projects.documents.requests import AddLine, EditLine
from domain.projects.documents.trade import digest, filled, numbered
from domain.projects.errors import TooManyComments, TooMuchText
from domain.projects.states import DeliverableKind as Kind

MOST_BYTES = 250_000
MOST_BYTES_PRESENTED = 320_000
"""A row holds 400 KB, and a text that is presented may be sent back with one more comment."""
_MOST_IN_ROW = 390_000  # DynamoDB's rows end at 400 KB
MOST_COMMENTS = 100
MOST_PACKAGES = 100  # of a plan as it is added to; a maximal brief makes 54
_ID = re.compile(r"\b[A-Z]{1,2}\d{1,4}(?:\.\d{1,4})?(?![\w.]*\w)")
_FLAT = {
    Section.CRITERIA: "Q",
    Section.RISKS: "K",
    Section.PARTS: "P",
    Section.PACKAGES: "W",
    Section.TESTS: "T",
    Section.SENTENCES: "S",
    Section.LAUNCH: "L",
    Section.NOTES: "N",
}
_OF_ENTRY = {(Section.STEPS, "R"): "F", (Section.FAILURES, "R"): "E", (Section.FAILURES, "I"): "J"}
SECTIONS: Mapping[Kind, tuple[Section, ...]] = {
    Kind.PRODUCT_BRIEF: (Section.RISKS, Section.NOTES),
    Kind.SCOPE: (Section.CRITERIA, Section.NOTES),
    Kind.ROADMAP: (Section.NOTES,),
    Kind.STYLE_GUIDE: (Section.SENTENCES, Section.NOTES),
    Kind.USER_FLOWS: (Section.STEPS, Section.FAILURES, Section.NOTES),
    Kind.ARCHITECTURE_PLAN: (Section.PARTS, Section.FAILURES, Section.NOTES),
    Kind.DELIVERY_PLAN: (Section.PACKAGES, Section.NOTES),
    Kind.TEST_PLAN: (Section.TESTS, Section.NOTES),
    Kind.MESSAGING: (Section.SENTENCES, Section.NOTES),
    Kind.LAUNCH_PLAN: (Section.LAUNCH, Section.NOTES),
}
"""The sections that a line can be added to, for each document."""


def edited(text: DocumentText, edits: Sequence[EditLine], brief: Brief, now: datetime) -> DocumentText:
    """The text after edits of its lines. Raises: `NotFound`, `Conflict`, `InvalidRequest`, `TooMuchText`."""
    by_id = {edit.id: edit for edit in edits}
    if len(by_id) < len(edits):
        raise InvalidRequest.of("edits", "Name each line once.")
    if missing := by_id.keys() - {line.id for line in text.lines}:
        raise NotFound(f"No such line in this document: {', '.join(sorted(missing))}.")
    resolved = [one for edit in edits for one in edit.resolves]
    after = _with_lines(text, lambda line: _edited(line, by_id[line.id], brief) if line.id in by_id else line)
    for edit in edits:
        if edit.after is not None:
            after = moved(after, edit.id, edit.after)
    most = MOST_BYTES if any(edit.text for edit in edits) else _MOST_IN_ROW  # what is struck can come back
    return _checked(text, rendered(_resolved(after, resolved, None, now), brief), most)


def _edited(line: Line, edit: EditLine, brief: Brief) -> Line:
    if edit.after is not None:
        return line
    if edit.text is not None:
        is_own = line.origin is EntryOrigin.CUSTOMER
        return line.model_copy(update={"text": edit.text, "state": LineState.KEPT if is_own else LineState.REWORDED})
    if edit.state is LineState.PROPOSED:
        if line.template is None:
            raise InvalidRequest.of("state", f"A person added {line.id}: nobody else proposed it.")
        wanted = line.origin is EntryOrigin.MODEL and line.state is LineState.STRUCK  # no model strikes it again
        state = LineState.KEPT if wanted else LineState.PROPOSED
        text = filled(line.template, line.slots, brief)
        return line.model_copy(update={"text": text, "state": state, "was_reworded": False})
    if edit.state is LineState.KEPT and line.has_own_words:
        return line.model_copy(update={"state": LineState.REWORDED})
    return line.model_copy(update={"state": edit.state, "was_reworded": line.has_own_words})


def added(
    text: DocumentText, kind: Kind, request: AddLine, brief: Brief, *, why: str | None = None
) -> tuple[DocumentText, Line]:
    """The text with one more line, and that line; `why` marks a model's. Raises: `InvalidRequest`, `TooMuchText`."""
    if request.section not in SECTIONS[kind]:
        named = ", ".join(section.value for section in SECTIONS[kind])
        raise InvalidRequest.of("section", f"This document takes: {named}.")
    for ref in request.refs:
        entry = brief.find(ref)
        if entry is None or entry.state is not EntryState.ACTIVE:
            raise InvalidRequest.of("refs", "Each must be the id of an active entry of the brief.")
    if request.after is not None and request.after not in {START, *_in_section(text, request.section)}:
        raise InvalidRequest.of("after", "Name a line of the same section, or start.")
    if request.section is Section.PACKAGES and len(_in_section(text, Section.PACKAGES)) >= MOST_PACKAGES:
        raise TooMuchText(f"A delivery plan has at most {MOST_PACKAGES} packages. Reword one of those that are there.")
    counters = dict(text.counters)
    line = Line(
        id=next_id(_group(request), counters),
        section=request.section,
        text=request.text,
        template=request.text if why else None,
        origin=EntryOrigin.MODEL if why else EntryOrigin.CUSTOMER,
        state=LineState.PROPOSED if why else LineState.KEPT,
        refs=tuple(request.refs),
        why=why,
        after=request.after,
    )
    parts = list(text.parts)
    place(parts, line)
    update = {"parts": tuple(map(anchored, parts)), "counters": counters, "edited": True}
    return _checked(text, rendered(text.model_copy(update=update), brief)), line


def replaced(text: DocumentText, after: Line, brief: Brief) -> DocumentText:
    """The text with the line `after` in the place of the line that has the same id. Raises `TooMuchText`."""
    changed = _with_lines(text, lambda line: after if line.id == after.id else line)
    return _checked(text, rendered(changed, brief))


def _in_section(text: DocumentText, section: Section) -> set[str]:
    return {line.id for line in text.lines if line.section is section}


def _group(request: AddLine) -> str:
    """The beginning of an added line's id: its entry where the section is by entry. Raises `InvalidRequest`."""
    first = request.refs[0] if request.refs else ""
    if request.section is Section.CRITERIA and first[:1] in {"R", "I", "C"}:
        return first
    if letter := _OF_ENTRY.get((request.section, first[:1])):
        return numbered(letter, first)
    if request.section not in _FLAT:
        raise InvalidRequest.of("refs", "Name the entry that the line is about first.")
    return _FLAT[request.section]


def commented(text: DocumentText, words: str, brief: Brief, now: datetime) -> DocumentText:
    """The text with a comment for each paragraph of `words`, word for word, about the lines and entries named there.

    The lines stay as they are. At most 100 comments are open: what has no room joins the last paragraph that has, and
    a hundred or more that are open already leave one comment for all of it. Nothing is refused.
    """
    known = {line.id for line in text.lines} | {entry.id for entry in brief.entries} | {one.id for one in brief.choices}
    paragraphs = [paragraph.strip() for paragraph in words.splitlines() if paragraph.strip()]
    own = max(MOST_COMMENTS - len(text.open_comments), 1) - 1
    last = max((int(comment.id[1:]) for comment in text.comments), default=0)  # those with lower numbers may be gone
    found = []
    for number, said in enumerate((*paragraphs[:own], "\n".join(paragraphs[own:])), start=last + 1):
        about = tuple(dict.fromkeys(one for one in _ID.findall(said) if one in known))
        found.append(Comment(id=f"c{number}", text=said, about=about, at=now))
    comments = (*text.comments, *(one for one in found if one.text))
    return rendered(text.model_copy(update={"comments": comments}), brief)


def answered(text: DocumentText, comment_id: str, answer: str, brief: Brief, now: datetime) -> DocumentText:
    """The text with an open comment resolved by an answer. Raises: `NotFound`, `Conflict`."""
    return rendered(_resolved(text, [comment_id], answer, now), brief)


def presentable(text: DocumentText) -> DocumentText:
    """The text, without resolved comments where it is too long. Raises `TooManyComments` where the open ones are."""
    if _size(text) > MOST_BYTES_PRESENTED:
        text = text.model_copy(update={"comments": text.open_comments})
    if text.comments and _size(text) > MOST_BYTES_PRESENTED:
        raise TooManyComments
    return text


def with_choices_filled(text: DocumentText, brief: Brief) -> DocumentText:
    """The text with the present answers to choices in its lines, except those a person worded.

    Where a row has no room for that, it is `text` itself, which is outdated then.
    """

    def refilled(line: Line) -> Line:
        if line.template is None or line.has_own_words:
            return line
        return line.model_copy(update={"text": filled(line.template, line.slots, brief)})

    choices = {choice.id: digest(choice.holds) for choice in brief.choices}
    basis = {name: choices.get(name, value) for name, value in text.basis.items()}
    after = rendered(_with_lines(text, refilled).model_copy(update={"basis": basis, "edited": True}), brief)
    return after if _size(after) <= _MOST_IN_ROW else text


def uses(text: DocumentText, choice_id: str) -> bool:
    """Whether a document shows a choice or has its answer in a line."""
    shown = (name for part in text.parts for name in part.choices)
    return choice_id in {*shown, *(target for line in text.lines for target in line.slots.values())}


def _resolved(text: DocumentText, ids: Iterable[str], answer: str | None, now: datetime) -> DocumentText:
    wanted = set(ids)
    known = {comment.id: comment for comment in text.comments}
    if missing := wanted - known.keys():
        raise NotFound(f"No such comment on this document: {', '.join(sorted(missing))}.")
    if settled := [one for one in wanted if known[one].resolved_at is not None]:
        raise Conflict(f"Already resolved: {', '.join(sorted(settled))}.")
    update = {"resolved_at": now, "answer": answer}
    comments = tuple(one.model_copy(update=update) if one.id in wanted else one for one in text.comments)
    return text.model_copy(update={"comments": comments, "edited": True})


def _with_lines(text: DocumentText, change: Callable[[Line], Line]) -> DocumentText:
    parts = tuple(part.model_copy(update={"lines": tuple(map(change, part.lines))}) for part in text.parts)
    return text.model_copy(update={"parts": parts})


def _checked(before: DocumentText, after: DocumentText, most: int = MOST_BYTES) -> DocumentText:
    """The text `after` an edit. Raises `TooMuchText` if it has grown beyond a limit; it may be composed beyond one."""
    lines, had = len([*after.lines]), len([*before.lines])
    grown = len(after.content.encode()) > len(before.content.encode())
    if (lines > MOST_LINES and lines > had) or (grown and _size(after) > most):
        raise TooMuchText
    return after


def _size(text: DocumentText) -> int:
    """How many bytes the text takes as JSON."""
    return len(text.model_dump_json().encode())
