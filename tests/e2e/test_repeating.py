"""An `Idempotency-Key` whose request was refused may be used again, on every door that takes one."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest

from atrium import Customer
from letterbox import with_verified_address
from local.cloud import Cloud
from mcp_clients import assistant
from tables import by_day

BY_KEY = [
    ("/projects", {"name": "Bakery"}),
    ("/agents/{project_id}/ask", {"message": "Where do we stand?"}),
    ("/vault/credentials/{project_id}", {"name": "GitHub", "type": "api_key", "value": "a value"}),
    ("/pa/task", {"task": "Summarise my projects"}),
    (
        "/projects/{active_id}/work-items",
        {"title": "Booking", "what": "Guests book.", "criteria": ["A guest can book"]},
    ),
]
IN_SESSION = [
    ("/api/account/api-keys", {"name": "a key", "preset": "full_access"}),
    ("/api/account/webhooks", {"url": "http://127.0.0.1:9/events", "types": ["project.created"]}),
    ("/api/account/approvers", {"email": "cfo@example.org"}),
]


@pytest.fixture(scope="module")
def verified(cloud: Cloud) -> Iterator[Customer]:
    """A customer whose address is verified, as webhooks and approvers ask for."""
    with closing(Customer(cloud.base_url)) as newcomer:
        yield with_verified_address(cloud, newcomer)


@pytest.fixture(scope="module")
def active_id(verified: Customer) -> str:
    """A project that is being worked on."""
    return verified.submit_project()


@pytest.mark.parametrize(("path", "body"), by_day([*BY_KEY, *IN_SESSION], every=5))
def test_refused_request_is_corrected_and_sent_with_its_key_again(
    verified: Customer, active_id: str, path: str, body: Any
) -> None:
    path = path.format(project_id=verified.create_project(), active_id=active_id)
    send = verified.by_session if path.startswith("/api/") else verified.call
    repeat = {"Idempotency-Key": uuid.uuid4().hex}

    refused = send("POST", path, {}, headers=repeat)
    done = send("POST", path, body, headers=repeat)

    assert (refused.status, refused.error["code"]) == (400, "VALIDATION_ERROR")
    assert done.status in {200, 201, 202}, done.content


@pytest.mark.nightly
def test_refused_tool_call_is_corrected_and_made_with_its_key_again(verified: Customer) -> None:
    async def scenario() -> None:
        async with assistant(verified.base_url, verified.key) as connected:
            project_id, key = verified.create_project(), uuid.uuid4().hex
            again = {"message": "And?", "idempotency_key": key}
            unknown = await connected.refusal("ask_ceo_agent", project_id="prj_none", **again)
            asked = await connected.call("ask_ceo_agent", project_id=project_id, **again)

            assert unknown.startswith("NOT_FOUND: ")
            assert asked["message_id"]

    asyncio.run(scenario())
