"""The edit that a model's reading of one clause stands for. Ids, days, amounts and choices are read by code."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from typing import Annotated, Literal

from pydantic import BaseModel, Field

from domain.projects.documents import edits
from domain.projects.documents.brief import LISTS
from domain.projects.documents.comments import days_in
from domain.projects.documents.edits import CEILING, QUESTION, Decline, Draft, Edit, Rewrite, offered
from domain.projects.documents.written import Piece, entries_of, plans_of
from domain.projects.questionnaire import question_of
from domain.thinking.sections import Block, check_of

_UNCLEAR = "it is not clear what this asks for; say it as one change."

Does = Literal[
    "add", "drop", "replace", "refine", "move", "deadline", "ceiling", "tone", "approver", "mention", "shorten",
    "write", "offer", "question", "praise", "context", "cannot",
]  # fmt: skip


class ReadPart(BaseModel):
    """A clause as a model reads it; which fields count depends on `does`."""

    words: Annotated[str, Field(max_length=1_000)]
    does: Does
    to: str = ""
    entry: str = ""
    before: str = ""
    section: str = ""
    old: str = ""
    text: Annotated[str, Field(max_length=600)] = ""
    blocks: Annotated[list[Block], Field(max_length=12)] = []


def _add(part: ReadPart, _draft: Draft) -> Edit | None:
    known = part.to in LISTS or (part.to == "platforms" and part.text.lower() in question_of("platforms").options)
    text = part.text.lower() if part.to == "platforms" else part.text
    return edits.Add(part.to, text) if known and text else None


def _drop(part: ReadPart, draft: Draft) -> Edit | None:
    if part.to == "platforms":
        return edits.Drop(part.text) if part.text.lower() in draft.brief.platforms else None
    target = part.entry if part.entry in entries_of(draft.brief) else part.section
    return edits.Drop(target) if target else None


def _replace(part: ReadPart, draft: Draft) -> Edit | None:
    known = part.entry in entries_of(draft.brief)
    return edits.Replace(part.old or part.entry, part.text, part.entry) if known and part.text else None


def _refine(part: ReadPart, draft: Draft) -> Edit | None:
    return edits.Refine(part.entry, part.text) if part.entry in entries_of(draft.brief) and part.text else None


def _move(part: ReadPart, draft: Draft) -> Edit | None:
    known = {*entries_of(draft.brief), ""}
    return edits.Move(part.entry, part.before or None) if part.entry and {part.entry, part.before} <= known else None


def _deadline(part: ReadPart, today: date) -> Edit:
    """Of several days in the customer's words, the model says which is meant: "not on 1 September but on 1 July"."""
    days = days_in(part.words, today)
    if len(days) > 1:
        days = [day for day in days if day.isoformat() == part.text]
    if not days:
        return Decline("no day is named that code can read; name it with its year, such as 2027-03-01.")
    return edits.SetTerm("deadline", days[0].isoformat())


def _tone(part: ReadPart, _draft: Draft) -> Edit | None:
    tone = part.text.lower()
    return edits.SetTerm("tone", tone) if tone in question_of("tone").options else None


def _write(part: ReadPart, draft: Draft, asked: str) -> Edit | None:
    blocks = tuple(block.of(draft) for block in part.blocks)
    plan = next((plan for plan in plans_of(draft.kind) if plan.heading == part.section), None)
    if plan is not None and plan.per:
        items = [item for item in draft.brief.active(plan.per) if item.id in {block.about for block in blocks}]
        if any(check_of(draft, asked).failures(Piece(plan, tuple(items)), blocks)):
            return None
    elif any(block.about for block in blocks):
        return None
    return Rewrite(part.section, blocks) if blocks else None


def edit_of(part: ReadPart, draft: Draft, asked: str, today: date) -> Edit:
    """The edit that a clause of a comment asks for, or why there is none. What is written for it has been checked."""
    match part.does:
        case "write":
            edit = _write(part, draft, asked)
        case "deadline":
            edit = _deadline(part, today)
        case _:
            edit = _MAKERS[part.does](part, draft)
    return edit or Decline(_UNCLEAR)


GROUNDED = frozenset({"add", "replace", "refine", "mention", "offer", "approver"})
_MAKERS: Mapping[str, Callable[[ReadPart, Draft], Edit | None]] = {
    "add": _add,
    "drop": _drop,
    "replace": _replace,
    "refine": _refine,
    "move": _move,
    "ceiling": lambda _part, _draft: CEILING,
    "tone": _tone,
    "approver": lambda part, _: edits.SetTerm("approver", part.text) if part.text else None,
    "mention": lambda part, _: edits.Mention(part.text) if part.text else None,
    "shorten": lambda _part, _draft: edits.Shorten(),
    "offer": lambda part, _: offered(part.text or part.words),
    "question": lambda _part, _draft: QUESTION,
    "praise": lambda _part, _draft: Decline("Nothing to change.", is_open=False),
    "context": lambda _part, _draft: Decline("Read together with the point beside it.", is_open=False),
    "cannot": lambda part, _: Decline(part.text) if part.text else None,
}
