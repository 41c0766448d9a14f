"""A project from its first answer to its last approval, by HTTP alone; and a secret that is refused on the way."""

from __future__ import annotations

import pytest

from atrium import Customer, wait_for
from briefs import ANSWERS

APPROVE = {"decision": "approve"}
PLAN_ALONE = APPROVE | {"hand_out_work": False}


def decide(customer: Customer, project_id: str, approval: dict, body: dict):
    return customer.call("POST", f"/projects/{project_id}/approvals/{approval['id']}", body)


def phase_of(customer: Customer, project_id: str) -> str:
    return customer.call("GET", f"/projects/{project_id}").data["phase"]


def wait_for_approvals(customer: Customer, project_id: str, count: int) -> list[dict]:
    def found():
        pending = customer.pending_approvals(project_id)
        return pending if len(pending) == count else None

    return wait_for(found)


def assert_consistent(project: dict) -> None:
    budget = project["budget"]
    assert budget["forecast"] == budget["spent"] + budget["unreported"] + budget["remaining"]
    assert 0 <= project["progress"] <= 100
    assert (project["progress"] == 100) == (project["status"] == "completed")
    assert (project["eta"] is None) == (project["status"] in {"draft", "completed", "cancelled"})


def test_project_moves_from_first_answer_to_completion(customer: Customer) -> None:
    project_id = customer.create_project("Bakery Relaunch")
    names = list(ANSWERS)
    for part in (names[:2], names[2:4], names[4:]):
        answers = {name: ANSWERS[name] for name in part}
        intake = customer.call("POST", f"/projects/{project_id}/intake", {"answers": answers}).data
    assert intake["complete"] is True
    estimate = customer.call("GET", f"/projects/{project_id}/estimate").data
    assert estimate["low"] <= estimate["total"] <= estimate["high"]
    assert sum(phase["cost"] for phase in estimate["phases"]) == estimate["total"]

    submitted = customer.call("POST", f"/projects/{project_id}/submit").data
    planning = wait_for_approvals(customer, project_id, 3)
    scope = next(approval for approval in planning if approval["kind"] == "scope")
    entry = {"type": "must_have", "text": "A newsletter for regular guests"}
    assert customer.call("POST", f"/projects/{project_id}/brief/entries", entry).status == 201
    comment = "Please say what the newsletter is about."
    decide(customer, project_id, scope, {"decision": "request_changes", "comment": comment})
    path = f"/projects/{project_id}/deliverables/{scope['deliverable_id']}"
    document = customer.call("POST", f"{path}/rewrite").data
    revised = next(one for one in customer.pending_approvals(project_id) if one["revision"] == 2)

    assert submitted["budget"]["likely"] == estimate["total"]
    assert (document["revision"], document["history"][-1]["comment"]) == (2, comment)
    assert entry["text"] in document["content"]
    assert comment in document["content"]
    assert revised["content_hash"] == document["content_hash"]
    for phase, following in (
        ("planning", "design"),
        ("design", "development"),
        ("development", "launch"),
        ("launch", "complete"),
    ):
        _approve_phase(customer, project_id, phase)
        assert phase_of(customer, project_id) == following
    finished = customer.call("GET", f"/projects/{project_id}").data
    assert_consistent(finished)
    assert (finished["status"], finished["progress"]) == ("completed", 100)
    story = " ".join(message["content"] for message in reversed(customer.messages(project_id)))
    for word in ("design", "development", "launch", "complete", "Source repository"):
        assert word in story
    assert_feed_tells_the_life(customer, project_id, document["content"])


def assert_feed_tells_the_life(customer: Customer, project_id: str, document: str) -> None:
    """The feed has no gap, tells each step once and in its order, and holds no content."""

    def whole() -> list[dict] | None:
        events = customer.feed()
        return events if any(event["type"] == "project.completed" for event in events) else None

    events = wait_for(whole)
    mine = [event for event in events if event["data"].get("project_id") == project_id]
    kinds = [event["type"] for event in mine]

    assert [event["sequence"] for event in events] == list(range(1, len(events) + 1))
    assert len({event["id"] for event in events}) == len(events)
    assert [kind for kind in kinds if kind.startswith("project.")] == [
        "project.created",
        "project.submitted",
        "project.status_changed",
        *["project.phase_started"] * 4,
        "project.completed",
    ]
    assert kinds.count("approval.requested") == kinds.count("approval.decided") == 11
    assert kinds.count("deliverable.approved") == 10
    assert kinds.count("vault.request.opened") == kinds.count("vault.request.fulfilled") > 0
    assert all(line not in str(events) for line in document.splitlines() if len(line) > 60)


def _approve_phase(customer: Customer, project_id: str, phase: str) -> None:
    def moved_on():
        pending = customer.pending_approvals(project_id)  # before the phase is read, so that none is of the next one
        project = customer.call("GET", f"/projects/{project_id}").data
        assert_consistent(project)
        if project["phase"] != phase:
            return True
        for request in customer.call("GET", f"/vault/requests?project_id={project_id}&status=pending").data["requests"]:
            customer.call("POST", f"/vault/requests/{request['id']}/fulfill", {"value": "a value nobody sees again"})
        for approval in pending:
            decide(customer, project_id, approval, PLAN_ALONE if approval["kind"] == "delivery_plan" else APPROVE)
        return None

    wait_for(moved_on)


@pytest.mark.nightly
def test_secret_in_an_answer_is_refused_and_not_stored(customer: Customer) -> None:
    project_id = customer.create_project("Answers")
    before = customer.call("GET", f"/projects/{project_id}/intake").data
    answers = {"goal": "Use AKIAIOSFODNN7EXAMPLE and wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"}

    reply = customer.call("POST", f"/projects/{project_id}/intake", {"answers": answers})

    assert (reply.status, reply.error["code"]) == (400, "VALIDATION_ERROR")
    assert reply.error["details"][0]["field"].startswith("answers.goal")
    assert customer.call("GET", f"/projects/{project_id}/intake").data == before
