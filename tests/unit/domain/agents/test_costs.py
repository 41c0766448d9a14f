"""What each step cost stands in its event, and the costs add up to what the project has spent."""

from __future__ import annotations

import emulated
from briefs import ANSWERS, submitted_project
from common.dynamo import dynamodb
from domain.audit.log import NOWHERE
from domain.events.feed import EventView, FeedService
from domain.events.filing import filing_service
from domain.events.records import EventType
from domain.events.store import event_store
from domain.projects.announcing import events_of
from domain.projects.requests import ApprovalDecision, DecideApproval, QuoteChanges
from domain.projects.store import project_store
from domain.vault.cipher import vault_cipher
from domain.vault.deposits import DepositService
from domain.vault.requests import DeclineRequest
from domain.vault.store import vault_store
from domain.work.queue import work_queue
from house import ME


class Killed(BaseException):
    """The worker's process is gone: nothing catches it."""


def told(project_id: str) -> list[EventView]:
    """Everything that the feed tells of a project."""
    filing_service().file_all(ME.account_id)
    feed = FeedService(event_store(), None, sleep=lambda _seconds: None)
    after = 0
    found: list[EventView] = []
    while True:
        page = feed.read(ME.account_id, after=after, limit=100, types=frozenset(EventType), within={project_id})
        found += page.events
        after = page.last_sequence
        if not page.has_more:
            return found


def costs(project_id: str) -> list[int]:
    return [one.data["cost"] for one in told(project_id) if "cost" in one.data]


def spent(house, project_id: str) -> int:
    return house.projects.describe(ME.account_id, project_id).budget.spent


def decide(house, approval, comment: str | None = None) -> None:
    kind = ApprovalDecision.REQUEST_CHANGES if comment else ApprovalDecision.APPROVE
    decision = DecideApproval(decision=kind, comment=comment)
    house.projects.decide(ME, approval.project_id, approval.id, decision, NOWHERE)


def decline_access(house) -> None:
    deposits = DepositService(vault_store(), vault_cipher(), house.projects, work_queue(), house.clock)
    for request in vault_store().list_open_requests(ME.account_id):
        deposits.decline(ME.account_id, request.id, DeclineRequest(reason="Not yet"))


def change_of(approval) -> str:
    return f"add a must-have: gift card number {approval.revision} of the {approval.title}"


def revised(house, approval, times: int) -> tuple[object, list[int]]:
    """The approval after so many changes, and what each of them was quoted at."""
    quoted = []
    for _ in range(times):
        quoted.append(house.projects.quote(ME.account_id, approval.project_id, approval.id, QuoteChanges()).cost)
        decide(house, approval, change_of(approval))
        house.run_all()
        pending = house.projects.list_open_approvals(ME.account_id)
        approval = next(one for one in pending if one.deliverable_id == approval.deliverable_id)
    return approval, quoted


def test_costs_of_a_whole_projects_events_add_up_to_what_is_spent(house):
    project_id = submitted_project(house.projects, ME.account_id)
    house.run_all()
    quoted = []
    while pending := house.projects.list_open_approvals(ME.account_id):
        last, asked = revised(house, pending[0], 2)
        quoted += asked
        assert sum(costs(project_id)) == spent(house, project_id)
        for approval in (last, *pending[1:]):
            decide(house, approval)
        house.run_all()
        decline_access(house)
        house.run_all()

    project = project_store().get_project(ME.account_id, project_id)
    assert project.status == "completed"
    assert sum(costs(project_id)) == project.spent == project.estimate.total + sum(quoted)
    assert len([cost for cost in quoted if cost]) >= 4
    charged = [one for one in told(project_id) if "cost" in one.data]
    assert {(one.type, one.data["currency"]) for one in charged} == {(EventType.APPROVAL_REQUESTED, "EUR")}
    assert [one.data["cost"] for one in charged if one.data["revision"] > 1] == quoted


def test_currency_is_the_estimates(house):
    project_id = submitted_project(
        house.projects, ME.account_id, answers=ANSWERS | {"budget_ceiling": {"amount": 9_000_000, "currency": "JPY"}}
    )
    house.run_all()

    charged = [one.data for one in told(project_id) if "cost" in one.data]
    assert {one["currency"] for one in charged} == {"JPY"}
    assert sum(one["cost"] for one in charged) == spent(house, project_id) > 0


def test_worker_killed_around_any_write_of_a_paid_revision_tells_its_cost_once(house, monkeypatch):
    project_id = submitted_project(house.projects, ME.account_id)
    house.run_all()
    approval, _ = revised(house, house.projects.list_open_approvals(ME.account_id)[0], 1)
    decide(house, approval, change_of(approval))
    nudges = house.nudges()
    before = emulated.saved_rows()
    number, kills = 1, 0
    while killed_at(number, house, nudges, monkeypatch):
        kills += 1
        assert sum(costs(project_id)) == spent(house, project_id)
        assert [one.data["cost"] > 0 for one in told(project_id) if one.data.get("revision") == 3] == [True]
        emulated.put_back(before)
        number += 1

    assert kills >= 4


def killed_at(number, house, nudges, monkeypatch):
    """Run every nudge twice, the worker killed before its `number`th half of a write; whether there was such a half."""
    client, half = dynamodb(), 0
    real = client.transact_write_items

    def killing(**request):
        nonlocal half
        for carry_out in (False, True):
            half += 1
            answer = real(**request) if carry_out else None
            if half == number:
                raise Killed
        return answer

    with monkeypatch.context() as patch:
        patch.setattr(client, "transact_write_items", killing)
        for nudge in nudges:
            for _ in range(2):
                try:
                    house.run(nudge, f"run-{nudge.subject_id}")
                except Killed:
                    continue
    return half >= number


def test_revision_put_before_the_customer_once_more_costs_nothing(house):
    project_id = submitted_project(house.projects, ME.account_id)
    house.run_all()
    project = project_store().get_project(ME.account_id, project_id)
    approval = house.projects.list_open_approvals(ME.account_id)[0]

    (asked,) = events_of(project, project, [approval])

    assert (asked.cost, asked.currency) == (0, "EUR")
