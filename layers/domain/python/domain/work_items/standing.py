"""Says in sentences how work items stand and what was done to them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from common.wording import counted, day_of, listed, moment_of
from domain.projects.documents.markdown import escaped
from domain.work_items import rules
from domain.work_items.board import Board
from domain.work_items.records import Deed, DeedKind, ItemState, WorkItem

_LONGEST_QUOTED = 200
GIVEN_BACK = frozenset({DeedKind.RELEASED, DeedKind.LAPSED})
_DEEDS = {
    DeedKind.CLAIMED: "{worker} took it",
    DeedKind.REPORTED: "{worker} reported",
    DeedKind.RELEASED: "{worker} gave it back",
    DeedKind.LAPSED: "{worker} let the lease end",
    DeedKind.SUBMITTED: "{worker} submitted it",
    DeedKind.RETURNED: "you returned it",
    DeedKind.ACCEPTED: "you accepted it",
    DeedKind.CLOSED: "somebody closed it by hand",
    DeedKind.CANCELLED: "somebody cancelled it",
}


_STATES = {
    ItemState.DONE: "done",
    ItemState.IN_REVIEW: "waiting for your review",
    ItemState.CLAIMED: "taken by a worker",
    ItemState.READY: "ready to be taken",
    ItemState.CHANGES_REQUESTED: "returned",
    ItemState.BLOCKED: "blocked",
}


def summary(board: Board) -> str:
    """How many items are in which state, such as `Of 9 work items, 2 done and 7 blocked.`, without cancelled ones."""
    kept = [item for item in board.items if board.state(item) is not ItemState.CANCELLED]
    if not kept:
        return "There are no work items."
    parts = [f"{len(own)} {words}" for state, words in _STATES.items() if (own := board.in_state(state))]
    return f"Of {counted(len(kept), 'work item')}, {listed(parts)}."


def activity(board: Board, since: datetime) -> str:
    """What was done since a moment, counted: `2 taken, 1 submitted`. Reports don't count; empty if nothing was done."""
    deeds = [deed for item in board.items for deed in item.history if deed.at > since]
    words = {DeedKind.CLAIMED: "taken", DeedKind.RELEASED: "given back", DeedKind.LAPSED: "lost when a lease ended"}
    kinds = [kind for kind in DeedKind if kind is not DeedKind.REPORTED]
    own = [(kind, [deed for deed in deeds if deed.kind is kind]) for kind in kinds]
    return ", ".join(f"{len(found)} {words.get(kind, kind.value)}" for kind, found in own if found)


def came_back(item: WorkItem) -> Iterator[str]:
    """What happened at each return of an item, oldest first: the submission, the customer's words, the CTO's doubts."""
    submitted: Deed | None = None
    for deed in item.history:
        if deed.kind is DeedKind.SUBMITTED:
            submitted = deed
        elif deed.kind is DeedKind.RETURNED:
            what = (
                f"{worker_name(deed.worker)} handed in{_words(submitted.text)}"
                if submitted
                else "somebody handed it in"
            )
            doubts = f" The CTO had doubts: {_doubts(submitted)}" if submitted and submitted.doubts else ""
            yield f"{day_of(deed.at)}: {what}. You returned it{_words(deed.text)}.{doubts}"


def asks(item: WorkItem) -> Iterator[str]:
    """What an item asks for: one line for each criterion, `R1.1: “…”`."""
    yield from (f"{criterion.id}: {_quote(criterion.text)}" for criterion in item.criteria)


def name_of(item: WorkItem) -> str:
    """The item's name in bold, such as `**W2 Online booking**`."""
    return f"**{escaped(item.name)}**"


def line_of(item: WorkItem, board: Board) -> str:
    """One line for a list in Markdown: the item's name, then how it stands."""
    return f"{name_of(item)}: {standing_of(item, board)}."


def standing_of(item: WorkItem, board: Board) -> str:
    """How an item stands, in Markdown that follows its name and “is”."""
    last = item.history[-1] if item.history else None
    match board.state(item):
        case ItemState.DONE:
            by = next((deed.worker for deed in reversed(handed_in(item))), None)
            who = f", submitted by {worker_name(by)}" if by else ""
            return f"done since {day_of(item.ended_at or item.updated_at)}{who}{_words(item.closing_note)}"
        case ItemState.CANCELLED:
            return f"cancelled{_words(item.closing_note)}"
        case ItemState.IN_REVIEW:
            by = next((deed.worker for deed in reversed(handed_in(item))), None)
            return f"waiting for your review since {day_of(item.updated_at)}, submitted by {worker_name(by)}"
        case ItemState.CLAIMED if item.claim:
            far = f", {item.claim.percent} % done" if item.claim.percent is not None else ""
            report = f", who reported{_words(last.text)}" if last and last.kind is DeedKind.REPORTED else ""
            until = moment_of(item.claim.lease_until)
            return f"with {worker_name(item.claim.worker)}{far}{report}; the lease runs until {until}"
        case ItemState.BLOCKED:
            return f"blocked: it waits for {_blockers(item, board)}"
    if item.claim is not None:
        return f"ready again: the lease of {worker_name(item.claim.worker)} ended on {day_of(item.claim.lease_until)}"
    if item.state is ItemState.CHANGES_REQUESTED or (last and last.kind in GIVEN_BACK):
        return f"ready again: {told_deed(last) if last else 'you returned it'}"
    return "ready to be taken"


def _blockers(item: WorkItem, board: Board) -> str:
    items = board.around.items
    found = rules.blockers_of(item, board.around)
    words = [name_of(items[one]) for one in found if one in items]
    words += [f"access to **{escaped(board.awaited[one])}**" for one in found if one in board.awaited]
    return listed(words)


def told_deed(deed: Deed) -> str:
    """A deed in words, such as `ada submitted it on 1 Mar 2026: “It works”`."""
    return f"{_DEEDS[deed.kind].format(worker=worker_name(deed.worker))} on {day_of(deed.at)}{_words(deed.text)}"


def handed_in(item: WorkItem) -> list[Deed]:
    """The deeds by which an item was submitted, oldest first."""
    return [deed for deed in item.history if deed.kind is DeedKind.SUBMITTED]


def _doubts(deed: Deed) -> str:
    return " ".join(escaped(doubt) for doubt in deed.doubts)


def _words(text: str | None) -> str:
    return f": {_quote(text)}" if text else ""


def _quote(text: str) -> str:
    line = " ".join(text.split()).rstrip(".")
    return f"“{escaped(line if len(line) <= _LONGEST_QUOTED else f'{line[:_LONGEST_QUOTED].rstrip()}…')}”"


def worker_name(name: str | None) -> str:
    """The name that a worker gave itself, escaped; `its worker` without one."""
    return escaped(name) if name else "its worker"
