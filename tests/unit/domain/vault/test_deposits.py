from __future__ import annotations

import dataclasses
import json
from datetime import timedelta
from functools import partial

import pytest

from common.errors import Conflict, InvalidRequest, NotFound, PayloadTooLarge, Unavailable
from common.transactions import transact
from domain.audit.records import THE_TEAM
from domain.events import log
from domain.projects.errors import AlreadyDecided, NotRunning
from domain.projects.events import EventKind
from domain.projects.states import DecisionKind, ProjectStatus
from domain.vault import deposits as subject
from domain.vault.cipher import Binding, vault_cipher
from domain.vault.deposits import TooManyCredentials
from domain.vault.lifecycle import AlreadyFulfilled
from domain.vault.records import CredentialUse, OwnedCredential, RequestStatus
from domain.vault.requests import DeclineRequest, DepositCredential, FulfillRequest
from vaults import (
    RivalCipher,
    credentials_of,
    everything_queued,
    kms_failing,
    request_for,
    rows_of_vault,
    stored_project,
    stored_request,
)

DECLINE = DeclineRequest(reason="We host it ourselves")


def body(value="s3cret", **changes):
    return DepositCredential.model_validate({"name": "Hosting", "type": "password", "value": value} | changes)


def answer(value="s3cret", **changes):
    return FulfillRequest.model_validate({"value": value} | changes)


def opened(vault, credential):
    """What is sealed in a credential's row, opened for its present version."""
    binding = Binding("acc_1", credential.project_id, credential.id, credential.version)
    return vault_cipher().open(vault.store.find_value(OwnedCredential("acc_1", credential.id)).ciphertext, binding)


def events_of(projects, project):
    _project, owned = projects.load(project.account_id, project.id)
    return [(event.kind, event.subject_id) for event in owned.events]


def test_deposit_seals_the_value_and_answers_with_metadata(vault, deposits, clock):
    project = stored_project()

    credential = deposits.deposit("acc_1", project.id, body(username="ada", note="staging"), by=THE_TEAM)

    assert credential.model_dump(mode="json", exclude={"id"}) == {
        "project_id": project.id,
        "name": "Hosting",
        "type": "password",
        "username": "ada",
        "note": "staging",
        "version": 1,
        "created_at": "2026-03-02T09:00:00.000Z",
        "updated_at": "2026-03-02T09:00:00.000Z",
        "expires_at": None,
        "last_used_at": None,
        "uses": 0,
        "allowed_hosts": [],
        "inject": None,
        "use_policy": "ask_first",
        "allowed_methods": ["GET"],
        "allowed_paths": ["/"],
        "repository_url": None,
    }
    assert opened(vault, credential) == b"s3cret"


@pytest.mark.parametrize("name", ["Hosting", "hosting", "HOSTING"])
def test_same_project_and_name_deposits_the_next_version(vault, deposits, clock, name):
    project = stored_project()
    first = deposits.deposit("acc_1", project.id, body("old", note="staging"), by=THE_TEAM)
    later = clock.advance(hours=1)

    second = deposits.deposit("acc_1", project.id, body("new", name=name, type="token"), by=THE_TEAM)

    assert (second.id, second.version, second.type, second.note) == (first.id, 2, "token", None)
    assert (second.created_at, second.updated_at) == (first.created_at, later)
    assert opened(vault, second) == b"new"
    assert len([row for row in rows_of_vault() if "ciphertext" in row]) == 1


def test_next_version_keeps_the_record_of_uses(vault, deposits, clock):
    project = stored_project()
    first = deposits.deposit("acc_1", project.id, body(), by=THE_TEAM)
    use = CredentialUse(id="use_1", credential_id=first.id, version=1, role="CTO", purpose="Test plan", at=clock.moment)
    transact(vault.store.using(use, vault.store.get_credential("acc_1", first.id)))

    second = deposits.deposit("acc_1", project.id, body("new"), by=THE_TEAM)

    assert (second.uses, second.last_used_at) == (1, clock.moment)
    assert credentials_of()[0].uses == 1


def test_same_name_in_another_project_is_another_credential(deposits):
    first = deposits.deposit("acc_1", stored_project("Bakery").id, body(), by=THE_TEAM)
    second = deposits.deposit("acc_1", stored_project("Florist").id, body(), by=THE_TEAM)

    assert first.id != second.id
    assert second.version == 1


