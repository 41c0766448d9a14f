"""What the tools answered beside the truth: dates that stayed, a team at work called idle, limits that hold half."""

from __future__ import annotations

import pytest

from briefs import ANSWERS, submitted_project
from common.errors import ApprovalNeeded
from domain.identity.zones import zone_service
from domain.keys.service import key_service
from domain.projects.service import project_service
from domain.work_items.models import ReviewWork
from domain.work_items.reviewing import review_service
from domain.work_items.service import work_service
from doors import key_caller, session_caller
from interface import SCOPES
from mcp_door import wording
from protocol import call_tool, text_of, told
from vaults import stored_request

ACCOUNT = "acc_1"
CHOIR = {
    "must_haves": [
        "A calendar of rehearsals and concerts",
        "Say yes or no to a rehearsal",
        "Scores by programme",
        "Remind who has not answered",
    ]
}


@pytest.fixture
def caller(aws, monkeypatch):
    monkeypatch.setattr(type(zone_service()), "timezone_of", lambda _self, _account_id: "UTC")
    return key_caller(*SCOPES, account_id=ACCOUNT)


@pytest.fixture
def project_id(house):
    """A project with three documents that wait for the customer."""
    project_id = submitted_project(house.projects, ACCOUNT, answers=ANSWERS | CHOIR)
    house.run_all()
    return project_id


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


@pytest.mark.parametrize("name", ["list_project_agents", "get_status"])
def test_workers_are_told_beside_the_roles_with_what_they_do(caller, project_id, at_work, name):
    workers = told(name, {"project_id": project_id}, caller)["workers"]

    assert workers == [
        {"worker": "sorrel", "doing": "working", "title": "Roasts", "work_id": at_work[0], "percent": 40},
        {"worker": "bramble", "doing": "waiting for your review", "title": "Skipping", "work_id": at_work[1]},
    ]


def test_workers_are_not_told_to_a_key_that_may_not_read_work(project_id, at_work):
    unread = key_caller(*(scope for scope in SCOPES if scope != "work:read"), account_id=ACCOUNT)

    assert "workers" not in told("list_project_agents", {"project_id": project_id}, unread)


def test_claimed_item_shows_how_far_it_is_and_the_last_report(caller, project_id, at_work):
    (listed, _) = told("list_work", {"project_id": project_id}, caller)["items"]
    read = told("get_work", {"work_id": at_work[0]}, caller)

    for claim in (listed["claim"], read["claim"]):
        assert (claim["worker"], claim["percent"]) == ("sorrel", 40)
    assert (listed["latest"]["kind"], listed["latest"]["text"]) == ("reported", "The list is there")
    assert [(note["text"], note["percent"]) for note in read["notes"]] == [("The list is there", 40)]


def test_new_work_says_when_all_is_likely_to_be_done_now(caller, project_id):
    asked = {"project_id": project_id, "title": "A", "what": "B", "criteria": ["C"], "effort_days": 10}
    before = told("get_project", {"project_id": project_id}, caller)["eta"]

    made = told("create_work", asked, caller)

    said = told("get_status", {"project_id": project_id}, caller)
    assert made["note"] == f"{said['said']['expected']} {said['said']['progress']}"
    assert said["eta"] > before


def test_ceiling_is_set_and_removed_and_the_project_says_whether_it_holds(caller, project_id):
    asked = {"project_id": project_id, "budget_ceiling": {"amount": 60, "currency": "EUR"}}

    over = told("update_project", asked, caller)["said"]["ceiling"]
    removed = told("update_project", {"project_id": project_id, "remove": ["budget_ceiling"]}, caller)["said"]
    nothing = text_of(call_tool("update_project", {"project_id": project_id, "name": None}, caller=caller))

    assert over.endswith("over your ceiling of EUR 60. The work goes on.")
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


def test_requested_change_says_whose_move_it_is(caller, project_id):
    approval = told("list_approvals", {"project_id": project_id}, caller)["approvals"][0]["id"]
    asked = {"project_id": project_id, "approval_id": approval, "decision": "request_changes", "comment": "Shorter"}

    assert told("decide_approval", asked, caller)["next"].startswith("The customer's move: edit_document, then present")


@pytest.mark.parametrize("proposed", [{}, {"answer": None}], ids=["left out", "null"])
def test_choice_is_answered_and_left_to_what_was_proposed(caller, project_id, proposed):
    (choice, *_) = told("get_project_brief", {"project_id": project_id, "fields": ["choices"]}, caller)["choices"]
    asked = {"project_id": project_id, "choice_id": choice["id"]}

    answered = told("answer_choice", asked | {"answer": "As the owner likes"}, caller)
    taken_back = told("answer_choice", asked | proposed, caller)

    assert answered == choice | {"answer": "As the owner likes"}
    assert taken_back == choice


