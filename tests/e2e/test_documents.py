"""Documents on the deployed cloud, whose permissions are enforced: every route that edits one, and approval by hash."""

from __future__ import annotations

from typing import Any

from atrium import Customer, wait_for


def test_document_is_edited_commented_presented_rewritten_and_approved(customer: Customer) -> None:
    project = customer.submit_project()
    wait_for(lambda: len(customer.pending_approvals(project)) == 3)
    scope = f"/projects/{project}/deliverables/{_pending(customer, project)['deliverable_id']}"

    def call(method: str, path: str, body: Any = None, status: int = 200) -> Any:
        reply = customer.call(method, path, body)
        assert reply.status == status, reply
        return reply.data

    kept, struck, other = [one["id"] for one in _lines(call("GET", scope)) if one["section"] == "criteria"][:3]
    read = call("GET", scope)["content_hash"]
    read = call("PATCH", f"{scope}/lines/{kept}", {"content_hash": read, "state": "kept"})["content_hash"]
    strike = {"content_hash": read, "edits": [{"id": struck, "state": "struck"}]}
    call("PATCH", f"{scope}/lines", strike)
    late = customer.call("PATCH", f"{scope}/lines", strike)
    added = call("POST", f"{scope}/lines", {"section": "notes", "text": "The door stands open"}, 201)
    choice = call("GET", scope)["choices"][0]["id"]
    call("PATCH", f"/projects/{project}/choices/{choice}", {"answer": "As the owner likes"})
    read_before = _pending(customer, project)["content_hash"]
    decided = f"/projects/{project}/approvals/{_pending(customer, project)['id']}"
    call("POST", decided, {"decision": "request_changes", "comment": f"{added['id']}: which door?\n\n{other}: fewer"})
    first, second = [one["id"] for one in call("GET", scope)["comments"]]
    settles = {"text": "The front door stands open", "resolves": [first]}
    call("PATCH", f"{scope}/lines/{added['id']}", settles | {"content_hash": call("GET", scope)["content_hash"]})
    call("PATCH", f"{scope}/comments/{second}", {"answer": "They stay"})
    presented = call("POST", f"{scope}/present")
    extra = {"section": "notes", "text": "The back door is shut"}
    call("POST", f"{scope}/lines", extra, 201)
    call("POST", f"/projects/{project}/brief/entries", {"type": "must_have", "text": "Guests leave a review"}, 201)
    rewritten = call("POST", f"{scope}/rewrite")
    decided = f"/projects/{project}/approvals/{_pending(customer, project)['id']}"
    stale = customer.call("POST", decided, {"decision": "approve", "content_hash": read_before})
    call("POST", decided, {"decision": "approve", "content_hash": rewritten["content_hash"]})

    assert (late.status, late.error["code"]) == (409, "TEXT_CHANGED")
    assert (stale.status, stale.error["code"]) == (409, "REVISION_REPLACED")
    assert (presented["revision"], rewritten["revision"]) == (2, 3)
    states = {one["id"]: one["state"] for one in _lines(rewritten)}
    texts = {one["text"] for one in _lines(rewritten)}
    assert (states[kept], states[struck]) == ("kept", "struck")
    assert {"The front door stands open", extra["text"]} <= texts
    assert call("GET", scope)["state"] == "approved"


def _pending(customer: Customer, project: str) -> dict[str, Any]:
    return next(one for one in customer.pending_approvals(project) if one["kind"] == "scope")


def _lines(document: dict[str, Any]) -> list[dict[str, Any]]:
    return [line for part in document["lines"] for line in part["lines"]]
