"""What a caller gets from projects (interface 4.4 shows no shapes; these are ours)."""

from datetime import date
from typing import Any, Literal

from pydantic import Field

from common.envelope import View
from common.fields import Instant
from domain.projects.states import (
    ApprovalStatus,
    DeliverableKind,
    DeliverableState,
    DeliveryReason,
    DeliveryState,
    EtaCovers,
    Phase,
    ProgressCounts,
    ProjectStatus,
    Role,
)


class BudgetView(View):
    """Whole currency units. `remaining` is what is left of the estimate, negative once revisions cost more than that.

    `may_still_spend`: until the ceiling, or the higher estimate that you accepted; null without a ceiling.
    `stopped_at_ceiling`: the team waits until the ceiling is raised or removed, because its next text would cost more.
    `covers`: what all these amounts are of, the ceiling too. For building there is an outlook, beside the estimate.
    """

    covers: Literal["documents, not building"] = "documents, not building"
    currency: str | None
    estimated: int | None
    spent: int
    remaining: int | None
    ceiling: int | None
    may_still_spend: int | None
    stopped_at_ceiling: bool


class HandedOutView(View):
    """How many work items a project has that are not cancelled, and how many of them are done."""

    items: int
    done: int


class ProjectView(View):
    """A project in a list. `gone_at`: it was deleted, and can be restored until then; null for every other project.

    `eta_covers`: what is done by the eta. Building is in it only where the work is handed out. `progress_counts`: what
    the progress, in percent of the effort, is of. `example`: it is there to be looked at. It asks nothing of you, no
    language model works on it, and whatever looks across your projects leaves it out, money included.
    """

    id: str
    name: str
    description: str | None
    example: bool = False
    status: ProjectStatus
    phase: Phase
    progress: int
    progress_counts: ProgressCounts | None = None
    eta: date | None
    eta_covers: EtaCovers | None = None
    deadline: date | None
    budget: BudgetView
    work: HandedOutView | None = None
    created_at: Instant
    updated_at: Instant
    submitted_at: Instant | None
    completed_at: Instant | None
    deleted_at: Instant | None = None
    gone_at: Instant | None = None


class ProjectList(View):
    """A page of projects, newest first."""

    projects: list[ProjectView]
    has_more: bool
    next_cursor: str | None


class DocumentDeliveryView(View):
    """An approved revision on its way into your source repository. `said` is that in words.

    `reason` says why the last attempt brought no commit, `next_attempt_at` when the next is due. `commit`, `branch`,
    `file` and `delivered_at` are null until it is delivered.
    """

    state: DeliveryState
    revision: int
    repository: str | None
    branch: str | None
    file: str | None
    commit: str | None
    delivered_at: Instant | None
    attempts: int
    next_attempt_at: Instant | None
    reason: DeliveryReason | None
    said: str


class DeliverableSummary(View):
    """A deliverable without its text."""

    id: str
    kind: DeliverableKind
    phase: Phase
    owner: Role
    title: str
    state: DeliverableState
    revision: int
    effort_days: float
    spent_days: float
    blocked_by: tuple[str, ...]
    delivery: DocumentDeliveryView | None = Field(description="Null until a source repository is opened to the team.")
    updated_at: Instant


class ProjectDetail(ProjectView):
    """One project, with its deliverables, and how many approvals and requests wait for the customer."""

    deliverables: tuple[DeliverableSummary, ...]
    pending_approvals: int
    open_credential_requests: int


class RevisionView(View):
    """One entry of a deliverable's history. `comment` is the customer's comment that this revision answers."""

    revision: int
    at: Instant
    content_hash: str
    comment: str | None


class RevisionTextView(RevisionView):
    """One revision of a deliverable with its Markdown."""

    deliverable_id: str
    content: str


class DeliverableView(DeliverableSummary):
    """A deliverable with its Markdown; `content` is empty until the first revision is written."""

    content: str
    content_hash: str | None
    history: tuple[RevisionView, ...]


class ArchiveView(View):
    """A zip file to save: `content` is it in base64. `documents`: how many are in it, beside `index.md`."""

    filename: str
    content_type: Literal["application/zip"] = "application/zip"
    content: str
    documents: int


