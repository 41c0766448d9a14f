"""The life of a work item as pure functions, which check stored records or return changed ones.

An item is `blocked`, or free again because its lease ended, or cancelled with its project, from the moment that this is
so: `state_of` works it out, and nothing has to be stored first.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import field
from datetime import datetime, timedelta

from common.caller import Caller
from common.errors import Conflict, FieldProblem, Forbidden, InvalidRequest
from common.services import frozen
from domain.projects.errors import Archived, NotRunning
from domain.projects.records import Project
from domain.projects.states import ProjectStatus
from domain.work_items.errors import (
    MAX_NOTES,
    MAX_SUBMISSIONS,
    AlreadyClaimed,
    ClaimOver,
    NotInReview,
    TooMuchWork,
    WorkBlocked,
)
from domain.work_items.records import (
    Claim,
    Criterion,
    Deed,
    DeedKind,
    Evidence,
    ItemState,
    Note,
    Recommendation,
    Review,
    ReviewDecision,
    Submission,
    WorkItem,
)

RETURNS_UNTIL_ASKED = 3
"""After so many returns we ask the customer to look at the item: the item may be wrong, not the work."""
WITHOUT_EFFORT = 100  # hundredths of a day: what an item counts as whose effort nobody has said
MOST_DEEDS = 40
"""How many deeds an item's history keeps; the oldest are dropped first."""
_DEED_LENGTH = 300
_MOST_DOUBTS = 5
_WAITING = frozenset({ItemState.READY, ItemState.CHANGES_REQUESTED})
_ENDED_PROJECT = frozenset({ProjectStatus.COMPLETED, ProjectStatus.CANCELLED})


@frozen
class Surroundings:
    """What an item's state depends on besides itself: its project, that project's items, ids of unanswered requests."""

    project: Project
    items: Mapping[str, WorkItem] = field(default_factory=dict)
    pending_requests: Collection[str] = ()


def lease_is_over(item: WorkItem, now: datetime) -> bool:
    """Whether the item is claimed, and the lease of its claim has ended."""
    return item.state is ItemState.CLAIMED and item.claim is not None and now >= item.claim.lease_until


def blockers_of(item: WorkItem, around: Surroundings) -> tuple[str, ...]:
    """The ids of items that come first and have not ended, and of requests for access that nobody has answered."""
    others = (around.items.get(other) for other in item.depends_on)
    unfinished = tuple(other.id for other in others if other is not None and not other.has_ended)
    return (*unfinished, *(request for request in item.needs_access if request in around.pending_requests))


def state_of(item: WorkItem, around: Surroundings, now: datetime) -> ItemState:
    """The item's state now: the stored one, unless its project is cancelled, its lease is over, or it is blocked."""
    if item.has_ended:
        return item.state
    if around.project.status is ProjectStatus.CANCELLED:
        return ItemState.CANCELLED
    waiting = ItemState.READY if lease_is_over(item, now) else item.state
    return ItemState.BLOCKED if waiting in _WAITING and blockers_of(item, around) else waiting


def counted(project: Project, *changes: tuple[WorkItem | None, WorkItem]) -> dict[str, int]:
    """The project's counts after `changes` of its items: each is an item before (None for a new one) and after."""
    now = Counter({name: getattr(project, name) for name in _COUNTS})
    for before, after in changes:
        now.update(_share(after))
        now.subtract(_share(before))
    return {name: max(0, count) for name, count in now.items()}


_COUNTS = (
    "work_items",
    "open_work_items",
    "item_days",
    "item_days_done",
    "item_cost",
    "item_cost_done",
    "spent",
    "unreported_items",
    "unreported_cost",
)


def days_of(item: WorkItem) -> int:
    """The likely days of an item, in hundredths; an item whose effort nobody has said counts as one day."""
    return item.effort.likely if item.effort else WITHOUT_EFFORT


def _share(item: WorkItem | None) -> dict[str, int]:
    """The numbers that an item adds to its project's counts; none for a cancelled item."""
    if item is None or item.state is ItemState.CANCELLED:
        return {}
    days, cost = days_of(item), item.likely_cost
    if item.state is not ItemState.DONE:
        return {"work_items": 1, "open_work_items": 1, "item_days": days, "item_cost": cost}
    done = {"work_items": 1, "item_days": days, "item_days_done": days, "item_cost": cost, "item_cost_done": cost}
    return done | ({"unreported_items": 1, "unreported_cost": cost} if item.cost is None else {"spent": item.cost})


def require_open(item: WorkItem, project: Project) -> None:
    """Raise `Archived` for an archive, `NotRunning` for a draft or an ended project, `Conflict` for an ended item."""
    if project.archived:
        raise Archived
    if project.status in _ENDED_PROJECT or project.submitted_at is None:
        said = "not submitted yet" if project.submitted_at is None else project.status.value
        raise NotRunning(f"The project is {said}; there is no work in it.")
    if item.has_ended:
        raise Conflict(f"This item is {item.state.value}.")


