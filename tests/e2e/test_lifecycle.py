"""A project from its first answer to its last approval, by HTTP alone; and what is refused on the way."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from atrium import Customer, Reply, wait_for
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
        events, after = [], 0
        while True:
            page = customer.by_session("GET", f"/events?limit=100&after={after}").data
            events += page["events"]
            after = page["last_sequence"]
            if not page["has_more"]:
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
def test_illegal_steps_get_their_409_and_change_nothing(customer: Customer) -> None:
    draft = customer.create_project("Draft")
    early = customer.call("GET", f"/projects/{draft}/estimate")
    submit_early = customer.call("POST", f"/projects/{draft}/submit")
    running = customer.submit_project()
    again = customer.call("POST", f"/projects/{running}/submit")
    late_answer = customer.call("POST", f"/projects/{running}/intake", {"answers": {"goal": "Another goal"}})
    approval = wait_for_approvals(customer, running, 3)[0]
    decide(customer, running, approval, APPROVE)
    decided = decide(customer, running, approval, APPROVE)
    customer.call("POST", f"/projects/{running}/status", {"action": "cancel"})
    cancelled = decide(customer, running, customer.pending_approvals(running)[0], APPROVE)
    resumed = customer.call("POST", f"/projects/{running}/status", {"action": "resume"})

    assert [(reply.status, reply.error["code"]) for reply in (early, submit_early)] == [(409, "INTAKE_INCOMPLETE")] * 2
    assert [(reply.status, reply.error["code"]) for reply in (again, late_answer)] == [(409, "ALREADY_SUBMITTED")] * 2
    assert (decided.status, decided.error["code"]) == (409, "ALREADY_DECIDED")
    assert [reply.status for reply in (cancelled, resumed)] == [409, 409]
    assert customer.call("GET", f"/projects/{running}").data["status"] == "cancelled"


@pytest.mark.nightly
def test_two_decisions_at_once_one_wins(customer: Customer) -> None:
    project_id = customer.submit_project()
    approval = wait_for_approvals(customer, project_id, 3)[0]
    bodies = [APPROVE, {"decision": "request_changes", "comment": "Make it shorter"}] * 4
    with ThreadPoolExecutor(8) as pool:
        statuses = list(pool.map(lambda body: decide(customer, project_id, approval, body).status, bodies))

    assert sorted(statuses) == [200] + [409] * 7


@pytest.mark.nightly
def test_old_revision_cannot_be_decided(customer: Customer) -> None:
    project_id = customer.submit_project()
    approval = wait_for_approvals(customer, project_id, 3)[0]
    decide(customer, project_id, approval, {"decision": "request_changes", "comment": "Make it shorter"})

    reply = decide(customer, project_id, approval, APPROVE)

    assert reply.status == 409


@pytest.mark.nightly
def test_text_of_a_replaced_revision_can_be_read(customer: Customer) -> None:
    project_id = customer.submit_project()
    approval = wait_for_approvals(customer, project_id, 3)[0]
    path = f"/projects/{project_id}/deliverables/{approval['deliverable_id']}"
    first = customer.call("GET", path).data
    decide(customer, project_id, approval, {"decision": "request_changes", "comment": "Make it shorter"})
    second = customer.call("POST", f"{path}/present").data

    read = [customer.call("GET", f"{path}/revisions/{number}") for number in (1, 2, 3)]

    assert [one.data["content"] for one in read[:2]] == [first["content"], second["content"]]
    assert [one.status for one in read] == [200, 200, 404]


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("answers", "field"),
    [
        ({"goal": 5}, "answers.goal"),
        ({"platforms": ["toaster"]}, "answers.platforms"),
        ({"deadline": "2020-01-01"}, "answers.deadline"),
        ({"budget_ceiling": {"amount": -5, "currency": "EUR"}}, "answers.budget_ceiling"),
        ({"colour": "red"}, "answers.colour"),
        ({"goal": "Use AKIAIOSFODNN7EXAMPLE and wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"}, "answers.goal"),
    ],
)
def test_wrong_answer_is_named_and_nothing_stored(customer: Customer, answers: dict, field: str) -> None:
    project_id = customer.create_project("Answers")
    before = customer.call("GET", f"/projects/{project_id}/intake").data

    reply = customer.call("POST", f"/projects/{project_id}/intake", {"answers": answers})

    assert (reply.status, reply.error["code"]) == (400, "VALIDATION_ERROR")
    assert reply.error["details"][0]["field"].startswith(field)
    assert customer.call("GET", f"/projects/{project_id}/intake").data == before


@pytest.mark.nightly
def test_team_says_who_is_at_what(customer: Customer) -> None:
    project_id = customer.submit_project()
    wait_for_approvals(customer, project_id, 3)

    team = {member["role"]: member for member in customer.call("GET", f"/agents/{project_id}").data["team"]}
    status = customer.call("GET", f"/agents/{project_id}/status").data

    assert team["CPO"]["state"] == "waiting"
    assert "Roadmap" in team["CPO"]["focus"]
    assert team["CTO"] | {"description": ""} == {"role": "CTO", "description": "", "state": "idle", "focus": None}
    assert (status["current_phase"], status["agents_active"]) == ("planning", True)


@pytest.mark.nightly
def test_pause_and_resume_by_the_cards_of_two_messages(customer: Customer) -> None:
    project_id = customer.submit_project()
    wait_for_approvals(customer, project_id, 3)
    found = []

    for message in ("Please pause the project.", "Please resume the project."):
        found.append(customer.call("GET", f"/projects/{project_id}").data["status"])
        (card,) = customer.reply_to(project_id, customer.ask(project_id, message))["cards"]
        found.append(customer.call("GET", f"/projects/{project_id}").data["status"])
        assert send(customer, card).status == 200

    found.append(customer.call("GET", f"/projects/{project_id}").data["status"])
    assert found == ["active", "active", "on_hold", "on_hold", "active"]


def send(customer: Customer, card: dict[str, Any], key: str | None = None) -> Reply:
    request = card["request"]
    headers = {"Idempotency-Key": request["idempotency_key"]}
    return customer.call(request["method"], request["path"], request["body"], key=key, headers=headers)


@pytest.mark.nightly
def test_card_of_an_approval_takes_the_right_to_decide(customer: Customer) -> None:
    project_id = customer.submit_project()
    wait_for_approvals(customer, project_id, 3)
    asking_only = customer.create_key(scopes=["agents:read", "agents:write"])["key"]
    body = {"message": "Please approve the roadmap."}

    asked = customer.call("POST", f"/agents/{project_id}/ask", body, key=asking_only).data["message_id"]
    (card,) = customer.reply_to(project_id, asked)["cards"]
    refused = send(customer, card, asking_only)
    still_pending = len(customer.pending_approvals(project_id))
    done = send(customer, card)

    assert (refused.status, still_pending, done.status) == (403, 3, 200)
    assert "roadmap" not in {approval["kind"] for approval in customer.pending_approvals(project_id)}
