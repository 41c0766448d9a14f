from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from domain.projects import figures, lifecycle, review
from domain.projects.errors import AlreadyDecided, NotReady, NotRunning, RevisionReplaced
from domain.projects.next_step import (
    AdvancePhase,
    BlockDeliverable,
    UnblockDeliverable,
    Wait,
    WriteDeliverable,
    next_step,
)
from domain.projects.records import Approval, Deliverable, PastText, Project
from domain.projects.requests import ApprovalDecision, DecideApproval, StatusAction
from domain.projects.states import ApprovalStatus, DecisionKind, DeliverableKind, DeliverableState, Phase, ProjectStatus
from plans import NOW, a_submission, an_archive

LATER = NOW + timedelta(hours=3)
APPROVE = DecideApproval(decision=ApprovalDecision.APPROVE)
CHANGE = DecideApproval(decision=ApprovalDecision.REQUEST_CHANGES, comment="shorter")


def submitted(phase: Phase = Phase.PLANNING) -> tuple[Project, tuple[Deliverable, ...]]:
    plan, deliverables = a_submission()
    return plan.project.model_copy(update={"phase": phase}), deliverables


def replaced(deliverables: tuple[Deliverable, ...], changed: Deliverable) -> tuple[Deliverable, ...]:
    return tuple(changed if item.id == changed.id else item for item in deliverables)


def in_review() -> tuple[Project, tuple[Deliverable, ...], Approval]:
    project, deliverables = submitted()
    written = review.put_in_review(project, deliverables, deliverables[0].id, "# One", now=NOW)
    return written.project, replaced(deliverables, written.deliverable), written.approval


def test_put_in_review_binds_an_approval_to_the_text() -> None:
    project, deliverables, approval = in_review()

    brief = deliverables[0]
    assert (brief.state, brief.revision, brief.content) == (DeliverableState.IN_REVIEW, 1, "# One")
    assert approval.status is ApprovalStatus.PENDING
    assert approval.content_hash == brief.content_hash == review.hash_of("# One")
    assert project.pending_approvals == 1


def test_next_revision_has_the_comment_in_its_history_and_costs_nothing() -> None:
    project, deliverables, approval = in_review()
    asked = review.decide(project, deliverables, approval, CHANGE, decided_by="usr_1", now=NOW)

    written = review.put_in_review(
        asked.project, replaced(deliverables, asked.deliverable), approval.deliverable_id, "# Two", now=LATER
    )

    again = written.deliverable
    assert [(entry.revision, entry.comment, entry.at) for entry in again.history] == [
        (1, None, NOW),
        (2, "shorter", LATER),
    ]
    assert again.comment is None
    assert written.approval.id != approval.id
    assert figures.budget(written.project) == figures.budget(project)
    assert written.project.progress_percent == project.progress_percent


def test_new_revision_keeps_the_text_that_it_replaces() -> None:
    project, deliverables, approval = in_review()
    first = review.put_in_review(*submitted(), deliverables[0].id, "# One", now=NOW)
    asked = review.decide(project, deliverables, approval, CHANGE, decided_by="usr_1", now=NOW)

    second = review.put_in_review(
        asked.project, replaced(deliverables, asked.deliverable), approval.deliverable_id, "# Two", now=LATER
    )

    assert first.replaced is None
    assert second.replaced == PastText(deliverable_id=approval.deliverable_id, revision=1, content="# One")


def test_put_in_review_refuses_a_document_of_another_phase_or_one_in_review() -> None:
    project, deliverables, _ = in_review()

    for item in (deliverables[0], deliverables[3]):
        with pytest.raises(NotReady):
            review.put_in_review(project, deliverables, item.id, "x", now=NOW)


def test_put_in_review_goes_on_where_a_worker_died_while_writing() -> None:
    project, deliverables = submitted()
    writing = deliverables[0].model_copy(update={"state": DeliverableState.WRITING})

    step = next_step(project, replaced(deliverables, writing))
    written = review.put_in_review(project, replaced(deliverables, writing), writing.id, "# One", now=LATER)

    assert step == WriteDeliverable(writing.id, DeliverableKind.PRODUCT_BRIEF, 1, None)
    assert written.deliverable.revision == 1


def test_decide_approves_once() -> None:
    project, deliverables, approval = in_review()

    decided = review.decide(project, deliverables, approval, APPROVE, decided_by="usr_1", now=LATER)

    assert decided.deliverable.state is DeliverableState.APPROVED
    assert (decided.approval.status, decided.approval.decided_by) == (ApprovalStatus.APPROVED, "usr_1")
    assert decided.approval.decided_at == LATER
    assert decided.project.pending_approvals == 0
    assert figures.done_days(decided.project) == figures.OF_A_DOCUMENT
    assert decided.decision.kind is DecisionKind.DELIVERABLE_APPROVED
    assert decided.decision.text == "Product brief, revision 1 was approved"
    with pytest.raises(AlreadyDecided):
        review.decide(decided.project, deliverables, decided.approval, CHANGE, decided_by="usr_1", now=LATER)


