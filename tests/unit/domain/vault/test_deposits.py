from __future__ import annotations

import dataclasses
import json
from functools import partial

import pytest

from common.errors import Conflict, InvalidRequest, NotFound, Unavailable
from common.transactions import transact
from domain.audit.log import by_caller
from domain.audit.records import THE_TEAM
from domain.projects.changes import EventKind
from domain.projects.errors import AlreadyDecided, NotRunning
from domain.projects.states import DecisionKind, ProjectStatus
from domain.vault import deposits as subject
from domain.vault.cipher import Binding, vault_cipher
from domain.vault.deposits import TooManyCredentials
from domain.vault.records import CredentialUse, OwnedCredential, RequestStatus
from domain.vault.request_rules import AlreadyFulfilled
from domain.vault.requests import DeclineRequest, DepositCredential, FulfillRequest
from domain.vault.team_requests import team_requests
from doors import key_caller, session_caller
from security_logs import ACCOUNT, ORIGIN, noted
from vaults import (
    RivalCipher,
    credentials_of,
    everything_queued,
    kms_failing,
    rows_of_vault,
    stored_project,
    stored_request,
)

BY_KEY, BY_USER = by_caller(key_caller(), ORIGIN), by_caller(session_caller(), ORIGIN)
WHERE = ("203.0.113.9", "curl/8")
DECLINE = DeclineRequest(reason="We host it ourselves")


def body(value="s3cret", **changes):
    return DepositCredential.model_validate({"name": "Hosting", "type": "password", "value": value} | changes)


def answer(value="s3cret", **changes):
    return FulfillRequest.model_validate({"value": value} | changes)


def opened(vault, credential):
    """What is sealed in a credential's row, opened for its present version."""
    binding = Binding("acc_1", credential.project_id, credential.id, credential.version)
    return vault_cipher().open(vault.store.find_value(OwnedCredential("acc_1", credential.id)).ciphertext, binding)


def racing(deposits, meanwhile):
    """The service, in which `meanwhile` is called once between the reading and the writing."""
    return dataclasses.replace(deposits, cipher=RivalCipher(deposits.cipher.key_id, meanwhile=meanwhile))


def events_of(projects, project):
    _project, owned = projects.load(project.account_id, project.id)
    return [(event.kind, event.subject_id) for event in owned.events]


def test_deposit_seals_the_value_and_answers_with_metadata_and_terms_by_its_type(vault, deposits):
    given = body("a long s3cret", username="ada", note="staging", allowed_hosts=["API.example.org"])

    credential = deposits.deposit("acc_1", stored_project().id, given, by=THE_TEAM, caller=session_caller())

    assert credential.model_dump(mode="json", exclude_none=True, exclude={"id", "project_id", "updated_at"}) == {
        "name": "Hosting",
        "type": "password",
        "username": "ada",
        "note": "staging",
        "version": 1,
        "created_at": "2026-03-02T09:00:00.000Z",
        "uses": 0,
        "allowed_hosts": ["api.example.org"],
        "inject": {"type": "basic"},
        "use_policy": "ask_first",
        "allowed_methods": ["GET"],
        "allowed_paths": ["/"],
    }
    assert opened(vault, credential) == b"a long s3cret"


@pytest.mark.parametrize("name", ["Hosting", "HOSTING"])
def test_same_project_and_name_deposits_the_next_version_which_keeps_the_record_of_uses(vault, deposits, clock, name):
    project = stored_project()
    first = deposits.deposit("acc_1", project.id, body("old", note="staging"), by=THE_TEAM)
    elsewhere = deposits.deposit("acc_1", stored_project("Florist").id, body("theirs"), by=THE_TEAM)
    use = CredentialUse(id="use_1", credential_id=first.id, version=1, role="CTO", purpose="Test plan", at=clock.moment)
    transact(vault.store.using(use, vault.store.get_credential("acc_1", first.id)))
    later = clock.advance(hours=1)

    second = deposits.deposit("acc_1", project.id, body("new", name=name, type="token"), by=THE_TEAM)

    assert (second.id, second.version, second.type, second.note, second.uses) == (first.id, 2, "token", None, 1)
    assert (second.created_at, second.updated_at) == (first.created_at, later)
    assert (opened(vault, second), opened(vault, elsewhere), elsewhere.version) == (b"new", b"theirs", 1)
    assert len([row for row in rows_of_vault() if "ciphertext" in row]) == 2


def test_two_first_deposits_of_a_name_at_once_become_two_versions(vault, deposits):
    project = stored_project()
    racer = racing(deposits, lambda: deposits.deposit("acc_1", project.id, body("theirs"), by=THE_TEAM))

    mine = racer.deposit("acc_1", project.id, body("mine"), by=THE_TEAM)

    assert mine.version == 2
    assert opened(vault, mine) == b"mine"
    assert [credential.id for credential in credentials_of()] == [mine.id]


