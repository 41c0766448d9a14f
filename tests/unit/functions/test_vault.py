from __future__ import annotations

import base64
import hashlib
import json

import pytest

from common import idempotency
from common.caller import FRESH
from common.clock import utc_now
from domain.projects.service import project_service
from domain.projects.states import ProjectStatus
from domain.vault.models import CredentialRequestView, CredentialView
from doors import call, key_caller, session_caller
from vaults import (
    STARTED,
    counted_calls,
    everything_queued,
    everything_stored,
    kms_failing,
    request_for,
    rows_of_vault,
    stored_project,
    stored_request,
)

DEPOSIT = {"name": "Hosting", "type": "password", "value": "s3cret"}
READER, WRITER = key_caller("vault:read"), key_caller("vault:write")
OTHER = key_caller(account_id="acc_2")
OWNER = session_caller()
TOKEN = {"name": "Source repository", "type": "token", "value": "tok-3f9a1c7e5b2d8840"}
PLACES = [{"repository_url": "https://git.example.org/shop.git"}, {"allowed_hosts": ["git.example.org"]}]


@pytest.fixture(autouse=True)
def quick_fingerprints(monkeypatch):
    """At full strength, which `test_idempotency.py` works with, one takes longer than a deposit."""
    monkeypatch.setattr(idempotency, "_SCRYPT_COST", 2**4)


def deposit(project_id, caller=WRITER, headers=None, **changes):
    body = {name: value for name, value in (DEPOSIT | changes).items() if value is not None}
    return call("vault", "POST", "/vault/credentials/{id}", caller=caller, body=body, headers=headers, id=project_id)


def fulfill(request_id, caller=WRITER, headers=None, **body):
    answer = body or {"value": "s3cret"}
    path = "/vault/requests/{request_id}/fulfill"
    return call("vault", "POST", path, caller=caller, body=answer, headers=headers, request_id=request_id)


def decline(request_id, caller=WRITER, reason="We host it ourselves"):
    path = "/vault/requests/{request_id}/decline"
    return call("vault", "POST", path, caller=caller, body={"reason": reason}, request_id=request_id)


def delete(credential_id, caller=WRITER):
    return call("vault", "DELETE", "/vault/credentials/{id}", caller=caller, id=credential_id)


def uses(credential_id, caller=READER):
    return call("vault", "GET", "/vault/credentials/{id}/uses", caller=caller, id=credential_id)


def credentials(query="", caller=READER):
    return call("vault", "GET", "/vault/credentials" + query, caller=caller)


def requests(query="", caller=READER):
    return call("vault", "GET", "/vault/requests" + query, caller=caller)


def test_deposit_answers_201_with_metadata_alone(aws):
    answer = deposit(stored_project().id)

    assert answer.status == 201
    assert set(answer.data) == set(CredentialView.model_fields)
    assert (answer.data["name"], answer.data["version"], answer.data["uses"]) == ("Hosting", 1, 0)


@pytest.mark.parametrize("place", PLACES)
def test_where_data_goes_is_named_by_a_fresh_session_alone(aws, place):
    request = stored_request(stored_project(), type="token")
    old = session_caller(proved_at=utc_now() - FRESH)
    secret = {"value": TOKEN["value"]}

    refused = [
        answer.error["code"]
        for caller in (WRITER, old)
        for answer in (
            deposit(request.project_id, caller, **TOKEN, **place),
            fulfill(request.id, caller, **secret, **place),
        )
    ]

    assert refused == ["SESSION_NEEDED"] * 2 + ["STEP_UP_REQUIRED"] * 2
    assert credentials().data["credentials"] == []
    assert deposit(request.project_id, OWNER, **TOKEN, **place).status == 201
    assert fulfill(request.id, OWNER, **secret, **place).status == 200


@pytest.mark.parametrize("place", PLACES)
def test_key_deposits_a_new_value_for_where_data_went_before_and_for_nowhere_else(aws, place):
    project = stored_project()
    deposit(project.id, OWNER, **TOKEN, **place)
    elsewhere = {"repository_url": "https://git.example.net/shop.git"}

    same, other = deposit(project.id, WRITER, **TOKEN, **place), deposit(project.id, WRITER, **TOKEN, **elsewhere)

    assert (same.status, same.data["version"]) == (201, 2)
    assert (other.status, other.error["code"]) == (403, "SESSION_NEEDED")


def test_deposited_credential_is_listed(aws):
    deposited = deposit(stored_project().id).data

    answer = credentials()

    assert answer.data == {"credentials": [deposited], "has_more": False, "next_cursor": None}


