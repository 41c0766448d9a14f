from __future__ import annotations

import pytest

from common.errors import InvalidRequest, NotFound, Unavailable
from common.sealing import SealBroken
from common.transactions import TransactionFailed, transact
from domain.audit.records import THE_TEAM
from domain.projects.access_needs import NEEDS
from domain.projects.changes import Change
from domain.projects.identifiers import derived_id
from domain.projects.records import Deliverable
from domain.projects.states import DeliverableKind, Phase, Role
from domain.vault.models import DepositCredential, FulfillRequest
from domain.vault.records import ProjectAccess, RequestStatus
from vaults import (
    counted_calls,
    credentials_of,
    kms_failing,
    request_for,
    rows_of_vault,
    stored_project,
    stored_request,
)

DEVELOPMENT_NEEDS = tuple(need for need in NEEDS if need.phase is Phase.DEVELOPMENT)


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


def test_use_opens_the_value_and_leaves_a_record(vault, opening, deposits, clock):
    request = fulfilled(deposits, stored_project())
    now = clock.advance(hours=1)

    with counted_calls() as calls:
        assert opening.use(request, purpose="Test and release plan") is True

    assert calls == {"GetItem": 1, "TransactWriteItems": 1, "SendMessage": 1, "Decrypt": 1}
    page = vault.list_uses("acc_1", request.credential_id, limit=20, cursor=None)
    assert [use.model_dump(exclude={"id"}) for use in page.uses] == [
        {"version": 1, "role": Role.CTO, "purpose": "Test and release plan", "at": now}
    ]
    (credential,) = credentials_of()
    assert (credential.uses, credential.last_used_at) == (1, now)


def test_use_done_again_is_recorded_once(opening, deposits, clock):
    request = fulfilled(deposits, stored_project())
    opening.use(request, purpose="Test and release plan")
    clock.advance(minutes=5)

    assert opening.use(request, purpose="Test and release plan") is True

    assert credentials_of()[0].uses == 1


def test_every_version_and_purpose_is_a_use_of_its_own(vault, opening, deposits):
    project = stored_project()
    request = fulfilled(deposits, project)
    opening.use(request, purpose="Test and release plan")
    opening.use(request, purpose="Launch plan")
    deposits.deposit(
        "acc_1",
        project.id,
        DepositCredential.model_validate({"name": "Hosting", "type": "token", "value": "new"}),
        by=THE_TEAM,
    )

    opening.use(request, purpose="Launch plan")

    page = vault.list_uses("acc_1", request.credential_id, limit=2, cursor=None)
    assert page.has_more
    rest = vault.list_uses("acc_1", request.credential_id, limit=2, cursor=page.next_cursor)
    assert {(use.version, use.purpose) for use in (*page.uses, *rest.uses)} == {
        (1, "Test and release plan"),
        (1, "Launch plan"),
        (2, "Launch plan"),
    }


def test_use_of_a_deleted_credential_does_nothing(opening, deposits):
    request = fulfilled(deposits, stored_project())
    deposits.delete("acc_1", request.credential_id, by=THE_TEAM)

    assert opening.use(request, purpose="Test and release plan") is False
    assert [row for row in rows_of_vault() if row["sk"]["S"].startswith("USE#")] == []


def test_use_that_meets_a_deletion_does_nothing(vault, opening, deposits, monkeypatch):
    request = fulfilled(deposits, stored_project())
    value = vault.store.find_value(request.credential)
    deposits.delete("acc_1", request.credential_id, by=THE_TEAM)
    monkeypatch.setattr(type(vault.store), "find_value", lambda *_: value)

    assert opening.use(request, purpose="Test and release plan") is False


def test_use_of_an_open_request_does_nothing(opening):
    assert opening.use(request_for(stored_project()), purpose="Test and release plan") is False


@pytest.mark.parametrize("changed", [{"account_id": "acc_2"}, {"project_id": "prj_2"}])
def test_value_does_not_open_for_another_account_or_project(vault, opening, deposits, changed, monkeypatch):
    request = fulfilled(deposits, stored_project()).model_copy(update=changed)
    monkeypatch.setattr(type(vault.store), "record_use", lambda *_: True)

    with pytest.raises(SealBroken):
        opening.use(request, purpose="Test and release plan")


def test_ciphertext_put_into_another_row_does_not_open(vault, opening, deposits):
    mine = fulfilled(deposits, stored_project("Bakery"))
    theirs = fulfilled(deposits, stored_project("Butcher", account_id="acc_2"))
    stolen = vault.store.find_value(theirs.credential).model_copy(update={"credential_id": mine.credential_id})
    table = vault.store.table
    row = {"pk": f"VALUE#{mine.credential_id}", "sk": "VALUE", **stolen.model_dump(mode="json")}
    transact([table.putting(row)])

    with pytest.raises(SealBroken):
        opening.use(mine, purpose="Test and release plan")


def test_use_is_unavailable_while_kms_is_down_and_works_afterwards(opening, deposits):
    request = fulfilled(deposits, stored_project())

    with kms_failing("decrypt", "KMSInternalException"), pytest.raises(Unavailable):
        opening.use(request, purpose="Test and release plan")

    assert opening.use(request, purpose="Test and release plan") is True
    assert credentials_of()[0].uses == 1


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


def test_record_of_uses_outlives_the_credential(vault, opening, deposits):
    request = fulfilled(deposits, stored_project())
    opening.use(request, purpose="Test and release plan")
    before = vault.list_uses("acc_1", request.credential_id, limit=20, cursor=None)

    deposits.delete("acc_1", request.credential_id, by=THE_TEAM)

    assert vault.list_uses("acc_1", request.credential_id, limit=20, cursor=None) == before
    assert len(before.uses) == 1
    with pytest.raises(NotFound):
        vault.list_uses("acc_2", request.credential_id, limit=20, cursor=None)


def test_uses_of_a_foreign_credential_are_not_found(vault, opening, deposits):
    request = fulfilled(deposits, stored_project())
    opening.use(request, purpose="Test and release plan")

    with pytest.raises(NotFound):
        vault.list_uses("acc_2", request.credential_id, limit=20, cursor=None)
