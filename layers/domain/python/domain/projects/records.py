"""The stored records of a project.

Every record survives `model_validate(model_dump(mode="json"))` unchanged. Money is whole currency units, effort
is whole hundredths of a day, so that nothing stored is ever a float.
"""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Annotated, Any, Self

from pydantic import ConfigDict, Field, field_validator, model_validator

from common.fields import ONLY_NUMBERS, Instant
from common.model import Model
from domain.projects.rates import CURRENCIES, DEFAULT_CURRENCY
from domain.projects.states import (
    ApprovalStatus,
    DecisionKind,
    DeliverableKind,
    DeliverableState,
    DeliveryReason,
    DeliveryState,
    Phase,
    ProjectStatus,
    Role,
)
from domain.projects.tenancy import OwnedProject


class Record(Model):
    """A stored record. It is frozen, and an unknown attribute in the table raises an error, because it is a defect."""

    model_config = ConfigDict(extra="forbid")


class Money(Record):
    """A whole number of currency units, 1 to a billion, in a currency we have a price list for."""

    amount: Annotated[int, Field(ge=1, le=1_000_000_000), ONLY_NUMBERS] = Field(
        description="Whole units: 9000 is 9,000 euros."
    )
    currency: str = Field(description="Such as EUR.")

    @field_validator("currency")
    @classmethod
    def _only_quoted_currencies(cls, value: str) -> str:
        if value not in CURRENCIES:
            raise ValueError(f"must be one of {', '.join(CURRENCIES)}")
        return value


class Totals(Record):
    """The estimated cost and effort of a brief: whole units of `currency`, and days in hundredths."""

    currency: str
    low: int
    likely: int
    high: int
    days_low: int
    days_likely: int
    days_high: int


class Accepted(Totals):
    """The estimate that the customer accepted by submitting. Later changes of the brief do not change it.

    `over_ceiling`: its likely cost was over the ceiling, and the customer accepted it all the same.
    """

    rule_version: int
    playbooks: str
    eta: date
    over_ceiling: bool = False
    accepted_on: date