def test_credentials_are_paged_newest_first_and_by_project(aws):
    bakery, florist = stored_project("Bakery"), stored_project("Florist")
    ids = [deposit(bakery.id, name=f"Access {number}").data["id"] for number in range(3)]
    deposit(florist.id)

    first = credentials(f"?project_id={bakery.id}&limit=2").data
    second = credentials(f"?project_id={bakery.id}&limit=2&cursor={first['next_cursor']}").data

    shown = [item["id"] for item in (*first["credentials"], *second["credentials"])]
    assert shown == sorted(ids, reverse=True)
    assert (first["has_more"], second["has_more"], second["next_cursor"]) == (True, False, None)
    assert len(credentials().data["credentials"]) == 4


def test_request_shows_what_why_how_and_what_it_blocks(aws):
    project = stored_project()
    request = stored_request(project)

    answer = requests()

    assert answer.data == {
        "requests": [
            {
                "id": request.id,
                "project_id": project.id,
                "project_name": "Bakery",
                "name": "Hosting",
                "type": "api_key",
                "reason": "Release steps depend on it.",
                "how_to_obtain": "Create an API key.",
                "blocks": "test_plan",
                "deliverable_id": request.deliverable_id,
                "requested_by": "CTO",
                "priority": "medium",
                "status": "pending",
                "created_at": "2026-03-02T09:00:00.000Z",
                "promised_for": None,
                "fulfilled_at": None,
                "declined_at": None,
                "cancelled_at": None,
                "decline_reason": None,
                "credential_id": None,
            }
        ],
        "has_more": False,
        "next_cursor": None,
    }


def test_requests_are_filtered_by_project_and_status(aws):
    bakery, florist = stored_project("Bakery"), stored_project("Florist")
    open_request, declined = stored_request(bakery), stored_request(bakery, "Analytics")
    stored_request(florist)
    decline(declined.id)

    answer = requests(f"?project_id={bakery.id}&status=pending")

    assert [item["id"] for item in answer.data["requests"]] == [open_request.id]
    assert [item["id"] for item in requests("?status=declined").data["requests"]] == [declined.id]
    assert len(requests().data["requests"]) == 3


def test_fulfill_answers_with_request_and_credential(aws):
    request = stored_request(stored_project())

    answer = fulfill(request.id, fields={"user": "ada", "password": "s3cret"}, note="read only")

    assert answer.status == 200
    assert set(answer.data) == {"request", "credential"}
    assert set(answer.data["request"]) == set(CredentialRequestView.model_fields)
    assert set(answer.data["credential"]) == set(CredentialView.model_fields)
    assert answer.data["request"]["status"] == "fulfilled"
    assert answer.data["request"]["credential_id"] == answer.data["credential"]["id"]


def test_decline_answers_with_the_request(aws):
    request = stored_request(stored_project())

    answer = decline(request.id)

    assert (answer.status, answer.data["status"]) == (200, "declined")
    assert answer.data["decline_reason"] == "We host it ourselves"


def test_ended_request_answers_409_with_its_code(aws):
    project = stored_project()
    fulfilled, declined = stored_request(project), stored_request(project, "Analytics")
    fulfill(fulfilled.id)
    decline(declined.id)

    answers = [fulfill(fulfilled.id), decline(fulfilled.id), fulfill(declined.id), decline(declined.id)]

    assert [(answer.status, answer.error["code"]) for answer in answers] == [
        (409, "ALREADY_FULFILLED"),
        (409, "ALREADY_FULFILLED"),
        (409, "ALREADY_DECIDED"),
        (409, "ALREADY_DECIDED"),
    ]


def test_cancelled_project_answers_409(aws):
    project = stored_project(status=ProjectStatus.CANCELLED)
    request = stored_request(project)

    answers = [deposit(project.id), fulfill(request.id), decline(request.id)]

    assert {(answer.status, answer.error["code"]) for answer in answers} == {(409, "CONFLICT")}


@pytest.mark.parametrize(("size", "status"), [(4_096, 201), (4_097, 413)])
def test_value_may_have_4096_bytes(aws, size, status):
    project = stored_project()

    answer = deposit(project.id, value="x" * size)

    assert answer.status == status
    assert len(rows_of_vault()) == (2 if status == 201 else 0)
    if status == 413:
        assert answer.error["code"] == "PAYLOAD_TOO_LARGE"


