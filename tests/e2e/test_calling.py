"""Calling with a credential through the front door, by every role that the template gives: used, and seen nowhere."""

from __future__ import annotations

import asyncio
import json
import uuid
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from atrium import Customer, Reply, wait_for
from echo import Echo, authority, echoing, text
from kept import everything_kept
from local.cloud import Cloud
from local.paths import Home
from mcp_clients import assistant

SECRET = f"sk_live_{uuid.uuid4().hex}"


@pytest.fixture(scope="module")
def host(home: Home) -> Iterator[Echo]:
    """A host on this machine, over TLS, that says what it was sent. The local cloud lets calls go to this machine."""
    file = home.state / "authority.pem"
    file.write_bytes(authority().pem)
    with echoing(lambda call: text(json.dumps({"path": call.path, **call.headers}), "application/json")) as echo:
        yield echo
    file.unlink()


@pytest.fixture(scope="module")
def project_id(customer: Customer) -> str:
    return customer.create_project()


def deposited(customer: Customer, project_id: str, **terms: object) -> str:
    body = {"name": uuid.uuid4().hex, "type": "token", "value": SECRET, "allowed_hosts": ["localhost"]} | terms
    made = customer.by_session("POST", f"/vault/credentials/{project_id}", body)
    assert made.status == 201, made.content
    return str(made.data["id"])


def call(customer: Customer, host: Echo, credential_id: str, key: str | None = None, **changes: object) -> Reply:
    url = f"https://localhost:{host.port}/v1/me?page=1"
    body = {"method": "GET", "url": url, "purpose": "Look at the account"} | changes
    return customer.call("POST", f"/vault/credentials/{credential_id}/call", body, key=key)


def test_worker_asks_is_allowed_once_and_calls_once(customer: Customer, project_id: str, host: Echo) -> None:
    credential_id = deposited(customer, project_id)
    worker = customer.create_key(name="Build worker", preset="worker")["key"]
    before = len(host.calls)

    refused = call(customer, host, credential_id, worker)
    item_id = refused.error["details"]["inbox_item_id"]
    items = {item["id"]: item for item in customer.by_session("GET", "/inbox?limit=100").data["items"]}
    decided = customer.by_session("POST", f"/inbox/{item_id}/decide", {"decision": "once"})
    with ThreadPoolExecutor(3) as pool:
        answers = list(pool.map(lambda _: call(customer, host, credential_id, worker), range(3)))

    assert (refused.status, refused.error["code"], decided.status) == (409, "APPROVAL_NEEDED", 200)
    for words in ("Build worker", "GET localhost/v1/me", "Look at the account"):
        assert words in items[item_id]["sentence"]
    assert sorted(answer.status for answer in answers) == [200, 409, 409]
    assert len(host.calls) == before + 1
    (answered,) = (answer.data for answer in answers if answer.status == 200)
    assert json.loads(answered["body"])["authorization"] == "Bearer [secret]"
    assert host.calls[-1].headers["authorization"] == f"Bearer {SECRET}"
    (use,) = customer.call("GET", f"/vault/credentials/{credential_id}/uses").data["uses"]
    assert (use["status"], use["http_status"], use["allowed_by"], use["path"]) == ("answered", 200, "once", "/v1/me")


@pytest.mark.nightly
def test_call_for_a_work_item_is_the_claiming_keys_alone(customer: Customer, host: Echo) -> None:
    project_id = customer.submit_project()
    credential_id = deposited(customer, project_id, use_policy="workers")
    work_id = customer.create_work_item(project_id)
    worker = customer.create_key(name="Worker of an item", preset="worker")["key"]

    before = call(customer, host, credential_id, worker, work_id=work_id)
    customer.call("POST", f"/work-items/{work_id}/claim", {"worker": "ada"}, key=worker)
    after = call(customer, host, credential_id, worker, work_id=work_id)

    assert (before.status, before.error["code"], after.status) == (409, "NOT_CLAIMED", 200)
    (use,) = customer.call("GET", f"/vault/credentials/{credential_id}/uses").data["uses"]
    assert use["work_id"] == work_id


def test_standing_word_is_taken_back(customer: Customer, project_id: str, host: Echo) -> None:
    credential_id = deposited(customer, project_id, inject={"type": "query", "name": "token"})
    worker = customer.create_key(name="Standing worker", preset="worker")["key"]
    item_id = call(customer, host, credential_id, worker).error["details"]["inbox_item_id"]
    customer.by_session("POST", f"/inbox/{item_id}/decide", {"decision": "always"})
    before = len(host.calls)

    (grant,) = customer.by_session("GET", f"/vault/credentials/{credential_id}/grants").data["grants"]
    statuses = [call(customer, host, credential_id, worker).status]
    revoked = customer.by_session("DELETE", f"/vault/credentials/{credential_id}/grants/{grant['id']}")
    statuses.append(call(customer, host, credential_id, worker).status)

    assert (grant["key_name"], revoked.status, statuses) == ("Standing worker", 200, [200, 409])
    assert [one.path for one in host.calls[before:]] == [f"/v1/me?page=1&token={SECRET}"]
    noted = wait_for(lambda: customer.by_session("GET", "/api/account/audit?type=grant_revoked").data["entries"])
    assert "Standing worker must ask again" in noted[0]["subject"]


def test_assistant_calls_without_seeing_the_secret(customer: Customer, project_id: str, host: Echo) -> None:
    credential_id = deposited(customer, project_id, use_policy="workers")
    asked = {"method": "GET", "url": f"https://localhost:{host.port}/v1/me", "purpose": "Look at the account"}

    async def scenario() -> dict[str, Any]:
        worker = customer.create_key(name="Worker's", preset="worker")["key"]
        async with assistant(customer.base_url, worker) as connected:
            (found, *_older) = (await connected.call("list_credentials"))["credentials"]
            assert (found["id"], found["allowed_hosts"]) == (credential_id, ["localhost"])
            return await connected.call("call_with_credential", credential_id=found["id"], **asked)

    answered = asyncio.run(scenario())

    assert (answered["status"], json.loads(answered["body"])["authorization"]) == (200, "Bearer [secret]")


@pytest.mark.nightly
def test_failures_are_the_envelope(customer: Customer, project_id: str, host: Echo) -> None:
    credential_id = deposited(customer, project_id, use_policy="workers")

    nobody = call(customer, host, credential_id, url="https://localhost:9/")
    outside = call(customer, host, credential_id, url="https://example.org/")
    plain = call(customer, host, credential_id, url=f"http://localhost:{host.port}/")

    assert (nobody.status, nobody.error["code"]) == (502, "TARGET_FAILED")
    assert (outside.status, outside.error["code"]) == (403, "OUTSIDE_TERMS")
    assert (plain.status, plain.error["code"]) == (400, "VALIDATION_ERROR")


@pytest.mark.nightly
def test_the_secret_lies_nowhere_afterwards(cloud: Cloud, home: Home, host: Echo) -> None:
    assert [call for call in host.calls if SECRET in str(call)]
    assert [place for place, kept in everything_kept(cloud, home) if SECRET in kept] == []
