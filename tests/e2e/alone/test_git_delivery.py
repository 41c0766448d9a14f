"""A real repository on this machine gets what the customer approves, from the deployed product."""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from atrium import Customer, wait_for
from cloud_time import pass_time
from git_server import BRANCH, SECRET, USERNAME, GitServer, serving
from local.cloud import Cloud
from local.paths import Home
from roles import environment_of


@pytest.fixture
def server(cloud: Cloud, tmp_path: Path) -> Iterator[GitServer]:
    """The function that delivers knows its authority."""
    with serving(tmp_path) as found:
        trusting = {"SSL_CERT_FILE": str(found.authority)}
        with environment_of(cloud, "EgressFunction", lambda before: {**before, **trusting}):
            yield found


def deposit(customer: Customer, project_id: str, server: GitServer) -> None:
    body = {"name": "Source repository", "type": "token", "value": SECRET, "username": USERNAME}
    reply = customer.by_session("POST", f"/vault/credentials/{project_id}", body | {"repository_url": server.local_url})
    assert (reply.status, reply.data["repository_url"]) == (201, server.local_url)


def approve_all(customer: Customer, project_id: str) -> list[dict[str, Any]]:
    """The approvals of the planning phase, decided."""

    def look() -> list[dict[str, Any]] | None:
        found = customer.pending_approvals(project_id)
        return found if len(found) == 3 else None

    waiting = wait_for(look)
    for approval in waiting:
        path = f"/projects/{project_id}/approvals/{approval['id']}"
        assert customer.call("POST", path, {"decision": "approve"}).status == 200
    return waiting


def document(customer: Customer, project_id: str, approval: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = customer.call(
        "GET", f"/projects/{project_id}/deliverables/{approval['deliverable_id']}"
    ).data
    return found


def delivery(customer: Customer, project_id: str, approval: dict[str, Any], *states: str) -> dict[str, Any]:
    """The delivery of the approved document, once it has one of these states."""

    def look() -> dict[str, Any] | None:
        found = document(customer, project_id, approval)["delivery"]
        return found if found and found["state"] in states else None

    return wait_for(look, seconds=120)


def test_approved_documents_become_commits_in_a_real_repository(customer: Customer, server: GitServer) -> None:
    server.commit("src/shop.py", "print('bread')\n")
    project_id = customer.submit_project()
    deposit(customer, project_id, server)

    approved = approve_all(customer, project_id)

    for approval in approved:
        shown = delivery(customer, project_id, approval, "delivered")
        assert shown["commit"] in server.git("rev-list", BRANCH).splitlines()
        file = server.git("cat-file", "blob", f"{shown['commit']}:{shown['file']}") + "\n"
        header, _, text = file.partition("---\n\n")
        assert f'approval: "{approval["id"]}"' in header
        assert hashlib.sha256(text.encode()).hexdigest() == approval["content_hash"]
    assert len(server.log()) == 4
    assert server.read("src/shop.py") == "print('bread')"
    server.git("fsck", "--strict")
    (credential,) = customer.call("GET", f"/vault/credentials?project_id={project_id}").data["credentials"]
    uses = customer.call("GET", f"/vault/credentials/{credential['id']}/uses").data["uses"]
    assert [(use["by"]["kind"], use["host"], use["status"]) for use in uses] == [("team", "localhost", "answered")] * 3


@pytest.mark.nightly
def test_conflict_is_told_and_nothing_is_overwritten(customer: Customer, server: GitServer) -> None:
    server.commit("docs/atrium/roadmap.md", "theirs\n")
    project_id = customer.submit_project()
    deposit(customer, project_id, server)

    approved = approve_all(customer, project_id)
    (roadmap,) = (one for one in approved if one["kind"] == "roadmap")

    assert delivery(customer, project_id, roadmap, "conflict")["reason"] == "conflict"
    assert server.read("docs/atrium/roadmap.md", "main") == "theirs"
    told = wait_for(
        lambda: next((one for one in customer.messages(project_id) if "could not deliver" in one["content"]), None)
    )
    assert "somebody changed its file" in told["content"]
    items = wait_for(
        lambda: [one for one in customer.call("GET", "/inbox").data["items"] if one["kind"] == "undelivered"]
    )
    assert [one["project_id"] for one in items] == [project_id]
    assert SECRET not in told["content"]

    for other in approved:
        if other is not roadmap:
            delivery(customer, project_id, other, "delivered")
    server.commit("docs/atrium/roadmap.md", None, branch=BRANCH)
    path = f"/projects/{project_id}/deliverables/{roadmap['deliverable_id']}/deliver"
    first, second = (customer.call("POST", path) for _ in range(2))
    assert (first.status, first.data["delivery"]["state"], second.status) == (200, "pending", 409)
    assert delivery(customer, project_id, roadmap, "delivered")["attempts"] == 1


@pytest.mark.nightly
def test_delivery_that_failed_is_made_at_its_next_attempt(
    cloud: Cloud, home: Home, customer: Customer, server: GitServer
) -> None:
    server.commit("src/shop.py", "print('bread')\n")
    server.answer = lambda _path: 503
    project_id = customer.submit_project()
    deposit(customer, project_id, server)

    approved = approve_all(customer, project_id)
    failed = (document(customer, project_id, one)["delivery"] for one in itertools.cycle(approved))
    wait_for(lambda: (next(failed) or {}).get("reason") == "server_error")
    server.answer = lambda _path: None
    pass_time(cloud, home, timedelta(minutes=5))

    for approval in approved:
        assert delivery(customer, project_id, approval, "delivered")["commit"] in server.git("rev-list", BRANCH)