def test_two_first_deposits_of_a_name_at_once_become_two_versions(vault, deposits):
    project = stored_project()
    cipher = RivalCipher(
        deposits.cipher.key_id, meanwhile=lambda: deposits.deposit("acc_1", project.id, body("theirs"), by=THE_TEAM)
    )

    mine = dataclasses.replace(deposits, cipher=cipher).deposit("acc_1", project.id, body("mine"), by=THE_TEAM)

    assert mine.version == 2
    assert opened(vault, mine) == b"mine"
    assert [credential.id for credential in credentials_of()] == [mine.id]


def test_deposit_gives_up_with_conflict_when_the_project_never_stands_still(deposits, monkeypatch):
    project = stored_project()

    def always_too_late(_writes):
        raise Conflict

    monkeypatch.setattr(log, "commit", always_too_late)

    with pytest.raises(Conflict):
        deposits.deposit("acc_1", project.id, body(), by=THE_TEAM)
    assert rows_of_vault() == []


def test_deposit_under_the_name_of_an_open_request_fulfills_it(vault, deposits, projects):
    project = stored_project()
    request = stored_request(project)
    other = stored_request(project, "Analytics")

    credential = deposits.deposit("acc_1", project.id, body(name="hosting"), by=THE_TEAM)

    after = vault.list_for_project("acc_1", project.id).requests
    assert {item.id: item.status for item in after} == {
        request.id: RequestStatus.FULFILLED,
        other.id: RequestStatus.PENDING,
    }
    assert next(item for item in after if item.id == request.id).credential_id == credential.id
    assert projects.get("acc_1", project.id).open_credential_requests == 1
    assert events_of(projects, project) == [(EventKind.CREDENTIAL_FULFILLED, request.id)]
    assert len(everything_queued()) == 1


def test_deposit_without_a_request_does_not_call_the_ceo(deposits, projects):
    project = stored_project()

    deposits.deposit("acc_1", project.id, body(), by=THE_TEAM)

    assert events_of(projects, project) == []
    assert everything_queued() == []


def test_fulfill_stores_the_credential_closes_the_request_and_calls_the_ceo(vault, deposits, projects, clock):
    project = stored_project()
    request = stored_request(project, type="token")
    now = clock.advance(days=1)

    done = deposits.fulfill("acc_1", request.id, answer(note="read only"), by=THE_TEAM)

    assert (done.request.status, done.request.fulfilled_at) == (RequestStatus.FULFILLED, now)
    assert done.request.credential_id == done.credential.id
    assert (done.credential.name, done.credential.type, done.credential.version) == ("Hosting", "token", 1)
    assert done.credential.note == "read only"
    assert opened(vault, done.credential) == b"s3cret"
    after = projects.get("acc_1", project.id)
    assert (after.open_credential_requests, after.waited_seconds) == (0, 24 * 3600)
    assert events_of(projects, project) == [(EventKind.CREDENTIAL_FULFILLED, request.id)]
    (message,) = everything_queued()
    assert json.loads(message["Body"]) == {"account_id": "acc_1", "project_id": project.id, "subject_id": request.id}
    assert message["Attributes"]["MessageGroupId"] == project.id


def test_fulfilling_twice_is_refused(deposits, projects):
    project = stored_project()
    request = stored_request(project)
    deposits.fulfill("acc_1", request.id, answer(), by=THE_TEAM)

    with pytest.raises(AlreadyFulfilled) as caught:
        deposits.fulfill("acc_1", request.id, answer("other"), by=THE_TEAM)

    assert caught.value.code == "ALREADY_FULFILLED"
    assert len(events_of(projects, project)) == 1


def test_of_two_fulfilling_at_once_one_wins(vault, deposits, projects):
    project = stored_project()
    request = stored_request(project)
    cipher = RivalCipher(
        deposits.cipher.key_id, meanwhile=lambda: deposits.fulfill("acc_1", request.id, answer("theirs"), by=THE_TEAM)
    )

    with pytest.raises(AlreadyFulfilled):
        dataclasses.replace(deposits, cipher=cipher).fulfill("acc_1", request.id, answer("mine"), by=THE_TEAM)

    (credential,) = credentials_of()
    assert opened(vault, credential) == b"theirs"
    assert len(events_of(projects, project)) == 1
    assert projects.get("acc_1", project.id).open_credential_requests == 0


def test_declining_while_another_fulfills_lets_one_win(deposits, vault):
    request = stored_request(stored_project())
    cipher = RivalCipher(deposits.cipher.key_id, meanwhile=lambda: deposits.decline("acc_1", request.id, DECLINE))

    with pytest.raises(AlreadyDecided):
        dataclasses.replace(deposits, cipher=cipher).fulfill("acc_1", request.id, answer(), by=THE_TEAM)

    assert credentials_of() == []