def test_deposit_fulfills_the_open_request_of_its_name_and_calls_the_ceo_for_no_other(vault, deposits, projects):
    project = stored_project()
    request, other = stored_request(project), stored_request(project, "Analytics")
    deposits.deposit("acc_1", project.id, body(name="Bank"), by=THE_TEAM)
    assert (events_of(projects, project), everything_queued()) == ([], [])

    credential = deposits.deposit("acc_1", project.id, body(name="hosting"), by=THE_TEAM)

    after = {item.id: item for item in team_requests().list_for_project("acc_1", project.id).requests}
    assert (after[request.id].status, after[request.id].credential_id) == (RequestStatus.FULFILLED, credential.id)
    assert after[other.id].status is RequestStatus.PENDING
    assert projects.get("acc_1", project.id).open_credential_requests == 1
    assert events_of(projects, project) == [(EventKind.CREDENTIAL_FULFILLED, request.id)]
    assert len(everything_queued()) == 1


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


def test_of_two_fulfilling_at_once_one_wins(vault, deposits, projects):
    project = stored_project()
    request = stored_request(project)
    racer = racing(deposits, lambda: deposits.fulfill("acc_1", request.id, answer("theirs"), by=THE_TEAM))

    with pytest.raises(AlreadyFulfilled):
        racer.fulfill("acc_1", request.id, answer("mine"), by=THE_TEAM)

    (credential,) = credentials_of()
    assert opened(vault, credential) == b"theirs"
    assert len(events_of(projects, project)) == 1
    assert projects.get("acc_1", project.id).open_credential_requests == 0


def test_declining_while_another_fulfills_lets_one_win(deposits, projects):
    project = stored_project()
    mine, other = stored_request(project), stored_request(project, "Analytics")

    def fulfil(declined):
        racer = racing(deposits, lambda: deposits.decline("acc_1", declined.id, DECLINE))
        return racer.fulfill("acc_1", mine.id, answer(), by=THE_TEAM)

    assert fulfil(other).request.status is RequestStatus.FULFILLED  # the project moved, and the request did not
    assert projects.get("acc_1", project.id).open_credential_requests == 0
    mine = stored_request(project, "Bank")
    with pytest.raises(AlreadyDecided):
        fulfil(mine)
    assert [one.name for one in credentials_of()] == ["Hosting"]


def test_decline_closes_the_request_records_why_and_calls_the_ceo(deposits, projects, clock):
    project = stored_project()
    request = stored_request(project)

    declined = deposits.decline("acc_1", request.id, DECLINE)

    assert (declined.status, declined.declined_at) == (RequestStatus.DECLINED, clock.moment)
    assert declined.decline_reason == "We host it ourselves"
    after, owned = projects.load("acc_1", project.id)
    assert after.open_credential_requests == 0
    assert [(item.kind, item.text, item.source) for item in owned.decisions] == [
        (DecisionKind.ACCESS_DECLINED, "Access to Hosting was declined: We host it ourselves", request.id)
    ]
    assert events_of(projects, project) == [(EventKind.CREDENTIAL_DECLINED, request.id)]
    assert len(everything_queued()) == 1


@pytest.mark.parametrize(
    ("end", "error", "code", "said"),
    [
        ("fulfil", AlreadyFulfilled, "ALREADY_FULFILLED", "You already gave this access."),
        ("decline", AlreadyDecided, "ALREADY_DECIDED", "You already declined this request."),
        ("cancel", Conflict, "CONFLICT", "This request ended with its project."),
    ],
)
def test_ended_request_can_be_neither_fulfilled_nor_declined(vault, deposits, clock, end, error, code, said):
    request = stored_request(stored_project())
    {
        "fulfil": lambda: deposits.fulfill("acc_1", request.id, answer(), by=THE_TEAM),
        "decline": lambda: deposits.decline("acc_1", request.id, DECLINE),
        "cancel": lambda: transact(team_requests().cancelling([request], clock.moment)),
    }[end]()
    ended = vault.store.get_request("acc_1", request.id)

    for again, words in ((partial(deposits.fulfill, by=THE_TEAM), answer("other")), (deposits.decline, DECLINE)):
        with pytest.raises(error) as caught:
            again("acc_1", request.id, words)
        assert (caught.value.code, caught.value.message) == (code, said)
    deposits.deposit("acc_1", request.project_id, body(), by=THE_TEAM)
    assert vault.store.get_request("acc_1", request.id) == ended


def test_cancelled_project_takes_nothing(deposits):
    project = stored_project(status=ProjectStatus.CANCELLED)
    request = stored_request(project)

    for use_case in (
        lambda: deposits.deposit("acc_1", project.id, body(), by=THE_TEAM),
        lambda: deposits.fulfill("acc_1", request.id, answer(), by=THE_TEAM),
        lambda: deposits.decline("acc_1", request.id, DECLINE),
    ):
        with pytest.raises(NotRunning):
            use_case()


