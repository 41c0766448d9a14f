"""What the tools answered beside the truth: prices of nothing, a team at work called idle, limits that hold half."""

from __future__ import annotations

import re

import pytest

from briefs import ANSWERS, submitted_project
from common.errors import ApprovalNeeded
from common.transactions import transact
from domain.identity.zones import zone_service
from domain.keys.service import key_service
from domain.projects.changes import Change
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
IF_REQUESTED = "If requested, in revision 2: "
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
def quoted(caller, project_id):
    """Quotes changes of the scope."""
    approvals = told("list_approvals", {"project_id": project_id}, caller)["approvals"]
    scope = next(one["id"] for one in approvals if one["title"].startswith("Scope"))

    def quote(comment):
        return told("quote_changes", {"project_id": project_id, "approval_id": scope, "comment": comment}, caller)

    return quote


def test_change_that_is_not_understood_has_no_price_and_the_form_that_works(quoted):
    quote = quoted("the reminder must go out two days before the rehearsal")

    assert "cost" not in quote
    assert "included" not in quote
    assert quote["price"].startswith("Nothing would change")
    assert quote["examples"][0] == "R4: the reminder must go out two days before the rehearsal"
    (applied,) = quoted(quote["examples"][0])["points"]
    assert applied["note"] == f"{IF_REQUESTED}R4 now says so: The reminder must go out two days before the rehearsal."


@pytest.mark.parametrize(
    ("comment", "note"),
    [
        (
            "add an acceptance criterion to R4: the reminder goes out",
            f"{IF_REQUESTED}R4 now says so: The reminder goes out.",
        ),
        ("add to R4: the reminder goes out", f"{IF_REQUESTED}R4 now says so: The reminder goes out."),
        ("in R4, the reminder must go out", f"{IF_REQUESTED}R4 now says so: The reminder must go out."),
        ("R4 should be: remind who has not answered", "It was so already."),
        ("R4 should be: remind who forgot", f"{IF_REQUESTED}R4 now reads: Remind who forgot."),
        ("add an acceptance criterion to R4", "Not applied: not understood as a change."),
    ],
)
def test_change_of_an_entry_becomes_no_other_thing(quoted, comment, note):
    (point,) = quoted(comment)["points"]

    assert point["note"] == note


def test_price_tells_asking_from_documents_and_building_and_what_the_next_change_costs(quoted):
    quote = quoted("add a must-have: sell tickets")

    assert (quote["cost"], quote["included"]) == (0, True)
    assert quote["price"].startswith(
        "Free now: a document's first change is included. The next change of this one costs EUR "
    )
    assert "The estimate of all documents rises by EUR " in quote["price"]
    assert f"Building, never charged here: EUR {quote['build']['low']:,} to " in quote["price"]


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


def test_progress_says_what_it_counts(caller, project_id):
    status = told("get_status", {"project_id": project_id}, caller)
    project = told("get_project", {"project_id": project_id}, caller)
    (listed,) = told("list_projects", {"fields": ["progress", "progress_counts"]}, caller)["projects"]

    assert status["progress"] == 0 < status["budget"]["spent"]
    assert {one["progress_counts"] for one in (status, project, listed)} == {"approved documents"}


def test_new_work_says_how_the_eta_moves_or_that_it_is_of_the_documents(caller, project_id):
    asked = {"project_id": project_id, "title": "A", "what": "B", "criteria": ["C"], "effort_days": 10}
    eta = told("get_project", {"project_id": project_id}, caller)["eta"]

    before = told("create_work", asked, caller)
    _hand_out(project_id)
    after = told("create_work", asked, caller)

    moved = told("get_project", {"project_id": project_id}, caller)["eta"]
    assert before["note"] == f"The eta, {eta}, is of the documents, so it stays."
    assert after["note"].endswith(f" to {moved}.")
    assert moved > eta


def _hand_out(project_id):
    """The project's work is handed out."""
    project = project_service().get(ACCOUNT, project_id)
    after = project.changed(project.updated_at, hand_out_work=True)
    transact(project_service().writes_for(project, Change(after)))


