"""What a caller sends about work items and gets of them (an addition to the interface; the shapes are ours)."""

import re
from typing import Annotated, Self
from urllib.parse import urlsplit

from pydantic import AfterValidator, Field, StrictBool, StringConstraints, model_validator

from common.envelope import Changes, RequestModel, View
from common.fields import ONLY_NUMBERS, Instant, Line, Prose
from domain.keys.secret_shapes import without_secret
from domain.projects.states import DeliverableKind, Role
from domain.webhooks.targets import is_name
from domain.work_items.records import DeedKind, ItemState, OpinionState, ReviewDecision

_SPACE = re.compile(r"\s")


def _well_formed(link: str) -> str:
    if _SPACE.search(link) or not link.startswith("https://"):
        raise ValueError("Give an https:// address")
    try:
        parts = urlsplit(link)
        _ = parts.port
    except ValueError as error:
        raise ValueError("Give a valid address") from error
    if "@" in parts.netloc:
        raise ValueError("Give an address without a name and password")
    host = parts.hostname or ""
    if "." not in host or not is_name(host):
        raise ValueError("Give an address with a host")
    return link


Stripped = StringConstraints(strip_whitespace=True)
_Safe = AfterValidator(without_secret)
Title = Annotated[Line, Stripped, Field(min_length=1, max_length=200), _Safe]
What = Annotated[Prose, Stripped, Field(min_length=1, max_length=4_000), _Safe]
CriterionText = Annotated[Line, Stripped, Field(min_length=1, max_length=500), _Safe]
Remark = Annotated[Prose, Stripped, Field(min_length=1, max_length=2_000), _Safe]
Worker = Annotated[Line, Stripped, Field(min_length=1, max_length=100), _Safe]
Link = Annotated[Line, Stripped, Field(min_length=1, max_length=500), AfterValidator(_well_formed), _Safe]
RecordId = Annotated[str, Field(min_length=1, max_length=64)]
Days = Annotated[int, Field(ge=1, le=365)]
_CURRENCY = "Whole units of the project's currency."
Cost = Annotated[int, Field(ge=0, le=1_000_000_000, description=_CURRENCY), ONLY_NUMBERS]
Minutes = Annotated[int, Field(ge=1, le=1_440)]
Percent = Annotated[int, Field(ge=0, le=100)]
Criteria = Annotated[list[CriterionText], Field(min_length=1, max_length=20)]
Ids = Annotated[list[RecordId], Field(max_length=20)]


class CreateWorkItem(RequestModel):
    """POST /projects/:id/work-items: an item made by hand. Its criteria get the ids `1`, `2` and so on."""

    title: Title
    what: What
    criteria: Criteria
    depends_on: Ids = Field(default_factory=list)
    needs_access: Ids = Field(default_factory=list)
    effort_days: Days | None = None
    owner: Role = Role.CTO


class UpdateWorkItem(Changes):
    """PATCH /work-items/:id, while nobody works on the item: at least one field."""

    title: Title | None = None
    what: What | None = None
    criteria: Criteria | None = None
    depends_on: Ids | None = None
    needs_access: Ids | None = None
    effort_days: Days | None = None
    owner: Role | None = None


class CancelWorkItem(RequestModel):
    """POST …/cancel; the body may be left out."""

    reason: Remark | None = None


class CloseWorkItem(RequestModel):
    """POST …/close: a person says that the item is done, why no submission shows it, and what it has cost, if known."""

    note: Remark
    cost: Cost | None = None


class ClaimWorkItem(RequestModel):
    """POST …/claim. `worker` is a name for people to read; without it, the key's or program's name, or else its id."""

    worker: Worker | None = None
    lease_minutes: Minutes = 60


class ReportProgress(RequestModel):
    """POST …/progress. It renews the lease, for as long as was asked for when claiming."""

    claim_id: RecordId
    note: Remark
    percent: Percent | None = None


class ReleaseWorkItem(RequestModel):
    """POST …/release: give the item back."""

    claim_id: RecordId
    reason: Remark


class GivenEvidence(RequestModel):
    """The answer to one criterion: what shows that it is met; or, with `met: false`, why it is not."""

    criterion: Annotated[str, Field(min_length=1, max_length=20, description="Its number.")]
    text: Annotated[Remark, Field(description="What shows it, or why not.")]
    met: Annotated[StrictBool, Field(description="Whether it is met.")] = True
    link: Annotated[Link | None, Field(description="https, to it.")] = None


class SubmitWork(RequestModel):
    """POST …/submit: every criterion of the item is answered once. `cost`: what the work has cost, if that is known."""

    claim_id: RecordId
    summary: What
    links: list[Link] = Field(default_factory=list, max_length=20)
    evidence: Annotated[list[GivenEvidence], Field(min_length=1, max_length=60)]
    cost: Cost | None = None