class ApprovalView(View):
    """A revision that the customer is asked to approve, or the customer's decision about it."""

    id: str
    project_id: str
    deliverable_id: str
    kind: DeliverableKind
    title: str
    revision: int
    content_hash: str
    status: ApprovalStatus
    comment: str | None
    created_at: Instant
    decided_at: Instant | None
    decided_by: str | None
    decided: str | None = Field(description="Who decided and when, in words; null while it is pending.")
    next_approval_id: str | None = Field(
        description="Where changes were requested: the approval of the next revision, as soon as that is written."
    )


class ApprovalList(View):
    """Every approval of a project, newest first, in one page: there is one approval for each revision."""

    approvals: tuple[ApprovalView, ...]
    has_more: bool = False
    next_cursor: str | None = None


class QuestionView(View):
    """A question and its answer (null while unanswered), with the options and limits that an answer must keep."""

    id: str
    section: str
    prompt: str
    type: Literal["text", "long_text", "list", "choice", "multi_choice", "date", "money", "boolean"]
    required: bool
    options: tuple[str, ...] | None
    max_length: int | None
    max_items: int | None
    answer: Any


class IntakeView(View):
    """The questionnaire with the answers so far. `missing` names the required questions without an answer."""

    questions: tuple[QuestionView, ...]
    complete: bool
    missing: tuple[str, ...]


class EstimatePhaseView(View):
    """One phase of an estimate. `days` are working days of effort; an eighth of a day is an hour."""

    phase: Phase
    role: Role
    days: float
    cost: int


class DaysView(View):
    """Working days, from the least to the most."""

    low: int
    high: int


class BasisLineView(View):
    """One part of the build: its text, the row of the published rule, days of effort."""

    text: str
    kind: str
    days: DaysView


class BuildOutlookView(View):
    """A first look at building the product, which the estimate does not hold: a wide range by a published rule."""

    currency: str
    low: int
    high: int
    working_days: DaysView
    rule: str
    basis: tuple[BasisLineView, ...]


class OverCeilingView(View):
    """By how much the estimate is over the ceiling; submitting then needs `accept_over_ceiling`."""

    ceiling: int
    over: int


class LateView(View):
    """By how many working days the documents would be done after the deadline."""

    deadline: date
    working_days: int


class EstimateView(View):
    """The team's own work, planning and documents: whole currency units, working days, and the day it would be done.

    `over_ceiling` and `late` are null where the estimate keeps the customer's limits. `build` is not in the total.
    """

    currency: str
    total: int
    low: int
    high: int
    phases: tuple[EstimatePhaseView, ...]
    working_days: int
    eta: date
    rule_version: int
    over_ceiling: OverCeilingView | None
    late: LateView | None
    build: BuildOutlookView


class QuotedPoint(View):
    """One point of a comment, and whether the team can apply it.

    `note` says what becomes of the point, or what the team would need to know.
    """

    text: str
    applied: bool
    note: str | None


class BuildChangeView(View):
    """Days of effort and whole currency units that a change adds to the build outlook; below zero: what it saves."""

    effort_days: DaysView
    low: int
    high: int


class ChangeQuote(View):
    """What requesting these changes would cost, in whole currency units, before anything is requested.

    `included`: the first revision of each document costs nothing. `nothing_to_apply`: no revision would be written and
    nothing charged: it is refused. `over_ceiling`: the team would stop before it writes, or has stopped.
    `examples`: where a point can't be applied, changes of this very document that could be, as a comment says them.
    `read_by_model`: the rules did not understand every point; a model reads the whole comment once changes are
    requested, and may apply more. Then `cost` is the most it can be: if nothing is applied, nothing is charged.
    `build`: what the changes add to building or save there, which `cost` never holds; null where that stays the same.
    """

    approval_id: str
    title: str
    revision: int
    currency: str
    cost: int
    included: bool
    points: tuple[QuotedPoint, ...]
    nothing_to_apply: bool
    over_ceiling: bool
    read_by_model: bool
    examples: tuple[str, ...]
    build: BuildChangeView | None = None
