from __future__ import annotations

import pytest

import emulated
from briefs import submitted_project
from common.dynamo import dynamodb
from common.errors import InvalidRequest
from domain.agents.speaking import reply_to
from domain.audit.log import NOWHERE
from domain.projects import figures, wording
from domain.projects.brief.changing import Plan
from domain.projects.brief.records import BriefEntryType
from domain.projects.brief.requests import AddEntry
from domain.projects.documents.packages import packages
from domain.projects.documents.service import document_service
from domain.projects.documents.trade import Trade
from domain.projects.requests import ApprovalDecision, DecideApproval
from domain.projects.states import DeliverableKind, Phase, ProjectStatus
from domain.vault.records import RequestStatus
from domain.vault.store import vault_store
from domain.work.queue import work_queue
from domain.work_items.models import ClaimWorkItem, CloseWorkItem
from domain.work_items.records import ItemState
from domain.work_items.service import WorkService
from domain.work_items.store import work_store
from domain.work_items.working import worker_service
from work import OWNER, worker

PLAN = DeliverableKind.DELIVERY_PLAN
ANSWERS = {
    "goal": "A practice whose phone stops ringing",
    "audience": ["patients", "front desk"],
    "success_measure": ["30 % fewer calls within 3 months"],
    "must_haves": ["patients book appointments online", "reminder by SMS the day before"],
    "platforms": ["web"],
    "integrations": ["Google Calendar"],
    "existing": ["source_repository"],
    "approver": "Dr. Ines Weber",
}


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
    project_id = submitted_project(house.projects, "acc_1", answers=ANSWERS)
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
    assert all(item.criteria and item.documents for item in items)
    assert house.projects.get("acc_1", project_id).open_work_items == len(items)
    assert any(
        f"{len(items)} work items, one for each package" in said.content for said in house.conversation(project_id)
    )


def test_item_is_proved_by_the_criteria_of_the_approved_scope_and_waits_for_the_access_it_needs(house, work):
    project_id = in_development(house)
    calendar = next(one for one in vault_store().list_open_requests("acc_1") if one.entry == "I1")

    approve(house, project_id)
    house.run_all()

    items = {item.title.partition(" ")[0]: item for item in work.list_for_project("acc_1", project_id)}
    assert items["R1"].criteria
    assert all(one.id.startswith("R1.") for one in items["R1"].criteria)
    assert calendar.id in items["I1"].needs_access
    assert all(calendar.id not in item.needs_access for name, item in items.items() if name not in {"I1", "R1", "R2"})


def test_documents_and_phases_wait_neither_for_access_nor_for_work(house, work):
    project_id = in_development(house)
    open_before = vault_store().list_open_requests("acc_1")

    approve(house, project_id)
    house.run_all()

    project = house.projects.get("acc_1", project_id)
    assert {one.entry for one in open_before} == {None, "I1"}
    assert project.phase is Phase.LAUNCH
    assert project.open_work_items == len(work.list_for_project("acc_1", project_id))


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


def test_handing_out_moves_neither_the_progress_nor_the_forecast(house):
    project_id = in_development(house)
    approve(house, project_id, only=PLAN)
    before = house.projects.get("acc_1", project_id)

    house.run_all()

    after = house.projects.get("acc_1", project_id)
    assert after.work_items > 0
    assert after.progress_percent == before.progress_percent
    assert figures.budget(after).forecast == figures.budget(before).forecast
    assert figures.remaining_days(after) == figures.remaining_days(before)


def test_progress_the_eta_and_the_ceo_count_the_work(house, work):
    project_id = in_development(house)
    approve(house, project_id)
    house.run_all()
    handed = house.projects.get("acc_1", project_id)
    first, second, *others = work.list_for_project("acc_1", project_id)
    today = house.clock().date()

    close(work, first)
    work.cancel(OWNER, second.id, None)
    house.ask(project_id, "How is it going?")
    house.run_all()

    after = house.projects.get("acc_1", project_id)
    gone = first.effort.likely + second.effort.likely
    assert figures.remaining_days(after) == figures.remaining_days(handed) - gone
    assert figures.eta(after, today=today) <= figures.eta(handed, today=today)
    assert after.progress_percent > handed.progress_percent
    assert house.projects.describe("acc_1", project_id).work.model_dump() == {"items": len(others) + 1, "done": 1}
    assert wording.progress(after) in reply_to(house.brain.asked[-1]).content


def test_work_that_stays_in_the_plan_is_handed_out_later(house, work):
    project_id = in_development(house)
    approve(house, project_id, hand_out_work=False)
    house.run_all()
    assert work.list_for_project("acc_1", project_id) == ()

    house.projects.hand_out_work("acc_1", project_id)
    house.run_all()

    project = house.projects.get("acc_1", project_id)
    assert project.work_packages_out == len(work.list_for_project("acc_1", project_id)) > 0


def test_plan_approved_again_adds_what_is_new_and_leaves_claimed_items_as_they_were(house, work):
    project_id = in_development(house)
    approve(house, project_id)
    house.run_all()
    before = work.list_for_project("acc_1", project_id)
    claimed = next(item for item in before if not item.depends_on)
    worker_service().claim(worker(), claimed.id, ClaimWorkItem())
    house.projects.add_entry("acc_1", project_id, AddEntry(type=BriefEntryType.MUST_HAVE, text="gift vouchers"))
    rewritten = {PLAN, DeliverableKind.SCOPE}
    for document in house.projects.load("acc_1", project_id)[1].deliverables:
        if document.kind in rewritten:
            document_service().rewrite("acc_1", project_id, document.id)

    for kind in rewritten:
        approve(house, project_id, only=kind)
    house.run_all()

    after = {item.id: item for item in work.list_for_project("acc_1", project_id)}
    added = [item for item in after.values() if item.id not in {one.id for one in before}]
    assert [item.title for item in added if item.title.startswith("R")] == ["R3 gift vouchers"]
    assert {one.id for one in before} <= after.keys()
    assert after[claimed.id].criteria == claimed.criteria
    assert after[claimed.id].claimed_by
    assert house.projects.get("acc_1", project_id).open_work_items == len(after)


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
    approve(house, project_id)
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
