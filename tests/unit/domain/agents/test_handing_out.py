from __future__ import annotations

import pytest

import emulated
from briefs import submitted_project
from common.errors import InvalidRequest
from deaths import killed_at
from domain.audit.log import NOWHERE
from domain.projects.brief.changing import Plan
from domain.projects.brief.requests import ChangeEntry
from domain.projects.documents.development import packages
from domain.projects.documents.editing import MOST_PACKAGES
from domain.projects.documents.requests import AddLine, ChangeLine
from domain.projects.documents.service import document_service
from domain.projects.documents.trade import Trade
from domain.projects.errors import TooMuchText
from domain.projects.requests import ApprovalDecision, ChangeProjectStatus, DecideApproval, StatusAction
from domain.projects.states import DeliverableKind, Phase, ProjectStatus
from domain.vault.records import RequestStatus
from domain.vault.store import vault_store
from domain.work.queue import work_queue
from domain.work_items.models import CloseWorkItem
from domain.work_items.records import ItemState
from domain.work_items.service import WorkService
from domain.work_items.store import work_store
from work import OWNER

PLAN = DeliverableKind.DELIVERY_PLAN


@pytest.fixture
def work(house):
    return WorkService(work_store(), house.projects, house.turns.answering.vault, work_queue(), house.clock)


def approve(house, project_id, *, hand_out_work=None, only=None):
    for approval in house.projects.list_open_approvals("acc_1"):
        if only in {None, approval.deliverable_kind}:
            handing = hand_out_work if approval.deliverable_kind is PLAN else None
            request = DecideApproval(decision=ApprovalDecision.APPROVE, hand_out_work=handing)
            house.projects.decide(OWNER, project_id, approval.id, request, NOWHERE)


def in_phase(house, phase, *, hand_out_work=None):
    """A project whose documents of `phase` wait for their approval; its earlier ones were approved."""
    project_id = submitted_project(house.projects, "acc_1")
    house.run_all()
    while house.projects.get("acc_1", project_id).phase is not phase:
        approve(house, project_id, hand_out_work=hand_out_work)
        house.run_all()
    return project_id


def in_development(house):
    return in_phase(house, Phase.DEVELOPMENT)


def close(work, item):
    return work.close(OWNER, item.id, CloseWorkItem(note="Shown to me"))


def test_packages_of_the_approved_plan_become_items(house, work):
    project_id = in_development(house)
    project, owned = house.projects.load("acc_1", project_id)
    planned = packages(Trade(Plan(project, owned.brief), house.clock().date()))

    approve(house, project_id)
    house.run_all()

    items = work.list_for_project("acc_1", project_id)
    numbers = {one.key: f"W{number}" for number, one in enumerate(planned, 1)}
    names = {item.id: item.package for item in items}
    assert [
        (item.package, item.effort.likely, item.likely_cost, tuple(names[one] for one in item.depends_on))
        for item in items
    ] == [
        (numbers[one.key], one.effort.likely, one.cost, tuple(numbers[need] for need in one.needs)) for one in planned
    ]
    assert any(item.depends_on for item in items)
    assert all(item.criteria and item.documents for item in items)
    assert house.projects.get("acc_1", project_id).open_work_items == len(items)
    assert any(
        f"{len(items)} work items, one for each package" in said.content for said in house.conversation(project_id)
    )


def test_project_is_complete_when_its_documents_are_approved_and_the_last_item_is_done(house, work):
    project_id = in_phase(house, Phase.LAUNCH)
    approve(house, project_id)
    house.run_all()
    *others, last = work.list_for_project("acc_1", project_id)
    for item in others:
        close(work, item)
    house.run_all()
    assert house.projects.get("acc_1", project_id).status is ProjectStatus.ACTIVE

    close(work, last)
    house.run_all()

    assert house.projects.get("acc_1", project_id).status is ProjectStatus.COMPLETED
    assert {item.state for item in work.list_for_project("acc_1", project_id)} == {ItemState.DONE}


def test_complete_project_asks_for_no_access_any_more(house):
    project_id = in_phase(house, Phase.LAUNCH, hand_out_work=False)
    asked = vault_store().list_open_requests("acc_1")
    approve(house, project_id)
    house.run_all()
    house.clock.advance(days=4)
    said = len(house.conversation(project_id))

    house.sweep()
    house.run_all()

    project = house.projects.get("acc_1", project_id)
    now = vault_store().list_for_project("acc_1", project_id).requests
    assert (project.status, project.open_credential_requests) == (ProjectStatus.COMPLETED, 0)
    assert {one.id for one in asked} == {one.id for one in now}
    assert {one.status for one in now} == {RequestStatus.CANCELLED}
    assert len(house.conversation(project_id)) == said
    assert "you approved all 10 documents" in house.conversation(project_id)[-1].content


