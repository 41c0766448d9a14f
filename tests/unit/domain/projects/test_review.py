from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from domain.projects import figures, lifecycle, review
from domain.projects.documents.errors import NotEditable
from domain.projects.documents.records import DocumentText
from domain.projects.documents.render import hash_of
from domain.projects.errors import AlreadyDecided, NotReady, NotRunning, RevisionReplaced
from domain.projects.next_step import AdvancePhase, HandOutWork, Wait, WriteDeliverable, next_step
from domain.projects.records import Approval, Deliverable, Project
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


def a_text(document: Deliverable, content: str, revision: int = 1) -> DocumentText:
    return DocumentText(
        deliverable_id=document.id, revision=revision, content=content, content_hash=hash_of(content), edited=True
    )


def in_review() -> tuple[Project, tuple[Deliverable, ...], Approval]:
    project, deliverables = submitted()
    shown = review.present(project, deliverables, (), a_text(deliverables[0], "# One"), now=NOW)
    return shown.project, replaced(deliverables, shown.deliverable), shown.approval


def test_present_binds_an_approval_to_the_text() -> None:
    project, deliverables, approval = in_review()

    brief = deliverables[0]
    assert (brief.state, brief.revision) == (DeliverableState.IN_REVIEW, 1)
    assert (approval.status, approval.edited) == (ApprovalStatus.PENDING, False)
    assert approval.content_hash == brief.content_hash == hash_of("# One")
    assert project.pending_approvals == 1


def test_next_revision_has_the_comment_in_its_history_and_costs_nothing() -> None:
    project, deliverables, approval = in_review()
    asked = review.decide(project, deliverables, approval, CHANGE, decided_by="usr_1", now=NOW)
    sent_back = replaced(deliverables, asked.deliverable)

    shown = review.present(
        asked.project, sent_back, (asked.approval,), a_text(asked.deliverable, "# Two", 2), now=LATER
    )

    again = shown.deliverable
    assert [(entry.revision, entry.comment, entry.at) for entry in again.history] == [
        (1, None, NOW),
        (2, "shorter", LATER),
    ]
    assert (again.comment, shown.replaced, shown.text.edited) == (None, None, False)
    assert shown.approval.id != approval.id
    assert figures.budget(shown.project) == figures.budget(project)
    assert shown.project.progress_percent == project.progress_percent


def test_revision_that_nobody_decided_is_replaced_by_the_next() -> None:
    project, deliverables, approval = in_review()

    shown = review.present(project, deliverables, (approval,), a_text(deliverables[0], "# Two", 2), now=LATER)

    assert shown.replaced is not None
    assert (shown.replaced.id, shown.replaced.status) == (approval.id, ApprovalStatus.REPLACED)
    assert shown.project.pending_approvals == 1
    with pytest.raises(RevisionReplaced):
        review.decide(
            shown.project,
            replaced(deliverables, shown.deliverable),
            shown.replaced,
            APPROVE,
            decided_by="usr_1",
            now=LATER,
        )


def test_approved_document_written_anew_is_in_review_and_no_longer_counts_as_done() -> None:
    project, deliverables, approval = in_review()
    decided = review.decide(project, deliverables, approval, APPROVE, decided_by="usr_1", now=NOW)
    approved = replaced(deliverables, decided.deliverable)

    shown = review.present(
        decided.project, approved, (decided.approval,), a_text(decided.deliverable, "# Two", 2), now=LATER
    )

    assert (shown.deliverable.state, shown.deliverable.revision) == (DeliverableState.IN_REVIEW, 2)
    assert figures.done_days(shown.project) == 0


def test_present_refuses_a_document_of_a_later_phase() -> None:
    project, deliverables, _ = in_review()

    with pytest.raises(NotReady):
        review.present(project, deliverables, (), a_text(deliverables[3], "x"), now=NOW)


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
    shown = review.present(asked.project, deliverables, (), a_text(asked.deliverable, "# Two", 2), now=LATER)
    deliverables, end = replaced(deliverables, shown.deliverable), LATER + timedelta(minutes=90)

    decided = review.decide(shown.project, deliverables, shown.approval, APPROVE, decided_by="usr_1", now=end)

    assert decided.project.waited_seconds == 4.5 * 3600


@pytest.mark.parametrize("status", [DeliverableState.IN_REVIEW, DeliverableState.CHANGES_REQUESTED])
def test_text_is_edited_while_it_waits_or_was_sent_back(status: DeliverableState) -> None:
    project, deliverables, _ = in_review()

    review.require_editable(project, deliverables[0].model_copy(update={"state": status}))

    for other in (DeliverableState.APPROVED, DeliverableState.WAITING):
        with pytest.raises(NotEditable):
            review.require_editable(project, deliverables[0].model_copy(update={"state": other}))


def test_delivery_plan_hands_its_work_out_unless_it_is_told_not_to() -> None:
    project, deliverables = submitted(Phase.DEVELOPMENT)
    plan = next(item for item in deliverables if item.kind is DeliverableKind.DELIVERY_PLAN)
    shown = review.present(project, deliverables, (), a_text(plan, "# Plan"), now=NOW)
    waiting = replaced(deliverables, shown.deliverable)

    def handed(**more: Any) -> bool:
        request = DecideApproval(decision=ApprovalDecision.APPROVE, **more)
        decided = review.decide(shown.project, waiting, shown.approval, request, decided_by="usr_1", now=LATER)
        return decided.project.hand_out_work

    assert [handed(), handed(hand_out_work=True), handed(hand_out_work=False)] == [True, True, False]


def test_work_is_handed_out_later_once_the_plan_is_approved() -> None:
    project, deliverables = submitted(Phase.DEVELOPMENT)
    with pytest.raises(NotReady):
        review.hand_out(project, deliverables, NOW)
    approved = tuple(item.model_copy(update={"state": DeliverableState.APPROVED}) for item in deliverables)

    after = review.hand_out(project, approved, NOW)

    assert next_step(after, approved) == HandOutWork()


def test_document_that_is_sent_back_waits_for_the_customer() -> None:
    project, deliverables, approval = in_review()

    decided = review.decide(project, deliverables, approval, CHANGE, decided_by="usr_1", now=LATER)

    assert decided.deliverable.state is DeliverableState.CHANGES_REQUESTED
    assert decided.decision.text == "Changes to Product brief, revision 1 were requested: shorter"
    assert (decided.deliverable.comment, decided.deliverable.commented_at) == ("shorter", LATER)
    assert next_step(decided.project, replaced(deliverables, decided.deliverable)) == WriteDeliverable(
        deliverables[1].id
    )


@pytest.mark.parametrize("update", [{"revision": 2}, {"state": DeliverableState.APPROVED}])
def test_decide_refuses_when_the_text_in_review_is_another_one(update: dict[str, Any]) -> None:
    project, deliverables, approval = in_review()
    moved_on = replaced(deliverables, deliverables[0].model_copy(update=update))

    with pytest.raises(RevisionReplaced) as refused:
        review.decide(project, moved_on, approval, APPROVE, decided_by="usr_1", now=LATER)

    assert refused.value.code == "REVISION_REPLACED"


@pytest.mark.parametrize("status", [s for s in ProjectStatus if s is not ProjectStatus.ACTIVE])
def test_decide_refuses_when_the_project_is_not_active(status: ProjectStatus) -> None:
    project, deliverables, approval = in_review()

    with pytest.raises(NotRunning):
        review.decide(
            project.model_copy(update={"status": status}), deliverables, approval, APPROVE, decided_by="u", now=LATER
        )


def test_next_step_waits_for_what_is_in_review() -> None:
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
