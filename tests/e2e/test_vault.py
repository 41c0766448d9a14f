"""The vault on the deployed cloud: asked, filled once, never read back, and the work goes on by itself."""

from __future__ import annotations

import uuid
from concurrent.futures import ThreadPoolExecutor

import pytest

from atrium import Customer, wait_for


@pytest.fixture(scope="module")
def in_development(customer: Customer) -> str:
    """A project whose team has asked for access to its source repository."""
    return customer.develop_project()


def open_requests(customer: Customer, project_id: str) -> list[dict]:
    return customer.call("GET", f"/vault/requests?project_id={project_id}&status=pending").data["requests"]


def test_request_is_fulfilled_once_however_often_it_is_tried_and_no_document_waits_for_it(
    customer: Customer, in_development: str
) -> None:
    request = next(one for one in open_requests(customer, in_development) if one["name"] == "Source repository")
    documents = customer.call("GET", f"/projects/{in_development}").data["deliverables"]
    assert "blocked" not in {one["state"] for one in documents}

    with ThreadPoolExecutor(4) as pool:
        body = {"value": f"ghp-{uuid.uuid4().hex}"}
        path = f"/vault/requests/{request['id']}/fulfill"
        replies = list(pool.map(lambda _: customer.call("POST", path, body), range(4)))

    assert sorted(reply.status for reply in replies) == [200, 409, 409, 409]
    assert {reply.error["code"] for reply in replies if reply.status == 409} <= {"ALREADY_FULFILLED", "CONFLICT"}
    (credential,) = [
        one
        for one in customer.call("GET", f"/vault/credentials?project_id={in_development}").data["credentials"]
        if one["name"] == "Source repository"
    ]
    assert (credential["version"], credential["uses"]) == (1, 0)  # opened only to be used
    assert "value" not in credential


@pytest.mark.nightly
def test_declined_request_is_said(customer: Customer, in_development: str) -> None:
    request = next(one for one in open_requests(customer, in_development) if one["name"] != "Source repository")

    customer.call("POST", f"/vault/requests/{request['id']}/decline", {"reason": "We move away from it"})

    wait_for(lambda: any("We move away from it" in message["content"] for message in customer.messages(in_development)))


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"name": "Host", "type": "password", "value": "x" * 4_096}, 201),
        ({"name": "Host", "type": "password", "value": "x" * 4_097}, 413),
        ({"name": "Host", "type": "password", "value": ""}, 400),
        ({"name": "Host", "type": "passphrase", "value": "x"}, 400),
        ({"name": "Host", "type": "password"}, 400),
        ({"name": "Host", "type": "password", "value": "x", "fields": {"a": "b"}}, 400),
    ],
)
def test_deposit_takes_4096_bytes_and_names_what_is_wrong(customer: Customer, body: dict, status: int) -> None:
    project_id = customer.create_project("Deposits")

    reply = customer.call("POST", f"/vault/credentials/{project_id}", body)

    stored = customer.call("GET", f"/vault/credentials?project_id={project_id}").data["credentials"]
    assert reply.status == status
    assert len(stored) == (1 if status == 201 else 0)
    assert body.get("value", "never there")[:1_000] not in str(reply.content) or not body.get("value")


@pytest.mark.nightly
def test_same_name_makes_a_new_version(customer: Customer) -> None:
    project_id = customer.create_project("Versions")
    body = {"name": "Host", "type": "password", "value": "one"}

    first = customer.call("POST", f"/vault/credentials/{project_id}", body).data
    second = customer.call("POST", f"/vault/credentials/{project_id}", body | {"value": "two"}).data

    assert (second["id"], first["version"], second["version"]) == (first["id"], 1, 2)
