from __future__ import annotations

import pytest

import emulated
from briefs import submitted_project
from common.dynamo import dynamodb
from common.errors import InvalidRequest
from domain.agents.brain.rules import RuleBrain
from domain.audit.log import NOWHERE
from domain.projects import figures, wording
from domain.projects.brief.changing import Plan
from domain.projects.documents.packages import packages
from domain.projects.documents.trade import Trade
from domain.projects.requests import ApprovalDecision, DecideApproval
from domain.projects.states import DeliverableKind, Phase, ProjectStatus
from domain.projects.store import project_store
from domain.vault.cipher import vault_cipher
from domain.vault.deposits import DepositService
from domain.vault.requests import DeclineRequest
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


def approve(house, project_id, *, hand_out_work, only=None):
    for approval in house.projects.list_open_approvals("acc_1"):
        if only in {None, approval.deliverable_kind}:
            handing = hand_out_work and approval.deliverable_kind is PLAN
            request = DecideApproval(decision=ApprovalDecision.APPROVE, hand_out_work=handing)
            house.projects.decide(OWNER, project_id, approval.id, request, NOWHERE)


def decline_access(house):
    deposits = DepositService(vault_store(), vault_cipher(), house.projects, work_queue(), house.clock)
    for request in vault_store().list_open_requests("acc_1"):
        deposits.decline("acc_1", request.id, DeclineRequest(reason="Not yet"))


def in_development(house):
    """A project whose three documents of development wait for their approval."""
    project_id = submitted_project(house.projects, "acc_1")
    house.run_all()
    while True:
        decline_access(house)
        house.run_all()
        waiting = house.projects.list_open_approvals("acc_1")
        if house.projects.get("acc_1", project_id).phase is Phase.DEVELOPMENT and len(waiting) == 3:
            return project_id
        approve(house, project_id, hand_out_work=False)
        house.run_all()


def test_packages_of_the_approved_plan_become_items(house, work):
    project_id = in_development(house)
    project, owned = house.projects.load("acc_1", project_id)
    wanted = packages(Trade(Plan(project, owned.brief), house.clock().date()))

    approve(house, project_id, hand_out_work=True)
    house.run_all()

    items = work.list_for_project("acc_1", project_id)
    names = {item.id: item.package for item in items}
    numbers = {package.key: f"W{number}" for number, package in enumerate(wanted, start=1)}
    assert [
        (item.package, item.effort.likely, item.likely_cost, {names[one] for one in item.depends_on}) for item in items
    ] == [(numbers[one.key], one.effort.likely, one.cost, {numbers[need] for need in one.needs}) for one in wanted]
    assert all(item.criteria and item.documents for item in items)
    scope = next(one for one in owned.deliverables if one.kind is DeliverableKind.SCOPE)
    text = project_store().find_text(project.owned, scope.id, scope.revision)
    lines = {line.id: line.text for line in text.lines}
    booked = next(item for item in items if item.title.startswith("R1 "))
    assert [(one.id, one.text) for one in booked.criteria] == [
        (name, said) for name, said in lines.items() if name.startswith("R1.")
    ]
    project = house.projects.get("acc_1", project_id)
    assert project.open_work_items == len(items)
    assert any(
        f"{len(items)} work items, one for each package" in one.content for one in house.conversation(project_id)
    )


def test_project_is_complete_when_its_documents_are_approved_and_no_item_is_open(house, work):
    project_id = in_development(house)
    approve(house, project_id, hand_out_work=True)
    house.run_all()
    assert house.projects.get("acc_1", project_id).phase is Phase.LAUNCH
    approve(house, project_id, hand_out_work=False)
    house.run_all()
    *others, last = work.list_for_project("acc_1", project_id)
    for item in others:
        work.close(OWNER, item.id, CloseWorkItem(note="Shown to me"))
    house.run_all()
    assert house.projects.get("acc_1", project_id).status is ProjectStatus.ACTIVE

    work.close(OWNER, last.id, CloseWorkItem(note="Shown to me"))
    house.run_all()

    assert house.projects.get("acc_1", project_id).status is ProjectStatus.COMPLETED
    assert {item.state for item in work.list_for_project("acc_1", project_id)} == {ItemState.DONE}