class ReviewWork(RequestModel):
    """POST …/review: the decision on the submission of this hash; a return says what is missing."""

    decision: ReviewDecision
    comment: Remark | None = None
    submission_hash: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]

    @model_validator(mode="after")
    def _return_needs_a_comment(self) -> Self:
        if self.decision is ReviewDecision.RETURN and self.comment is None:
            raise ValueError("Say in the comment what is missing")
        return self


class CriterionView(View):
    """One acceptance criterion: what a submission must show."""

    id: str
    text: str


class BearingDocumentView(View):
    """A document that bears on the item; its text: GET /projects/:id/deliverables/:id."""

    id: str
    kind: DeliverableKind
    title: str
    revision: int
    content_hash: str


class EffortDaysView(View):
    """Days of effort: low end, middle, high end."""

    low: float
    likely: float
    high: float


class ClaimView(View):
    """Who works on the item, until when (a report extends it), and how far they say they are."""

    worker: str
    claimed_at: Instant
    lease_until: Instant
    percent: int | None


class DeedView(View):
    """Something that was done to an item; `text`: what was said, shortened; `doubts`: up to five of the CTO's."""

    kind: DeedKind
    worker: str | None
    at: Instant
    text: str | None
    doubts: tuple[str, ...]


class WorkItemView(View):
    """A work item as it is now. `blocked_by`: items that come first, and requests for access.

    `latest`: what was done to it last. `likely_cost` and `cost` are whole units of the project's currency: what it is
    likely to cost, and what it has cost, as far as that was reported.
    """

    id: str
    project_id: str
    project_name: str
    package: str | None
    title: str
    what: str
    criteria: tuple[CriterionView, ...]
    documents: tuple[BearingDocumentView, ...]
    depends_on: tuple[str, ...]
    needs_access: tuple[str, ...]
    blocked_by: tuple[str, ...]
    effort_days: EffortDaysView | None
    likely_cost: int
    cost: int | None
    owner: Role
    state: ItemState
    claim: ClaimView | None
    returns: int
    submission_hash: str | None
    closing_note: str | None
    latest: DeedView | None
    created_at: Instant
    updated_at: Instant
    ended_at: Instant | None


class WorkItemList(View):
    """A page of items: those of the plan in its order, then those made by hand, the oldest first."""

    items: list[WorkItemView]
    has_more: bool
    next_cursor: str | None


class NoteView(View):
    """What a worker reported, or why it gave the item back (the text then begins with `Released:`)."""

    id: str
    worker: str
    text: str
    percent: int | None
    at: Instant


class EvidenceView(View):
    """The answer to one criterion."""

    criterion: str
    met: bool
    text: str
    link: str | None


class OpinionView(View):
    """Whether a model has read the evidence; `says`: the same as a sentence; `reason`: why none has (`missing`)."""

    state: OpinionState
    reason: str | None
    says: str
    at: Instant


class RecommendationView(View):
    """The CTO's opinion on a submission; `doubts` are sentences. The decision is the customer's.

    A model's doubts are among them, and say so; `opinion` is null where no model was asked. `decision` is null where
    nobody has checked the evidence.
    """

    decision: ReviewDecision | None
    doubts: tuple[str, ...]
    opinion: OpinionView | None


class ReviewView(View):
    """The customer's decision on a submission."""

    decision: ReviewDecision
    comment: str | None
    decided_by: str
    at: Instant


class SubmissionView(View):
    """What a worker submitted, what the CTO thinks of it, and what was decided.

    `cost`: what the worker says it cost, in whole units of the project's currency; null where that was not said.
    """

    id: str
    number: int
    worker: str
    submitted_by: str
    summary: str
    links: tuple[str, ...]
    evidence: tuple[EvidenceView, ...]
    submission_hash: str
    cost: int | None
    recommendation: RecommendationView
    review: ReviewView | None
    at: Instant


class WorkItemDetail(View):
    """An item with its brief in Markdown, what was done to it, its notes and its submissions, each the oldest first."""

    item: WorkItemView
    brief: str
    history: list[DeedView]
    notes: list[NoteView]
    submissions: list[SubmissionView]


class WorkItemClaimed(View):
    """A claim. `claim_id` goes with every report, submission and release; `brief` says in Markdown what to do."""

    claim_id: str
    lease_until: Instant
    item: WorkItemView
    brief: str


class ProgressReported(View):
    """The note as stored, and when the renewed lease ends."""

    note: NoteView
    lease_until: Instant


class WorkSubmitted(View):
    """The submission, and the item in review."""

    item: WorkItemView
    submission: SubmissionView
