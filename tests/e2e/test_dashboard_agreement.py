"""No page contradicts another: the figures of a project, read wherever a page shows them, are those of the API."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta
from typing import Any

from playwright.sync_api import Locator, expect

from atrium import Customer, wait_for
from briefs import ANSWERS
from browser import Person
from figures_told import amounts_in, days_in

DEADLINE = (datetime.now(UTC) + timedelta(days=400)).date().isoformat()
CEILING = 61_000
QUESTION = "How far are we, what will it cost and when is it done?"


def begun(customer: Customer) -> str:
    """A project of which one document is approved and two wait for their customer."""
    limits = {"deadline": DEADLINE, "budget_ceiling": {"amount": CEILING, "currency": "EUR"}}
    project_id = customer.create_project("Harbour", **limits)
    customer.call("POST", f"/projects/{project_id}/intake", {"answers": ANSWERS})
    return project_id


def facts_of(customer: Customer, project_id: str) -> dict[str, Any]:
    """What the API says, in the form in which `read` finds it."""
    project = customer.call("GET", f"/projects/{project_id}").data
    approved = [one for one in project["deliverables"] if one["state"] == "approved"]
    waiting = [one for one in customer.call("GET", "/inbox").data["items"] if one["project_id"] == project_id]
    assert len(approved) == project["documents"]["approved"]
    assert len(waiting) == project["pending_approvals"] + project["open_credential_requests"]
    return {
        "cost": project["budget"]["forecast"],
        "ends": {project["budget"]["low"], project["budget"]["high"]},
        "end": date.fromisoformat(project["eta"]),
        "documents": (len(approved), len(project["deliverables"])),
        "waiting": sorted(one["target_id"] for one in waiting),
    }


def figure(page: Locator, name: str) -> str:
    """The figure with that name, as it stands in a row of figures."""
    return page.locator("dt", has_text=re.compile(f"^{name}$")).locator("xpath=following-sibling::dd[1]").inner_text()


def counted(text: str) -> tuple[int, int]:
    """`3 of 10`, `3/10`."""
    found = re.search(r"(\d+)(?: of |/)(\d+)", text)
    assert found, text
    return int(found[1]), int(found[2])


def amount(text: str) -> int:
    (found,) = amounts_in(text)
    return found


def day(text: str) -> date:
    (found,) = days_in(text)
    return found


def test_every_page_tells_the_figures_of_the_api(person: Person, customer: Customer) -> None:
    project_id = begun(customer)
    likely = customer.call("GET", f"/projects/{project_id}/estimate").data["likely"]
    page = person.page.locator("main")
    person.go("projects", project_id, "intake")
    person.press(person.button("Submit brief"))
    submitted = amounts_in(person.page.get_by_role("dialog").inner_text())
    person.button("Accept and submit").click()
    expect(person.text("documents approved")).to_be_visible()
    wait_for(lambda: len(customer.pending_approvals(project_id)) == 3)
    approval = customer.pending_approvals(project_id)[0]
    approve = f"/projects/{project_id}/approvals/{approval['id']}"
    assert customer.call("POST", approve, {"decision": "approve"}).status == 200
    answer = customer.reply_to(project_id, customer.ask(project_id, QUESTION))["content"]
    facts = facts_of(customer, project_id)
    expected = {name: facts[name] for name in ("cost", "end", "documents")}
    told: dict[str, dict[str, Any]] = {}

    person.go("projects")
    row = page.get_by_role("row").filter(has_text="Harbour")
    # The page hears of the approval by its feed, a moment after the API tells it.
    expect(row.locator("[data-label='Next step']")).to_contain_text(f"{len(facts['waiting']) - 1} more")
    expect(row.locator("[data-label='Plan']")).to_contain_text("{}/{}".format(*facts["documents"]))
    cell = {name: row.locator(f"[data-label='{name}']").inner_text() for name in ("Plan", "Forecast", "Likely end")}
    told["projects"] = {
        "cost": amount(cell["Forecast"].split("Ceiling")[0]),
        "end": day(cell["Likely end"].split("Deadline")[0]),
        "documents": counted(cell["Plan"]),
    }
    person.go("projects", project_id)
    tabs = page.get_by_role("navigation", name="Project")
    approved = "Documents{}/{}".format(*facts["documents"])  # the page shows at once what it knew, and reads it anew
    expect(tabs.get_by_role("link", name="Documents")).to_have_text(approved)
    told["overview"] = {
        "cost": amount(figure(page, "Forecast")),
        "end": day(figure(page, "Likely end")),
        "documents": counted(figure(page, "Plan")),
    }
    expect(page.get_by_role("heading", name=f"Waiting for you · {len(facts['waiting'])}")).to_be_visible()
    low, high = (f"{one:,}" for one in sorted(facts["ends"]))
    expect(page.get_by_text(f"EUR {low} – {high}", exact=True)).to_be_visible()
    for part in ("brief", "documents", "work", "timeline", "chat", "access"):
        person.go("projects", project_id, part)
        expect(tabs.get_by_role("link", name="Documents")).to_have_text(approved)
        if part == "brief":
            told[part] = expected | {"cost": amount(page.locator(".estimate .figure").first.inner_text())}
        if part == "documents":
            states = page.locator(".rows .pill").all_inner_texts()
            told[part] = expected | {"documents": (states.count("Approved"), page.locator(".rows > li").count())}
            assert states.count("Waiting for you") == len(facts["waiting"])
        if part == "timeline":
            told[part] = expected | {"end": day(figure(page, "Likely end"))}
    person.go("inbox")
    expect(page.get_by_role("listitem").filter(has_text="Harbour")).to_have_count(len(facts["waiting"]))

    assert {place: figures for place, figures in told.items() if figures != expected} == {}
    assert facts["cost"] == likely
    assert likely in submitted
    assert amounts_in(answer) <= {likely, *facts["ends"], CEILING, CEILING - likely, 0}
    assert facts["end"] in days_in(answer) or not days_in(answer)
    assert person.complaints == []


def test_pages_agree_on_what_is_outdated_what_comes_first_and_where_each_project_is(
    person: Person, customer: Customer
) -> None:
    project_id = customer.develop_project()
    customer.create_project("Ferry")
    added = {"type": "must_have", "text": "Customers pay in advance by card"}
    assert customer.call("POST", f"/projects/{project_id}/brief/entries", added).status == 201
    project = customer.call("GET", f"/projects/{project_id}").data
    documents = [
        customer.call("GET", f"/projects/{project_id}/deliverables/{one['id']}").data for one in project["deliverables"]
    ]
    outdated = sorted(one["title"] for one in documents if one["outdated"])
    assert len(outdated) > 1
    inbox = customer.call("GET", "/inbox").data["items"]
    asked = [one["title"].removeprefix("Provide access to ") for one in inbox if one["kind"] == "credential"]
    assert len(asked) > 1
    page = person.page.locator("main")

    person.go("projects", project_id)
    expect(page.get_by_text(f"documents approved, {len(outdated)} outdated")).to_be_visible()
    person.go("projects", project_id, "documents")
    marked = page.locator("li").filter(has=person.page.locator(".pill", has_text="Outdated")).locator(".name")
    expect(marked).to_have_count(len(outdated))
    assert sorted(marked.all_inner_texts()) == outdated
    expect(page.get_by_text(f"documents approved, {len(outdated)} outdated")).to_be_visible()
    person.go("projects", project_id, "access")
    expect(page.locator(".asks h3")).to_have_text(asked)
    person.go("inbox")
    expect(page.locator(".told .name", has_text="Provide access to")).to_have_text([re.compile(one) for one in asked])

    person.go("projects")
    expect(page.locator(".verdict")).to_have_count(len(customer.call("GET", "/projects").data["projects"]))
    shown = {
        row.locator("th .name").inner_text(): row.locator(".verdict .pill").inner_text()
        for row in page.locator("tbody tr").all()
    }
    task = customer.call("POST", "/pa/task", {"task": "Give me a status report every Monday at 8am"}).data["task_id"]
    assert customer.call("POST", f"/pa/tasks/{task}/run").status == 202
    made = wait_for(lambda: next(iter(customer.call("GET", "/pa/reports").data["reports"]), None))
    report = customer.call("GET", f"/pa/reports/{made['id']}").data
    told = [line.strip("| ").split(" | ") for line in report["content"].splitlines() if line.startswith("| **")]
    assert {cells[0].strip("* "): cells[3].strip() for cells in told} == shown
    assert person.complaints == []
