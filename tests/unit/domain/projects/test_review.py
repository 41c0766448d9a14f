from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest

from domain.projects import figures, review
from domain.projects.documents.markdown import hash_of
from domain.projects.documents.records import DocumentText
from domain.projects.errors import AlreadyDecided, NotReady, NotRunning, RevisionReplaced
from domain.projects.lifecycle import Wait, WriteDeliverable, next_step
from domain.projects.records import Approval, Deliverable, Project, Revision
from domain.projects.requests import ApprovalDecision, DecideApproval
from domain.projects.states import ApprovalStatus, DecisionKind, DeliverableState, Phase, ProjectStatus
from plans import NOW, a_submission, an_archive

LATER = NOW + timedelta(hours=3)
APPROVE = DecideApproval(decision=ApprovalDecision.APPROVE)
CHANGE = DecideApproval(decision=ApprovalDecision.REQUEST_CHANGES, comment="shorter")
Documents = tuple[Deliverable, ...]


def submitted(phase: Phase = Phase.PLANNING) -> tuple[Project, Documents]:
    plan, deliverables = a_submission()
    return plan.project.model_copy(update={"phase": phase}), deliverables


def replaced(deliverables: Documents, changed: Deliverable) -> Documents:
    return tuple(changed if item.id == changed.id else item for item in deliverables)


def present(
    project: Project, deliverables: Documents, approvals: tuple[Approval, ...], number: int = 0, *, now: datetime = NOW
) -> review.Presented:
    """The next revision of the document with this number."""
    document = deliverables[number]
    content = f"# {document.revision + 1}"
    text = DocumentText(
        deliverable_id=document.id,
        revision=document.revision + 1,
        content=content,
        content_hash=hash_of(content),
        edited=True,
    )
    return review.present(project, deliverables, approvals, text, now=now)


def decide(
    project: Project,
    deliverables: Documents,
    approval: Approval,
    request: DecideApproval = APPROVE,
    *,
    now: datetime = LATER,
) -> review.Decided:
    return review.decide(project, deliverables, approval, request, decided_by="usr_1", now=now)


def in_review() -> tuple[Project, Documents, Approval]:
    project, deliverables = submitted()
    shown = present(project, deliverables, ())
    return shown.project, replaced(deliverables, shown.deliverable), shown.approval


def test_present_binds_an_approval_to_the_text() -> None:
    project, deliverables, approval = in_review()

    brief = deliverables[0]
    assert (brief.state, brief.revision) == (DeliverableState.IN_REVIEW, 1)
    assert (approval.status, approval.edited) == (ApprovalStatus.PENDING, False)
    assert approval.content_hash == brief.content_hash == hash_of("# 1")
    assert project.pending_approvals == 1
    with pytest.raises(NotReady):
        present(project, deliverables, (), 3)  # of a later phase


def test_document_that_is_sent_back_waits_for_the_customer_and_the_next_revision_costs_nothing() -> None:
    project, deliverables, approval = in_review()

    asked = decide(project, deliverables, approval, CHANGE, now=NOW)
    sent_back = replaced(deliverables, asked.deliverable)
    shown = present(asked.project, sent_back, (asked.approval,), now=LATER)

    assert asked.deliverable.state is DeliverableState.CHANGES_REQUESTED
    assert asked.decision.text == "Changes to Product brief, revision 1 were requested: shorter"
    assert (asked.deliverable.comment, asked.deliverable.commented_at) == ("shorter", NOW)
    assert next_step(asked.project, sent_back) == WriteDeliverable(deliverables[1].id)
    again = shown.deliverable
    history = [(entry.revision, entry.comment, entry.at) for entry in again.history]
    assert history == [(1, None, NOW), (2, "shorter", LATER)]
    assert (again.comment, shown.replaced, shown.text.edited) == (None, None, False)
    assert shown.approval.id != approval.id
    assert figures.budget(shown.project) == figures.budget(project)


def test_history_keeps_the_latest_comments_that_fit_into_a_row() -> None:
    project, deliverables = submitted()
    past = tuple(Revision(revision=one, at=NOW, content_hash="x", comment="日" * 4_000) for one in range(1, 41))
    sent_back = deliverables[0].model_copy(update={"revision": 40, "history": past, "comment": "shorter"})

    history = present(project, replaced(deliverables, sent_back), ()).deliverable.history

    assert [one.revision for one in history] == [*range(1, 42)]
    assert [one.comment for one in history] == [*[None] * 24, *[past[0].comment] * 16, "shorter"]


def test_revision_that_nobody_decided_is_replaced_by_the_next() -> None:
    project, deliverables, approval = in_review()

    shown = present(project, deliverables, (approval,), now=LATER)

    assert shown.replaced is not None
    assert (shown.replaced.id, shown.replaced.status) == (approval.id, ApprovalStatus.REPLACED)
    assert shown.project.pending_approvals == 1
    with pytest.raises(RevisionReplaced):
        decide(shown.project, replaced(deliverables, shown.deliverable), shown.replaced)


def test_document_is_approved_once_and_written_anew_it_no_longer_counts_as_done() -> None:
    project, deliverables, approval = in_review()

    decided = decide(project, deliverables, approval)
    anew = present(decided.project, replaced(deliverables, decided.deliverable), (decided.approval,), now=LATER)

    assert decided.deliverable.state is DeliverableState.APPROVED
    assert (decided.approval.status, decided.approval.decided_by) == (ApprovalStatus.APPROVED, "usr_1")
    assert (decided.approval.decided_at, decided.project.pending_approvals) == (LATER, 0)
    assert figures.done_days(decided.project) == figures.OF_A_DOCUMENT
    assert decided.decision.kind is DecisionKind.DELIVERABLE_APPROVED
    assert decided.decision.text == "Product brief, revision 1 was approved"
    with pytest.raises(AlreadyDecided):
        decide(decided.project, deliverables, decided.approval, CHANGE)
    assert (anew.deliverable.state, anew.deliverable.revision) == (DeliverableState.IN_REVIEW, 2)
    assert figures.done_days(anew.project) == 0


def test_decide_counts_how_long_each_approval_had_waited() -> None:
    project, deliverables, approval = in_review()
    asked = decide(project, deliverables, approval, CHANGE)
    deliverables = replaced(deliverables, asked.deliverable)
    shown = present(asked.project, deliverables, (), now=LATER)
    deliverables, end = replaced(deliverables, shown.deliverable), LATER + timedelta(minutes=90)

    assert decide(shown.project, deliverables, shown.approval, now=end).project.waited_seconds == 4.5 * 3600


@pytest.mark.parametrize("update", [{"revision": 2}, {"state": DeliverableState.APPROVED}])
def test_decide_refuses_when_the_text_in_review_is_another_one(update: dict[str, Any]) -> None:
    project, deliverables, approval = in_review()
    moved_on = replaced(deliverables, deliverables[0].model_copy(update=update))

    with pytest.raises(RevisionReplaced) as refused:
        decide(project, moved_on, approval)

    assert refused.value.code == "REVISION_REPLACED"


@pytest.mark.parametrize("status", [s for s in ProjectStatus if s is not ProjectStatus.ACTIVE])
def test_project_that_is_not_active_is_neither_decided_nor_worked_on(status: ProjectStatus) -> None:
    project, deliverables, approval = in_review()
    other = project.model_copy(update={"status": status})

    with pytest.raises(NotRunning):
        decide(other, deliverables, approval)
    assert next_step(other, deliverables) == next_step(an_archive(), deliverables) == Wait()