def test_decide_counts_how_long_each_approval_had_waited() -> None:
    project, deliverables, approval = in_review()
    asked = review.decide(project, deliverables, approval, CHANGE, decided_by="usr_1", now=LATER)
    deliverables = replaced(deliverables, asked.deliverable)
    written = review.put_in_review(asked.project, deliverables, approval.deliverable_id, "# Two", now=LATER)
    deliverables, end = replaced(deliverables, written.deliverable), LATER + timedelta(minutes=90)

    decided = review.decide(written.project, deliverables, written.approval, APPROVE, decided_by="usr_1", now=end)

    assert decided.project.waited_seconds == 4.5 * 3600


def test_decide_asks_for_the_next_revision_when_changes_are_requested() -> None:
    project, deliverables, approval = in_review()

    decided = review.decide(project, deliverables, approval, CHANGE, decided_by="usr_1", now=LATER)

    assert decided.deliverable.state is DeliverableState.CHANGES_REQUESTED
    assert decided.decision.text == "Changes to Product brief, revision 1 were requested: shorter"
    assert next_step(decided.project, replaced(deliverables, decided.deliverable)) == WriteDeliverable(
        approval.deliverable_id, DeliverableKind.PRODUCT_BRIEF, 2, "shorter"
    )


@pytest.mark.parametrize("update", [{"revision": 2}, {"content_hash": "other"}, {"state": DeliverableState.APPROVED}])
def test_decide_refuses_when_the_text_in_review_is_another_one(update: dict[str, Any]) -> None:
    project, deliverables, approval = in_review()
    moved_on = replaced(deliverables, deliverables[0].model_copy(update=update))

    with pytest.raises(RevisionReplaced) as refused:
        review.decide(project, moved_on, approval, APPROVE, decided_by="usr_1", now=LATER)

    assert refused.value.code == "CONFLICT"


@pytest.mark.parametrize("status", [s for s in ProjectStatus if s is not ProjectStatus.ACTIVE])
def test_decide_refuses_when_the_project_is_not_active(status: ProjectStatus) -> None:
    project, deliverables, approval = in_review()

    with pytest.raises(NotRunning):
        review.decide(
            project.model_copy(update={"status": status}), deliverables, approval, APPROVE, decided_by="u", now=LATER
        )


def test_next_step_blocks_and_unblocks_before_it_writes() -> None:
    project, deliverables = submitted(Phase.DEVELOPMENT)
    requests = {DeliverableKind.DELIVERY_PLAN: ("req_2", "req_1")}
    plan = next(item for item in deliverables if item.kind is DeliverableKind.DELIVERY_PLAN)

    step = next_step(project, deliverables, open_requests=requests)
    blocked = replaced(deliverables, review.block(plan, ("req_1", "req_2"), now=NOW))

    assert step == BlockDeliverable(plan.id, ("req_1", "req_2"))
    assert isinstance(next_step(project, blocked, open_requests=requests), WriteDeliverable)
    assert next_step(project, blocked) == UnblockDeliverable(plan.id)
    assert next_step(project, blocked, open_requests={plan.kind: ("req_2",)}) == BlockDeliverable(plan.id, ("req_2",))


def test_next_step_waits_for_what_is_in_review_or_blocked() -> None:
    project, deliverables = submitted()
    waiting = tuple(
        item.model_copy(update={"state": DeliverableState.IN_REVIEW}) if item.phase is Phase.PLANNING else item
        for item in deliverables
    )

    assert next_step(project, waiting) == Wait(tuple(item.id for item in waiting[:3]))


@pytest.mark.parametrize(
    ("phase", "to"), [(Phase.PLANNING, Phase.DESIGN), (Phase.DESIGN, Phase.DEVELOPMENT), (Phase.LAUNCH, Phase.COMPLETE)]
)
def test_next_step_advances_when_every_document_of_the_phase_is_approved(phase: Phase, to: Phase) -> None:
    project, deliverables = submitted(phase)
    approved = tuple(item.model_copy(update={"state": DeliverableState.APPROVED}) for item in deliverables)

    assert next_step(project, approved) == AdvancePhase(to)


@pytest.mark.parametrize("status", [s for s in ProjectStatus if s is not ProjectStatus.ACTIVE])
def test_next_step_is_nothing_when_the_project_is_not_active(status: ProjectStatus) -> None:
    project, deliverables = submitted()

    assert next_step(project.model_copy(update={"status": status}), deliverables) == Wait(())


def test_next_step_is_nothing_for_an_archive() -> None:
    assert next_step(an_archive(), submitted()[1]) == Wait(())


def test_next_step_resumes_where_it_stopped_when_the_project_is_resumed() -> None:
    project, deliverables = submitted()
    paused = lifecycle.change_status(project, StatusAction.PAUSE, now=NOW)

    resumed = lifecycle.change_status(paused, StatusAction.RESUME, now=LATER)

    assert next_step(resumed, deliverables) == next_step(project, deliverables)