class Project(Record):
    """One project. Its figures and counts are stored in the same row, so that a list needs to read nothing else.

    An eta is not stored, because it changes from day to day (`figures.eta`). `version` rises by one with every change,
    so that the store can refuse a change that began from an older version. Days are hundredths of a day.
    """

    # Rows of earlier editions have attributes that nobody uses any more.
    model_config = ConfigDict(extra="ignore")

    id: str
    account_id: str
    name: str
    description: str | None = None
    example: bool = False
    """Made to be looked at: it asks nothing of the customer, and whatever looks across projects leaves it out."""
    status: ProjectStatus = ProjectStatus.DRAFT
    phase: Phase = Phase.INTAKE
    currency: str = DEFAULT_CURRENCY
    deadline: date | None = None
    ceiling: Money | None = None
    plan: Totals | None = None
    """The estimate of the brief as it stands; None until it has a must-have and a platform."""
    accepted: Accepted | None = None
    team_size: int = 2
    day_rates: Mapping[Role, int] | None = None
    """The day rates that `plan` is computed with."""
    estimate: Mapping[str, Any] | None = None
    """The estimate of an archive as the first edition stored it; None for every other project."""
    progress_percent: int = 0
    documents_approved: int = 0
    documents_sent_back: int = 0
    sent_back_at: Instant | None = None
    """When the last of them was sent back; None where none is, or where an earlier edition did not store it."""
    next_document: DeliverableKind | None = None
    """What the team writes next in the phase; None where all of it is written."""
    spent: int = 0
    """What accepted work has cost, as it was reported."""
    unreported_items: int = 0
    """How many accepted work items reported no cost; `unreported_cost` is what they were likely to cost."""
    unreported_cost: int = 0
    pending_approvals: int = 0
    open_credential_requests: int = 0
    waited_seconds: int = 0
    """How long the customer's decided approvals and requests for access had waited, summed up."""
    hand_out_work: bool = False
    """Whether the customer had the work packages of the delivery plan handed out as work items."""
    work_packages_out: int = 0
    """How many of these packages are work items by now."""
    handed_out: tuple[str, ...] = ()
    """The ids of the brief's entries, and of the whole product's topics, that work items were made of."""
    unassigned_days: int = 0
    """The likely days of what no work item is made of yet, and `unassigned_cost` its likely cost."""
    unassigned_cost: int = 0
    work_handed_out_at: Instant | None = None
    work_items: int = 0
    """Work items that are not cancelled, whoever made them."""
    open_work_items: int = 0
    """Those of them that are not done."""
    item_days: int = 0
    """The likely days of all `work_items`; `item_cost` is their likely cost."""
    item_days_done: int = 0
    item_cost: int = 0
    item_cost_done: int = 0
    brief_changed_at: Instant | None = None
    """When the customer was last told that the submitted brief has changed."""
    undelivered_since: Instant | None = None
    """Since when a document could not be delivered into the source repository and is no longer tried."""
    created_at: Instant
    updated_at: Instant
    submitted_at: Instant | None = None
    paused_at: Instant | None = None
    """When the customer last put it on hold; None where an earlier edition did not store it."""
    phase_started_at: Instant | None = None
    completed_at: Instant | None = None
    version: int = 1

    @model_validator(mode="before")
    @classmethod
    def _of_the_first_edition(cls, value: Any) -> Any:
        """Add `currency` to a row of the first edition, from its estimate or else from its ceiling."""
        if not isinstance(value, dict) or "currency" in value:
            return value
        known = value.get("estimate") or value.get("ceiling")
        return {**value, "currency": known["currency"]} if isinstance(known, dict) else value

    @property
    def owned(self) -> OwnedProject:
        """The project's id and owner, for the stores."""
        return OwnedProject(self.account_id, self.id)

    @property
    def archived(self) -> bool:
        """Whether the project was submitted in the first edition: it can be read, and nothing changes any more."""
        return self.estimate is not None

    @property
    def is_running(self) -> bool:
        """Whether the project was submitted and has not ended."""
        return self.status in {ProjectStatus.ACTIVE, ProjectStatus.ON_HOLD} and not self.archived

    @property
    def has_ended(self) -> bool:
        """Whether the work has ended: the project is complete, cancelled or an archive."""
        return self.archived or self.status in {ProjectStatus.COMPLETED, ProjectStatus.CANCELLED}

    @property
    def has_work(self) -> bool:
        """Whether the project has, or had, any work item."""
        return self.work_items > 0 or self.work_packages_out > 0

    def waited(self, since: datetime, until: datetime) -> int:
        """`waited_seconds` plus the wait of a request that was made at `since` and decided at `until`."""
        return self.waited_seconds + max(0, int((until - since).total_seconds()))

    def changed(self, now: datetime, **updates: Any) -> Self:
        """A copy of this project with `updates` and the next version, updated at `now`."""
        return self.model_copy(update={**updates, "updated_at": now, "version": self.version + 1})


class Revision(Record):
    """One written version of a deliverable. `comment` is the customer's comment that it answers, if any."""

    model_config = ConfigDict(extra="ignore")  # as with projects

    revision: int
    at: Instant
    content_hash: str
    comment: str | None = None


class DocumentDelivery(Record):
    """An approved revision on its way into the customer's source repository; rules: `domain.projects.delivering`.

    Attributes:
        account_id: the owner of the project.
        revision, approval_id: the delivered revision, and its approval.
        credential_id, credential_version: the access that it is delivered with.
        queued_at: since when it has been on its way; a new access puts a failed one on its way again.
        attempts: how many were begun. `next_attempt_at`: when the next may begin; None when there is none.
        reason: why the last attempt brought no commit.
        repository: its URL, from the first attempt on; `branch` and `file` are in it.
        commit: the id of the commit that brought the file at `delivered_at`. `blob`: the Git id of its content.
    """

    account_id: str
    state: DeliveryState = DeliveryState.PENDING
    revision: int
    approval_id: str
    credential_id: str
    credential_version: int
    queued_at: Instant
    attempts: int = 0
    next_attempt_at: Instant | None = None
    reason: DeliveryReason | None = None
    repository: str | None = None
    branch: str | None = None
    file: str | None = None
    commit: str | None = None
    blob: str | None = None
    delivered_at: Instant | None = None


