"""A deleted project is unknown to every route and tool, and comes back whole; exports hold all but secrets."""

from __future__ import annotations

import asyncio
import io
import json
import zipfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import Any

import httpx
import pytest

from atrium import WEEKLY, Customer, Reply, wait_for
from interface import ROUTES, SESSION, UNKNOWN_IDS, Route, parameters
from letterbox import mails_to, with_verified_address
from local.cloud import Cloud
from mcp_clients import Assistant, assistant
from programs import Program
from protocol import MINIMAL_ARGUMENTS

VALUE = "an-octopus-in-the-vault-7731"
UNDOING = {"/projects/{project_id}/restore"}
LISTS = ("/projects", "/vault/credentials", "/vault/requests", "/pa/tasks", "/inbox?limit=100", "/pa/projects")


@pytest.fixture(scope="module")
def owner(cloud: Cloud) -> Iterator[Customer]:
    with closing(Customer(cloud.base_url)) as owner:
        yield with_verified_address(cloud, owner)


@pytest.fixture(scope="module")
def ids(owner: Customer) -> dict[str, str]:
    """A project in development with something of every kind, deleted when it has all that."""
    project_id = owner.develop_project()
    owner.call("POST", "/pa/task", {"task": WEEKLY, "project_id": project_id})
    submit_work(owner, project_id)
    task_id = owner.call("POST", "/pa/task", {"task": "Status report", "project_id": project_id}).data["task_id"]
    wait_for(lambda: owner.call("GET", f"/pa/reports?task_id={task_id}").data["reports"])
    deposit = {"name": "Spare", "type": "password", "value": VALUE}
    return {
        "project_id": project_id,
        "task_id": task_id,
        "credential_id": owner.call("POST", f"/vault/credentials/{project_id}", deposit).data["id"],
        "request_id": owner.call("GET", "/vault/requests?status=pending").data["requests"][0]["id"],
        "deliverable_id": owner.call("GET", f"/projects/{project_id}").data["deliverables"][0]["id"],
        "approval_id": owner.call("GET", f"/projects/{project_id}/approvals").data["approvals"][0]["id"],
    }


def submit_work(owner: Customer, project_id: str) -> None:
    """A work item whose submission waits for the customer."""
    item = f"/work-items/{owner.create_work_item(project_id)}"
    claim = owner.call("POST", f"{item}/claim", {}).data["claim_id"]
    evidence = [{"criterion": "1", "text": "The test passes in the linked run.", "link": "https://git.example.org/7"}]
    sent = owner.call("POST", f"{item}/submit", {"claim_id": claim, "summary": "It works.", "evidence": evidence})
    assert sent.status == 200, sent.content


@pytest.fixture(scope="module")
def before(owner: Customer, ids: dict[str, str]) -> Any:
    return wait_for(lambda: _at_rest(owner, ids["project_id"]))


@pytest.fixture(scope="module")
def deleted(owner: Customer, ids: dict[str, str], before: Any) -> Iterator[dict[str, str]]:
    """It is deleted for the tests of this module, and then restored."""
    gone = owner.by_session("DELETE", f"/projects/{ids['project_id']}")
    assert gone.status == 200, gone.content
    yield ids
    restored = owner.by_session("POST", f"/projects/{ids['project_id']}/restore")
    assert restored.status == 200, restored.content
    assert wait_for(lambda: _everything(owner, ids["project_id"]) == before)


@pytest.mark.nightly
@pytest.mark.parametrize("route", [one for one in ROUTES if "id}" in one.path], ids=lambda route: route.id)
def test_route_answers_as_for_a_project_that_nobody_has(owner: Customer, deleted: dict[str, str], route: Route) -> None:
    known = deleted | {"id": deleted["credential_id"]}
    if route.path in UNDOING or not any(f"{{{name}}}" in route.path for name in known):
        return
    foreign, unknown = _call(owner, route, known), _call(owner, route, {})

    assert (foreign.status, foreign.error["code"]) == (404, "NOT_FOUND")
    assert foreign.content == unknown.content


def test_no_list_shows_anything_of_it_and_the_list_of_deleted_ones_does(
    owner: Customer, deleted: dict[str, str]
) -> None:
    named = wait_for(lambda: None if any(_shown(owner, path, deleted) for path in LISTS) else "nothing")
    (listed,) = owner.call("GET", "/projects?status=deleted").data["projects"]

    assert named == "nothing"
    assert (listed["id"], bool(listed["gone_at"])) == (deleted["project_id"], True)


