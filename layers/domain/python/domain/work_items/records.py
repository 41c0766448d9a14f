"""The stored records of work items, of what workers report, and of what they submit."""

import re
from enum import StrEnum
from typing import Any, Literal, Self

from pydantic import model_validator

from common.fields import Instant
from common.wording import HUNDREDTHS
from domain.projects.records import Record
from domain.projects.states import DeliverableKind, Role

_ENTRY = re.compile(r"^[A-Z]\d+ ")


class ItemState(StrEnum):
    """How far an item has come. `blocked` is never stored: it is worked out whenever an item is read."""

    READY = "ready"
    BLOCKED = "blocked"
    CLAIMED = "claimed"
    IN_REVIEW = "in_review"
    CHANGES_REQUESTED = "changes_requested"
    DONE = "done"
    CANCELLED = "cancelled"


class ReviewDecision(StrEnum):
    """Whether a submission is accepted or returned."""

    ACCEPT = "accept"
    RETURN = "return"


class Criterion(Record):
    """What a submission must show. `id` is the plan's, such as `R1.1`; for an item made by hand, a number from 1."""

    id: str
    text: str


class BearingDocument(Record):
    """A document that bears on an item, in the revision that was approved when the item was made."""

    id: str
    kind: DeliverableKind
    title: str
    revision: int
    content_hash: str


class Effort(Record):
    """Days of effort in hundredths: low end, middle, high end."""

    low: int
    likely: int
    high: int


class Claim(Record):
    """Who works on an item. Only that worker knows `id`, and sends it with each report, submission and release."""

    id: str
    worker: str
    principal_id: str
    claimed_at: Instant
    lease_minutes: int
    lease_until: Instant
    percent: int | None = None


class Evidence(Record):
    """The answer to one criterion: met, with what shows it; or not met, with the reason."""

    criterion: str
    met: bool
    text: str
    link: str | None = None


class OpinionState(StrEnum):
    """How far a model is with a submission. `missing`: none has read it."""

    PENDING = "pending"
    GIVEN = "given"
    MISSING = "missing"


_STATES = {
    OpinionState.PENDING: "A model has yet to read the evidence. So far only rules have checked it.",
    OpinionState.GIVEN: "A model read the evidence, not the work itself. Its doubts are opinions.",
}
_NOTHING_DOUBTED = "A model read the evidence, not the work itself, and has no doubts. That is an opinion, not proof."
_WHY_UNREAD = {
    "timed_out": "the model took too long to read the evidence",
    "unreachable": "we could not reach the model",
    "refused": "the model declined to read the evidence",
    "unusable": "the evidence did not confirm what the model said",
    "out_of_tokens": "this month's tokens for the model are used up",
}


class Opinion(Record):
    """What became of asking a model about a submission. The recommendation holds the model's doubts.

    Attributes:
        reason: why no model gave an opinion, as `agents.records.FellBack` names it; None unless it is missing.
        found: how many doubts the model has.
        at: since when the state is as it is.
    """

    state: OpinionState
    reason: str | None = None
    found: int = 0
    at: Instant

    @property
    def says(self) -> str:
        """The state as a sentence for the customer."""
        if self.state is OpinionState.MISSING:
            return f"Only rules have checked it: {_WHY_UNREAD.get(self.reason or '', _WHY_UNREAD['unusable'])}."
        return _STATES[self.state] if self.found or self.state is OpinionState.PENDING else _NOTHING_DOUBTED


class Recommendation(Record):
    """What the CTO thinks of a submission: an opinion beside the customer's decision, never a decision.

    `doubts` are sentences, by rules and by a model. `decision` is None where there are no doubts and no model has read
    the evidence: then nobody has checked it. `opinion` is None where no model was asked.
    """

    decision: ReviewDecision | None
    doubts: tuple[str, ...] = ()
    opinion: Opinion | None = None


class Review(Record):
    """The customer's decision on a submission; `decided_by` is the id of the user or key that made it."""

    decision: ReviewDecision
    comment: str | None = None
    decided_by: str
    at: Instant


class Submission(Record):
    """A worker's account of what was done. A review names `submission_hash`, so it decides about this text alone."""

    id: str
    work_id: str
    number: int
    worker: str
    submitted_by: str
    summary: str
    links: tuple[str, ...]
    evidence: tuple[Evidence, ...]
    submission_hash: str
    cost: int | None = None
    """What the worker says it cost, in whole units of the project's currency."""
    recommendation: Recommendation
    at: Instant
    review: Review | None = None