def test_body_over_256_kib_is_too_large(aws):
    answer = deposit(stored_project().id, note="x" * 256 * 1024)

    assert (answer.status, answer.error["code"]) == (413, "PAYLOAD_TOO_LARGE")


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"value": None}, "body"),
        ({"value": ""}, "value"),
        ({"value": 5}, "value"),
        ({"fields": {"a": "b"}}, "body"),
        ({"value": None, "fields": {}}, "fields"),
        ({"value": None, "fields": {"hunter2": 5}}, "fields"),
        ({"type": "passkey"}, "type"),
        ({"name": ""}, "name"),
        ({"expires_at": "2020-01-01T00:00:00Z"}, "expires_at"),
        ({"note": "AKIA" + "ABCDEFGHIJKLMNOP"}, "note"),
        ({"value": "\ud800"}, "body"),
    ],
)
def test_wrong_deposit_names_the_field_and_stores_nothing(aws, changes, field):
    answer = deposit(stored_project().id, **changes)

    assert (answer.status, answer.error["code"]) == (400, "VALIDATION_ERROR")
    assert [detail["field"] for detail in answer.error["details"]] == [field]
    assert rows_of_vault() == []


@pytest.mark.parametrize(
    ("ask", "query", "field"),
    [
        (credentials, "?limit=0", "limit"),
        (credentials, "?limit=101", "limit"),
        (credentials, "?cursor=x", "cursor"),
        (requests, "?cursor=crd_01J00000000000000000000000", "cursor"),
        (requests, "?status=open", "status"),
    ],
)
def test_wrong_query_names_the_parameter(aws, ask, query, field):
    answer = ask(query)

    assert (answer.status, answer.error["code"]) == (400, "VALIDATION_ERROR")
    assert [detail["field"] for detail in answer.error["details"]] == [field]


def test_another_accounts_things_are_not_found_to_the_letter(aws):
    project = stored_project()
    request = stored_request(project)
    credential_id = deposit(project.id, name="Analytics").data["id"]

    for ask, known, unknown in (
        (deposit, project.id, "prj_01J00000000000000000000000"),
        (fulfill, request.id, "crq_01J00000000000000000000000"),
        (decline, request.id, "crq_01J00000000000000000000000"),
        (delete, credential_id, "crd_01J00000000000000000000000"),
        (uses, credential_id, "crd_01J00000000000000000000000"),
    ):
        foreign = ask(known, caller=OTHER)
        assert foreign == ask(unknown, caller=OTHER)
        assert (foreign.status, foreign.error["code"]) == (404, "NOT_FOUND")
    assert credentials(f"?project_id={project.id}", caller=OTHER).status == 404
    assert credentials(caller=OTHER).data["credentials"] == []
    assert requests(caller=OTHER).data["requests"] == []


def test_kms_outage_answers_503_and_leaves_the_request_pending(aws):
    project = stored_project()
    request = stored_request(project)

    with kms_failing("encrypt", "KMSInternalException"):
        answer = fulfill(request.id)

    assert (answer.status, answer.error["code"]) == (503, "UNAVAILABLE")
    assert "retry-after" in answer.headers
    assert requests("?status=pending").data["requests"][0]["id"] == request.id
    assert credentials().data["credentials"] == []


def test_deleted_credential_is_gone(aws):
    credential_id = deposit(stored_project().id).data["id"]

    answer = delete(credential_id)

    assert (answer.status, answer.data["id"]) == (200, credential_id)
    assert credentials().data["credentials"] == []
    assert delete(credential_id).status == 404


def test_deposit_takes_three_calls_to_dynamodb_and_one_to_kms(aws):
    project = stored_project()
    deposit(project.id)

    with counted_calls() as calls:
        deposit(project.id)

    # One nudge to file its event.
    assert calls == {"GetItem": 1, "Query": 1, "TransactWriteItems": 1, "Encrypt": 1, "SendMessage": 1}


def test_fulfill_takes_three_calls_to_dynamodb_one_to_kms_and_one_to_the_queue(aws):
    request = stored_request(stored_project())

    with counted_calls() as calls:
        fulfill(request.id)

    assert calls == {"GetItem": 2, "TransactWriteItems": 1, "Encrypt": 1, "SendMessage": 2}


@pytest.mark.parametrize("ask", [credentials, requests])
@pytest.mark.parametrize("of_project", [False, True])
def test_lists_take_at_most_two_calls(aws, ask, of_project):
    project = stored_project()

    with counted_calls() as calls:
        ask(f"?project_id={project.id}" if of_project else "")

    assert calls.total() - calls["UpdateItem"] == (2 if of_project else 1)


def test_repeated_deposit_with_its_idempotency_key_gives_the_same_answer_and_no_new_version(aws):
    project = stored_project()
    key = {"Idempotency-Key": "deposit-1"}

    first, again = deposit(project.id, headers=key), deposit(project.id, headers=key)

    assert again == first
    assert credentials().data["credentials"][0]["version"] == 1


