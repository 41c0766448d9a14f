"""What the office says about handed-out work. Records in, Markdown out."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime, time, timedelta
from types import MappingProxyType

from common.services import frozen
from common.wording import counted, days, listed
from domain.projects import wording
from domain.projects.documents.parts import be
from domain.work_items import rules
from domain.work_items.asking import EVIDENCE, About, Asked, workers_of
from domain.work_items.board import Board
from domain.work_items.records import DeedKind, ItemState, WorkItem
from domain.work_items.standing import (
    FREE,
    GIVEN_BACK,
    asks,
    came_back,
    deed_count,
    deeds_of,
    gave_back,
    handed_in,
    line_of,
    name_of,
    now_of,
    of_workers,
    standing_of,
    submissions_of,
    worker_name,
)

_MOST_NAMED = 4
_STATES = {
    ItemState.IN_REVIEW: "in review",
    ItemState.CLAIMED: "being worked on",
    ItemState.CHANGES_REQUESTED: "returned and ready",
    ItemState.READY: "ready",
    ItemState.BLOCKED: "blocked",
}
_NOT_DONE = (
    "Nothing was done: I tell how the work stands, and decide nothing about it. You accept or return a submission "
    "in the inbox or by `POST /work-items/{id}/review`, change, close or cancel an item by its routes; workers claim "
    "items themselves."
)
_WHERE_EVIDENCE = (
    "What shows each criterion, with its links, is kept with the item: on its page in the dashboard, or by "
    "`GET /work-items/{work_id}`."
)
_WHOSE_EVIDENCE = (
    "The evidence is the worker's own. The CTO looks whether every criterion has some, and does not try the work out; "
    "whether it holds is for you to judge."
)
_ON_TIME = re.compile(r"\b(?:on (?:track|time|schedule)|late|behind|deadline|delayed?)\b")
_HOLDS: tuple[tuple[re.Pattern[str], Callable[[int, int], bool]], ...] = (
    (re.compile(r"\bhalf\b"), lambda done, known: done * 2 >= known),
    (re.compile(r"\b(?:left|open|remain\w*|to do)\b"), lambda done, known: done < known),
    (re.compile(r"\b(?:done|finished|complete\w*|over|ready)\b"), lambda done, known: done == known),
)
"""What is asked of all items together, and when the answer is yes."""
_THROUGH = re.compile(r"\b(?:done|finished|ready|through)\b(?! (?:anything|something))")
_DONE = re.compile(r"\b(?:done|finish\w*|ready|complete\w*|over|through|built|accepted|closed|there|work(?:s|ing)?)\b")
_JUDGED = re.compile(r"\b(?:trust|rely|good|enough|complete\w*|meet|met|accept|should|ok|okay|right|doubt\w*)\b")
_BEGUN = re.compile(r"\b(?:start\w*|begun|began|begin)\b")
_SPANS = (
    (re.compile(r"\b(?:today|this (?:morning|afternoon|evening))\b"), 0),
    (re.compile(r"\b(?:yesterday|overnight|last night)\b"), 1),
    (re.compile(r"\b(?:this|last|past) week\b"), 7),
    (re.compile(r"\b(?:this|last|past) month\b"), 30),
)


@frozen
class Told:
    """An answer: a sentence, the lines of a list below it, the items it rests on; `holds`: yes or no, if one asks."""

    headline: str
    lines: tuple[str, ...] = ()
    items: tuple[WorkItem, ...] = ()
    holds: bool | None = None


def tell(about: About, asked: Asked, board: Board) -> Told:
    """The answer to one thing asked."""
    told_of = _TELLERS.get(about, _left)(asked, board)
    if (
        about is About.REVIEW
        and any(map(handed_in, told_of.items))
        and (EVIDENCE.search(asked.said) or asked.is_doubted)
    ):
        rests_on = (_WHOSE_EVIDENCE,) if asked.is_doubted else ()
        told_of = replace(told_of, lines=(*told_of.lines, *rests_on, _WHERE_EVIDENCE))
    return told_of


def summary(board: Board) -> Told:
    """How many items are done, how the others stand, and when all is likely to be done."""
    known = tuple(item for item in board.items if board.state(item) is not ItemState.CANCELLED)
    if not known:
        return Told("no work item is there: none was handed out, or all were cancelled.")
    done = board.in_state(ItemState.DONE)
    rest = tuple(item for item in known if item not in done)
    said = f"{len(done)} of {counted(len(known), 'work item')} {be(1 if len(known) == 1 else len(done))} done"
    if not rest:
        return Told(f"{said}: nothing is left.", items=known)
    parts = [f"{len(own)} {words}" for state, words in _STATES.items() if (own := board.in_state(state))]
    headline = _joined(f"{said}; {listed(parts)}.", _expected(board))
    return Told(headline, tuple(line_of(item, board) for item in rest), known)


def _who(asked: Asked, board: Board) -> Told:
    claimed = board.in_state(ItemState.CLAIMED)
    if asked.items:
        return _standings(asked.items, board, holds=all(item in claimed for item in asked.items))
    if asked.workers:
        claimed = tuple(item for item in claimed if item.claim and item.claim.worker in asked.workers)
        if not claimed:
            has = "has" if len(asked.workers) == 1 else "have"
            headline = f"{listed(map(worker_name, asked.workers))} {has} no item at this moment."
            own = of_workers(asked.workers, board)
            return Told(headline, tuple(_latest_of(asked.workers, board)), own, holds=False)
    if not claimed:
        free = board.in_state(*FREE)
        then = f"{counted(len(free), 'item')} {be(len(free))} ready to be taken" if free else "and no item is ready"
        return Told(f"nobody works on an item at this moment; {then}.", items=free, holds=False)
    headline = f"{counted(len(claimed), 'item')} {be(len(claimed))} being worked on."
    return Told(headline, tuple(line_of(item, board) for item in claimed), claimed, holds=True)


def _free(asked: Asked, board: Board) -> Told:
    free = board.in_state(*FREE)
    if asked.items:
        return _standings(asked.items, board, holds=all(item in free for item in asked.items))
    if not free:
        return Told(f"no item is ready to be taken. {summary(board).headline}", items=board.items, holds=False)
    headline = f"{counted(len(free), 'item')} {be(len(free))} ready to be taken."
    return Told(headline, tuple(line_of(item, board) for item in free), free, holds=True)


def _blocked(asked: Asked, board: Board) -> Told:
    blocked = board.in_state(ItemState.BLOCKED)
    if asked.items:
        return _standings(asked.items, board, holds=all(item in blocked for item in asked.items))
    if not blocked:
        return Told(f"no item is blocked. {summary(board).headline}", items=board.items, holds=False)
    headline = f"{counted(len(blocked), 'item')} {be(len(blocked))} blocked."
    firsts = {other for item in blocked for other in rules.blockers_of(item, board.around)}
    first = tuple(item for item in board.items if item.id in firsts and item not in blocked)
    lines = (*(line_of(item, board) for item in blocked), *(f"Comes first: {line_of(item, board)}" for item in first))
    return Told(headline, lines, (*blocked, *first), holds=True)


def _review(asked: Asked, board: Board) -> Told:
    waiting = board.in_state(ItemState.IN_REVIEW)
    if asked.items:
        lines = tuple(one for item in asked.items for one in submissions_of(item, board, ()))
        head = _standings(asked.items, board, holds=all(item in waiting for item in asked.items))
        head = replace(head, holds=None) if _JUDGED.search(asked.said) else head
        return replace(head, lines=(*head.lines, *lines))
    if asked.workers:
        own = tuple(item for item in board.items if any(deed.worker in asked.workers for deed in handed_in(item)))
        who = listed(map(worker_name, asked.workers))
        if not own:
            return Told(f"{who} has submitted nothing.", holds=False)
        headline = f"{who} submitted {counted(len(own), 'item')}."
        lines = tuple(one for item in own for one in submissions_of(item, board, asked.workers))
        return Told(headline, lines, own, holds=None if _JUDGED.search(asked.said) else True)
    if not waiting:
        headline = f"no submission waits for your review. {summary(board).headline}"
        return Told(headline, items=board.items, holds=False)
    waits = "submission waits" if len(waiting) == 1 else "submissions wait"
    lines = tuple(one for item in waiting for one in list(submissions_of(item, board, ()))[-1:])
    return Told(f"{len(waiting)} {waits} for your review.", lines, waiting, holds=True)


def _returned(asked: Asked, board: Board) -> Told:
    among = asked.items or of_workers(asked.workers, board) or board.items
    found = tuple(item for item in among if deed_count(item, DeedKind.RETURNED))
    given_back = tuple(gave_back(item, board) for item in among if deed_count(item, *GIVEN_BACK) and item not in found)
    if not found:
        what = listed(map(name_of, asked.items)) or "nothing"
        was = "was never returned by you" if asked.items else "was returned by you"
        return Told(f"{what} {was}.", (*given_back, *(line_of(one, board) for one in asked.items)), holds=False)
    if len(found) == 1:
        (item,) = found
        times = deed_count(item, DeedKind.RETURNED)
        headline = f"you returned {name_of(item)} {counted(times, 'time')}; it is {standing_of(item, board)}."
        return Told(headline, (*came_back(item), *given_back), found, holds=True)
    lines = tuple(f"{name_of(item)}: {list(came_back(item))[-1]} Now: {standing_of(item, board)}." for item in found)
    return Told(f"you returned {counted(len(found), 'item')}.", (*lines, *given_back), found, holds=True)


def _freed(asked: Asked, board: Board) -> Told:
    among = asked.items or of_workers(asked.workers, board) or board.items
    found = tuple(item for item in among if deed_count(item, *GIVEN_BACK))
    if not found:
        named = among if asked.items or asked.workers else ()
        headline = "no item was given back without a submission, and no lease ended."
        return Told(headline, tuple(line_of(item, board) for item in named), among, holds=False)
    headline = (
        f"{counted(len(found), 'item')} {'was' if len(found) == 1 else 'were'} given back or lost by a lease that "
        "ended."
    )
    return Told(headline, tuple(gave_back(item, board) for item in found), found, holds=True)


def _did(asked: Asked, board: Board) -> Told:
    span, start = span_of(asked.said, board.now)
    workers = asked.workers or workers_of(asked.items or board.items)
    among = asked.items or of_workers(workers, board)
    done = {item.id: deeds for item in among if (deeds := deeds_of(item, workers, start))}
    own = tuple(item for item in among if item.id in done)
    if not own:
        who = f"{listed(map(worker_name, asked.workers))} did nothing" if asked.workers else "nobody did anything"
        return Told(f"by the records {who}{span}.", items=among, holds=False)
    lines = tuple(f"{name_of(item)}: {'; '.join(done[item.id])}.{now_of(item, board)}" for item in own)
    accepted = [item for item in own if item.state is ItemState.DONE]
    who = listed(map(worker_name, workers)) if len(workers) <= _MOST_NAMED else "the workers"
    headline = (
        f"{who} had {counted(len(own), 'item')}{span}; {_so_many(accepted)} of them {be(len(accepted) or 1)} done."
    )
    is_through = not any(board.state(item) is ItemState.CLAIMED for item in own)
    return Told(headline, lines, own, holds=is_through if _THROUGH.search(asked.said) else None)


def span_of(said: str, now: datetime) -> tuple[str, datetime | None]:
    """The time that a question is about, as it says it, and when that begins."""
    for words, span in _SPANS:
        if found := words.search(said):
            return f" {found[0]}", datetime.combine((now - timedelta(days=span)).date(), time(), now.tzinfo)
    return "", None


def _when(asked: Asked, board: Board) -> Told:
    """When all is likely to be done, and where the items that were asked about stand: nobody dates a single one."""
    among = asked.items or tuple(
        item for item in board.in_state(ItemState.CLAIMED) if item.claim and item.claim.worker in asked.workers
    )
    if not among:
        return _who(asked, board) if asked.workers else _left(asked, board)
    if len(among) == 1:
        item = among[0]
        return Told(_joined(f"{name_of(item)} is {standing_of(item, board)}.", _expected(board)), items=among)
    lines = tuple(line_of(item, board) for item in among)
    return Told(_expected(board) or "this is how they stand.", lines, among)


def _story(asked: Asked, board: Board) -> Told:
    if not asked.items:
        return summary(board)
    has_begun = _BEGUN.search(asked.said) is not None
    holds: bool | None = all(item.history if has_begun else item.state is ItemState.DONE for item in asked.items)
    if not (has_begun or _DONE.search(asked.said)):  # neither yes nor no is known of anything else
        holds = None
    told_of = _standings(asked.items, board, holds=holds)
    if len(asked.items) > 1:
        return told_of
    (item,) = asked.items
    effort = [f"Likely: {days(item.effort.likely)} of effort."] if item.effort else []
    lines = (*effort, *(f"Asked for: {one}" for one in asks(item)), *deeds_of(item, workers_of(asked.items), None)[-3:])
    return replace(told_of, lines=lines)


def _left(asked: Asked, board: Board) -> Told:
    """How far the work is, and yes or no to what was asked of it; nothing where neither can be said."""
    told_of = summary(board)
    if not told_of.items:
        return told_of
    if _ON_TIME.search(asked.said):
        return _on_time(board, told_of)
    done, known = len(board.in_state(ItemState.DONE)), len(told_of.items)
    holds = next((holds(done, known) for words, holds in _HOLDS if words.search(asked.said)), None)
    return replace(told_of, holds=holds)


def _on_time(board: Board, told_of: Told) -> Told:
    return replace(told_of, headline=_joined(wording.deadline(board.project, board.now.date()), told_of.headline))


def _ordered(asked: Asked, board: Board) -> Told:
    return Told(_NOT_DONE, tuple(line_of(item, board) for item in asked.items), asked.items)


def _standings(items: tuple[WorkItem, ...], board: Board, *, holds: bool | None) -> Told:
    if len(items) == 1:
        return Told(f"{name_of(items[0])} is {standing_of(items[0], board)}.", items=items, holds=holds)
    return Told("this is how they stand.", tuple(line_of(item, board) for item in items), items, holds=holds)


def _latest_of(workers: Iterable[str], board: Board) -> Iterator[str]:
    for item in of_workers(workers, board):
        yield f"{name_of(item)}: {deeds_of(item, workers, None)[-1]}. Now: {standing_of(item, board)}."


def _expected(board: Board) -> str:
    return wording.expected(board.project, board.now.date())


def _joined(*sentences: str) -> str:
    return " ".join(filter(None, sentences))


def _so_many(things: list[WorkItem]) -> str:
    return f"{len(things)}" if things else "none"


_TELLERS: Mapping[About, Callable[[Asked, Board], Told]] = MappingProxyType(
    {
        About.WHO: _who,
        About.FREE: _free,
        About.BLOCKED: _blocked,
        About.REVIEW: _review,
        About.RETURNED: _returned,
        About.FREED: _freed,
        About.DID: _did,
        About.WHEN: _when,
        About.ITEM: _story,
        About.ORDER: _ordered,
    }
)
