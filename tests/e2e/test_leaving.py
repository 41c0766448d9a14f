"""A deleted project is in no list, and comes back whole; exports hold all but secrets.

`tests/contract/test_deleted_project.py` asks every route and tool about one.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import httpx
import pytest

from atrium import WEEKLY, Customer, wait_for
from letterbox import mails_to, with_verified_address
from local.cloud import Cloud
from programs import Program

VALUE = "an-octopus-in-the-vault-7731"
LISTS = ("/projects", "/vault/credentials", "/vault/requests", "/pa/tasks", "/inbox?limit=100", "/pa/projects")


@pytest.fixture(scope="module")
def owner(cloud: Cloud) -> Iterator[Customer]:
    with closing(Customer(cloud.base_url)) as owner:
        yield with_verified_address(cloud, owner)


@pytest.fixture(scope="module")
def project_id(owner: Customer) -> str:
    """A project in development with something of every kind."""
    project_id = owner.develop_project()
    owner.call("POST", "/pa/task", {"task": WEEKLY, "project_id": project_id})
    submit_work(owner, project_id)
    task_id = owner.call("POST", "/pa/task", {"task": "Status report", "project_id": project_id}).data["task_id"]
    wait_for(lambda: owner.call("GET", f"/pa/reports?task_id={task_id}").data["reports"])
    deposit = {"name": "Spare", "type": "password", "value": VALUE}
    assert owner.call("POST", f"/vault/credentials/{project_id}", deposit).status == 201
    return project_id


def submit_work(owner: Customer, project_id: str) -> None:
    """A work item whose submission waits for the customer."""
    item = f"/work-items/{owner.create_work_item(project_id)}"
    claim = owner.call("POST", f"{item}/claim", {}).data["claim_id"]
    evidence = [{"criterion": "1", "text": "The test passes in the linked run.", "link": "https://git.example.org/7"}]
    sent = owner.call("POST", f"{item}/submit", {"claim_id": claim, "summary": "It works.", "evidence": evidence})
    assert sent.status == 200, sent.content


@pytest.fixture(scope="module")
def deleted(owner: Customer, project_id: str) -> Iterator[str]:
    """It is deleted for the tests of this module, and then restored."""
    before = wait_for(lambda: _at_rest(owner, project_id))
    gone = owner.by_session("DELETE", f"/projects/{project_id}")
    assert gone.status == 200, gone.content
    yield project_id
    restored = owner.by_session("POST", f"/projects/{project_id}/restore")
    assert restored.status == 200, restored.content
    assert wait_for(lambda: _everything(owner, project_id) == before)


def test_no_list_shows_anything_of_it_and_the_list_of_deleted_ones_does(owner: Customer, deleted: str) -> None:
    named = wait_for(lambda: None if any(_shown(owner, path, deleted) for path in LISTS) else "nothing")
    (listed,) = owner.call("GET", "/projects?status=deleted").data["projects"]

    assert named == "nothing"
    assert (listed["id"], bool(listed["gone_at"])) == (deleted, True)


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


def _shown(customer: Customer, path: str, project_id: str) -> bool:
    return project_id in json.dumps(customer.call("GET", path).data)


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
