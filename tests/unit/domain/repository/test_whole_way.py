from __future__ import annotations

import dataclasses

import pytest

from briefs import submitted_project
from domain.audit.log import NOWHERE
from domain.audit.records import THE_TEAM
from domain.events.filing import filing_service
from domain.events.records import EventType
from domain.events.store import event_store
from domain.pa.needs import all_needs
from domain.pa.portfolio import portfolio_reader
from domain.projects import delivering
from domain.projects.documents.service import DocumentService
from domain.projects.requests import ApprovalDecision, DecideApproval
from domain.projects.states import ApprovalStatus, DeliveryReason, DeliveryState
from domain.repository.queue import repository_queue
from domain.repository.worker import RepositoryWorker
from domain.vault.cipher import vault_cipher
from domain.vault.deposits import DepositService
from domain.vault.opening import Opener
from domain.vault.requests import DepositCredential
from domain.vault.store import vault_store
from domain.vault.using import TeamUse
from domain.work.queue import WorkItem
from doors import session_caller
from git_server import BRANCH, SECRET, USERNAME
from house import ME, furnished

ACCOUNT = ME.account_id


@pytest.fixture
def house(aws, clock):
    found = furnished(aws, clock)
    found.project_id = submitted_project(found.projects, ACCOUNT)
    found.run_all()
    return found


@pytest.fixture
def worker(house, wire, clock):
    uses = TeamUse(vault_store(), Opener(vault_store(), vault_cipher()), clock)
    return RepositoryWorker(house.projects, uses, wire, house.agents.queue, clock)


def deposit(house, server, value=SECRET):
    service = DepositService(vault_store(), vault_cipher(), house.projects, house.agents.queue, house.clock)
    given = {"name": "Source repository", "type": "token", "value": value, "username": USERNAME}
    body = DepositCredential.model_validate(given | {"repository_url": server.url})
    service.deposit(ACCOUNT, house.project_id, body, by=THE_TEAM, caller=session_caller())
    house.run_all()


def approve_all(house):
    for one in house.projects.list_approvals(ACCOUNT, house.project_id).approvals:
        if one.status is ApprovalStatus.PENDING:
            house.clock.advance(seconds=1)
            approved = DecideApproval(decision=ApprovalDecision.APPROVE)
            house.projects.decide(ME, house.project_id, one.id, approved, NOWHERE)
            house.run_all()


def work(house, worker):
    for item in house.taken(repository_queue().url):
        worker.work(item)
    house.run_all()


def documents(house):
    return {one.kind.value: one for one in house.projects.describe(ACCOUNT, house.project_id).deliverables}


def needs(house):
    reader = dataclasses.replace(portfolio_reader(), now=house.clock)
    return {need.concern: need for need in all_needs(reader.read(ACCOUNT, timezone="UTC"))}


def test_documents_approved_before_the_repository_was_opened_are_in_it_in_the_order_of_the_decisions(
    house, worker, server
):
    approve_all(house)
    assert house.taken(repository_queue().url) == []
    assert {one.delivery for one in documents(house).values()} == {None}

    deposit(house, server)
    work(house, worker)

    approvals = house.projects.list_approvals(ACCOUNT, house.project_id).approvals
    decided = sorted(approvals, key=lambda one: one.decided_at or one.created_at)
    titles = [f"{one.title}, revision 1, as approved" for one in decided if one.status is ApprovalStatus.APPROVED]
    assert len(titles) == 3
    assert server.log() == titles[::-1]
    reading = DocumentService(house.projects.store, house.clock)
    text = reading.get(ACCOUNT, house.project_id, documents(house)["roadmap"].id)
    assert server.read("docs/atrium/roadmap.md").endswith(text.content.strip())
    assert "undelivered" not in needs(house)


def told_by_the_ceo(house):
    return [one.content for one in house.conversation(house.project_id) if "could not deliver" in one.content]


def test_conflict_is_told_while_the_others_go_on_by_the_ceo_and_in_the_inbox_until_a_new_deposit(house, worker, server):
    server.commit("docs/atrium/roadmap.md", "theirs\n")
    deposit(house, server)
    approve_all(house)

    work(house, worker)

    found = {kind: (one.delivery.state, one.delivery.reason) for kind, one in documents(house).items() if one.delivery}
    assert found.pop("roadmap") == (DeliveryState.CONFLICT, DeliveryReason.CONFLICT)
    assert list(found.values()) == [(DeliveryState.DELIVERED, None)] * 2
    (message,) = told_by_the_ceo(house)
    assert "somebody changed its file" in message
    assert "I overwrote nothing" in message
    need = needs(house)["undelivered"]
    assert (need.action, need.priority, need.path) == ("repair_delivery", "medium", f"/app/projects/{house.project_id}")
    filing_service([]).file_all(ACCOUNT)
    events = [one.type for one in event_store().list_filed(ACCOUNT, after=0, limit=100)]
    assert events.count(EventType.DELIVERABLE_DELIVERED) == 2
    assert events.count(EventType.DELIVERABLE_NOT_DELIVERED) == 1
    assert server.read("docs/atrium/roadmap.md", BRANCH) == "theirs"

    server.commit("docs/atrium/roadmap.md", None, branch=BRANCH)
    deposit(house, server)
    work(house, worker)

    assert documents(house)["roadmap"].delivery.state is DeliveryState.DELIVERED
    assert "undelivered" not in needs(house)


def test_refusal_is_tried_again_with_pauses_then_told_once_and_ends_the_way_of_all(house, worker, server):
    deposit(house, server, value="wrong")
    approve_all(house)

    def attempt():
        worker.work(WorkItem(ACCOUNT, house.project_id, ""))
        house.run_all()

    for pause in delivering.PAUSES:
        attempt()
        first = documents(house)["roadmap"].delivery
        assert (first.reason, told_by_the_ceo(house)) == (DeliveryReason.UNAUTHORIZED, [])
        house.clock.advance(seconds=pause.total_seconds())
    attempt()
    requests = len(server.requests)
    house.clock.advance(days=1)
    attempt()

    assert len(server.requests) == requests
    (message,) = told_by_the_ceo(house)
    assert "the repository refused the credential (401)" in message
    assert "I tried 5 times" in message
    assert message.count("**") == 6
    found = [(one.delivery.state, one.delivery.reason) for one in documents(house).values() if one.delivery]
    assert found == [(DeliveryState.FAILED, DeliveryReason.UNAUTHORIZED)] * 3
