"""A project's use cases: create, read, answer the intake, estimate, submit, decide, pause, resume, cancel."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from datetime import datetime
from functools import cache

from common.caller import Caller, Origin
from common.clock import utc_now
from common.dynamo import Write
from common.errors import NotFound
from common.ids import new_id
from common.once import made_before
from common.optimistic import settle
from common.services import service
from domain.audit.log import by_caller
from domain.audit.records import By
from domain.keys.leaks import refuse_key_shape
from domain.projects import lifecycle, review, views
from domain.projects.changes import Change, decision_on
from domain.projects.decided import noting
from domain.projects.errors import MAX_PROJECTS, TooManyProjects
from domain.projects.estimate import estimate
from domain.projects.events import EventKind, ProjectEvent
from domain.projects.models import (
    ApprovalList,
    ApprovalView,
    ArchiveView,
    ChangeQuote,
    DeliverableView,
    EstimateView,
    IntakeView,
    ProjectDetail,
    ProjectList,
    ProjectView,
    RevisionTextView,
)
from domain.projects.owned import Owned
from domain.projects.records import Approval, Deliverable, Project
from domain.projects.requests import (
    ApprovalDecision,
    ChangeProjectStatus,
    DecideApproval,
    IntakeAnswers,
    NewProject,
    QuoteChanges,
    SubmitProject,
    UpdateProject,
)
from domain.projects.states import ApprovalStatus, DecisionKind, ProjectStatus
from domain.projects.store import ProjectStore, project_store
from domain.projects.tenancy import OwnedProject
from domain.work.outbox import Window
from domain.work.queue import WorkItem, WorkQueue, work_queue


@service
class ProjectService:
    """Use cases on one account's projects."""

    store: ProjectStore
    queue: WorkQueue
    now: Callable[[], datetime]

    def create(self, account_id: str, request: NewProject) -> ProjectView:
        """A new draft. Raises `TooManyProjects`, `InvalidRequest` when the deadline is not after today."""
        now = self.now()
        if made := made_before("prj"):
            return views.project_view(self.get(account_id, made), today=now.date())
        project, intake = lifecycle.create(request, project_id=new_id("prj", now), account_id=account_id, now=now)
        if self.store.count_projects(account_id) >= MAX_PROJECTS:
            raise TooManyProjects
        self.store.put_new_project(project, intake)
        return views.project_view(project, today=now.date())

    def list_page(
        self,
        account_id: str,
        *,
        status: ProjectStatus | None,
        limit: int,
        cursor: str | None,
        within: AbstractSet[str] | None = None,
    ) -> ProjectList:
        """A page of projects, newest first: of all, or of those `within`."""
        projects, next_cursor = self.store.list_projects(
            account_id, status=status, limit=limit, cursor=cursor, within=within
        )
        shown = [views.project_view(project, today=self.now().date()) for project in projects]
        return ProjectList(projects=shown, has_more=next_cursor is not None, next_cursor=next_cursor)

    def get(self, account_id: str, project_id: str) -> Project:
        """The stored project. Raises `NotFound`."""
        return self.store.get_project(account_id, project_id)

    def describe(self, account_id: str, project_id: str) -> ProjectDetail:
        """A project with its deliverables, without their text. Raises `NotFound`."""
        project = self.get(account_id, project_id)
        return views.project_detail(project, self.store.list_deliverables(project.owned), today=self.now().date())

    def get_intake(self, account_id: str, project_id: str) -> IntakeView:
        """The questionnaire with the answers so far. Raises `NotFound`."""
        return views.intake_view(self.store.get_intake(self.get(account_id, project_id).owned))

    def answer_intake(self, account_id: str, project_id: str, request: IntakeAnswers) -> IntakeView:
        """The questionnaire with the answers added; a new answer replaces the old one.

        Raises: `NotFound`, `InvalidRequest` naming each wrong answer, `AlreadySubmitted`, `NotRunning`.
        """
        for question_id, answer in request.answers.items():
            refuse_key_shape(f"answers.{question_id}", str(answer))

        def answering(project: Project, now: datetime) -> Change:
            after, intake = lifecycle.answer(project, self.store.get_intake(project.owned), request.answers, now=now)
            return Change(after, (intake,))

        return views.intake_view(self.store.get_intake(self._change(account_id, project_id, answering).owned))

    def get_estimate(self, account_id: str, project_id: str) -> EstimateView:
        """The accepted estimate; before submission, what the answers would give today. Raises `IntakeIncomplete`."""
        project = self.get(account_id, project_id)
        intake = self.store.get_intake(project.owned)
        current = project.estimate or estimate(intake.answers, today=self.now().date())
        return views.estimate_view(current, project, intake)

    def change_ceiling(self, account_id: str, project_id: str, request: UpdateProject) -> ProjectView:
        """Raise, lower or remove the ceiling; a team that stopped at it is called to go on.

        Raises: `NotFound`, `NotRunning`, `InvalidRequest` for another currency than the estimate's.
        """

        def changing(project: Project, now: datetime) -> Change:
            intake = self.store.get_intake(project.owned)
            after, answered = lifecycle.change_ceiling(project, intake, request.budget_ceiling, now=now)
            if project.submitted_at is None:
                return Change(after, (answered,))
            ceiling = request.budget_ceiling
            said = f"set to {ceiling.amount} {ceiling.currency}" if ceiling else "removed"
            decision = decision_on(after, DecisionKind.OTHER, f"The budget ceiling was {said}", now)
            return Change(after, (answered, decision), EventKind.CEILING_CHANGED)

        return self._shown(self._change(account_id, project_id, changing))

    def quote(self, account_id: str, project_id: str, approval_id: str, request: QuoteChanges) -> ChangeQuote:
        """What requesting these changes would cost; nothing is requested. Raises: `NotFound`, `AlreadyDecided`."""
        # The documents' code is a large part of the door's start, and few requests ask for a quote.
        from domain.projects.quotes import quote_changes  # noqa: PLC0415

        project, owned = self.load(account_id, project_id)
        return quote_changes(project, owned, owned.approval(approval_id), request.comment)

    def quote_in_words(
        self, account_id: str, project_id: str, approval_id: str, request: QuoteChanges
    ) -> tuple[ChangeQuote, str]:
        """As `quote`, and what it comes to in sentences; of a decided revision what is known of building."""
        from domain.projects.quotes import quote_changes, quote_of_decided, said_of_price  # noqa: PLC0415

        project, owned = self.load(account_id, project_id)
        approval = owned.approval(approval_id)
        if approval.status is not ApprovalStatus.PENDING:
            return quote_of_decided(project, owned, approval, request.comment)
        quote = quote_changes(project, owned, approval, request.comment)
        return quote, said_of_price(project, owned, quote, request.comment)

    def price_after(self, account_id: str, project_id: str, approval_id: str) -> str:
        """What a further change costs once the one is written that a decided approval asked for, such as `EUR 240`."""
        from domain.projects.quotes import price_of_next  # noqa: PLC0415

        project, owned = self.load(account_id, project_id)
        approval = owned.approval(approval_id)
        return price_of_next(project, owned.document_of(approval), after=approval.revision + 1)

    def submit(self, account_id: str, project_id: str, request: SubmitProject | None = None) -> ProjectView:
        """Make the brief final, accept the estimate, and nudge the CEO to begin planning.

        Raises: `NotFound`, `AlreadySubmitted`, `NotRunning`, `IntakeIncomplete`, `OverCeiling`.
        """
        accept_over_ceiling = request is not None and request.accept_over_ceiling

        def submitting(project: Project, now: datetime) -> Change:
            submission = lifecycle.submit(
                project,
                self.store.get_intake(project.owned),
                accept_over_ceiling=accept_over_ceiling,
                now=now,
            )
            total = f"{submission.project.estimate.total} {submission.project.estimate.currency}"  # type: ignore[union-attr]  # a submission has one
            text = f"The brief was submitted and the estimate of {total} accepted"
            decision = decision_on(project, DecisionKind.BRIEF_SUBMITTED, text, now)
            return Change(submission.project, (*submission.deliverables, decision), EventKind.SUBMITTED)

        return self._shown(self._change(account_id, project_id, submitting))

    def get_deliverable(self, account_id: str, project_id: str, deliverable_id: str) -> DeliverableView:
        """A document with its text and history. Raises `NotFound`."""
        project = self.get(account_id, project_id)
        return views.deliverable_view(self.store.get_deliverable(project.owned, deliverable_id))

    def get_revision(self, account_id: str, project_id: str, deliverable_id: str, revision: int) -> RevisionTextView:
        """A revision of a document with its text. Raises `NotFound`, also where an old text was not kept."""
        project = self.get(account_id, project_id)
        document = self.store.get_deliverable(project.owned, deliverable_id)
        entry = next((one for one in document.history if one.revision == revision), None)
        if entry is None:
            raise NotFound("No such revision.")
        if revision == document.revision:
            return views.revision_view(document, entry, document.content)
        past = self.store.get_past_text(project.owned, deliverable_id, revision)
        return views.revision_view(document, entry, past.content)

    def archive(self, account_id: str, project_id: str) -> ArchiveView:
        """The project's documents in one zip file. Raises `NotFound`."""
        # Zipping is code that few requests need.
        from domain.projects.archive import archive_of  # noqa: PLC0415

        project, owned = self.load(account_id, project_id)
        return archive_of(project, owned.deliverables, now=self.now())

    def list_approvals(self, account_id: str, project_id: str) -> ApprovalList:
        """Every approval of the project, newest first. Raises `NotFound`."""
        project = self.get(account_id, project_id)
        approvals = sorted(self.store.list_approvals(project.owned), key=lambda approval: approval.created_at)
        return ApprovalList(approvals=tuple(views.approval_view(approval) for approval in reversed(approvals)))

    def load(self, account_id: str, project_id: str) -> tuple[Project, Owned]:
        """The project with everything it owns, for the worker. Raises `NotFound`."""
        project = self.get(account_id, project_id)
        return project, self.store.list_owned(project.owned)

    def writes_for(self, before: Project, change: Change) -> list[Write]:
        """The writes of `change`, for a transaction over several tables; they fail when `before` is outdated."""
        event = change.event_of(before, self.now())
        return self.store.changing(before, change.project, (*change.children, *([event] if event else [])))

    def standing(self, project: Project) -> Write:
        """The write that changes nothing, and fails when `project` is outdated."""
        return self.store.standing(project)

    def settling(self, event: ProjectEvent) -> Write:
        """The write that removes an event, in the transaction of the CEO's reaction to it."""
        return self.store.settling(event)

    def list_waiting_events(self, window: Window) -> list[ProjectEvent]:
        """Events that the CEO has not reacted to, for the sweep."""
        return self.store.list_waiting_events(window)

    def list_due_deliveries(self, window: Window) -> list[Deliverable]:
        """Documents whose next attempt at delivery is due, for the sweep."""
        return self.store.list_due_deliveries(window)

    def list_open_approvals(self, account_id: str) -> list[Approval]:
        """Every approval that waits for the account, over all projects, oldest first."""
        return self.store.list_open_approvals(account_id)

    def list_all(self, account_id: str) -> list[Project]:
        """Every project of the account, newest first: at most 200."""
        return self.store.list_all_projects(account_id)

    def decide(
        self, caller: Caller, project_id: str, approval_id: str, request: DecideApproval, origin: Origin
    ) -> ApprovalView:
        """The decided approval. The CEO is nudged to go on.

        Raises: `NotFound`, `AlreadyDecided`, `NotRunning`, `RevisionReplaced`, `NothingToApply`, `InvalidRequest` for
            a secret in the comment.
        """
        project = OwnedProject(caller.account_id, project_id)
        by = by_caller(caller, origin)
        decided = self.decide_as(caller.principal_id, project, approval_id, request, by=by)
        return views.approval_view(decided)

    def decide_as(
        self,
        decided_by: str,
        project: OwnedProject,
        approval_id: str,
        request: DecideApproval,
        also: Sequence[Write] = (),
        *,
        by: By,
    ) -> Approval:
        """`decide`, in the name of `decided_by` and with the writes of `also` in its transaction."""
        refuse_key_shape("comment", request.comment or "")
        decided: list[Approval] = []
        noted: list[Write] = []

        def deciding(before: Project, now: datetime) -> Change:
            owned = self.store.list_owned(before.owned)
            approval = owned.approval(approval_id)
            outcome = review.decide(before, owned.deliverables, approval, request, decided_by=decided_by, now=now)
            if request.decision is ApprovalDecision.REQUEST_CHANGES:
                # The documents' code is a large part of the door's start, and most decisions approve.
                from domain.projects.quotes import require_something_to_apply  # noqa: PLC0415

                require_something_to_apply(before, owned, approval, request.comment or "")
            decided[:] = [outcome.approval]
            noted[:] = [noting(before, outcome.approval, by), *also]
            children = (outcome.deliverable, outcome.approval, outcome.decision)
            return Change(outcome.project, children, EventKind.DECIDED, approval_id)

        self._change(project.account_id, project.id, deciding, noted)
        return decided[0]

    def change_status(self, account_id: str, project_id: str, request: ChangeProjectStatus) -> ProjectView:
        """Pause, resume or cancel; the CEO says so in the conversation. Raises `NotFound`, `NotRunning`."""

        def changing(project: Project, now: datetime) -> Change:
            after = lifecycle.change_status(project, request.action, now=now)
            text = f"The project's status changed from {project.status.value} to {after.status.value}".replace("_", " ")
            decision = decision_on(after, DecisionKind.STATUS_CHANGED, text, now)
            return Change(after, (decision,), EventKind.STATUS_CHANGED)

        return self._shown(self._change(account_id, project_id, changing))

    def _change(
        self,
        account_id: str,
        project_id: str,
        step: Callable[[Project, datetime], Change],
        also: Sequence[Write] = (),
    ) -> Project:
        """Write one change of the project and the writes of `also`, then nudge the CEO if the change has an event.

        `also` is read after `step`, which may have filled it.
        """

        def attempt() -> tuple[Project, ProjectEvent | None]:
            now = self.now()
            project = self.get(account_id, project_id)
            change = step(project, now)
            event = change.event_of(project, now)
            self.store.save(project, change.project, (*change.children, *([event] if event else [])), also)
            return change.project, event

        after, event = settle(attempt)
        if event is not None:
            self.queue.nudge(WorkItem(account_id, project_id, event.id), deduplication_id=event.id)
        return after

    def _shown(self, project: Project) -> ProjectView:
        return views.project_view(project, today=self.now().date())


@cache
def project_service() -> ProjectService:
    """The one service of this process."""
    return ProjectService(project_store(), work_queue(), utc_now)
