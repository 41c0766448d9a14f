"""The vault on the deployed cloud: asked, filled once, never read back, and the work goes on by itself."""

from __future__ import annotations

import uuid
from concurrent.futures import ThreadPoolExecutor

import pytest

from atrium import Customer


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
