"""What the tools answer: true figures, who is at work, what happened, and what is found by whom."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest

from common.errors import ApprovalNeeded
from domain.events.filing import filing_service
from domain.identity.zones import zone_service
from domain.search.indexing import IndexingService
from domain.search.library import library
from domain.search.objects import index_files
from domain.search.store import change_store
from domain.work_items.models import ReviewWork
from domain.work_items.reviewing import review_service
from domain.work_items.service import work_service
from doors import key_caller, session_caller
from interface import SCOPES
from mcp_door import inbox_tools, wording
from mcp_door.all_tools import TOOLS
from protocol import call_tool, text_of, told
from tables import for_each

ACCOUNT = "acc_1"


@pytest.fixture
def caller(aws, monkeypatch):
    monkeypatch.setattr(type(zone_service()), "timezone_of", lambda _self, _account_id: "UTC")
    return key_caller(*SCOPES, account_id=ACCOUNT)


def test_money_and_dates_are_the_same_wherever_they_are_asked_for(caller, project_id):
    of_project = told("get_status", {"project_id": project_id}, caller)
    (listed,) = told("list_projects", {}, caller)["projects"]
    estimate = told("get_project_estimate", {"project_id": project_id}, caller)
    read = told("get_project", {"project_id": project_id, "fields": ["said"]}, caller)

    assert of_project["budget"]["likely"] == listed["budget"]["likely"] == estimate["likely"]
    assert of_project["eta"] == listed["eta"] == estimate["eta"]
    assert of_project["said"] == read["said"]
    assert of_project["said"]["cost"] == estimate["said"]["cost"]


def test_worker_is_told_beside_the_roles_but_not_to_a_key_that_may_not_read_work(caller, project_id):
    asked = {"project_id": project_id, "title": "Roasts", "what": "B", "criteria": ["C"]}
    work = {"work_id": told("create_work", asked, caller)["id"]}
    claim = told("claim_work", work | {"worker": "sorrel"}, caller)["claim_id"]
    told("report_work_progress", work | {"claim_id": claim, "note": "The list is there", "percent": 40}, caller)
    unread = key_caller(*(scope for scope in SCOPES if scope != "work:read"), account_id=ACCOUNT)

    shown, hidden = (told("list_project_agents", {"project_id": project_id}, one) for one in (caller, unread))

    assert shown["workers"] == [{"worker": "sorrel", "doing": "working", "title": "Roasts", "percent": 40} | work]
    assert "workers" not in hidden


def test_edited_text_is_approved_by_the_hash_that_get_deliverable_shows(caller, project_id):
    approval = told("list_approvals", {"project_id": project_id}, caller)["approvals"][0]
    document = {"project_id": project_id, "deliverable_id": approval["deliverable_id"]}
    told("add_document_line", document | {"section": "notes", "text": "The door stands open"}, caller)
    approving = {"project_id": project_id, "approval_id": approval["id"], "decision": "approve"}

    refused = text_of(call_tool("decide_approval", approving, caller=caller))
    read = told("get_deliverable", document, caller)
    decided = told("decide_approval", approving | {"content_hash": read["content_hash"]}, caller)

    assert refused.startswith("REVISION_REPLACED: ")
    assert "get_deliverable" in refused
    assert decided["status"] == "approved"


def test_item_of_the_inbox_has_the_id_that_its_tools_take_and_names_tools_that_there_are(caller, project_id):
    items = told("list_inbox", {}, caller)["items"]
    named = {name for do in inbox_tools._TOOLS_OF.values() for name in re.findall(r"[a-z]+(?:_[a-z]+)+", do)}

    assert named <= TOOLS.keys()
    assert [item["do"] for item in items] == ["get_deliverable, decide_approval"] * 3
    for item in items:
        read = told("get_deliverable", {"project_id": project_id, "deliverable_id": item["deliverable_id"]}, caller)
        assert item["sentence"].startswith(read["title"])


def test_call_that_the_owner_has_to_allow_names_the_page_where(caller, monkeypatch):
    monkeypatch.setattr(type(wording.settings), "public_url", "https://atrium.example")

    words = wording.in_words(ApprovalNeeded("att_1"), caller)

    assert words.endswith("Call again once they have allowed it. The inbox: https://atrium.example/app/inbox")


@for_each(
    ("text", "said"),
    [
        ("cancel it (`POST /projects/{id}/status`) and", "cancel it and"),
        ("`POST /projects/prj_1/status`", "the dashboard"),
        ("on the account page, and by `PATCH /api/account`.", "on the account page."),
        ("“request changes on the Roadmap: drop R3”.", "decide_approval, request_changes on the Roadmap, “drop R3”."),
        ("or by `POST /vault/requests/{request_id}/decline`.", "or by decline_credential_request."),
    ],
)
def test_hint_is_told_as_it_is_true_here(text, said):
    assert wording.in_tools(text) == said


def test_events_come_newest_first_by_page_and_by_day(caller, house, project_id):
    filing_service().file_all(ACCOUNT)
    today = house.clock().date()

    newest = told("list_events", {"limit": 2}, caller)
    older = told("list_events", {"limit": 100, "before": newest["next_before"]}, caller)
    other = call_tool("list_events", {"project_id": "prj_01J00000000000000000000000"}, caller=caller)

    both = newest["events"] + older["events"]
    assert (newest["has_more"], older["has_more"]) == (True, False)
    assert [one["timestamp"] for one in both] == sorted((one["timestamp"] for one in both), reverse=True)
    assert len({(one["type"], one["id"], one["summary"]) for one in both}) == len(both)
    assert text_of(other).startswith("NOT_FOUND")
    assert told("list_events", {"after": newest["last_sequence"]}, caller)["events"] == []
    before = {"to": str(today - timedelta(days=2)), "limit": 100}
    assert told("list_events", before, caller)["events"] == []
    since = {"from": str(today - timedelta(days=1)), "limit": 100}
    assert told("list_events", since, caller)["events"] == both


def test_what_is_found_is_read_whole_but_not_by_a_neighbour_nor_a_key_of_another_scope(caller, project_id):
    IndexingService(change_store(), index_files(), library()).make_anew(ACCOUNT)
    results = told("search", {"query": "bakery", "limit": 100}, caller)["results"]
    found = next(one for one in results if one["type"] == "project")

    read = told("fetch", {"id": found["id"]}, caller)

    assert (read["title"], read["url"]) == (found["title"], found["url"]) == ("Bakery", f"/app/projects/{project_id}")
    assert (read["metadata"]["type"], read["metadata"]["project_id"]) == ("project", project_id)
    for stranger in (key_caller(account_id="acc_neighbour"), key_caller("vault:read", account_id=ACCOUNT)):
        assert told("search", {"query": "bakery"}, stranger)["results"] == []
        assert text_of(call_tool("fetch", {"id": found["id"]}, caller=stranger)).startswith("NOT_FOUND: ")


@pytest.fixture
def at_work(caller, project_id):
    """Sorrel has an item in hand, 40 % done; Bramble's waits for its review."""
    asked = {"project_id": project_id, "what": "B", "criteria": ["C"]}
    first, second = (told("create_work", asked | {"title": title}, caller)["id"] for title in ("Roasts", "Skipping"))
    mine = told("claim_work", {"work_id": first, "worker": "sorrel"}, caller) | {"work_id": first}
    report = {"work_id": first, "claim_id": mine["claim_id"], "note": "The list is there", "percent": 40}
    told("report_work_progress", report, caller)
    other = told("claim_work", {"work_id": second, "worker": "bramble"}, caller)
    evidence = [{"criterion": "1", "text": "A test skips one."}]
    handed_in = {"work_id": second, "claim_id": other["claim_id"], "summary": "Done", "evidence": evidence}
    told("submit_work", handed_in, caller)
    return first, second


