"""The inbox: what needs the customer is told, listed, put off, decided, and told to be over."""

from __future__ import annotations

from typing import Any

from atrium import Customer, wait_for


def told(customer: Customer) -> list[dict[str, Any]]:
    """Every event of attention so far, in the order of the feed."""
    return [event for event in customer.feed() if event["type"].startswith("attention.")]


def about(customer: Customer, item_id: str) -> list[str]:
    return [event["type"] for event in told(customer) if event["data"]["item_id"] == item_id]


def items(customer: Customer, state: str = "open") -> list[dict[str, Any]]:
    return customer.call("GET", f"/inbox?state={state}").data["items"]


def attention(customer: Customer) -> list[int]:
    """How much needs the customer, by the overview and by the assistant."""
    summary = customer.call("GET", "/dashboard/summary").data
    return [len(summary["attention"]), len(customer.call("GET", "/pa/projects").data["needs_attention"])]


def test_approval_is_told_shown_put_off_decided_and_told_to_be_over(customer: Customer) -> None:
    project_id = customer.submit_project()
    wait_for(lambda: len(customer.pending_approvals(project_id)) == 3)
    wait_for(lambda: len([one for one in told(customer) if one["data"].get("action") == "decide_approval"]) == 3)
    approvals = {one["id"]: one for one in customer.pending_approvals(project_id)}
    waiting = [item for item in items(customer) if item["kind"] == "approval"]
    first, *others = waiting

    assert {item["target_id"] for item in waiting} == approvals.keys()
    assert first["content_hash"] == approvals[first["target_id"]]["content_hash"]
    assert about(customer, first["id"]) == ["attention.opened"]

    # Put off: it counts nowhere, and that is told.
    path = f"/inbox/{first['id']}"
    snoozed = customer.call("POST", f"{path}/snooze", {"until": "tomorrow at 9am"}).data
    unclear = customer.call("POST", f"{path}/snooze", {"until": "at 5"})
    refused = customer.call("POST", f"{path}/done")
    assert (snoozed["state"], [item["id"] for item in items(customer, "snoozed")]) == ("snoozed", [first["id"]])
    assert (unclear.status, unclear.error["code"]) == (400, "SCHEDULE_UNCLEAR")
    assert unclear.error["suggestion"]["when"] == "at 5pm"
    assert (refused.status, refused.error["code"]) == (409, "DECISION_NEEDED")
    wait_for(lambda: about(customer, first["id"]) == ["attention.opened", "attention.cleared"])

    # Decided or marked as done: the inbox is empty at once, and everything says so.
    for item in others:
        decide = f"/projects/{project_id}/approvals/{item['target_id']}"
        assert customer.call("POST", decide, {"decision": "approve"}).status == 200
    wait_for(lambda: _read_all(customer, project_id))
    assert attention(customer) == [0, 0]
    over = ["attention.opened", "attention.cleared"]
    wait_for(lambda: all(about(customer, item["id"]) == over for item in others))
    ended = {item["id"]: item for item in items(customer, "done")}
    assert {item["id"] for item in others} <= ended.keys()
    assert ended[others[0]["id"]]["sentence"].endswith("no longer waits for your approval")
    ids = [event["id"] for event in told(customer)]
    assert len(ids) == len(set(ids))


def _read_all(customer: Customer, project_id: str) -> bool:
    """Whether nothing is open once a person has read the conversation; the team may write another message meanwhile."""
    customer.by_session("GET", f"/agents/{project_id}/messages?limit=100")
    return items(customer) == []
