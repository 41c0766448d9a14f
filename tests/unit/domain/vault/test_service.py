from __future__ import annotations

import pytest

from common.errors import InvalidRequest, NotFound
from common.transactions import TransactionFailed, transact
from domain.audit.records import THE_TEAM
from domain.projects.access_needs import AccessNeed
from domain.projects.changes import Change
from domain.projects.identifiers import derived_id
from domain.projects.records import Deliverable
from domain.projects.states import DeliverableKind, Phase, Role
from domain.vault.records import ProjectAccess, RequestStatus
from domain.vault.requests import FulfillRequest
from vaults import (
    stored_project,
    stored_request,
)

DEVELOPMENT_NEEDS = (
    AccessNeed(
        name="Source repository",
        type="token",
        reason="The work on I1 needs it.",
        how_to_obtain="Made in its settings.",
        entry="I1",
    ),
    AccessNeed(
        name="Hosting",
        type="api_key",
        reason="The work on I2 needs it.",
        how_to_obtain="Made in its settings.",
        entry="I2",
    ),
)


def fulfilled(deposits, project, name="Hosting", value="s3cret"):
    request = stored_request(project, name)
    deposits.fulfill(project.account_id, request.id, FulfillRequest.model_validate({"value": value}), by=THE_TEAM)
    return deposits.store.get_request(project.account_id, request.id)


def deliverables(project, clock):
    return [
        Deliverable(
            id=derived_id("dlv", project.id, kind),
            project_id=project.id,
            kind=kind,
            phase=Phase.DEVELOPMENT,
            owner=Role.CTO,
            title=kind.value,
            effort_hours=8,
            created_at=clock.moment,
            updated_at=clock.moment,
        )
        for kind in (DeliverableKind.DELIVERY_PLAN, DeliverableKind.TEST_PLAN)
    ]


def test_raised_requests_are_open_once_their_writes_are_through(vault, clock):
    project = stored_project()

    raised = vault.raising(
        project, DEVELOPMENT_NEEDS, ProjectAccess((), ()), deliverables(project, clock), clock.moment
    )
    transact(raised.writes)

    assert [request.name for request in raised.requests] == ["Source repository", "Hosting"]
    assert set(vault.list_for_project("acc_1", project.id).requests) == set(raised.requests)
    assert set(vault.list_open("acc_1")) == set(raised.requests)


def test_phase_that_begins_twice_asks_once(vault, projects, clock):
    project = stored_project()
    moved = Change(project.changed(clock.moment))

    def begin():
        nothing = ProjectAccess((), ())
        raised = vault.raising(project, DEVELOPMENT_NEEDS, nothing, deliverables(project, clock), clock.moment)
        transact([*raised.writes, *projects.writes_for(project, moved)])

    begin()
    clock.advance(minutes=5)

    with pytest.raises(TransactionFailed):
        begin()
    assert len(vault.list_open("acc_1")) == 2


def test_open_requests_are_those_of_every_project_of_the_account(vault, deposits):
    mine = [stored_request(stored_project("Bakery")), stored_request(stored_project("Florist"))]
    stored_request(stored_project("Butcher", account_id="acc_2"))
    fulfilled(deposits, stored_project("Grocer"))

    assert {request.id for request in vault.list_open("acc_1")} == {request.id for request in mine}


def test_cancelling_ends_pending_requests(vault, clock):
    request = stored_request(stored_project())

    transact(vault.cancelling([request], clock.moment))

    after = vault.store.get_request("acc_1", request.id)
    assert (after.status, after.cancelled_at) == (RequestStatus.CANCELLED, clock.moment)


def test_reminder_is_remembered(vault, clock):
    request = stored_request(stored_project())
    now = clock.advance(days=3)

    transact(vault.reminding(request, now))

    assert vault.store.get_request("acc_1", request.id) == request.model_copy(update={"reminded_at": now})


def test_lists_of_an_unknown_or_foreign_project_are_not_found(vault):
    foreign = stored_project(account_id="acc_2").id
    page = {"limit": 20, "cursor": None}

    for project_id in (foreign, "prj_unknown"):
        with pytest.raises(NotFound):
            vault.list_credentials("acc_1", project_id=project_id, **page)
        with pytest.raises(NotFound):
            vault.list_requests("acc_1", project_id=project_id, status=None, **page)


@pytest.mark.parametrize("cursor", ["", "x", "crd_", "crq_01J00000000000000000000000", "CREDENTIAL#"])
def test_cursor_of_another_list_is_refused(vault, cursor):
    with pytest.raises(InvalidRequest) as caught:
        vault.list_credentials("acc_1", project_id=None, limit=20, cursor=cursor)

    assert caught.value.problems[0].field == "cursor"