class Writing(Record):
    """A language model's part in one revision of a document.

    Attributes:
        id: the id of the event that was stored with the hand-over; it names the work.
        revision: the number of the revision that is written.
        until: when the team stops waiting for the model, and writes the revision without it.
        fell_back: why the model gave nothing, a value of `agents.records.FellBack`; None while it has not failed.
    """

    id: str
    revision: int
    until: Instant
    fell_back: str | None = None


class Deliverable(Record):
    """A document without its text, which has a row of its own (`documents.records`).

    Attributes:
        revision: the number of the last revision that was presented; 0 before the first.
        content: the text, if it was read as well; only rows of the first edition store it.
        content_hash: the hash of the current text. `comment`: what the customer sent it back with at `commented_at`.
        told_at: when the event of its last edit was recorded.
        writing: a model's part in its next revision, or else in its last; None where no model was to have one.
        delivery: None as long as nobody has opened a source repository to the team.
    """

    model_config = ConfigDict(extra="ignore")  # as with projects

    id: str
    project_id: str
    kind: DeliverableKind
    phase: Phase
    owner: Role
    title: str
    state: DeliverableState = DeliverableState.WAITING
    revision: int = 0
    content: str = ""
    content_hash: str | None = None
    comment: str | None = None
    commented_at: Instant | None = None
    told_at: Instant | None = None
    history: tuple[Revision, ...] = ()
    blocked_by: tuple[str, ...] = ()
    writing: Writing | None = None
    delivery: DocumentDelivery | None = None
    created_at: Instant
    updated_at: Instant

    @property
    def next_writing(self) -> Writing | None:
        """`writing`, a model's part, if it is about the next revision; else None."""
        return self.writing if self.writing is not None and self.writing.revision > self.revision else None

    def is_being_written(self, now: datetime) -> bool:
        """Whether a model has the next revision in hand, and its time is not up."""
        own = self.next_writing
        return own is not None and own.fell_back is None and own.until > now

    @property
    def working_revision(self) -> int:
        """The number of the revision that can be edited: the next one if the document was sent back, else the last."""
        return self.revision + (self.state is DeliverableState.CHANGES_REQUESTED)


class Approval(Record):
    """The approval of one revision of a deliverable, pending or decided; `content_hash` names the exact text.

    `edited`: the text was changed since it was presented, so that whoever approves has to name its hash.
    """

    id: str
    project_id: str
    deliverable_id: str
    deliverable_kind: DeliverableKind
    title: str
    revision: int
    content_hash: str
    edited: bool = False
    status: ApprovalStatus = ApprovalStatus.PENDING
    comment: str | None = None
    created_at: Instant
    decided_at: Instant | None = None
    decided_by: str | None = None


class Decision(Record):
    """Something that was decided: what, when, and the id of the record that it comes from (`source`)."""

    id: str
    project_id: str
    kind: DecisionKind
    text: str
    source: str
    at: Instant


class Note(Record):
    """Words of the customer to the team that ask for nothing and change nothing, kept word for word.

    `withdrawn_at`: when the customer took it back, in earlier editions. The record stays.
    """

    model_config = ConfigDict(extra="ignore")  # earlier editions named an owner

    id: str
    project_id: str
    text: str
    message_id: str
    at: Instant
    withdrawn_at: Instant | None = None


AnswerValue = bool | str | tuple[str, ...] | Money