def claimed(
    item: WorkItem, around: Surroundings, caller: Caller, *, claim_id: str, worker: str, minutes: int, now: datetime
) -> WorkItem:
    """The item with a new claim by the caller, for `minutes`; `worker` is the name that people read.

    Raises: `AlreadyClaimed`, `WorkBlocked`, `Conflict` when it is in review or has ended.
    """
    match state_of(item, around, now):
        case ItemState.CLAIMED:
            raise AlreadyClaimed
        case ItemState.BLOCKED:
            raise WorkBlocked(blockers_of(item, around))
        case ItemState.READY | ItemState.CHANGES_REQUESTED:
            pass
        case state:
            raise Conflict(f"This item is {state.value.replace('_', ' ')}, so nobody can claim it.")
    claim = Claim(
        id=claim_id,
        worker=worker,
        principal_id=caller.principal_id,
        claimed_at=now,
        lease_minutes=minutes,
        lease_until=now + timedelta(minutes=minutes),
    )
    before = tuple(one for one in item.claimed_by if one != caller.principal_id)
    lapsed = with_deed(item, DeedKind.LAPSED, now) if lease_is_over(item, now) else item.history
    history = _kept(*lapsed, Deed(kind=DeedKind.CLAIMED, worker=worker, at=now))
    claimers = (*before, caller.principal_id)
    return item.changed(now, state=ItemState.CLAIMED, claim=claim, claimed_by=claimers, history=history)


def is_held_by(item: WorkItem, caller: Caller, now: datetime) -> bool:
    """Whether the caller has claimed the item, and the lease of that claim has not ended."""
    if item.state is not ItemState.CLAIMED or item.claim is None or lease_is_over(item, now):
        return False
    return item.claim.principal_id == caller.principal_id


def claim_of(item: WorkItem, caller: Caller, claim_id: str, now: datetime) -> Claim:
    """The item's claim. Raises `ClaimOver` unless its id is `claim_id` and the caller holds the item now."""
    if item.claim is None or item.claim.id != claim_id or not is_held_by(item, caller, now):
        raise ClaimOver
    return item.claim


def reported(
    item: WorkItem, claim: Claim, *, note_id: str, text: str, percent: int | None, now: datetime
) -> tuple[WorkItem, Note]:
    """The item with its lease renewed, and the note to store. Raises `TooMuchWork` when it has `MAX_NOTES`."""
    if item.notes >= MAX_NOTES:
        raise TooMuchWork(f"An item has at most {MAX_NOTES} notes. Submit what is done, or release the item.")
    known = claim.percent if percent is None else percent
    renewed = claim.model_copy(update={"lease_until": now + timedelta(minutes=claim.lease_minutes), "percent": known})
    note = Note(id=note_id, work_id=item.id, worker=claim.worker, text=text, percent=percent, at=now)
    history = with_deed(item, DeedKind.REPORTED, now, text=text)
    return item.changed(now, claim=renewed, notes=item.notes + 1, history=history), note


def freed(item: WorkItem, now: datetime, reason: str | None = None) -> WorkItem:
    """The item, ready again: given back with a `reason`, or without one because its lease ended."""
    kind = DeedKind.LAPSED if reason is None else DeedKind.RELEASED
    return item.changed(now, state=ItemState.READY, claim=None, history=with_deed(item, kind, now, text=reason))


def with_deed(
    item: WorkItem,
    kind: DeedKind,
    now: datetime,
    *,
    text: str | None = None,
    recommendation: Recommendation | None = None,
) -> tuple[Deed, ...]:
    """The item's history with one more deed of its present or last worker. A report replaces a report before it."""
    before = item.history
    if kind is DeedKind.REPORTED and before and before[-1].kind is kind:
        before = before[:-1]
    last = next((deed.worker for deed in reversed(before) if deed.worker), None)
    worker = item.claim.worker if item.claim else last
    said = None if text is None else text if len(text) <= _DEED_LENGTH else f"{text[:_DEED_LENGTH].rstrip()}…"
    done = Deed(kind=kind, worker=worker, at=now, text=said)
    return _kept(*before, done if recommendation is None else _recommended(done, recommendation))


def _recommended(submitted: Deed, recommendation: Recommendation) -> Deed:
    first = recommendation.doubts[:_MOST_DOUBTS]
    return submitted.model_copy(update={"doubts": first, "opinion": recommendation.opinion})


def _kept(*deeds: Deed) -> tuple[Deed, ...]:
    return deeds[-MOST_DEEDS:]


def require_answered(criteria: Iterable[Criterion], evidence: Iterable[Evidence]) -> None:
    """Raise `InvalidRequest` naming each criterion without an answer, with two, or that is none of the item's."""
    given = [one.criterion for one in evidence]
    known = [criterion.id for criterion in criteria]
    problems = [FieldProblem("evidence", f"{one} has no answer.") for one in known if one not in given]
    problems += [FieldProblem("evidence", f"{one} has two answers.") for one in known if given.count(one) > 1]
    problems += [
        FieldProblem("evidence", f"{one} is not a criterion of this item.") for one in given if one not in known
    ]
    if problems:
        said = "Answer every criterion once: met with evidence, or met: false with the reason."
        raise InvalidRequest(said, problems=tuple(problems))