@pytest.mark.nightly
def test_no_tool_knows_it(owner: Customer, deleted: dict[str, str]) -> None:
    async def scenario() -> list[str]:
        async with assistant(owner.base_url, owner.key) as connected:
            return [name for name in connected.tools if await _knows(connected, name, deleted)]

    with ThreadPoolExecutor(1) as thread:
        assert thread.submit(asyncio.run, scenario()).result() == []


@pytest.mark.nightly
def test_key_cannot_delete_nor_restore(owner: Customer, ids: dict[str, str]) -> None:
    for method, path in (("DELETE", ""), ("POST", "/restore")):
        refused = owner.call(method, f"/projects/{ids['project_id']}{path}")
        assert (refused.status, refused.error["code"]) == (403, "FORBIDDEN")


def test_export_holds_everything_but_values_hashes_and_secrets(cloud: Cloud, owner: Customer, deleted: Any) -> None:
    owner.create_project("../../etc/passwd \\ <script>")
    secret = owner.by_session(
        "POST", "/api/account/webhooks", {"url": "http://127.0.0.1:9/", "types": ["report.ready"]}
    ).data["secret"]
    program = Program.connect(owner, "agents:read")
    asked = owner.by_session("POST", "/api/account/export")
    assert asked.status == 202

    path = f"/api/account/exports/{asked.data['id']}"
    made = wait_for(lambda: found if (found := owner.by_session("GET", path).data)["url"] else None)
    unsigned = httpx.get(made["url"].partition("?")[0])
    raw = httpx.get(made["url"]).content

    files = zipfile.ZipFile(io.BytesIO(raw))
    text = "\n".join(files.read(name).decode() for name in files.namelist())
    assert unsigned.status_code == 403
    assert len(raw) == made["bytes"]
    assert not [name for name in files.namelist() if ".." in name or name.startswith("/") or "\\" in name]
    assert {"README.md", "account.jsonl", "users.jsonl", "keys.jsonl", "security-log.json"} <= set(files.namelist())
    for kind in ("/documents/", "/conversation.jsonl", "/approvals.jsonl", "vault/credentials.jsonl", "reports.jsonl"):
        assert [name for name in files.namelist() if kind in name], kind
    assert [name for name in files.namelist() if name.startswith("deleted-projects/")]
    assert [one["name"] for one in map(json.loads, files.read("vault/credentials.jsonl").splitlines())] == ["Spare"]
    (connection,) = map(json.loads, files.read("connections.jsonl").splitlines())
    assert (connection["id"], connection["scopes"]) == (program.connection_id, ["agents:read"])
    tokens = (program.access_token, program.refresh_token)
    for hidden in (
        VALUE,
        owner.key,
        secret,
        *tokens,
        "family_hash",
        "password_hash",
        "$argon2",
        "secret_hash",
        "ciphertext",
    ):
        assert hidden not in text, hidden
    wait_for(lambda: [mail for mail in mails_to(cloud, owner.email) if "export" in mail.subject])


def _call(customer: Customer, route: Route, known: dict[str, str]) -> Reply:
    send = customer.by_session if route.needs == SESSION else customer.call
    return send(route.method, route.path.format(**parameters(route, known)), route.body)


def _shown(customer: Customer, path: str, ids: dict[str, str]) -> bool:
    return ids["project_id"] in json.dumps(customer.call("GET", path).data)


async def _knows(connected: Assistant, name: str, ids: dict[str, str]) -> bool:
    """Whether a tool answers otherwise than for ids that nobody has."""
    taken = [field for field in connected.tools[name].input_schema["properties"] if field in ids]
    if not taken:
        return False
    answers = [
        await connected.client.call_tool(name, MINIMAL_ARGUMENTS.get(name, {}) | {one: known[one] for one in taken})
        for known in (ids, UNKNOWN_IDS)
    ]
    return answers[0].content != answers[1].content


def _everything(customer: Customer, project_id: str) -> list[Any]:
    paths = (
        *LISTS[1:4],
        f"/projects/{project_id}",
        f"/projects/{project_id}/approvals",
        f"/agents/{project_id}/messages",
    )
    return [customer.call("GET", path).data for path in paths]


def _at_rest(customer: Customer, project_id: str) -> list[Any] | None:
    before = _everything(customer, project_id)
    return before if wait_for(lambda: [_everything(customer, project_id)])[0] == before else None
