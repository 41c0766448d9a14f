"""Whatever customers and workers do in whatever order, no illegal state of a project is reached."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from common.errors import Conflict
from domain.projects import lifecycle, review
from domain.projects.access_needs import NEEDS
from domain.projects.errors import AlreadyDecided, NotRunning
from domain.projects.next_step import AdvancePhase, BlockDeliverable, UnblockDeliverable, WriteDeliverable, next_step
from domain.projects.records import Approval, Deliverable, Project
from domain.projects.requests import ApprovalDecision, CreateProject, DecideApproval, StatusAction
from domain.projects.states import ApprovalStatus, DeliverableKind, DeliverableState, Phase, ProjectStatus

NOW = datetime(2026, 3, 2, 9, tzinfo=UTC)
PROJECT_ID = "prj_01JNB3ZK8R5V6W7X8Y9Z0A1B2C"
ANSWERS: dict[str, Any] = {
    "goal": "Sell tickets",
    "audience": ["Visitors"],
    "success_measure": ["500 tickets"],
    "must_haves": ["Buy a ticket"],
    "platforms": ["web"],
    "approver": "Ana",
}
LEGAL = {
    ProjectStatus.DRAFT: {Phase.INTAKE},
    ProjectStatus.ACTIVE: {Phase.PLANNING, Phase.DESIGN, Phase.DEVELOPMENT, Phase.LAUNCH},
    ProjectStatus.ON_HOLD: {Phase.PLANNING, Phase.DESIGN, Phase.DEVELOPMENT, Phase.LAUNCH},
    ProjectStatus.COMPLETED: {Phase.COMPLETE},
    ProjectStatus.CANCELLED: {Phase.INTAKE, Phase.PLANNING, Phase.DESIGN, Phase.DEVELOPMENT, Phase.LAUNCH},
}


class AnyOrderOfEvents(RuleBasedStateMachine):
    """Whatever customers and workers do in whatever order, the records stay consistent."""

    @initialize(is_submitted=st.sampled_from([True, True, True, False]))
    def create(self, is_submitted: bool) -> None:
        self.project, self.intake = lifecycle.create(
            CreateProject(name="Fair"), project_id=PROJECT_ID, account_id="acc_1", now=NOW
        )
        self.deliverables: tuple[Deliverable, ...] = ()
        self.approvals: dict[str, Approval] = {}
        self.requests: dict[DeliverableKind, tuple[str, ...]] = {}
        self.now = NOW
        self.highest_progress = self.highest_spent = 0
        if is_submitted:
            self.answer(ANSWERS)
            self.submit()
            self.work()

    def _keep(self, project: Project) -> None:
        assert project.version == self.project.version + 1
        self.project = project

    def _replace(self, changed: Deliverable) -> None:
        self.deliverables = tuple(changed if item.id == changed.id else item for item in self.deliverables)

    @rule(answers=st.sampled_from([ANSWERS, {"tone": "warm"}, {"goal": None}]))
    def answer(self, answers: dict[str, Any]) -> None:
        try:
            project, self.intake = lifecycle.answer(self.project, self.intake, answers, now=self.now)
        except Conflict:
            assert self.project.status is not ProjectStatus.DRAFT
        else:
            self._keep(project)

    @rule()
    def submit(self) -> None:
        try:
            submission = lifecycle.submit(self.project, self.intake, now=self.now)
        except Conflict:
            assert self.project.status is not ProjectStatus.DRAFT or "goal" not in self.intake.answers
        else:
            self._keep(submission.project)
            self.deliverables = submission.deliverables

    @rule(action=st.sampled_from([StatusAction.PAUSE, StatusAction.RESUME, StatusAction.RESUME]))
    def pause_or_resume(self, action: StatusAction) -> None:
        try:
            self._keep(lifecycle.change_status(self.project, action, now=self.now))
        except NotRunning:
            assert self.project.status is not (
                ProjectStatus.ACTIVE if action is StatusAction.PAUSE else ProjectStatus.ON_HOLD
            )

    @precondition(lambda self: len(self.approvals) > 8)
    @rule()
    def cancel(self) -> None:
        try:
            self._keep(lifecycle.change_status(self.project, StatusAction.CANCEL, now=self.now))
        except NotRunning:
            assert self.project.status in {ProjectStatus.COMPLETED, ProjectStatus.CANCELLED}

    @rule(kind=st.sampled_from([need.blocks for need in NEEDS]), is_open=st.booleans())
    def ask_for_access(self, kind: DeliverableKind, is_open: bool) -> None:
        self.requests[kind] = ("req_1",) if is_open else ()

    @rule()
    def work(self) -> None:
        """The worker takes steps until there are none; taking each twice from the same records is the same."""
        for _ in range(40):
            step = next_step(self.project, self.deliverables, open_requests=self.requests)
            assert step == next_step(self.project, self.deliverables[::-1], open_requests=self.requests)
            self.now += timedelta(minutes=1)
            match step:
                case WriteDeliverable():
                    self._write(step)
                case BlockDeliverable():
                    item = self._deliverable(step.deliverable_id)
                    self._replace(review.block(item, step.request_ids, now=self.now))
                case UnblockDeliverable():
                    self._replace(review.unblock(self._deliverable(step.deliverable_id), now=self.now))
                case AdvancePhase():
                    self._keep(lifecycle.advance(self.project, self.deliverables, now=self.now))
                    assert self.project.phase is step.to
                case _:
                    return
        raise AssertionError("the team never came to rest")

    def _write(self, step: WriteDeliverable) -> None:
        text = f"{step.kind} {step.revision} {step.comment}"
        written, again = (
            review.put_in_review(self.project, self.deliverables, step.deliverable_id, text, now=self.now)
            for _ in range(2)
        )
        assert written == again
        assert written.deliverable.revision == step.revision
        self._keep(written.project)
        self._replace(written.deliverable)
        self.approvals[written.approval.id] = written.approval

    @precondition(lambda self: self.approvals)
    @rule(data=st.data(), decision=st.sampled_from(["approve", "approve", "request_changes"]))
    def decide(self, data: st.DataObject, decision: str) -> None:
        approval = self.approvals[data.draw(st.sampled_from(sorted(self.approvals)))]
        self._decide(approval, ApprovalDecision(decision))

    @precondition(lambda self: self.approvals)
    @rule()
    def approve_everything(self) -> None:
        for approval in [a for a in self.approvals.values() if a.status is ApprovalStatus.PENDING]:
            self._decide(approval, ApprovalDecision.APPROVE)
        self.work()

    def _decide(self, approval: Approval, decision: ApprovalDecision) -> None:
        request = DecideApproval(decision=decision, comment="shorter")
        try:
            decided = review.decide(
                self.project, self.deliverables, approval, request, decided_by="usr_1", now=self.now
            )
        except AlreadyDecided:
            assert approval.status is not ApprovalStatus.PENDING
        except NotRunning:
            assert self.project.status is not ProjectStatus.ACTIVE
        else:
            self._keep(decided.project)
            self._replace(decided.deliverable)
            self.approvals[approval.id] = decided.approval

    def _deliverable(self, deliverable_id: str) -> Deliverable:
        return next(item for item in self.deliverables if item.id == deliverable_id)

    @invariant()
    def status_and_phase_belong_together(self) -> None:
        assert self.project.phase in LEGAL[self.project.status]

    @invariant()
    def progress_is_100_exactly_when_complete_and_never_falls(self) -> None:
        assert (self.project.progress_percent == 100) is (self.project.status is ProjectStatus.COMPLETED)
        assert (self.project.completed_at is not None) is (self.project.status is ProjectStatus.COMPLETED)
        assert self.project.progress_percent >= self.highest_progress
        assert self.project.spent >= self.highest_spent
        self.highest_progress, self.highest_spent = self.project.progress_percent, self.project.spent

    @invariant()
    def only_the_present_phase_is_worked_on(self) -> None:
        for item in self.deliverables:
            order = list(Phase).index(item.phase) - list(Phase).index(self.project.phase)
            if order > 0:
                assert item.state is DeliverableState.WAITING
            if order < 0:
                assert item.state is DeliverableState.APPROVED

    @invariant()
    def every_document_in_review_has_one_pending_approval_of_its_text(self) -> None:
        pending = {a.deliverable_id: a for a in self.approvals.values() if a.status is ApprovalStatus.PENDING}
        in_review = {item.id: item for item in self.deliverables if item.state is DeliverableState.IN_REVIEW}
        assert pending.keys() == in_review.keys()
        assert all(pending[key].content_hash == item.content_hash for key, item in in_review.items())
        if self.project.status is not ProjectStatus.CANCELLED:
            assert self.project.pending_approvals == len(pending)

    @invariant()
    def stored_records_are_read_back_unchanged(self) -> None:
        assert Project.model_validate(self.project.model_dump(mode="json")) == self.project
        for item in self.deliverables:
            assert Deliverable.model_validate(item.model_dump(mode="json")) == item


TestAnyOrderOfEvents = AnyOrderOfEvents.TestCase
TestAnyOrderOfEvents.settings = settings(stateful_step_count=30, deadline=None)
