"""Money is asked before it is spent: by HTTP, from an assistant, and in the browser."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from atrium import PASSWORD, Customer, wait_for
from briefs import ANSWERS
from browser import Person
from mcp_clients import assistant
from spending import CHANGES, budget, limit_to, next_approval, request_changes, revised_once, stopped_at_ceiling

PRAISE = "The colours of my grandmother's kitchen"


def quote(customer: Customer, project_id: str, approval: dict[str, Any], comment: str | None) -> dict[str, Any]:
    path = f"/projects/{project_id}/approvals/{approval['id']}/quote"
    found: dict[str, Any] = customer.call("POST", path, {"comment": comment}).data
    return found


def test_estimate_beyond_ceiling_and_deadline_says_so_and_is_submitted_only_when_accepted(customer: Customer) -> None:
    tomorrow = (datetime.now(UTC) + timedelta(days=1)).date().isoformat()
    project_id = customer.create_project("Tight", deadline=tomorrow, budget_ceiling={"amount": 5000, "currency": "EUR"})
    customer.call("POST", f"/projects/{project_id}/intake", {"answers": ANSWERS})

    estimate = customer.call("GET", f"/projects/{project_id}/estimate").data
    refused = customer.call("POST", f"/projects/{project_id}/submit")
    still = customer.call("GET", f"/projects/{project_id}").data["status"]
    accepted = customer.call("POST", f"/projects/{project_id}/submit", {"accept_over_ceiling": True})

    assert estimate["over_ceiling"] == {"ceiling": 5000, "over": estimate["total"] - 5000}
    assert estimate["late"]["deadline"] == tomorrow
    assert 0 < estimate["late"]["working_days"] <= estimate["working_days"]
    assert 0 < estimate["build"]["low"] < estimate["build"]["high"]
    assert (refused.status, refused.error["code"], still) == (409, "OVER_CEILING", "draft")
    assert str(estimate["over_ceiling"]["over"]) in refused.error["message"]
    assert accepted.data["status"] == "active"


@pytest.mark.nightly
def test_late_estimate_alone_needs_no_acceptance(customer: Customer) -> None:
    tomorrow = (datetime.now(UTC) + timedelta(days=1)).date().isoformat()
    project_id = customer.create_project("Late", deadline=tomorrow)
    customer.call("POST", f"/projects/{project_id}/intake", {"answers": ANSWERS})

    estimate = customer.call("GET", f"/projects/{project_id}/estimate").data

    assert (estimate["over_ceiling"], estimate["late"] is None) == (None, False)
    assert customer.call("POST", f"/projects/{project_id}/submit").data["status"] == "active"


@pytest.mark.nightly
def test_changes_cost_what_was_quoted_and_are_refused_when_nothing_can_be_applied(customer: Customer) -> None:
    project_id, approval = revised_once(customer)
    included = budget(customer, project_id)["spent"]
    nothing = quote(customer, project_id, approval, PRAISE)
    path = f"/projects/{project_id}/approvals/{approval['id']}"
    refused = customer.call("POST", path, {"decision": "request_changes", "comment": PRAISE})
    waiting = customer.pending_approvals(project_id)
    priced = quote(customer, project_id, approval, CHANGES[1])
    request_changes(customer, project_id, approval, CHANGES[1])
    written = next_approval(customer, project_id, approval)

    assert approval["revision"] == 2
    assert (nothing["nothing_to_apply"], nothing["cost"]) == (True, 0)
    assert (refused.status, refused.error["code"]) == (400, "NOTHING_TO_APPLY")
    assert all(example in refused.error["message"] for example in nothing["examples"])
    assert approval in waiting
    assert [point["applied"] for point in priced["points"]] == [True]
    assert (priced["included"], priced["cost"] > 0, written["revision"]) == (False, True, 3)
    assert budget(customer, project_id)["spent"] == included + priced["cost"]


@pytest.mark.nightly
def test_team_stops_at_the_ceiling_and_goes_on_when_it_is_raised(customer: Customer) -> None:
    project_id, approval = stopped_at_ceiling(customer)
    stopped = budget(customer, project_id)
    other = next(one for one in customer.pending_approvals(project_id) if one["id"] != approval["id"])
    included = quote(customer, project_id, other, "Add a must-have: a waiting list")
    attention = customer.call("GET", "/dashboard/summary").data["attention"]
    limit_to(customer, project_id, None)
    written = next_approval(customer, project_id, approval)

    assert stopped["spent"] == stopped["ceiling"]
    assert (included["included"], included["over_ceiling"]) == (True, True)
    (need,) = [one for one in attention if one["kind"] == "over_budget" and one["project_id"] == project_id]
    assert (need["priority"], need["reason"].split(" of ")[0]) == ("high", "the team has stopped at your ceiling")
    assert written["revision"] == 3
    assert budget(customer, project_id)["spent"] > stopped["spent"]
    assert budget(customer, project_id)["stopped_at_ceiling"] is False


@pytest.mark.nightly
def test_assistant_asks_before_it_submits_and_before_it_requests_changes(customer: Customer) -> None:
    async def scenario() -> None:
        async with assistant(customer.base_url, customer.key) as connected:
            project = await connected.call("create_project", name="Tight")
            mine = {"project_id": project["id"]}
            await connected.call("answer_project_intake", **mine, answers=ANSWERS)
            shown = await connected.call("update_project", **mine, budget_ceiling={"amount": 5000, "currency": "EUR"})
            refused = await connected.refusal("submit_project", **mine)
            submitted = await connected.call("submit_project", **mine, accept_over_ceiling=True)
            approval = await asyncio.to_thread(wait_for, lambda: customer.pending_approvals(project["id"]))
            asked = {**mine, "approval_id": approval[0]["id"]}
            priced = await connected.call("quote_changes", **asked, comment=f"{CHANGES[0]}. {PRAISE}.")

            assert shown["budget"]["ceiling"] == 5000
            assert refused.startswith("OVER_CEILING: ")
            assert submitted["status"] == "active"
            assert [point["applied"] for point in priced["points"]] == [True, False]
            assert (priced["included"], priced["cost"]) == (True, 0)

    asyncio.run(scenario())


@pytest.mark.nightly
def test_dialog_quotes_changes_while_they_are_written(customer: Customer, browser: Browser) -> None:
    project_id, approval = revised_once(customer)
    before, cost = budget(customer, project_id)["spent"], quote(customer, project_id, approval, CHANGES[1])["cost"]
    mira = Person.arrive(browser, customer.base_url)
    mira.sign_in(customer.email, PASSWORD)
    mira.go("projects", project_id, "deliverables", approval["deliverable_id"])

    mira.press(mira.button("Request changes"))
    mira.write(PRAISE)
    expect(mira.button("Rephrase")).to_be_visible()
    mira.see("Nothing would change, and nothing is charged.")
    mira.press(mira.button("Rephrase"))
    mira.type("What should change?", CHANGES[1])
    mira.see("1 of 1 point can be applied.")
    mira.press(mira.button(f"Send for €{cost}"))

    expect(mira.text("revision 3 ·")).to_be_visible()
    assert budget(customer, project_id)["spent"] == before + cost
    assert mira.complaints == []
    mira.leave()
