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
    Phase,
    ProjectStatus,
    Role,
)


class BudgetView(View):
    """What building the product costs, in whole units of `currency`; null where there is no ceiling or no estimate.

    `spent` is what accepted work reported as its cost. `unreported` is the likely cost of accepted work that reported
    none, `unreported_items` counts it. `remaining` is the likely cost of what is not done, `forecast` the three
    together; both are null before submission and in an archive. `low` and `high` are the ends of `forecast`, or in a
    draft of `likely`. Nothing stops by itself at the ceiling.
    """

    currency: str
    ceiling: int | None
    likely: int | None
    spent: int
    unreported: int
    unreported_items: int
    remaining: int | None
    forecast: int | None
    low: int | None
    high: int | None


class DatesView(View):
    """The days on which all is done at the low end of the effort, the middle and the high end."""

    early: date
    likely: date
    late: date


class DocumentsView(View):
    """How many documents there are, how many of them are approved, and how many were sent back with a comment.

    `next` is the title of the one that the team writes now; null where it writes none.
    """

    of: int
    approved: int
    sent_back: int
    next: str | None


class HandedOutView(View):
    """How many work items a project has that are not cancelled, and how many of them are done."""

    items: int
    done: int


class ProjectSaidView(View):
    """The project's state, money and dates in sentences; empty where there is nothing to say."""

    state: str
    progress: str
    expected: str
    deadline: str
    cost: str
    spent: str
    forecast: str
    ceiling: str


class ProjectView(View):
    """A project in a list. `gone_at`: it was deleted, and can be restored until then; null for every other project.

    `progress` is done days of all days in percent: a document counts half a day, a work item its likely days. `eta` is
    when all is likely to be done (of a draft, if it is submitted today), and `dates` has its ends. `documents` is null
    before the brief is submitted, and in an archive. `archived`: it was submitted in an earlier edition and is kept as
    it was. `example`: it is there to be looked at. It asks nothing of you, no language model works on it, and whatever
    looks across your projects leaves it out, money included.
    """

    id: str
    name: str
    description: str | None
    example: bool = False
    archived: bool = False
    status: ProjectStatus
    phase: Phase
    progress: int
    eta: date | None
    dates: DatesView | None = None
    deadline: date | None
    budget: BudgetView
    team_size: int
    said: ProjectSaidView
    documents: DocumentsView | None = None
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
    """A zip file to save. `content` has it in base64, `documents` says how many are in it, beside `index.md`."""

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


class ProjectNoteView(View):
    """What the customer told the team, word for word. It changes nothing."""

    id: str
    text: str
    message_id: str
    at: Instant


class NoteList(View):
    """The notes of a project, the newest first, in one page."""

    notes: tuple[ProjectNoteView, ...]
    has_more: bool = False


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
