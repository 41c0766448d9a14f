"""Another account's ids are answered like ids that nobody has, by every route and every tool that takes one.

By day `test_front_door.py` has a sample, and `tests/contract/test_tenancy.py` all of it in one process.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable, Iterator
from typing import Any

import pytest

from atrium import WEEKLY, Customer, Reply, wait_for
from authenticators import SoftAuthenticator
from interface import ROUTES, SESSION, UNKNOWN_IDS, Route, parameters
from letterbox import with_verified_address
from local.cloud import Cloud
from mcp_clients import Assistant, assistant
from protocol import MINIMAL_ARGUMENTS

pytestmark = pytest.mark.nightly

Ids = dict[str, str]

# Ids in the query: those that filter, and those that a page begins or ends with.
QUERIES = (
    ("/projects?cursor={}", "project_id"),
    ("/vault/credentials?project_id={}", "project_id"),
    ("/vault/credentials?cursor={}", "credential_id"),
    ("/vault/requests?project_id={}", "project_id"),
    ("/vault/requests?cursor={}", "request_id"),
    ("/pa/tasks?cursor={}", "task_id"),
    ("/pa/reports?task_id={}", "task_id"),
    ("/pa/reports?before={}", "report_id"),
    ("/inbox?cursor={}", "item_id"),
)
EVERYTHING = (
    *("/projects", "/projects/{project_id}", "/projects/{project_id}/intake", "/projects/{project_id}/approvals"),
    "/projects/{project_id}/work-items",
    *("/agents/{project_id}/messages?limit=100", "/vault/credentials", "/vault/requests", "/pa/tasks", "/pa/reports"),
    *("/inbox", "/inbox?state=snoozed"),
)


@pytest.fixture(scope="module")
def theirs(cloud: Cloud, neighbour: Customer) -> Iterator[Ids]:
    """An id of each thing the neighbour has; when all was tried, they find everything as it was."""
    with_verified_address(cloud, neighbour)
    project_id = neighbour.develop_project()
    deposit = {"name": "Spare", "type": "password", "value": "theirs alone"}
    task_id = neighbour.call("POST", "/pa/task", {"task": "Summarise my projects"}).data["task_id"]
    neighbour.call("POST", "/pa/task", {"task": WEEKLY})
    (report, *_) = wait_for(lambda: neighbour.call("GET", f"/pa/reports?task_id={task_id}").data["reports"])
    webhook = {"url": "http://127.0.0.1:9/", "types": ["report.ready"]}  # nobody listens there
    endpoint_id = neighbour.by_session("POST", "/api/account/webhooks", webhook).data["id"]
    sent = neighbour.by_session("POST", f"/api/account/webhooks/{endpoint_id}/test").data
    ids = {
        "endpoint_id": endpoint_id,
        "delivery_id": sent["delivery_id"],
        "project_id": project_id,
        "deliverable_id": neighbour.call("GET", f"/projects/{project_id}").data["deliverables"][0]["id"],
        "approval_id": neighbour.call("GET", f"/projects/{project_id}/approvals").data["approvals"][0]["id"],
        "key_id": neighbour.create_key(preset="pa_only")["id"],
        "request_id": neighbour.call("GET", "/vault/requests?status=pending").data["requests"][0]["id"],
        "credential_id": neighbour.call("POST", f"/vault/credentials/{project_id}", deposit).data["id"],
        "task_id": task_id,
        "report_id": report["id"],
        "approver_id": neighbour.by_session("POST", "/api/account/approvers", {"email": "anna@example.com"}).data["id"],
        "session_id": neighbour.by_session("GET", "/api/account/sessions").data["sessions"][0]["id"],
        "passkey_id": _passkey(neighbour),
        "work_id": neighbour.create_work_item(project_id),
        "item_id": neighbour.call("GET", "/inbox").data["items"][0]["id"],
        "export_id": neighbour.by_session("POST", "/api/account/export").data["id"],
    }
    before = wait_for(lambda: _everything_at_rest(neighbour, project_id))
    yield ids
    assert _everything(neighbour, project_id) == before


def _passkey(neighbour: Customer) -> str:
    path = "/api/account/passkeys"
    options = neighbour.by_session("POST", f"{path}/options").data["public_key"]
    made = SoftAuthenticator(origin=neighbour.base_url, rp_id="localhost").make(options)
    passkey_id: str = neighbour.by_session("POST", path, {"credential": made}).data["id"]
    return passkey_id


@pytest.fixture(scope="module")
def own_project(customer: Customer) -> str:
    return customer.submit_project()


@pytest.mark.parametrize("route", [route for route in ROUTES if "id}" in route.path], ids=lambda route: route.id)
def test_id_in_the_path_is_not_found(customer: Customer, theirs: Ids, own_project: str, route: Route) -> None:
    for known, nobodys in _guesses(theirs, own_project, parameters(route)):
        foreign, unknown = _call(customer, route, known), _call(customer, route, nobodys)

        assert (foreign.status, foreign.error["code"]) == (404, "NOT_FOUND")
        assert foreign.content == unknown.content


@pytest.mark.parametrize(("path", "name"), QUERIES)
def test_id_in_the_query_shows_nothing_of_theirs(customer: Customer, theirs: Ids, path: str, name: str) -> None:
    foreign = customer.call("GET", path.format(theirs[name]))
    unknown = customer.call("GET", path.format(UNKNOWN_IDS.get(name, UNKNOWN_IDS["id"])))

    assert foreign.content == unknown.content


def test_id_in_a_body_is_not_found(customer: Customer, theirs: Ids) -> None:
    foreign, unknown = (
        customer.call("POST", "/pa/task", {"task": "Status report", "project_id": project_id})
        for project_id in (theirs["project_id"], UNKNOWN_IDS["project_id"])
    )

    assert foreign.status == 404
    assert foreign.content == unknown.content


def test_id_given_to_a_tool_is_answered_like_an_unknown_one(customer: Customer, theirs: Ids, own_project: str) -> None:
    async def scenario() -> dict[str, list[str]]:
        async with assistant(customer.base_url, customer.key) as connected:
            return {name: await _wrong_answers(connected, name, theirs, own_project) for name in connected.tools}

    wrong = asyncio.run(scenario())

    assert len(wrong) == 61
    assert not any(wrong.values()), wrong


async def _wrong_answers(connected: Assistant, name: str, theirs: Ids, own_project: str) -> list[str]:
    """What a tool says of the neighbour's ids and does not say of unknown ones."""
    taken = [field for field in connected.tools[name].input_schema["properties"] if field in theirs]
    wrong = []
    for guess in _guesses(theirs, own_project, taken) if taken else ():
        foreign, unknown = [
            await connected.client.call_tool(
                name, MINIMAL_ARGUMENTS.get(name, {}) | {field: (UNKNOWN_IDS | ids)[field] for field in taken}
            )
            for ids in guess
        ]
        if foreign.content != unknown.content:
            wrong.append(str(foreign.content))
    return wrong