class Note(Record):
    """A worker's report while it works on an item."""

    id: str
    work_id: str
    worker: str
    text: str
    percent: int | None = None
    at: Instant


class DeedKind(StrEnum):
    """What was done to an item. `lapsed`: nobody renewed the lease in time."""

    CLAIMED = "claimed"
    REPORTED = "reported"
    RELEASED = "released"
    LAPSED = "lapsed"
    SUBMITTED = "submitted"
    RETURNED = "returned"
    ACCEPTED = "accepted"
    CLOSED = "closed"
    CANCELLED = "cancelled"


class Deed(Record):
    """Something that was done to an item, kept so that people can read later what became of it.

    Attributes:
        worker: who did it, or whose work it was about; None where nobody had the item.
        text: what was said with it, shortened: the report, the reason, the summary, the comment.
        doubts: of a submission, the first five doubts; `opinion`: what became of asking a model about it.
    """

    kind: DeedKind
    worker: str | None = None
    at: Instant
    text: str | None = None
    doubts: tuple[str, ...] = ()
    opinion: Opinion | None = None


class WorkItem(Record):
    """One piece of work. `version` rises by one with every change, and each change is on condition of it.

    Attributes:
        package: the work package of the delivery plan that it was made from, such as `W3`; None for one made by hand.
        depends_on: ids of items of the same project that come first.
        needs_access: ids of requests for access that it waits for.
        claim: who works on it. When the lease ends, it stays until a sweep or a new claim; see `rules.state_of`.
        submission_id: the latest submission, whatever became of it; `submission_hash` only while it is in review.
        opinion_due: whether a model is still to read that submission, which counts only while it is in review.
        claimed_by: ids of all who ever claimed it. No such key reviews it, nor one that it was rotated to or from.
        notes: how many reports it has; `submissions` and `returns` are numbers, too.
        effort: how long it takes, if anybody has said; `likely_cost` what that costs at the project's day rates.
        cost: what it has cost, reported with the submission that was accepted or entered when it was closed.
        history: the last 40 deeds, the oldest first; of reports one after the other, only the latest.
        closing_note: what was said when it was closed by hand or cancelled.
    """

    id: str
    account_id: str
    project_id: str
    project_name: str
    package: str | None = None
    origin: Literal["plan", "hand"]
    title: str
    what: str
    criteria: tuple[Criterion, ...]
    documents: tuple[BearingDocument, ...] = ()
    depends_on: tuple[str, ...] = ()
    needs_access: tuple[str, ...] = ()
    effort: Effort | None = None
    likely_cost: int = 0
    cost: int | None = None
    owner: Role
    state: ItemState = ItemState.READY
    claim: Claim | None = None
    claimed_by: tuple[str, ...] = ()
    submission_id: str | None = None
    submission_hash: str | None = None
    opinion_due: bool = False
    last_return: str | None = None
    notes: int = 0
    submissions: int = 0
    returns: int = 0
    history: tuple[Deed, ...] = ()
    closing_note: str | None = None
    closed_by: str | None = None
    created_at: Instant
    updated_at: Instant
    ended_at: Instant | None = None
    version: int = 1

    @property
    def name(self) -> str:
        """The package's number and the title without its entry's id, such as `W4 Stripe`; by hand, the title alone."""
        return f"{self.package} {_ENTRY.sub('', self.title)}" if self.package else self.title

    @model_validator(mode="before")
    @classmethod
    def _of_the_first_edition(cls, value: Any) -> Any:
        """Read a row of the first edition: turn `effort_days`, in whole days, into `effort`, in hundredths."""
        if not isinstance(value, dict) or "effort_days" not in value:
            return value
        row = dict(value)
        if days := row.pop("effort_days"):
            low, high = days["low"] * HUNDREDTHS, days["high"] * HUNDREDTHS
            row["effort"] = {"low": low, "likely": (low + high) // 2, "high": high}
        return row

    @property
    def has_ended(self) -> bool:
        """Whether the item is done or cancelled."""
        return self.state in {ItemState.DONE, ItemState.CANCELLED}

    def changed(self, now: Instant, **updates: Any) -> Self:
        """This item with `updates` and the next version."""
        return self.model_copy(update={**updates, "updated_at": now, "version": self.version + 1})
