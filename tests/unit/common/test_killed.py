"""A process that dies between the work and its answer: repeated by its `Idempotency-Key`, nothing is done twice."""

from __future__ import annotations

import json
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import pytest

import emulated
from common import idempotency
from common.dynamo import Table
from common.settings import settings
from domain.agents.exactly_once import turn_service
from domain.decisions.approvers import approver_service
from domain.work.queue import WorkItem
from doors import CONTEXT, HttpAnswer, event, load, session_caller
from interface import ROUTES
from plans import ANSWERS
from vaults import stored_request
from work import new_item, submission, working_project

pytestmark = pytest.mark.usefixtures("uncounted")
OWN = session_caller()
KEY = {"Idempotency-Key": "once"}
DYING = SimpleNamespace(**vars(CONTEXT) | {"get_remaining_time_in_millis": lambda: 0})
DOORS = {(route.method, route.path): route.door for route in ROUTES}
ITEM = "/work-items/{work_id}"
HOOKS = "/api/account/webhooks"


class Killed(BaseException):
    """The process is gone."""


@dataclass(frozen=True)
class Creation:
    """A route that creates, and how to look at what is there. `status` is of the repetition."""

    path: str
    look: str
    body: Any = None
    status: int = 201
    claimed: bool = False


DOCUMENT = "/projects/{project_id}/deliverables/{deliverable_id}"
CREATIONS = [
    Creation("/projects", "/projects", {"name": "Bakery"}),
    Creation(
        "/projects/{project_id}/brief/entries",
        "/projects/{project_id}/brief",
        {"type": "must_have", "text": "Pay by card"},
    ),
    Creation(f"{DOCUMENT}/lines", DOCUMENT, {"section": "risks", "text": "Somebody adds this twice."}),
    Creation("/agents/{project_id}/ask", "/agents/{project_id}/messages", {"message": "Is it going well?"}, 202),
    Creation("/pa/ask", "/pa/messages", {"message": "What needs me?"}, 409),
    Creation("/pa/task", "/pa/tasks", {"task": "Every Monday at 9am, report progress"}, 202),
    Creation("/pa/tasks/{task_id}/run", "/pa/tasks/{task_id}", None, 202),
    Creation(
        "/vault/credentials/{id}", "/vault/credentials", {"name": "Shop", "type": "password", "value": "a long word"}
    ),
    Creation("/vault/requests/{request_id}/fulfill", "/vault/credentials", {"value": "a long word"}, 200),
    Creation("/projects/{project_id}/work-items", "/projects/{project_id}/work-items", new_item().model_dump()),
    Creation(f"{ITEM}/claim", ITEM, {"worker": "ada", "lease_minutes": 30}, 200),
    Creation(f"{ITEM}/progress", ITEM, {"note": "Half"}, 409, claimed=True),
    Creation(f"{ITEM}/release", ITEM, {"reason": "No time"}, 409, claimed=True),
    Creation(f"{ITEM}/submit", ITEM, submission("c").model_dump(exclude={"claim_id"}), 409, claimed=True),
    Creation(HOOKS, HOOKS, {"url": "https://93.184.216.34/", "types": ["report.ready"]}, 409),
    Creation(f"{HOOKS}/{{endpoint_id}}/rotate-secret", f"{HOOKS}/{{endpoint_id}}", {"grace_seconds": 60}, 409),
    Creation("/api/account/approvers", "/api/account/approvers", {"email": "anna@example.com"}),
    Creation("/api/account/api-keys", "/api/account/api-keys", {"name": "k", "preset": "pa_only"}, 409),
    Creation("/api/account/api-keys/{key_id}/rotate", "/api/account/api-keys", {"grace_seconds": 60}, 409),
]


def send(method: str, path: str, body: Any = None, *, context: Any = CONTEXT, headers: Any = None, **ids: str) -> Any:
    given = {name: value for name, value in ids.items() if f"{{{name}}}" in path}
    raw = event(method, path, caller=OWN, body=body, headers=headers, **given)
    answer = load(DOORS[method, path]).lambda_handler(raw, context)
    return HttpAnswer(answer["statusCode"], json.loads(answer["body"]), {})


@pytest.fixture
def ids(aws, clock, monkeypatch) -> dict[str, str]:
    """One of everything that a creating route names."""
    monkeypatch.setattr(idempotency, "_SCRYPT_COST", 2)
    monkeypatch.setattr(approver_service().mails, "silent", None)
    return {**emulated.remembered("one of everything that is named", clock, one_of_everything)}


def one_of_everything() -> dict[str, str]:
    account = {"pk": "ACCOUNT#acc_1", "email": "mira@example.com", "email_verified": True, "timezone": "UTC"}
    Table(settings.identity_table).put_overwriting(account)
    project = working_project()
    found = {"project_id": project.id, "id": project.id, "request_id": stored_request(project).id}
    found["work_id"] = send("POST", "/projects/{project_id}/work-items", new_item().model_dump(), **found).data["id"]
    found["task_id"] = send("POST", "/pa/task", {"task": "Every Friday at 9am, report"}, **found).data["task_id"]
    hook = {"url": "https://93.184.216.34/", "types": ["report.ready"]}
    found["endpoint_id"] = send("POST", HOOKS, hook).data["id"]
    found["key_id"] = send("POST", "/api/account/api-keys", {"name": "old", "preset": "pa_only"}).data["id"]
    return found


def in_review(ids: dict[str, str]) -> str:
    """The id of a document that the team has just presented, in a project of its own."""
    ids["project_id"] = ids["id"] = send("POST", "/projects", {"name": "Practice"}).data["id"]
    send("POST", "/projects/{project_id}/intake", {"answers": ANSWERS}, **ids)
    send("POST", "/projects/{project_id}/submit", **ids)
    service = turn_service()
    service.run(WorkItem(OWN.account_id, ids["project_id"], "evt_0"), run_id="run-1", sent_at=service.answering.now())
    documents: list[dict[str, str]] = send("GET", "/projects/{project_id}", **ids).data["deliverables"]
    return next(one["id"] for one in documents if one["kind"] == "product_brief")


def test_every_creating_route_is_tried():
    creating = {route.path for route in ROUTES if route.declared.creates}

    assert creating == {case.path for case in CREATIONS}


@pytest.mark.parametrize("case", CREATIONS, ids=lambda case: case.path)
def test_work_is_not_done_again_when_its_process_died_before_it_could_answer(ids, monkeypatch, case):
    body = case.body
    if DOCUMENT in case.path:
        ids["deliverable_id"] = in_review(ids)
    if case.claimed:
        claim = send("POST", f"{ITEM}/claim", {"worker": "ada", "lease_minutes": 30}, **ids)
        body = body | {"claim_id": claim.data["claim_id"]}

    def die(*_: Any) -> None:
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(idempotency._Hold, "keep", die)
        with pytest.raises(Killed):
            send("POST", case.path, body, context=DYING, headers=KEY, **ids)
    done = send("GET", case.look, **ids).data

    again = send("POST", case.path, body, headers=KEY, **ids)

    assert again.status == case.status
    if again.status == 409:
        assert again.error["code"] == "ANSWER_LOST"
    assert send("GET", case.look, **ids).data == done