def _guesses(theirs: Ids, own_project: str, taken: Iterable[str]) -> Iterator[tuple[Ids, Ids]]:
    """Ids of theirs and what nobody has instead: all of them; those of a thing said to lie in the caller's project."""
    if "id" in taken:  # behind /vault/credentials/ a credential's or a project's
        yield {"id": theirs["credential_id"]}, {}
        yield {"id": theirs["project_id"]}, {"id": UNKNOWN_IDS["project_id"]}
        return
    yield theirs, {}
    if {"deliverable_id", "approval_id"} & set(taken):
        mine = {"project_id": own_project}
        yield theirs | mine, mine


def _call(customer: Customer, route: Route, known: Ids) -> Reply:
    send = customer.by_session if route.needs == SESSION else customer.call
    return send(route.method, route.path.format(**parameters(route, known)), route.body)


def _everything_at_rest(customer: Customer, project_id: str) -> list[Any] | None:
    """Everything there is, once the team has done what it can for now."""
    before = _everything(customer, project_id)
    time.sleep(2)
    return before if _everything(customer, project_id) == before else None


def _everything(customer: Customer, project_id: str) -> list[Any]:
    keys = customer.by_session("GET", "/api/account/api-keys").data["api_keys"]
    lasting = [{name: value for name, value in key.items() if not name.startswith("last")} for key in keys]
    endpoints = customer.by_session("GET", "/api/account/webhooks").data["webhooks"]
    hooks = [{name: one[name] for name in ("id", "url", "types", "enabled", "updated_at")} for one in endpoints]
    approvers = customer.by_session("GET", "/api/account/approvers").data["approvers"]
    return [
        lasting,
        hooks,
        approvers,
        *(customer.call("GET", path.format(project_id=project_id)).data for path in EVERYTHING),
    ]