def hash_of_submission(
    item: WorkItem, number: int, summary: str, links: Iterable[str], evidence: list[Evidence], cost: int | None
) -> str:
    """SHA-256, in hex, of a submission with its item's id and criteria: when a criterion changes, the hash does."""
    told = {
        "work_id": item.id,
        "number": number,
        "criteria": [criterion.model_dump() for criterion in item.criteria],
        "summary": summary,
        "links": list(links),
        "evidence": [one.model_dump() for one in evidence],
        "cost": cost,
    }
    return hashlib.sha256(json.dumps(told, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def submitted(item: WorkItem, submission: Submission, now: datetime) -> WorkItem:
    """The item with `submission` in review. Raises `TooMuchWork` when it has `MAX_SUBMISSIONS`."""
    if item.submissions >= MAX_SUBMISSIONS:
        raise TooMuchWork(f"An item has at most {MAX_SUBMISSIONS} submissions. Its owner must change or close it.")
    recommendation = submission.recommendation
    return item.changed(
        now,
        history=with_deed(item, DeedKind.SUBMITTED, now, text=submission.summary, recommendation=recommendation),
        state=ItemState.IN_REVIEW,
        claim=None,
        submission_id=submission.id,
        submission_hash=submission.submission_hash,
        opinion_due=recommendation.opinion is not None,
        submissions=item.submissions + 1,
    )


def with_opinion(item: WorkItem, recommendation: Recommendation, *, due: bool) -> WorkItem:
    """The item in review with the new recommendation in its history; `due`: the model is to be asked again.

    `updated_at` stays: it says since when the submission waits.
    """
    *before, submitted = item.history
    history = (*before, _recommended(submitted, recommendation))
    return item.model_copy(update={"history": history, "opinion_due": due, "version": item.version + 1})


def require_reviewer(caller: Caller, workers: Collection[str]) -> None:
    """Raise `Forbidden` for a key among `workers`, ids of keys. A signed-in user is the customer and may review."""
    if caller.kind != "session" and caller.principal_id in workers:
        raise Forbidden("The key that did the work cannot review it, nor can its predecessors and successors.")


def reviewed(item: WorkItem, submission_hash: str, review: Review, cost: int | None) -> WorkItem:
    """The item: done at the submitted `cost`, or returned. Raises `NotInReview` unless that submission waits."""
    if item.state is not ItemState.IN_REVIEW or item.submission_hash != submission_hash:
        raise NotInReview
    if review.decision is ReviewDecision.ACCEPT:
        return item.changed(
            review.at,
            history=with_deed(item, DeedKind.ACCEPTED, review.at, text=review.comment),
            state=ItemState.DONE,
            cost=cost,
            submission_hash=None,
            ended_at=review.at,
            closed_by=review.decided_by,
        )
    return item.changed(
        review.at,
        history=with_deed(item, DeedKind.RETURNED, review.at, text=review.comment),
        state=ItemState.CHANGES_REQUESTED,
        submission_hash=None,
        last_return=review.comment,
        returns=item.returns + 1,
    )


def is_returned_too_often(item: WorkItem) -> bool:
    """Whether this was its third return, or sixth, and so on: at each of these we ask the customer what is wrong."""
    returned = item.state is ItemState.CHANGES_REQUESTED and item.returns > 0
    return returned and item.returns % RETURNS_UNTIL_ASKED == 0


def ended(
    item: WorkItem, state: ItemState, *, note: str | None, by: str, now: datetime, cost: int | None = None
) -> WorkItem:
    """The item after the caller `by` ended it by hand; `state` is DONE or CANCELLED. It may have been in any state."""
    kind = DeedKind.CLOSED if state is ItemState.DONE else DeedKind.CANCELLED
    history = with_deed(item, kind, now, text=note)
    gone = {"history": history, "claim": None, "submission_hash": None, "closing_note": note, "cost": cost}
    return item.changed(now, state=state, closed_by=by, ended_at=now, **gone)


def require_order(item_id: str, depends_on: Collection[str], items: Mapping[str, WorkItem]) -> None:
    """Raise `InvalidRequest` unless `depends_on` are items of the project, and none of them waits for this item."""
    for place, other in enumerate(depends_on):
        if other not in items:
            raise InvalidRequest.of(f"depends_on.{place}", "This project has no such item.")
    todo, seen = list(depends_on), set[str]()
    while todo:
        other = todo.pop()
        if other == item_id:
            raise InvalidRequest.of("depends_on", "These items wait for each other, so none could start.")
        if other not in seen:
            seen.add(other)
            todo += items[other].depends_on if other in items else ()