def test_handing_out_moves_neither_the_progress_nor_the_forecast(house, work):
    project_id = in_development(house)
    plan = next(one for one in house.projects.list_open_approvals("acc_1") if one.deliverable_kind is PLAN)
    approval = DecideApproval(decision=ApprovalDecision.APPROVE, hand_out_work=True)
    house.projects.decide(OWNER, project_id, plan.id, approval, NOWHERE)
    before = house.projects.get("acc_1", project_id)

    house.run_all()

    after = house.projects.get("acc_1", project_id)
    assert after.work_items > 0
    assert after.progress_percent == before.progress_percent
    assert figures.budget(after).forecast == figures.budget(before).forecast
    assert figures.remaining_days(after) == figures.remaining_days(before)


def test_progress_the_eta_and_the_ceo_count_the_work(house, work):
    project_id = in_development(house)
    approve(house, project_id, hand_out_work=True)
    house.run_all()
    handed = house.projects.get("acc_1", project_id)
    first, second, *others = work.list_for_project("acc_1", project_id)
    today = house.clock().date()

    work.close(OWNER, first.id, CloseWorkItem(note="Shown to me"))
    work.cancel(OWNER, second.id, None)
    house.ask(project_id, "How is it going?")
    house.run_all()

    after = house.projects.get("acc_1", project_id)
    gone = first.effort.likely + second.effort.likely
    assert figures.remaining_days(after) == figures.remaining_days(handed) - gone
    assert figures.eta(after, today=today) <= figures.eta(handed, today=today)
    assert after.progress_percent > handed.progress_percent
    assert house.projects.describe("acc_1", project_id).work.model_dump() == {"items": len(others) + 1, "done": 1}
    assert wording.progress(after) in RuleBrain().answer(*house.brain.asked[-1]).content


def test_without_handing_out_development_ends_with_its_documents(house, work):
    project_id = in_development(house)

    approve(house, project_id, hand_out_work=False)
    house.run_all()

    assert house.projects.get("acc_1", project_id).phase is Phase.LAUNCH
    assert work.list_for_project("acc_1", project_id) == ()
    approve(house, project_id, hand_out_work=False)
    house.run_all()
    assert house.projects.get("acc_1", project_id).status is ProjectStatus.COMPLETED


def test_work_left_in_the_plan_is_handed_out_later(house, work):
    project_id = in_development(house)
    approve(house, project_id, hand_out_work=False)
    house.run_all()

    house.projects.hand_out_work("acc_1", project_id)
    house.run_all()

    assert len(work.list_for_project("acc_1", project_id)) == house.projects.get("acc_1", project_id).work_items > 0


def test_other_documents_hand_out_nothing(house):
    project_id = in_development(house)
    other = next(one for one in house.projects.list_open_approvals("acc_1") if one.deliverable_kind is not PLAN)
    request = DecideApproval(decision=ApprovalDecision.APPROVE, hand_out_work=True)

    with pytest.raises(InvalidRequest, match="Only the delivery plan"):
        house.projects.decide(OWNER, project_id, other.id, request, NOWHERE)


class Killed(BaseException):
    """The worker's process is gone: nothing catches it."""


def test_worker_killed_at_any_write_hands_out_each_package_once(house, work, monkeypatch):
    project_id = in_development(house)
    approve(house, project_id, hand_out_work=True)
    nudges, before = house.nudges(), emulated.saved_rows()
    client = dynamodb()
    real = client.transact_write_items
    found = []
    for last in range(1, 30):
        writes = 0

        def killing(**request):
            nonlocal writes
            writes += 1
            if writes == last:  # noqa: B023 - called within this round
                raise Killed
            return real(**request)

        emulated.put_back(before)
        with monkeypatch.context() as patch:
            patch.setattr(client, "transact_write_items", killing)
            try:
                for nudge in nudges:
                    house.run(nudge, f"run-{nudge.subject_id}")
            except Killed:
                pass
            else:
                break
        for nudge in nudges:
            house.clock.advance(minutes=20)
            house.run(nudge, f"again-{nudge.subject_id}")
        found.append(sorted(item.package for item in work.list_for_project("acc_1", project_id)))

    assert len(found) >= 3
    assert {tuple(packages) for packages in found} == {tuple(found[0])}
    assert len(set(found[0])) == len(found[0])