def test_edit_of_a_text_that_was_changed_since_names_the_next_step(caller, project_id):
    approval = told("list_approvals", {"project_id": project_id}, caller)["approvals"][0]
    document = {"project_id": project_id, "deliverable_id": approval["deliverable_id"]}
    read = told("get_deliverable", document, caller)
    added = told("add_document_line", document | {"section": "notes", "text": "The door stands open"}, caller)
    edit = {"content_hash": read["content_hash"], "edits": [{"id": added["id"], "state": "struck"}]}

    refused = text_of(call_tool("edit_document", document | edit, caller=caller))

    assert refused.startswith("TEXT_CHANGED: ")
    assert refused.endswith("Call get_deliverable, then edit_document with its content_hash.")


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


@pytest.mark.parametrize("name", ["rewrite_document", "present_document", "hand_out_work"])
def test_what_there_is_no_reason_for_is_refused_in_words(caller, project_id, name):
    approval = told("list_approvals", {"project_id": project_id}, caller)["approvals"][0]
    document = {"project_id": project_id, "deliverable_id": approval["deliverable_id"]}
    arguments = document if name != "hand_out_work" else {"project_id": project_id}

    assert text_of(call_tool(name, arguments, caller=caller)).startswith("CONFLICT: ")


def test_decision_names_what_else_is_to_be_decided_as_a_person_would(caller, project_id):
    approvals = told("list_approvals", {"project_id": project_id}, caller)["approvals"]
    decided = [
        told("decide_approval", {"project_id": project_id, "approval_id": one["id"], "decision": "approve"}, caller)
        for one in approvals
    ]

    assert decided[1]["next"] == f"The team goes on once the customer has decided these, too: {approvals[2]['title']}."
    assert decided[2]["next"] == "The team goes on; nothing else waits here."


def test_approval_in_the_inbox_has_the_id_that_its_tool_takes(caller, project_id):
    items = told("list_inbox", {}, caller)["items"]
    approvals = [one for one in items if one["kind"] == "approval"]

    assert len(approvals) == 3
    for one in approvals:
        read = told("get_deliverable", {"project_id": project_id, "deliverable_id": one["deliverable_id"]}, caller)
        assert one["sentence"].startswith(read["title"])


def test_call_that_the_owner_has_to_allow_names_the_page_where(caller, monkeypatch):
    monkeypatch.setattr(type(wording.settings), "public_url", "https://atrium.example")

    words = wording.in_words(ApprovalNeeded("att_1"), caller)

    assert words.endswith("Call again once they have allowed it. The inbox: https://atrium.example/app/inbox")


@pytest.mark.parametrize(
    ("name", "declined", "use"),
    [
        ("Hosting login (user deploy)", True, "The team's request for Hosting was declined, which stands: "),
        ("hosting", False, "It answers the team's request for Hosting."),
        ("Hosting login", False, "It doesn't answer the team's request for Hosting: that does fulfill_credential"),
        ("Mailgun", True, "The team has not asked for it"),
    ],
)
def test_deposit_says_whether_the_team_will_use_it(caller, project_id, name, declined, use):
    request = stored_request(project_service().get(ACCOUNT, project_id))
    if declined:
        told("decline_credential_request", {"request_id": request.id, "reason": "We rewrite it"}, caller)
    asked = {"project_id": project_id, "name": name, "type": "password"}
    unread = key_caller("vault:write", account_id=ACCOUNT)

    assert told("deposit_credential", asked, caller)["use"].startswith(use)
    assert "use" not in told("deposit_credential", asked, unread)


def test_declined_request_can_no_longer_be_fulfilled_and_says_what_can_be_done(caller, project_id):
    request = stored_request(project_service().get(ACCOUNT, project_id))
    told("decline_credential_request", {"request_id": request.id, "reason": "We rewrite it"}, caller)

    refused = text_of(call_tool("fulfill_credential_request", {"request_id": request.id}, caller=caller))

    assert refused.endswith("deposit_credential stores it all the same.")


def test_workers_of_every_project_are_told_where_none_is_named(caller, project_id, at_work):
    workers = told("list_project_agents", {}, caller)["workers"]

    assert [(one["worker"], one["doing"], one["project"]) for one in workers] == [
        ("sorrel", "working", "Bakery"),
        ("bramble", "waiting for your review", "Bakery"),
    ]


def test_new_item_without_an_effort_says_what_is_counted(caller, project_id):
    asked = {"project_id": project_id, "title": "Roasts", "what": "B", "criteria": ["C"]}

    assert told("create_work", asked, caller)["note"].endswith(
        "No effort was given: 1 day is counted, which is no estimate."
    )
    assert "No effort" not in told("create_work", asked | {"effort_days": 3}, caller)["note"]


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


def test_approval_says_with_which_key_it_was_decided(caller, project_id, monkeypatch):
    monkeypatch.setattr(type(key_service()), "names_of", lambda _self, _account_id: {"key_1": "Kitchen helper"})
    (first, *_) = told("list_approvals", {"project_id": project_id}, caller)["approvals"]
    told("decide_approval", {"project_id": project_id, "approval_id": first["id"], "decision": "approve"}, caller)

    approvals = {one["id"]: one for one in told("list_approvals", {"project_id": project_id}, caller)["approvals"]}

    assert approvals[first["id"]]["decided"].endswith("with the API key “Kitchen helper”.")
