"""Documents that a model writes, on the deployed cloud: what is seen meanwhile, and a comment as an open point."""

from __future__ import annotations

import json
import time
import uuid

import pytest

from atrium import Customer
from briefs import ANSWERS
from local.cloud import Cloud
from scripted_model import Asked, Says, ScriptedModel
from writers import block_about, paragraph

pytestmark = pytest.mark.nightly

COMMENT = "The whole booking thing feels a bit cold to me"


def writing_script(asked: Asked) -> Says:
    """Writes each section that it is asked for."""
    data = json.loads(asked.said[0])
    if "say" in data:
        return Says(answer={"word": "ready"})
    time.sleep(1)  # long enough to be seen
    blocks = [block_about(entry) for entry in data["about"]] or [{"text": paragraph(data["section"])}]
    return Says(answer={"blocks": blocks})


@pytest.fixture(scope="module", autouse=True)
def _script(thinking: Cloud, scripted: ScriptedModel) -> None:
    scripted.script = writing_script


def test_documents_are_written_by_sections_and_a_comment_is_an_open_point_of_the_next_revision(
    customer: Customer, scripted: ScriptedModel
) -> None:
    own = f"Regulars of {uuid.uuid4().hex}"  # in all that is asked about this project, and about no other
    project_id = customer.submit_project(ANSWERS | {"audience": [own]})
    seen: set[str] = set()
    deadline = time.monotonic() + 120
    while len(approvals := pending(customer, project_id)) < 3 and time.monotonic() < deadline:
        team = customer.call("GET", f"/agents/{project_id}").data["team"]
        seen |= {one["focus"] for one in team if one["focus"]}
        time.sleep(0.3)

    assert len(approvals) == 3
    assert any(focus.startswith("Writing: ") and ", section " in focus for focus in seen)
    scope = document(customer, project_id, "scope")
    assert "**R1.1** Given a menu is chosen" in scope["content"]

    approval = next(one for one in approvals if one["kind"] == "scope")
    path = f"/projects/{project_id}/approvals/{approval['id']}"
    customer.call("POST", path, {"decision": "request_changes", "comment": COMMENT})
    while (revised := document(customer, project_id, "scope"))["revision"] < 2 and time.monotonic() < deadline:
        time.sleep(0.5)
    assert f"“{COMMENT}”" in revised["content"]
    assert "**R1.1** Given a menu is chosen" in revised["content"]
    sections = [request for request in scripted.asked if '"section"' in request.said[0] and own in request.said[0]]
    assert sections
    assert len({request.said[0] for request in sections}) == len(sections)  # nothing was asked twice


def pending(customer: Customer, project_id: str) -> list[dict[str, str]]:
    approvals = customer.call("GET", f"/projects/{project_id}/approvals").data["approvals"]
    return [one for one in approvals if one["status"] == "pending"]


def document(customer: Customer, project_id: str, kind: str) -> dict[str, str]:
    listed = customer.call("GET", f"/projects/{project_id}").data["deliverables"]
    found = next(one for one in listed if one["kind"] == kind)
    whole: dict[str, str] = customer.call("GET", f"/projects/{project_id}/deliverables/{found['id']}").data
    return whole