def test_idempotency_key_with_another_value_is_refused(aws):
    project = stored_project()
    key = {"Idempotency-Key": "deposit-1"}
    deposit(project.id, headers=key)

    answer = deposit(project.id, headers=key, value="another")

    assert (answer.status, answer.error["code"]) == (422, "IDEMPOTENCY_KEY_REUSED")


def test_repeated_fulfill_with_its_idempotency_key_gives_the_same_answer(aws):
    request = stored_request(stored_project())
    key = {"Idempotency-Key": "fulfill-1"}

    first, again = fulfill(request.id, headers=key), fulfill(request.id, headers=key)

    assert again == first
    assert first.status == 200


def traces_of(secret, body):
    """How a secret may look where it must not be: itself, encoded, and hashes that a list of passwords would break."""
    raw = secret.encode()
    quoted = json.dumps(secret)
    plain = (secret, quoted[1:-1], base64.b64encode(raw).decode(), base64.b64encode(raw).decode()[:-4], raw.hex())
    hashed = [
        hashlib.new(algorithm, subject).hexdigest()
        for algorithm in ("md5", "sha1", "sha256")
        for subject in (raw, quoted.encode(), body.encode(), json.dumps(body).encode())
    ]
    return [*plain, *hashed]


SECRET = "marked-Geheimnis-7f3a-zürich"


@pytest.mark.parametrize("headers", [{}, {"Idempotency-Key": "hunt-1"}], ids=["plain", "idempotent"])
def test_deposited_secret_is_found_nowhere(aws, capfd, caplog, headers):
    caplog.set_level("DEBUG")
    project = stored_project()
    request = stored_request(project, "Analytics")
    bodies = [
        DEPOSIT | {"value": SECRET},
        {"fields": {"user": "ada", "password": SECRET}},
        DEPOSIT | {"value": SECRET, "type": "passkey"},
        DEPOSIT | {"fields": {SECRET: 5}, "value": None},
        DEPOSIT | {"value": SECRET, "expires_at": "2020-01-01T00:00:00Z"},
        DEPOSIT | {"value": SECRET + "x" * 4_096},
    ]

    answers = [
        deposit(project.id, headers=headers, value=SECRET),
        deposit(project.id, headers=headers, value=SECRET),
        fulfill(request.id, headers=headers, fields={"user": "ada", "password": SECRET}),
        deposit(project.id, value=SECRET, type="passkey"),
        deposit(project.id, value=None, fields={SECRET: 5}),
        deposit(project.id, value=SECRET, expires_at="2020-01-01T00:00:00Z"),
        deposit(project.id, value=SECRET + "x" * 4_096),
        deposit("prj_unknown", value=SECRET),
        fulfill(request.id, value=SECRET),
        fulfill(request_for(stored_project("Florist")).id, value=SECRET),
    ]
    with kms_failing("encrypt", "KMSInternalException"):
        answers.append(deposit(project.id, value=SECRET))
    with kms_failing("encrypt", "AccessDeniedException", status=400):
        answers.append(deposit(project.id, value=SECRET))
    answers += [credentials(), requests(), uses(credentials().data["credentials"][0]["id"])]

    assert [answer.status for answer in answers] == [
        201, 201, 200, 400, 400, 400, 413, 404, 409, 404, 503, 500, 200, 200, 200,
    ]  # fmt: skip
    printed = capfd.readouterr()
    haystack = "\n".join(
        map(str, [*answers, *everything_stored(), *everything_queued(), printed.out, printed.err, caplog.text])
    )
    assert "request_failed" in haystack  # the logs were searched
    for body in bodies:
        for trace in traces_of(SECRET, json.dumps(body)):
            assert trace not in haystack


def test_secret_hunt_would_find_a_secret_in_metadata(aws):
    deposit(stored_project().id, note=SECRET)

    assert SECRET in str(everything_stored())


def test_idempotency_record_does_not_tell_the_body_by_a_plain_hash(aws):
    project = stored_project()

    deposit(project.id, headers={"Idempotency-Key": "1"})

    body = json.dumps(DEPOSIT)
    hashes = {hashlib.sha256(text.encode()).hexdigest() for text in (body, json.dumps(body), "s3cret", '"s3cret"')}
    records = [row for row in everything_stored() if "asked" in row]
    assert len(records) == 1
    assert records[0]["asked"]["S"] not in hashes
    assert not any(digest in str(records) for digest in hashes)


def test_project_counts_its_open_requests(aws):
    project = stored_project()
    first, second = stored_request(project), stored_request(project, "Analytics", created_at=STARTED)

    fulfill(first.id)
    decline(second.id)

    assert project_service().get("acc_1", project.id).open_credential_requests == 0
