"""Whatever customers and workers do in whatever order, no illegal state of a project is reached."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from common.errors import Conflict, InvalidRequest, NotFound
from domain.projects import figures, lifecycle, review
from domain.projects.brief.changing import Plan, apply_all
from domain.projects.brief.intake import answers_of
from domain.projects.brief.records import Brief
from domain.projects.brief.requests import WhatIf
from domain.projects.documents.composing import compose
from domain.projects.documents.markdown import hash_of
from domain.projects.documents.records import DocumentText
from domain.projects.documents.trade import Trade
from domain.projects.errors import AlreadyDecided, NotRunning, RevisionReplaced
from domain.projects.lifecycle import AdvancePhase, HandOutWork, WriteDeliverable, next_step
from domain.projects.questionnaire import missing
from domain.projects.records import Approval, Deliverable, Project
from domain.projects.requests import ApprovalDecision, DecideApproval, StatusAction
from domain.projects.states import ApprovalStatus, DeliverableKind, DeliverableState, Phase, ProjectStatus
from domain.work_items import rules
from domain.work_items.handing_out import Source, hand_out
from domain.work_items.records import ItemState, WorkItem
from plans import ANSWERS, NOW, a_draft

ENTRIES = ["R1", "R2", "R3", "R4", "A1", "I1", "C2"]


def change_of(op: str, **fields: list[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({"op": st.just(op)} | {name: st.sampled_from(of) for name, of in fields.items()})


CHANGES = st.one_of(
    change_of(
        "add_entry",
        type=["must_have", "other_system", "rule"],
        text=["pay by card", "a chat for therapists", "SAP", "WCAG 2.2"],
    ),
    change_of("drop_entry", id=ENTRIES),
    change_of("change_entry", id=ENTRIES, text=["search for a therapist", "export to a spreadsheet"]),
    change_of("change_entry", id=ENTRIES, size=["small", "usual", "large"]),
    change_of("change_project", team_size=[1, 2, 5]),
)
UNDER_WAY = {Phase.PLANNING, Phase.DESIGN, Phase.DEVELOPMENT, Phase.LAUNCH}
LEGAL = {
    ProjectStatus.DRAFT: {Phase.INTAKE},
    ProjectStatus.ACTIVE: UNDER_WAY,
    ProjectStatus.ON_HOLD: UNDER_WAY,
    ProjectStatus.COMPLETED: {Phase.COMPLETE},
    ProjectStatus.CANCELLED: {Phase.INTAKE, *UNDER_WAY},
}


class AnyOrderOfEvents(RuleBasedStateMachine):
    @initialize(is_submitted=st.sampled_from([True, True, True, False]))
    def create(self, is_submitted: bool) -> None:
        self.plan = a_draft()
        self.deliverables: tuple[Deliverable, ...] = ()
        self.approvals: dict[str, Approval] = {}
        self.items: dict[str, WorkItem] = {}
        self.now = NOW
        self.before = self.project
        if is_submitted:
            self.answer(ANSWERS)
            self.submit()
            self.work()

    @property
    def project(self) -> Project:
        return self.plan.project

    def _keep(self, project: Project, brief: Brief | None = None) -> None:
        assert project.version == self.project.version + 1
        self.plan = Plan(project, brief or self.plan.brief)

    def _replace(self, changed: Deliverable) -> None:
        self.deliverables = tuple(changed if item.id == changed.id else item for item in self.deliverables)

    @rule(answers=st.sampled_from([ANSWERS, {"tone": "warm"}, {"goal": None}]))
    def answer(self, answers: dict[str, Any]) -> None:
        try:
            after = lifecycle.answer(self.plan, answers, now=self.now)
        except Conflict:
            assert self.project.status is not ProjectStatus.DRAFT
        else:
            self._keep(after.project, after.brief)

    @rule(change=CHANGES)
    def change_the_brief(self, change: dict[str, Any]) -> None:
        asked = WhatIf.model_validate({"changes": [change]}).changes
        try:
            lifecycle.require_changeable(self.project)
            after = lifecycle.changed(apply_all(self.plan, asked, now=self.now), self.now)
        except NotRunning:
            assert self.project.status in {ProjectStatus.COMPLETED, ProjectStatus.CANCELLED}
        except (Conflict, InvalidRequest, NotFound):
            pass
        else:
            assert self.project.status not in {ProjectStatus.COMPLETED, ProjectStatus.CANCELLED}
            self._keep(after.project, after.brief)

    @rule()
    def submit(self) -> None:
        try:
            submission = lifecycle.submit(self.plan, now=self.now)
        except Conflict:
            assert self.project.status is not ProjectStatus.DRAFT or missing(answers_of(self.plan))
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

    @rule()
    def work(self) -> None:
        """The worker takes steps until there are none; taking each twice from the same records is the same."""
        for _ in range(40):
            step = next_step(self.project, self.deliverables)
            self.now += timedelta(minutes=1)
            match step:
                case WriteDeliverable(deliverable_id=deliverable_id):
                    self._present(self._deliverable(deliverable_id))
                case HandOutWork():
                    self._hand_out()
                case AdvancePhase():
                    self._keep(lifecycle.advance(self.project, self.deliverables, now=self.now))
                    assert self.project.phase is step.to
                case _:
                    return
        raise AssertionError("the team never came to rest")

    def _hand_out(self) -> None:
        before = self.project
        plan = next(item for item in self.deliverables if item.kind is DeliverableKind.DELIVERY_PLAN)
        text = compose(plan, Trade(self.plan, self.now.date()))
        done = hand_out(Source(self.plan, self.deliverables, text, None, tuple(self.items.values())), self.now)
        self._keep(done.project)
        is_first = not self.items
        for item in done.items:
            self.items.setdefault(item.id, item)
        if is_first:
            assert self.project.progress_percent == before.progress_percent
            assert figures.budget(self.project) == figures.budget(before)

    @precondition(lambda self: any(not item.has_ended for item in self.items.values()))
    @rule(
        data=st.data(),
        state=st.sampled_from([ItemState.DONE, ItemState.CANCELLED]),
        cost=st.sampled_from([None, 0, 5_000]),
    )
    def end_an_item(self, data: st.DataObject, state: ItemState, cost: int | None) -> None:
        still_open = sorted(item.id for item in self.items.values() if not item.has_ended)
        self._end(data.draw(st.sampled_from(still_open)), state, cost)

    @precondition(lambda self: self.items)
    @rule()
    def do_all_the_work(self) -> None:
        for item in [item for item in self.items.values() if not item.has_ended]:
            self._end(item.id, ItemState.DONE, 1_000)
        self.work()

    def _end(self, item_id: str, state: ItemState, cost: int | None) -> None:
        item = self.items[item_id]
        try:
            rules.require_open(item, self.project)
        except NotRunning:
            assert self.project.status in {ProjectStatus.COMPLETED, ProjectStatus.CANCELLED}
            return
        cost = cost if state is ItemState.DONE else None
        after = rules.ended(item, state, note="", by="usr_1", now=self.now, cost=cost)
        changed = self.project.changed(self.now, **rules.counted(self.project, (item, after)))
        self._keep(figures.with_progress(changed))
        self.items[item_id] = after

    def _present(self, document: Deliverable) -> None:
        """A text of its own for each revision; presenting it twice from the same records is the same."""
        content = f"{document.kind} {document.revision + 1} {document.comment}"
        text = DocumentText(
            deliverable_id=document.id,
            revision=document.revision + 1,
            content=content,
            content_hash=hash_of(content),
        )
        shown, again = (
            review.present(self.project, self.deliverables, self.approvals.values(), text, now=self.now)
            for _ in range(2)
        )
        assert shown == again
        self._keep(shown.project)
        self._replace(shown.deliverable)
        for approval in (shown.approval, *([shown.replaced] if shown.replaced else [])):
            self.approvals[approval.id] = approval

    @precondition(lambda self: self.approvals)
    @rule(data=st.data())
    def present_again(self, data: st.DataObject) -> None:
        """The next revision of a document that was written: sent back, in review, or approved."""
        written = sorted(item.id for item in self.deliverables if item.revision)
        document = self._deliverable(data.draw(st.sampled_from(written)))
        try:
            self._present(document)
        except NotRunning:
            assert self.project.status is not ProjectStatus.ACTIVE

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
        hands_out = approval.deliverable_kind is DeliverableKind.DELIVERY_PLAN and decision is ApprovalDecision.APPROVE
        request = DecideApproval(decision=decision, comment="shorter", hand_out_work=hands_out)
        try:
            decided = review.decide(
                self.project, self.deliverables, approval, request, decided_by="usr_1", now=self.now
            )
        except RevisionReplaced:
            assert approval.status is ApprovalStatus.REPLACED
        except AlreadyDecided:
            assert approval.status not in {ApprovalStatus.PENDING, ApprovalStatus.REPLACED}
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
    def progress_is_100_exactly_when_complete(self) -> None:
        assert (self.project.progress_percent == 100) is (self.project.status is ProjectStatus.COMPLETED)
        assert (self.project.completed_at is not None) is (self.project.status is ProjectStatus.COMPLETED)

    @invariant()
    def progress_falls_only_when_days_grew_or_an_approved_document_is_presented_again(self) -> None:
        before, self.before = self.before, self.project
        has_more = figures.all_days(self.project) > figures.all_days(before)
        if not has_more and self.project.documents_approved >= before.documents_approved:
            assert self.project.progress_percent >= before.progress_percent
        assert self.project.spent >= before.spent

    @invariant()
    def counts_are_those_of_the_items(self) -> None:
        standing = [item for item in self.items.values() if item.state is not ItemState.CANCELLED]
        done = [item for item in standing if item.state is ItemState.DONE]
        assert (self.project.work_items, self.project.open_work_items) == (len(standing), len(standing) - len(done))
        assert self.project.item_days == sum(map(rules.days_of, standing))
        assert figures.done_days(self.project) == figures.OF_A_DOCUMENT * self.project.documents_approved + sum(
            map(rules.days_of, done)
        )
        budget = figures.budget(self.project)
        unreported = [item.likely_cost for item in done if item.cost is None]
        assert budget.spent == sum(item.cost or 0 for item in done)
        assert (budget.unreported, budget.unreported_items) == (sum(unreported), len(unreported))

    @invariant()
    def forecast_is_the_sum_of_its_parts(self) -> None:
        budget = figures.budget(self.project)
        assert (budget.forecast is None) is (self.project.submitted_at is None)
        if budget.forecast is not None and budget.remaining is not None:
            assert budget.forecast == budget.spent + budget.unreported + budget.remaining

    @invariant()
    def only_the_present_phase_is_worked_on(self) -> None:
        for item in self.deliverables:
            order = list(Phase).index(item.phase) - list(Phase).index(self.project.phase)
            if order > 0:
                assert item.state is DeliverableState.WAITING
            if order < 0 and item.revision == 1:
                assert item.state is not DeliverableState.WAITING

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
        assert Brief.model_validate(self.plan.brief.model_dump(mode="json")) == self.plan.brief
        for item in self.deliverables:
            assert Deliverable.model_validate(item.model_dump(mode="json")) == item


# The writes of what is handed out name their tables.
TestAnyOrderOfEvents = pytest.mark.usefixtures("emulated_account")(AnyOrderOfEvents.TestCase)
TestAnyOrderOfEvents.settings = settings(stateful_step_count=30, deadline=None)