def test_fulfill_succeeds_although_the_project_moved_meanwhile(deposits, projects):
    project = stored_project()
    request = stored_request(project)
    other = stored_request(project, "Analytics")
    cipher = RivalCipher(deposits.cipher.key_id, meanwhile=lambda: deposits.decline("acc_1", other.id, DECLINE))

    done = dataclasses.replace(deposits, cipher=cipher).fulfill("acc_1", request.id, answer(), by=THE_TEAM)

    assert done.request.status is RequestStatus.FULFILLED
    assert projects.get("acc_1", project.id).open_credential_requests == 0


def test_decline_closes_the_request_records_why_and_calls_the_ceo(deposits, projects, vault, clock):
    project = stored_project()
    request = stored_request(project)

    declined = deposits.decline("acc_1", request.id, DECLINE)

    assert (declined.status, declined.declined_at) == (RequestStatus.DECLINED, clock.moment)
    assert declined.decline_reason == "We host it ourselves"
    assert declined.model_dump(exclude={"project_id"}) == vault.store.get_request("acc_1", request.id).model_dump(
        include=set(type(declined).model_fields) - {"project_id"}
    )
    after, owned = projects.load("acc_1", project.id)
    assert after.open_credential_requests == 0
    assert [(item.kind, item.text, item.source) for item in owned.decisions] == [
        (DecisionKind.ACCESS_DECLINED, "Access to Hosting was declined: We host it ourselves", request.id)
    ]
    assert events_of(projects, project) == [(EventKind.CREDENTIAL_DECLINED, request.id)]
    assert len(everything_queued()) == 1


def test_declined_request_can_be_neither_fulfilled_nor_declined_again(deposits):
    request = stored_request(stored_project())
    deposits.decline("acc_1", request.id, DECLINE)

    with pytest.raises(AlreadyDecided):
        deposits.fulfill("acc_1", request.id, answer(), by=THE_TEAM)
    with pytest.raises(AlreadyDecided):
        deposits.decline("acc_1", request.id, DECLINE)


def test_fulfilled_request_cannot_be_declined(deposits):
    request = stored_request(stored_project())
    deposits.fulfill("acc_1", request.id, answer(), by=THE_TEAM)

    with pytest.raises(AlreadyFulfilled):
        deposits.decline("acc_1", request.id, DECLINE)


def test_declined_name_can_be_deposited_all_the_same(deposits, vault):
    project = stored_project()
    request = stored_request(project)
    deposits.decline("acc_1", request.id, DECLINE)

    deposits.deposit("acc_1", project.id, body(), by=THE_TEAM)

    assert vault.store.get_request("acc_1", request.id).status is RequestStatus.DECLINED


@pytest.mark.parametrize("use_case", ["deposit", "fulfill", "decline"])
def test_cancelled_project_takes_nothing(deposits, use_case):
    project = stored_project(status=ProjectStatus.CANCELLED)
    request = stored_request(project)

    with pytest.raises(NotRunning):
        {
            "deposit": lambda: deposits.deposit("acc_1", project.id, body(), by=THE_TEAM),
            "fulfill": lambda: deposits.fulfill("acc_1", request.id, answer(), by=THE_TEAM),
            "decline": lambda: deposits.decline("acc_1", request.id, DECLINE),
        }[use_case]()


@pytest.mark.parametrize("code", ["KMSInternalException", "DisabledException"])
def test_fulfill_stores_nothing_and_leaves_the_request_pending_when_kms_is_down(deposits, projects, vault, code):
    project = stored_project()
    request = stored_request(project)
    before = (rows_of_vault(), projects.get("acc_1", project.id))

    with kms_failing("encrypt", code), pytest.raises(Unavailable):
        deposits.fulfill("acc_1", request.id, answer(), by=THE_TEAM)

    assert (rows_of_vault(), projects.get("acc_1", project.id)) == before
    assert everything_queued() == []
    assert deposits.fulfill("acc_1", request.id, answer(), by=THE_TEAM).request.status is RequestStatus.FULFILLED


def test_deposit_stores_nothing_when_kms_is_down(deposits):
    project = stored_project()

    with kms_failing("encrypt", "KMSInternalException"), pytest.raises(Unavailable):
        deposits.deposit("acc_1", project.id, body(), by=THE_TEAM)

    assert rows_of_vault() == []


def test_fulfill_is_safe_when_the_queue_refuses(deposits, projects, monkeypatch):
    project = stored_project()
    request = stored_request(project)
    lost = dataclasses.replace(deposits.queue, url=deposits.queue.url.replace("ceo.fifo", "gone.fifo"))

    done = dataclasses.replace(deposits, queue=lost).fulfill("acc_1", request.id, answer(), by=THE_TEAM)

    assert done.request.status is RequestStatus.FULFILLED
    assert events_of(projects, project) == [(EventKind.CREDENTIAL_FULFILLED, request.id)]