def test_fulfill_stores_nothing_and_leaves_the_request_pending_when_kms_is_down(deposits, projects):
    project = stored_project()
    request = stored_request(project)
    before = (rows_of_vault(), projects.get("acc_1", project.id))

    with kms_failing("encrypt", "KMSInternalException"), pytest.raises(Unavailable):
        deposits.fulfill("acc_1", request.id, answer(), by=THE_TEAM)

    assert (rows_of_vault(), projects.get("acc_1", project.id)) == before
    assert everything_queued() == []
    assert deposits.fulfill("acc_1", request.id, answer(), by=THE_TEAM).request.status is RequestStatus.FULFILLED


def test_fulfill_is_safe_when_the_queue_refuses(deposits, projects, monkeypatch):
    project = stored_project()
    request = stored_request(project)
    lost = dataclasses.replace(deposits.queue, url=deposits.queue.url.replace("ceo.fifo", "gone.fifo"))

    done = dataclasses.replace(deposits, queue=lost).fulfill("acc_1", request.id, answer(), by=THE_TEAM)

    assert done.request.status is RequestStatus.FULFILLED
    assert events_of(projects, project) == [(EventKind.CREDENTIAL_FULFILLED, request.id)]


def test_expiry_must_be_in_the_future(deposits, clock):
    request = stored_request(stored_project())

    for attempt in (
        lambda: deposits.deposit("acc_1", request.project_id, body(expires_at=clock.moment.isoformat()), by=THE_TEAM),
        lambda: deposits.fulfill("acc_1", request.id, answer(expires_at=clock.moment.isoformat()), by=THE_TEAM),
    ):
        with pytest.raises(InvalidRequest) as caught:
            attempt()
        assert caught.value.problems[0].field == "expires_at"


def test_project_takes_at_most_100_credentials_and_new_versions_still(deposits, monkeypatch):
    monkeypatch.setattr(subject, "MAX_CREDENTIALS", 2)
    project = stored_project()
    deposits.deposit("acc_1", project.id, body(name="one"), by=THE_TEAM)
    deposits.deposit("acc_1", project.id, body(name="two"), by=THE_TEAM)

    with pytest.raises(TooManyCredentials):
        deposits.deposit("acc_1", project.id, body(name="three"), by=THE_TEAM)
    assert deposits.deposit("acc_1", project.id, body(name="two"), by=THE_TEAM).version == 2


def test_deleted_credential_is_gone_with_its_value_and_its_name_begins_anew(deposits, clock):
    project = stored_project()
    credential = deposits.deposit("acc_1", project.id, body(), by=THE_TEAM)

    deleted = deposits.delete("acc_1", credential.id, by=THE_TEAM)

    assert (deleted.id, deleted.deleted_at) == (credential.id, clock.moment)
    (left,) = rows_of_vault()
    assert left["sk"]["S"] == f"DELETED#{credential.id}"
    assert set(left) == {"pk", "sk", "id", "account_id", "project_id", "name", "deleted_at"}
    with pytest.raises(NotFound):
        deposits.delete("acc_1", credential.id, by=THE_TEAM)
    again = deposits.deposit("acc_1", project.id, body(), by=THE_TEAM)
    assert again.version == 1
    assert again.id != credential.id


def test_deposit_begins_anew_when_the_credential_is_deleted_meanwhile(deposits, vault):
    project = stored_project()
    first = deposits.deposit("acc_1", project.id, body("old"), by=THE_TEAM)
    racer = racing(deposits, lambda: deposits.delete("acc_1", first.id, by=THE_TEAM))

    second = racer.deposit("acc_1", project.id, body("new"), by=THE_TEAM)

    assert second.version == 1
    assert opened(vault, second) == b"new"


def test_deposits_given_accesses_and_deletions_are_noted_with_who_and_from_where(deposits, clock):
    project = stored_project()
    asked, also_asked = stored_request(project), stored_request(project, "Analytics")

    deposits.fulfill(ACCOUNT, asked.id, answer(), by=BY_KEY)
    clock.advance(seconds=1)
    deposits.deposit(ACCOUNT, project.id, body(name=also_asked.name), by=BY_KEY)
    clock.advance(seconds=1)
    made = deposits.deposit(ACCOUNT, project.id, body("other"), by=BY_USER)
    clock.advance(seconds=1)
    deposits.delete(ACCOUNT, made.id, by=BY_USER)

    assert noted() == [
        ("request_fulfilled", "Hosting, version 1", "key_1", *WHERE),
        ("request_fulfilled", "Analytics, version 1", "key_1", *WHERE),
        ("credential_deposited", "Hosting, version 2", "usr_1", *WHERE),
        ("credential_deleted", "Hosting, version 2", "usr_1", *WHERE),
    ]
