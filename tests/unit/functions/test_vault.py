from __future__ import annotations

import base64
import hashlib
import json

import pytest

from common import idempotency
from common.caller import FRESH
from common.clock import utc_now
from common.json_text import meaning
from doors import call, key_caller, session_caller
from vaults import everything_queued, everything_stored, kms_failing, request_for, stored_project, stored_request

DEPOSIT = {"name": "Hosting", "type": "password", "value": "s3cret"}
READER, WRITER = key_caller("vault:read"), key_caller("vault:write")
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


def uses(credential_id, caller=READER):
    return call("vault", "GET", "/vault/credentials/{id}/uses", caller=caller, id=credential_id)


def credentials(query="", caller=READER):
    return call("vault", "GET", "/vault/credentials" + query, caller=caller)


def requests(query="", caller=READER):
    return call("vault", "GET", "/vault/requests" + query, caller=caller)


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


def test_repeated_deposit_or_fulfill_with_its_idempotency_key_gives_the_same_answer_and_no_new_version(aws):
    project = stored_project()
    request = stored_request(project, "Analytics")
    key = {"Idempotency-Key": "deposit-1"}

    deposited = [deposit(project.id, headers=key) for _ in "12"]
    fulfilled = [fulfill(request.id, headers={"Idempotency-Key": "fulfill-1"}) for _ in "12"]

    assert (deposited[0], fulfilled[0]) == (deposited[1], fulfilled[1])
    assert [one["version"] for one in credentials().data["credentials"]] == [1, 1]


def traces_of(secret, body):
    """How a secret may look where it must not be: itself, encoded, and hashes that a list of passwords would break."""
    raw = secret.encode()
    quoted = json.dumps(secret)
    plain = (secret, quoted[1:-1], base64.b64encode(raw).decode(), base64.b64encode(raw).decode()[:-4], raw.hex())
    hashed = [
        hashlib.new(algorithm, subject).hexdigest()
        for algorithm in ("md5", "sha1", "sha256")
        for subject in (raw, quoted.encode(), body.encode(), json.dumps(body).encode(), meaning(json.loads(body)))
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


def decline(request_id, caller=WRITER, reason="We host it ourselves"):
    path = "/vault/requests/{request_id}/decline"
    return call("vault", "POST", path, caller=caller, body={"reason": reason}, request_id=request_id)


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