def test_4097_bytes_are_refused_before_anything_is_read_or_stored(deposits):
    with pytest.raises(PayloadTooLarge):
        deposits.deposit("acc_1", "prj_of_nobody", body("x" * 4_097), by=THE_TEAM)
    with pytest.raises(PayloadTooLarge):
        deposits.fulfill("acc_1", "crq_of_nobody", answer("x" * 4_097), by=THE_TEAM)

    assert rows_of_vault() == []


@pytest.mark.parametrize("seconds", [-1, 0])
def test_expiry_must_be_in_the_future(deposits, clock, seconds):
    request = stored_request(stored_project())
    past = (clock.moment + timedelta(seconds=seconds)).isoformat()

    for attempt in (
        lambda: deposits.deposit("acc_1", request.project_id, body(expires_at=past), by=THE_TEAM),
        lambda: deposits.fulfill("acc_1", request.id, answer(expires_at=past), by=THE_TEAM),
    ):
        with pytest.raises(InvalidRequest) as caught:
            attempt()
        assert caught.value.problems[0].field == "expires_at"


def test_unknown_and_foreign_things_are_not_found_alike(deposits):
    project = stored_project(account_id="acc_2")
    request = stored_request(project)
    credential = deposits.deposit("acc_2", project.id, body(), by=THE_TEAM)

    def refusal(use_case, *arguments):
        with pytest.raises(NotFound) as caught:
            use_case("acc_1", *arguments)
        return caught.value.message

    for use_case, foreign, *rest in (
        (partial(deposits.deposit, by=THE_TEAM), project.id, body()),
        (partial(deposits.fulfill, by=THE_TEAM), request.id, answer()),
        (deposits.decline, request.id, DECLINE),
        (partial(deposits.delete, by=THE_TEAM), credential.id),
    ):
        assert refusal(use_case, foreign, *rest) == refusal(use_case, "unknown", *rest)


def test_project_takes_at_most_100_credentials_and_new_versions_still(deposits, monkeypatch):
    monkeypatch.setattr(subject, "MAX_CREDENTIALS", 2)
    project = stored_project()
    deposits.deposit("acc_1", project.id, body(name="one"), by=THE_TEAM)
    deposits.deposit("acc_1", project.id, body(name="two"), by=THE_TEAM)

    with pytest.raises(TooManyCredentials):
        deposits.deposit("acc_1", project.id, body(name="three"), by=THE_TEAM)
    assert deposits.deposit("acc_1", project.id, body(name="two"), by=THE_TEAM).version == 2


def test_deleted_credential_is_gone_with_its_value(deposits, vault, clock):
    project = stored_project()
    credential = deposits.deposit("acc_1", project.id, body(), by=THE_TEAM)

    deleted = deposits.delete("acc_1", credential.id, by=THE_TEAM)

    assert (deleted.id, deleted.deleted_at) == (credential.id, clock.moment)
    (left,) = rows_of_vault()
    assert left["sk"]["S"] == f"DELETED#{credential.id}"
    assert set(left) == {"pk", "sk", "id", "account_id", "project_id", "name", "deleted_at"}
    with pytest.raises(NotFound):
        deposits.delete("acc_1", credential.id, by=THE_TEAM)


def test_name_of_a_deleted_credential_begins_anew(deposits):
    project = stored_project()
    first = deposits.deposit("acc_1", project.id, body(), by=THE_TEAM)
    deposits.delete("acc_1", first.id, by=THE_TEAM)

    second = deposits.deposit("acc_1", project.id, body(), by=THE_TEAM)

    assert second.version == 1
    assert second.id != first.id


def test_deposit_begins_anew_when_the_credential_is_deleted_meanwhile(deposits, vault):
    project = stored_project()
    first = deposits.deposit("acc_1", project.id, body("old"), by=THE_TEAM)
    cipher = RivalCipher(deposits.cipher.key_id, meanwhile=lambda: deposits.delete("acc_1", first.id, by=THE_TEAM))

    second = dataclasses.replace(deposits, cipher=cipher).deposit("acc_1", project.id, body("new"), by=THE_TEAM)

    assert second.version == 1
    assert opened(vault, second) == b"new"


def test_request_that_was_never_stored_is_not_found(deposits):
    with pytest.raises(NotFound):
        deposits.fulfill("acc_1", request_for(stored_project()).id, answer(), by=THE_TEAM)
