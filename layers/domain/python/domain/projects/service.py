"""A project's use cases: create, read, answer the intake, change the brief, estimate, submit, decide, pause, cancel."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from datetime import datetime
from functools import cache

from common.caller import Caller, Origin
from common.clock import utc_now
from common.dynamo import Write
from common.errors import NotFound
from common.ids import new_id
from common.once import made_before, note_made
from common.optimistic import settle
from common.services import service
from common.wording import listed, money
from domain.audit.log import by_caller
from domain.audit.records import By
from domain.events.log import recording
from domain.keys.secret_shapes import refuse_key_shape
from domain.projects import lifecycle, review, views
from domain.projects.announcing import announced
from domain.projects.brief import changing
from domain.projects.brief.changing import Plan
from domain.projects.brief.estimate import costing_of, is_priced
from domain.projects.brief.records import Brief
from domain.projects.brief.requests import (
    AddEntry,
    BriefAsRead,
    ChangeBrief,
    ChangeEntry,
    Limits,
    UpdateProject,
    WhatIf,
)
from domain.projects.brief.topics import with_choices
from domain.projects.brief.views import (
    BriefEntryView,
    BriefView,
    EstimateView,
    WhatIfView,
    brief_view,
    entry_view,
    estimate_view,
)
from domain.projects.changes import Change, EventKind, ProjectEvent, decision_on, said_of_changes, said_of_entry
from domain.projects.errors import MAX_PROJECTS, ChangedSince, TooManyProjects
from domain.projects.models import (
    ApprovalList,
    ApprovalView,
    ArchiveView,
    IntakeView,
    NoteList,
    ProjectDetail,
    ProjectList,
    ProjectView,
    RevisionTextView,
)
from domain.projects.reading import ProjectReader
from domain.projects.records import Approval, Project
from domain.projects.requests import ChangeProjectStatus, DecideApproval, IntakeAnswers, NewProject, SubmitProject
from domain.projects.review import noting
from domain.projects.states import DecisionKind, ProjectStatus
from domain.projects.store import project_store
from domain.projects.tenancy import OwnedProject
from domain.projects.wording import PROJECT_STATES
from domain.work.queue import WorkItem, WorkQueue, work_queue


@service
class ProjectService(ProjectReader):
    """Use cases on one account's projects. A project of another account raises `NotFound`."""

    queue: WorkQueue

    def create(self, account_id: str, request: NewProject) -> ProjectView:
        """A new draft, or the one that this request made before. Raises `TooManyProjects`, `InvalidRequest`."""
        now = self.now()
        if made := made_before("prj"):
            return views.project_view(self.get(account_id, made), today=now.date())
        plan = lifecycle.create(request, project_id=new_id("prj", now), account_id=account_id, now=now)
        if self.store.count_projects(account_id) >= MAX_PROJECTS:
            raise TooManyProjects
        self.store.put_new_project(plan)
        return views.project_view(plan.project, today=now.date())

    def list_page(
        self,
        account_id: str,
        *,
        status: ProjectStatus | None,
        limit: int,
        cursor: str | None,
        within: AbstractSet[str] | None = None,
    ) -> ProjectList:
        """A page of projects, newest first; `status` and `within` (ids) select. Raises `InvalidRequest`: cursor."""
        projects, next_cursor = self.store.list_projects(
            account_id, status=status, limit=limit, cursor=cursor, within=within
        )
        shown = [views.project_view(project, today=self.now().date()) for project in projects]
        return ProjectList(projects=shown, has_more=next_cursor is not None, next_cursor=next_cursor)

    def describe(self, account_id: str, project_id: str) -> ProjectDetail:
        """A project with its deliverables, without their text. Raises `NotFound`."""
        project = self.get(account_id, project_id)
        return views.project_detail(project, self.store.list_deliverables(project.owned), today=self.now().date())

    def plan(self, account_id: str, project_id: str) -> Plan:
        """The project with its brief. Raises `NotFound`."""
        project = self.get(account_id, project_id)
        return Plan(project, self.store.get_brief(project.owned))

    def get_intake(self, account_id: str, project_id: str) -> IntakeView:
        """The questionnaire with the answers so far. Raises `NotFound`."""
        return views.intake_view(self.plan(account_id, project_id))

    def answer_intake(self, account_id: str, project_id: str, request: IntakeAnswers) -> IntakeView:
        """The questionnaire with the answers added; a new answer replaces the old one.

        Raises: `NotFound`, `InvalidRequest` naming each wrong answer, `AlreadySubmitted`, `NotRunning`.
        """
        for question_id, answer in request.answers.items():
            refuse_key_shape(f"answers.{question_id}", str(answer))

        def answering(plan: Plan, now: datetime) -> Plan:
            return lifecycle.answer(plan, request.answers, now=now)

        return views.intake_view(self._change_plan(account_id, project_id, answering))

    def get_brief(self, account_id: str, project_id: str) -> BriefView:
        """The brief, with how each entry was read, and its estimate. Raises `NotFound`."""
        return self._brief(self.plan(account_id, project_id))

    def add_entry(self, account_id: str, project_id: str, request: AddEntry) -> BriefEntryView:
        """Add an entry, and return it. Raises `NotFound`, `NotRunning`, `Archived`, those of `changing.add_entry`."""
        refuse_key_shape("text", request.text)
        if made := made_before("ent"):
            return self._entry(self.plan(account_id, project_id), made)
        added: list[str] = []

        def adding(plan: Plan, now: datetime) -> Plan:
            after, entry_id = changing.add_entry(plan, request, now=now)
            added[:] = [entry_id]
            note_made("ent", entry_id)
            return after

        after = self._change_brief(account_id, project_id, adding, lambda _: f"{added[0]} was added: {request.text}")
        return self._entry(after, added[0])

    def change_entry(self, account_id: str, project_id: str, entry_id: str, request: ChangeEntry) -> BriefEntryView:
        """Change an entry, and return it. Raises what `drop_entry` raises, and `SaysTheSame`."""
        refuse_key_shape("text", request.text or "")

        def stepped(plan: Plan, now: datetime) -> Plan:
            _require_text(plan, entry_id, request.was)
            return changing.change_entry(plan, entry_id, request, now=now)

        said = said_of_entry(entry_id, request)
        return self._entry(self._change_brief(account_id, project_id, stepped, lambda _: said), entry_id)

    def drop_entry(self, account_id: str, project_id: str, entry_id: str, *, was: str | None = None) -> BriefEntryView:
        """Drop an entry, and return it. `was` is its text as the caller read it; None is not checked.

        Raises: `NotFound`, `EntryDropped`, `ChangedSince`, `InvalidRequest`, `NotRunning`, `Archived`.
        """

        def stepped(plan: Plan, now: datetime) -> Plan:
            _require_text(plan, entry_id, was)
            return changing.drop_entry(plan, entry_id, now=now)

        def said(before: Plan) -> str:
            return f"{entry_id} was dropped: {changing.require_entry(before.brief, entry_id).text}"

        return self._entry(self._change_brief(account_id, project_id, stepped, said), entry_id)

    def change_brief(self, account_id: str, project_id: str, request: ChangeBrief) -> BriefView:
        """The changed brief. Raises: `NotFound`, `ChangedSince`, `InvalidRequest`, `NotRunning`, `Archived`."""
        for name in ("goal", "approver"):
            refuse_key_shape(name, getattr(request, name) or "")

        def stepped(plan: Plan, now: datetime) -> Plan:
            _require_unchanged(plan.brief.said_once, request.was)
            return changing.change_brief(plan, request, now=now)

        said = f"The brief was changed: {listed(name.replace('_', ' ') for name in request.named)}"
        return self._brief(self._change_brief(account_id, project_id, stepped, lambda _: said))

    def change_project(self, account_id: str, project_id: str, request: UpdateProject) -> ProjectView:
        """The changed project. Raises: `NotFound`, `ChangedSince`, `InvalidRequest`, `NotRunning`, `Archived`."""
        refuse_key_shape("name", request.name or "")

        def stepped(plan: Plan, now: datetime) -> Plan:
            limits = {"deadline": plan.project.deadline, "budget_ceiling": plan.project.ceiling}
            _require_unchanged(limits, request.was)
            return changing.change_project(plan, request, now=now)

        event = EventKind.CEILING_CHANGED if "budget_ceiling" in request.named else None
        said = said_of_changes(request)
        return self._shown(self._change_brief(account_id, project_id, stepped, lambda _: said, event).project)

    def what_if(self, account_id: str, project_id: str, request: WhatIf) -> WhatIfView:
        """The estimates before and after changes; nothing is done. Raises what the changes themselves would."""
        now, before = self.now(), self.plan(account_id, project_id)
        lifecycle.require_changeable(before.project)
        after = lifecycle.changed(changing.apply_all(before, request.changes, now=now), now)
        return WhatIfView(
            before=estimate_view(before, today=now.date()),
            after=estimate_view(after, today=now.date()),
            outdated=self._touched(before, after, now) if before.project.submitted_at else (),
        )

    def _touched(self, before: Plan, after: Plan, now: datetime) -> tuple[str, ...]:
        """The ids of the written documents whose text would be different after the change."""
        # The documents' code is a large part of the door's start, and few requests compare texts.
        from domain.projects.documents.composing import touched  # noqa: PLC0415

        return touched(before, after, self.store.list_deliverables(before.project.owned), now.date())

    def _brief(self, plan: Plan) -> BriefView:
        return brief_view(plan, today=self.now().date(), outdated=self._outdated(plan))

    def _outdated(self, plan: Plan) -> tuple[str, ...]:
        """The ids of the written documents that are outdated; none unless the project is running."""
        if not plan.project.is_running:
            return ()
        from domain.projects.documents.composing import left_behind  # noqa: PLC0415 - as above

        owned = plan.project.owned
        texts = ((one, self.store.find_standing_text(owned, one)) for one in self.store.list_deliverables(owned))
        return left_behind(((one, text) for one, text in texts if text and text.parts), plan)

    def get_estimate(self, account_id: str, project_id: str) -> EstimateView:
        """The estimate of the brief as it stands. Raises: `NotFound`, `IntakeIncomplete`."""
        plan = self.plan(account_id, project_id)
        shown = estimate_view(plan, today=self.now().date())
        if shown is None:
            raise lifecycle.not_estimated(plan)
        return shown

    def _entry(self, plan: Plan, entry_id: str) -> BriefEntryView:
        whole = costing_of(plan) if is_priced(plan) else None
        return entry_view(plan.brief.entry(entry_id), whole)

    def _change_brief(
        self,
        account_id: str,
        project_id: str,
        step: Callable[[Plan, datetime], Plan],
        said: Callable[[Plan], str],
        event: EventKind | None = None,
    ) -> Plan:
        """Change the brief or the limits of a draft or running project; the arguments are those of `_change_plan`."""

        def changed(before: Plan, now: datetime) -> Plan:
            lifecycle.require_changeable(before.project)
            return lifecycle.changed(step(before, now), now)

        return self._change_plan(account_id, project_id, changed, said, event)

    def _change_plan(
        self,
        account_id: str,
        project_id: str,
        step: Callable[[Plan, datetime], Plan],
        said: Callable[[Plan], str] | None = None,
        event: EventKind | None = None,
    ) -> Plan:
        """Change a plan. For a submitted project, keep `said(before)` as a decision and tell the CEO of `event`."""

        def changed(project: Project, now: datetime) -> Change:
            before = Plan(project, self.store.get_brief(project.owned))
            after, events = announced(before, step(before, now), now)
            change = Change(after.project, (after.brief,), also=recording(events))
            if said is None or project.submitted_at is None:
                return change
            decision = decision_on(after.project, DecisionKind.OTHER, said(before), now)
            return replace(change, children=(after.brief, decision), event=event)

        change = self._change(account_id, project_id, changed)
        return Plan(change.project, change.child(Brief))

    def submit(self, account_id: str, project_id: str, request: SubmitProject | None = None) -> ProjectView:
        """Submit the brief, accept its estimate, and nudge the CEO to begin planning.

        Raises: `NotFound`, `AlreadySubmitted`, `NotRunning`, `IntakeIncomplete`, `OverCeiling`.
        """
        accept_over_ceiling = request is not None and request.accept_over_ceiling

        def submitting(project: Project, now: datetime) -> Change:
            plan = Plan(project, with_choices(self.store.get_brief(project.owned)))
            submission = lifecycle.submit(plan, accept_over_ceiling=accept_over_ceiling, now=now)
            accepted = submission.project.accepted
            likely = money(accepted.likely, accepted.currency) if accepted else ""
            text = f"The brief was submitted, and the estimate of {likely} accepted"
            decision = decision_on(project, DecisionKind.BRIEF_SUBMITTED, text, now)
            return Change(submission.project, (plan.brief, *submission.deliverables, decision), EventKind.SUBMITTED)

        return self._shown(self._change(account_id, project_id, submitting).project)

    def get_revision(self, account_id: str, project_id: str, deliverable_id: str, revision: int) -> RevisionTextView:
        """A revision of a document with its text. Raises `NotFound`, also where an old text was not kept."""
        project = self.get(account_id, project_id)
        document = self.store.get_deliverable(project.owned, deliverable_id)
        entry = next((one for one in document.history if one.revision == revision), None)
        if entry is None:
            raise NotFound("No such revision.")
        text = self.store.find_text(project.owned, deliverable_id, revision)
        if text is None and revision == document.revision and document.content:  # of the first edition
            return views.revision_view(document, entry, document.content)
        if text is None:
            raise NotFound("We did not keep the text of this revision.")
        hashed = entry.model_copy(update={"content_hash": text.content_hash or entry.content_hash})
        return views.revision_view(document, hashed, text.content)

    def archive(self, account_id: str, project_id: str) -> ArchiveView:
        """The project's documents in one zip file. Raises `NotFound`."""
        # Zipping is code that few requests need.
        from domain.projects.archive import archive_of  # noqa: PLC0415

        project, owned = self.load(account_id, project_id, texts=True)
        return archive_of(project, owned.deliverables, now=self.now())

    def list_notes(self, account_id: str, project_id: str) -> NoteList:
        """The notes that the customer left and did not withdraw, word for word, the newest first. Raises `NotFound`."""
        project = self.get(account_id, project_id)
        kept = [one for one in self.store.list_notes(project.owned) if one.withdrawn_at is None]
        return NoteList.model_validate({"notes": sorted(kept, key=lambda one: one.at, reverse=True)})

    def list_approvals(self, account_id: str, project_id: str) -> ApprovalList:
        """Every approval of the project, newest first. Raises `NotFound`."""
        project = self.get(account_id, project_id)
        approvals = sorted(self.store.list_approvals(project.owned), key=lambda approval: approval.created_at)
        return ApprovalList(approvals=tuple(views.approval_view(approval) for approval in reversed(approvals)))

    def hand_out_work(self, account_id: str, project_id: str) -> ProjectView:
        """Have the team hand out the delivery plan's work. Raises `NotFound`, `Archived`, `NotRunning`, `NotReady`."""

        def handing(project: Project, now: datetime) -> Change:
            after = review.hand_out(project, self.store.list_deliverables(project.owned), now)
            decision = decision_on(after, DecisionKind.OTHER, "The work of the delivery plan was handed out", now)
            return Change(after, (decision,), EventKind.DECIDED)

        return self._shown(self._change(account_id, project_id, handing).project)

    def decide(
        self, caller: Caller, project_id: str, approval_id: str, request: DecideApproval, origin: Origin
    ) -> ApprovalView:
        """Decide an approval, return it, and nudge the CEO to go on.

        Raises: `NotFound`, `AlreadyDecided`, `NotRunning`, `Archived`, `RevisionReplaced`, `InvalidRequest` for a
            secret in the comment, or for `hand_out_work` with another document than the delivery plan.
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
        """Decide like `decide`, with `also` in the transaction. The approval names `decided_by`, the audit log `by`."""
        refuse_key_shape("comment", request.comment or "")

        def deciding(before: Project, now: datetime) -> Change:
            owned = self.store.list_owned(before.owned)
            approval = owned.approval(approval_id)
            outcome = review.decide(before, owned.deliverables, approval, request, decided_by=decided_by, now=now)
            children = (outcome.deliverable, outcome.approval, outcome.decision)
            writes = (noting(before, outcome.approval, by), *also)
            return Change(outcome.project, children, EventKind.DECIDED, approval_id, writes)

        return self._change(project.account_id, project.id, deciding).child(Approval)

    def change_status(self, account_id: str, project_id: str, request: ChangeProjectStatus) -> ProjectView:
        """Pause, resume, cancel or complete. Raises `NotFound`, `NotRunning`, `ChangedSince`, `Archived`."""

        def changing(project: Project, now: datetime) -> Change:
            if request.was is not None and request.was is not project.status:
                raise ChangedSince
            after = lifecycle.change_status(project, request.action, now=now)
            text = f"The project was {PROJECT_STATES[project.status]} and is {PROJECT_STATES[after.status]}"
            decision = decision_on(after, DecisionKind.STATUS_CHANGED, text, now)
            return Change(after, (decision,), EventKind.STATUS_CHANGED)

        return self._shown(self._change(account_id, project_id, changing).project)

    def _change(self, account_id: str, project_id: str, step: Callable[[Project, datetime], Change]) -> Change:
        """Write one change of the project, then nudge the CEO if the change has an event."""

        def attempt() -> tuple[Change, ProjectEvent | None]:
            now = self.now()
            project = self.get(account_id, project_id)
            change = step(project, now)
            event = change.event_of(project, now)
            self.store.save(project, change.project, (*change.children, *([event] if event else [])), change.also)
            return change, event

        change, event = settle(attempt)
        if event is not None:
            self.queue.nudge(WorkItem(account_id, project_id, event.id), deduplication_id=event.id)
        return change

    def _shown(self, project: Project) -> ProjectView:
        return views.project_view(project, today=self.now().date())


@cache
def project_service() -> ProjectService:
    """The service, built once for each process."""
    return ProjectService(project_store(), utc_now, work_queue())


def _require_text(plan: Plan, entry_id: str, was: str | None) -> None:
    """Raise `ChangedSince` if the text of the entry is no longer `was`, which the caller read; None passes."""
    entry = plan.brief.find(entry_id)
    if was is not None and entry is not None and entry.text != was:
        raise ChangedSince


def _require_unchanged(now: Mapping[str, object], was: BriefAsRead | Limits | None) -> None:
    """Raise `ChangedSince` if a field has another value `now` than in `was`, which the caller read; None passes."""
    if was is not None and any(getattr(was, name) != now[name] for name in was.model_fields_set):
        raise ChangedSince
