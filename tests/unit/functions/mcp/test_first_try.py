"""What a model without other knowledge is told: enough to take the right tool with the right arguments at once."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest

from domain.events.filing import filing_service
from domain.identity.zones import zone_service
from domain.projects.service import project_service
from domain.search.indexing import IndexingService
from domain.search.library import library
from domain.search.objects import index_files
from domain.search.store import change_store
from doors import key_caller
from interface import SCOPES
from mcp_door import inbox_tools
from mcp_door.all_tools import TOOLS
from mcp_door.tool import definition, field_names
from mcp_door.wording import in_tools
from protocol import call_tool, text_of, told
from tables import for_each
from vaults import stored_request

ACCOUNT = "acc_1"
CHANGE = "Make it more modern"
HOW = "To decide here, write “approve the Roadmap” or “request changes on the Roadmap: …”."


@pytest.fixture
def caller(aws):
    return key_caller(*SCOPES, account_id=ACCOUNT)


def waiting(caller, project_id):
    approvals = told("list_approvals", {"project_id": project_id}, caller)["approvals"]
    return [one for one in approvals if one["status"] == "pending"]


def test_requested_changes_name_the_approval_that_follows_and_what_else_waits(caller, house, project_id):
    approvals = waiting(caller, project_id)
    approval = next(one for one in approvals if one["title"].startswith("Scope"))
    others = [one for one in approvals if one is not approval]
    arguments = {"project_id": project_id, "approval_id": approval["id"], "decision": "request_changes"}

    decided = told("decide_approval", arguments | {"comment": CHANGE}, caller)
    document = {"project_id": project_id, "deliverable_id": approval["deliverable_id"]}
    read = told("get_deliverable", document, caller)
    edits = [{"id": "R1.1", "text": "The door stands open", "resolves": [one["id"] for one in read["comments"]]}]
    edited = told("edit_document", document | {"content_hash": read["content_hash"], "edits": edits}, caller)
    presented = told("present_document", document, caller)

    assert {one["approval_id"] for one in decided["to_decide"]} == {one["id"] for one in others}
    assert (edited["state"], presented["state"]) == ("changes_requested", "in_review")
    assert presented["content_hash"] == edited["content_hash"] != read["content_hash"]
    following = next(one for one in waiting(caller, project_id) if one["id"] == decided["next_approval_id"])
    assert (following["title"], following["revision"]) == (approval["title"], 2)


def test_access_is_declined_by_a_tool_and_the_ceo_says_so(caller, house, project_id):
    request = stored_request(project_service().get(ACCOUNT, project_id))

    declined = told("decline_credential_request", {"request_id": request.id, "reason": "We rewrite it"}, caller)

    assert (declined["status"], declined["decline_reason"]) == ("declined", "We rewrite it")
    (shown,) = told("list_credential_requests", {"project_id": project_id}, caller)["requests"]
    assert shown["status"] == "declined"


def test_message_is_told_alike_by_list_messages_and_fetch(caller, house, project_id):
    IndexingService(change_store(), index_files(), library()).make_anew(ACCOUNT)

    messages = told("list_messages", {"project_id": project_id, "limit": 100}, caller)["messages"]

    assert messages
    for message in messages:
        assert told("fetch", {"id": message["id"]}, caller)["text"] == message["content"]
        assert "To decide here" not in message["content"]
        assert "decide_approval" not in message["content"]


def test_search_says_of_which_project_and_day_a_hit_is(caller, house, project_id):
    IndexingService(change_store(), index_files(), library()).make_anew(ACCOUNT)

    found = told("search", {"query": "allergens", "limit": 100}, caller)["results"]

    assert {one["project"] for one in found} == {"Bakery"}
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\d", one["date"]) for one in found)
    assert {"document", "project"} <= {one["type"] for one in found}


@for_each(
    ("text", "said"),
    [
        (HOW, "Decide with decide_approval."),
        ("on the account page, and by `PATCH /api/account`.", "on the account page."),
        ("“request changes on the Roadmap: drop R3”.", "decide_approval, request_changes on the Roadmap, “drop R3”."),
        ("or by `POST /vault/requests/{request_id}/decline`.", "or by decline_credential_request."),
    ],
)
def test_hint_is_told_as_it_is_true_here(text, said):
    assert in_tools(text) == said


def test_status_of_a_project_says_what_the_team_waits_for(caller, project_id):
    status = told("get_status", {"project_id": project_id}, caller)

    assert status["team"].keys() == {"CPO"}
    assert status["team"]["CPO"].startswith("waiting: Your approval of: ")
    assert "agents_active" not in status


def test_item_of_the_inbox_names_tools_that_there_are_or_a_page(caller, project_id):
    items = told("list_inbox", {}, caller)["items"]
    named = {name for do in inbox_tools._TOOLS_OF.values() for name in re.findall(r"[a-z]+(?:_[a-z]+)+", do)}

    assert named <= TOOLS.keys()
    assert {item["do"] for item in items} == {"get_deliverable, decide_approval"}


def test_item_that_no_tool_ends_names_its_page(caller, project_id, monkeypatch):
    monkeypatch.setattr(inbox_tools, "_TOOLS_OF", {})

    items = told("list_inbox", {}, caller)["items"]

    assert items
    assert all(re.fullmatch(r"no tool, only the page \S*/app/\S+", item["do"]) for item in items)


def test_events_come_newest_first_by_page_and_by_day(caller, house, project_id, monkeypatch):
    monkeypatch.setattr(type(zone_service()), "timezone_of", lambda _self, _account_id: "UTC")
    filing_service().file_all(ACCOUNT)
    today = house.clock().date()

    newest = told("list_events", {"limit": 2}, caller)
    older = told("list_events", {"limit": 100, "before": newest["next_before"]}, caller)
    own = told("list_events", {"project_id": project_id, "limit": 100}, caller)
    other = call_tool("list_events", {"project_id": "prj_01J00000000000000000000000"}, caller=caller)

    assert newest["has_more"] is True
    both = newest["events"] + older["events"]
    assert [one["timestamp"] for one in both] == sorted((one["timestamp"] for one in both), reverse=True)
    assert len({(one["type"], one["id"], one["summary"]) for one in both}) == len(both)
    assert not [one for one in both if one["type"].startswith("attention.")]
    assert older["has_more"] is False
    assert {one["project_id"] for one in own["events"]} == {project_id}
    assert text_of(other).startswith("NOT_FOUND")
    assert told("list_events", {"after": newest["last_sequence"]}, caller)["events"] == []
    forward = told("list_events", {"after": 0, "limit": 100}, caller)["events"]
    assert forward[0]["type"] == "project.created"
    before = {"to": str(today - timedelta(days=2)), "limit": 100}
    assert told("list_events", before, caller)["events"] == []
    since = {"from": str(today - timedelta(days=1)), "limit": 100}
    assert told("list_events", since, caller)["events"] == both


@for_each(
    ("arguments", "problem"),
    [
        ({"after": 1, "from": "2026-03-01"}, "arguments: Give after, or days and before, not both."),
        ({"after": 1, "before": 2}, "arguments: Give after, or days and before, not both."),
        ({"wait": 1}, "arguments: Wait works only together with after."),
    ],
)
def test_ways_of_reading_events_are_not_mixed(uncounted, caller, arguments, problem):
    refused = call_tool("list_events", arguments, caller=caller)

    assert text_of(refused) == f"VALIDATION_ERROR: {problem}"


@for_each("name", [name for name, tool in TOOLS.items() if "fields" in definition(tool).input_schema["properties"]])
def test_every_field_that_can_be_asked_for_is_listed_or_usual(name):
    tool = TOOLS[name]

    listed = definition(tool).input_schema["properties"]["fields"]["description"]

    assert set(field_names(tool)) == set(tool.brief.fields) | set(re.findall(r"\w+", listed.partition("Also:")[2]))