@pytest.mark.parametrize(("amount", "over"), [(20_000, True), (900_000, False)])
def test_ceiling_says_that_it_does_not_hold_building_and_whether_the_whole_starts_above_it(
    caller, project_id, amount, over
):
    build = told("get_project_estimate", {"project_id": project_id}, caller)["build"]
    ceiling = {"amount": amount, "currency": "EUR"}

    changed = told("update_project", {"project_id": project_id, "budget_ceiling": ceiling}, caller)

    least = changed["budget"]["estimated"] + build["low"]
    assert changed["note"].startswith("It holds planning and documents only; nothing here limits building.")
    assert f"together, by the outlook: EUR {least:,} to " in changed["note"]
    assert (f"at least EUR {least - amount:,} over {amount:,}" in changed["note"]) is over
    passed = told(
        "update_project", {"project_id": project_id, "budget_ceiling": {"amount": 60, "currency": "EUR"}}, caller
    )
    assert passed["note"].startswith(f"EUR {passed['budget']['spent']:,} are spent already, over this ceiling. ")

    removed = told("update_project", {"project_id": project_id, "budget_ceiling": None}, caller)
    assert "note" not in removed


def test_requested_change_says_what_the_next_one_costs(caller, project_id):
    approval = told("list_approvals", {"project_id": project_id}, caller)["approvals"][0]["id"]
    arguments = {"project_id": project_id, "approval_id": approval, "comment": "add a must-have: sell tickets"}
    quote = told("quote_changes", arguments, caller)

    decided = told("decide_approval", arguments | {"decision": "request_changes"}, caller)

    costs = re.search(r"The next change of this one costs (EUR [\d,]+)\.", quote["price"])
    assert decided["next"].endswith(f"A further change of this document costs {costs[1]}.")


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

    assert words.endswith("Then call again. The inbox: https://atrium.example/app/inbox")


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

    assert refused.endswith("That stands. deposit_credential stores it all the same.")


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
    assert "effort" not in told("create_work", asked | {"effort_days": 3}, caller)["note"]


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


def test_change_of_a_decided_document_is_told_for_building_and_can_not_be_requested(caller, project_id):
    approvals = told("list_approvals", {"project_id": project_id}, caller)["approvals"]
    scope = next(one["id"] for one in approvals if one["title"].startswith("Scope"))
    told("decide_approval", {"project_id": project_id, "approval_id": scope, "decision": "approve"}, caller)

    quote = told("quote_changes", {"project_id": project_id, "approval_id": scope, "comment": "drop R2"}, caller)

    assert quote["nothing_to_apply"] is True
    assert "cost" not in quote
    assert quote["build"]["high"] < 0
    assert quote["price"].startswith("This revision is decided, so nothing can be requested on it. Building, never")
    assert " less. " in quote["price"]
    assert quote["price"].endswith("Ask for changes on what still waits for approval: Product brief, Roadmap.")
    (decided,) = [
        one for one in told("list_approvals", {"project_id": project_id}, caller)["approvals"] if one["id"] == scope
    ]
    assert decided["decided"].endswith("with an API key.")  # which one is not known of a key that is gone


def test_account_tells_what_building_may_cost_beside_the_documents(caller, project_id):
    (budget,) = told("get_status", {}, caller)["budgets"]
    (building,) = [told("get_status", {"project_id": project_id}, caller)["building"]]

    assert (budget["building_low"], budget["building_high"]) == (building["low"], building["high"])


def test_approval_says_with_which_key_it_was_decided(caller, project_id, monkeypatch):
    monkeypatch.setattr(type(key_service()), "names_of", lambda _self, _account_id: {"key_1": "Kitchen helper"})
    (first, *_) = told("list_approvals", {"project_id": project_id}, caller)["approvals"]
    told("decide_approval", {"project_id": project_id, "approval_id": first["id"], "decision": "approve"}, caller)

    approvals = {one["id"]: one for one in told("list_approvals", {"project_id": project_id}, caller)["approvals"]}

    assert approvals[first["id"]]["decided"].endswith("with the API key “Kitchen helper”.")