def test_ceiling_is_set_and_removed_and_the_project_says_whether_it_holds(caller, project_id):
    asked = {"project_id": project_id, "budget_ceiling": {"amount": 60, "currency": "EUR"}}

    over = told("update_project", asked, caller)["said"]["ceiling"]
    removed = told("update_project", {"project_id": project_id, "remove": ["budget_ceiling"]}, caller)["said"]
    nothing = text_of(call_tool("update_project", {"project_id": project_id, "name": None}, caller=caller))

    assert over.endswith("over your ceiling of EUR 60. Work does not stop for that.")
    assert removed["ceiling"] == ""
    assert nothing == "VALIDATION_ERROR: remove: Name what to change, or to remove."


def test_what_if_tells_before_and_after_and_does_nothing(caller, project_id):
    changes = [{"op": "drop_entry", "id": "R2"}, {"op": "change_project", "team_size": 4}]
    before = told("get_project_estimate", {"project_id": project_id}, caller)

    tried = told("what_if_project", {"project_id": project_id, "changes": changes}, caller)

    assert tried["before"] == before == told("get_project_estimate", {"project_id": project_id}, caller)
    assert tried["after"]["likely"] < before["likely"]
    assert tried["after"]["eta"] < before["eta"]


def test_entry_is_added_corrected_and_dropped(caller, project_id):
    mine = {"project_id": project_id}
    added = told("add_brief_entry", mine | {"type": "must_have", "text": "Members book a rehearsal room"}, caller)
    entry = mine | {"entry_id": added["id"]}

    small = told("change_brief_entry", entry | {"kinds": ["booking"], "size": "small"}, caller)
    told("drop_brief_entry", entry, caller)

    (shown,) = [one for one in told("get_project_brief", mine, caller)["entries"] if one["id"] == added["id"]]
    assert (small["kinds"][0]["id"], small["size"]) == ("booking", "small")
    assert shown["state"] == "dropped"
    refused = text_of(call_tool("drop_brief_entry", mine | {"entry_id": "R99"}, caller=caller))
    assert refused == "NOT_FOUND: No such entry in this brief. get_project_brief gives the ids."


def test_accepting_is_the_customers_deed_and_submitting_the_workers(caller, project_id, at_work):
    item = told("get_work", {"work_id": at_work[1]}, caller)
    assert item["state"] == "in_review"
    accepted = ReviewWork(
        decision="accept", submission_hash=work_service().describe(caller, at_work[1]).item.submission_hash
    )
    review_service().review(session_caller(account_id=ACCOUNT), at_work[1], accepted)

    latest = {one["id"]: one["latest"] for one in told("list_work", {"project_id": project_id}, caller)["items"]}

    assert (latest[at_work[1]]["kind"], latest[at_work[1]]["by"]) == ("accepted", "customer")
    assert latest[at_work[0]]["by"] == "worker sorrel"