def test_work_is_handed_out_from_the_approved_scope_while_its_next_revision_is_in_review(house, work):
    project_id = in_development(house)
    scope = next(one for one in house.projects.load("acc_1", project_id)[1].deliverables if one.kind == "scope")
    house.projects.change_entry("acc_1", project_id, "R1", ChangeEntry(text="Order until ten"))
    document_service().rewrite("acc_1", project_id, scope.id)
    (newer,) = (one for one in house.projects.list_open_approvals("acc_1") if one.deliverable_id == scope.id)
    struck = ChangeLine(content_hash=newer.content_hash, state="struck")
    document_service().change_line("acc_1", project_id, scope.id, "R1.1", struck)

    approve(house, project_id, only=PLAN)
    house.run_all()

    assert "R1.1" in {one.id for item in work.list_for_project("acc_1", project_id) for one in item.criteria}


def test_package_of_a_dropped_entry_is_not_handed_out(house, work):
    project_id = in_development(house)
    approve(house, project_id, only=PLAN, hand_out_work=False)
    house.projects.drop_entry("acc_1", project_id, "R2")

    house.projects.hand_out_work("acc_1", project_id)
    house.run_all()

    items = work.list_for_project("acc_1", project_id)
    assert items
    assert not [item.title for item in items if "R2" in item.title or not item.likely_cost]


def test_finished_package_whose_line_is_struck_counts_once(house, work):
    project_id = in_development(house)
    approve(house, project_id, only=PLAN)
    house.run_all()
    done = next(one for one in work.list_for_project("acc_1", project_id) if one.title.startswith("R1 "))
    close(work, done)
    house.projects.change_entry("acc_1", project_id, "R2", ChangeEntry(size="large"))
    plan = next(one for one in house.projects.load("acc_1", project_id)[1].deliverables if one.kind is PLAN)
    written = document_service().rewrite("acc_1", project_id, plan.id)
    struck = ChangeLine(content_hash=written.content_hash, state="struck")
    edited = document_service().change_line("acc_1", project_id, plan.id, done.package, struck)
    (approval,) = (one for one in house.projects.list_open_approvals("acc_1") if one.deliverable_kind is PLAN)

    approved = DecideApproval(decision=ApprovalDecision.APPROVE, content_hash=edited.content_hash)
    house.projects.decide(OWNER, project_id, approval.id, approved, NOWHERE)
    house.run_all()

    assert house.projects.get("acc_1", project_id).unassigned_cost == 0


def test_plan_of_more_packages_than_a_transaction_has_room_for_is_handed_out_once(house, work):
    project_id = in_development(house)
    plan = next(one for one in house.projects.load("acc_1", project_id)[1].deliverables if one.kind is PLAN)
    extra = AddLine(section="packages", text="One more")
    parts = document_service().get("acc_1", project_id, plan.id).lines
    for _ in range(MOST_PACKAGES - sum(len(part.lines) for part in parts if part.section == "packages")):
        document_service().add_line("acc_1", project_id, plan.id, extra)
    with pytest.raises(TooMuchText, match="100 packages"):
        document_service().add_line("acc_1", project_id, plan.id, extra)
    (approval,) = (one for one in house.projects.list_open_approvals("acc_1") if one.deliverable_kind is PLAN)
    approved = DecideApproval(decision=ApprovalDecision.APPROVE, content_hash=approval.content_hash)
    house.projects.decide(OWNER, project_id, approval.id, approved, NOWHERE)
    (nudge,) = house.nudges()

    assert killed_at(5, lambda: house.run(nudge, "run-1"))
    broken_off = house.projects.get("acc_1", project_id)
    house.run(nudge, "run-1")

    project, items = house.projects.get("acc_1", project_id), work.list_for_project("acc_1", project_id)
    assert 0 < broken_off.work_items < project.work_items == len(items) == project.work_packages_out == MOST_PACKAGES
    assert project.item_cost == project.plan.likely
    assert house.conversation(project_id)[-1].content.startswith("I handed out")


def test_project_completed_by_hand_is_not_said_to_have_all_documents_approved(house):
    project_id = in_phase(house, Phase.LAUNCH, hand_out_work=False)
    house.projects.change_status("acc_1", project_id, ChangeProjectStatus(action=StatusAction.COMPLETE))

    house.run_all()

    assert "you approved 8 of 10 documents" in house.conversation(project_id)[-1].content


def test_other_documents_hand_out_nothing(house):
    project_id = in_development(house)
    other = next(one for one in house.projects.list_open_approvals("acc_1") if one.deliverable_kind is not PLAN)
    request = DecideApproval(decision=ApprovalDecision.APPROVE, hand_out_work=True)

    with pytest.raises(InvalidRequest, match="Only the delivery plan"):
        house.projects.decide(OWNER, project_id, other.id, request, NOWHERE)


def test_worker_killed_at_any_write_hands_out_each_package_once(house, work):
    project_id = in_development(house)
    approve(house, project_id)
    nudges, before = house.nudges(), emulated.saved_rows()
    found: list[list[str]] = []

    def run_all():
        for nudge in nudges:
            house.clock.advance(minutes=20)
            house.run(nudge, f"run-{nudge.subject_id}")

    while killed_at(len(found) + 1, run_all):
        run_all()
        found.append(sorted(item.package for item in work.list_for_project("acc_1", project_id)))
        emulated.put_back(before)

    assert len(found) >= 3
    assert {tuple(packages) for packages in found} == {tuple(found[0])}
    assert len(set(found[0])) == len(found[0])
