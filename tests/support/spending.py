"""Steps that cost money at a deployed Atrium: a second revision, a team that stops at its ceiling."""

from __future__ import annotations

from typing import Any

from atrium import Customer, wait_for

CHANGES = ("Add a must-have: gift cards", "Add a must-have: vouchers")


def budget(customer: Customer, project_id: str) -> dict[str, Any]:
    found: dict[str, Any] = customer.call("GET", f"/projects/{project_id}").data["budget"]
    return found


def limit_to(customer: Customer, project_id: str, amount: int | None) -> None:
    ceiling = None if amount is None else {"amount": amount, "currency": "EUR"}
    assert customer.call("PATCH", f"/projects/{project_id}", {"budget_ceiling": ceiling}).status == 200


def request_changes(customer: Customer, project_id: str, approval: dict[str, Any], comment: str) -> None:
    body = {"decision": "request_changes", "comment": comment}
    assert customer.call("POST", f"/projects/{project_id}/approvals/{approval['id']}", body).status == 200


def next_approval(customer: Customer, project_id: str, before: dict[str, Any]) -> dict[str, Any]:
    """The approval of the same document that follows `before`."""

    def found() -> dict[str, Any] | None:
        pending = customer.pending_approvals(project_id)
        own = [
            one for one in pending if one["deliverable_id"] == before["deliverable_id"] and one["id"] != before["id"]
        ]
        return own[0] if own else None

    return wait_for(found)


def revised_once(customer: Customer) -> tuple[str, dict[str, Any]]:
    """A project, and the approval of a document whose included revision is used up."""
    project_id = customer.submit_project()
    first = wait_for(lambda: found if len(found := customer.pending_approvals(project_id)) == 3 else None)[0]
    request_changes(customer, project_id, first, CHANGES[0])
    return project_id, next_approval(customer, project_id, first)


def stopped_at_ceiling(customer: Customer) -> tuple[str, dict[str, Any]]:
    """A project whose team has stopped before it answers the changes requested with this approval."""
    project_id, approval = revised_once(customer)
    limit_to(customer, project_id, budget(customer, project_id)["spent"])
    request_changes(customer, project_id, approval, CHANGES[1])
    wait_for(lambda: budget(customer, project_id)["stopped_at_ceiling"])
    return project_id, approval
