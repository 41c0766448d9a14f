"""Work through the dashboard: handed out with the plan, submitted by a worker, reviewed by keyboard."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect

from atrium import PASSWORD, Customer, wait_for
from browser import PLAIN, Look, Person

PLAN = "delivery_plan"
LINK = "https://git.example.org/bakery/pull/7"
LONG = "שולחן " * 20 + "📬" * 10 + "and a word-without-any-place-to-break-it-" * 2


@pytest.fixture(scope="module")
def planned(customer: Customer) -> tuple[str, str]:
    """A project whose delivery plan waits for its customer, and that plan."""
    project_id = customer.develop_project()

    def plan_waits() -> str | None:
        for request in customer.call("GET", f"/vault/requests?status=pending&project_id={project_id}").data["requests"]:
            customer.call("POST", f"/vault/requests/{request['id']}/decline", {"reason": "Not yet"})
        waiting = {one["kind"]: one for one in customer.pending_approvals(project_id)}
        for kind, approval in waiting.items():
            if kind != PLAN:
                path = f"/projects/{project_id}/approvals/{approval['id']}"
                customer.call("POST", path, {"decision": "approve"})
        return waiting[PLAN]["deliverable_id"] if PLAN in waiting else None

    return project_id, wait_for(plan_waits, seconds=120)


class Worker:
    """Somebody with a key of the preset Worker, who works by REST."""

    def __init__(self, customer: Customer, project_id: str) -> None:
        self.customer, self.project_id = customer, project_id
        self.key = customer.create_key(preset="worker", project_ids=[project_id])["key"]

    def call(self, path: str, body: dict[str, Any]) -> Any:
        reply = self.customer.call("POST", path, body, key=self.key)
        assert reply.status == 200, reply
        return reply.data

    def hand_in(self, item_id: str, *, met: bool) -> None:
        claimed = self.call(f"/work-items/{item_id}/claim", {"worker": "codex", "lease_minutes": 30})
        asked = [one["id"] for one in claimed["item"]["criteria"]]
        evidence = [{"criterion": one, "text": f"The test of {one} passes in the run.", "link": LINK} for one in asked]
        if not met:
            evidence[0] = {"criterion": asked[0], "text": "There was no time.", "met": False}
        sent = {"claim_id": claimed["claim_id"], "summary": "It **works**.", "links": [LINK], "evidence": evidence}
        self.call(f"/work-items/{item_id}/submit", sent)


def items_of(customer: Customer, project_id: str) -> list[dict[str, Any]]:
    return customer.call("GET", f"/projects/{project_id}/work-items?limit=100").data["items"]


def test_work_is_handed_out_submitted_returned_and_accepted_by_keyboard_alone(
    person: Person, customer: Customer, planned: tuple[str, str]
) -> None:
    project_id, plan = planned
    hand_out(person, project_id, plan)
    first = wait_for(lambda: next((one for one in items_of(customer, project_id) if one["state"] == "ready"), None))
    worker = Worker(customer, project_id)

    worker.hand_in(first["id"], met=False)
    open_what_waits(person, project_id)
    expect(review(person)).to_contain_text("The CTO suggests returning this")
    person.press(person.button("Return…"))
    person.write("Show a run in which it is met.")
    person.press(person.page.get_by_role("dialog").get_by_role("button", name="Return"))
    expect(person.page.locator(".head").get_by_text("Changes requested")).to_be_visible()
    expect(person.page.get_by_role("heading", level=1)).to_be_focused()

    worker.hand_in(first["id"], met=True)
    expect(review(person)).to_contain_text("Nobody has checked it. Accept?")
    person.press(person.button("Accept"))
    expect(person.page.locator(".head").get_by_text("Done")).to_be_visible()

    person.press(person.page.get_by_role("navigation", name="Project").get_by_role("link", name="Work"))
    expect(person.page.get_by_role("region", name="Done")).to_contain_text(first["title"])
    submissions = customer.call("GET", f"/work-items/{first['id']}").data["submissions"]
    assert [one["review"]["decision"] for one in submissions] == ["return", "accept"]
    assert submissions[0]["review"]["comment"] == "Show a run in which it is met."
    assert person.complaints == []


def hand_out(person: Person, project_id: str, plan: str) -> None:
    person.go("projects", project_id, "work")
    person.press(person.link("Review the delivery plan"))
    assert plan in person.page.url
    person.press(person.button("Approve"))
    expect(person.page.locator(".head").get_by_text("Approved")).to_be_visible()


def open_what_waits(person: Person, project_id: str) -> None:
    person.press(person.link("Projects").first)
    person.press(person.page.get_by_role("main").get_by_role("link", name="Bakery"))
    person.press(person.page.get_by_role("navigation", name="Project").get_by_role("link", name="Work"))
    person.press(person.link("Review 1 submission"))


def review(person: Person) -> Locator:
    return person.page.get_by_role("region", name="Your review")


@pytest.mark.nightly
def test_item_is_made_changed_and_cancelled_by_keyboard_alone(person: Person, customer: Customer) -> None:
    project_id = customer.submit_project()
    person.go("projects", project_id, "work")
    person.press(person.button("Add work item"))
    person.write(LONG[:200])
    person.type("Task", "Guests book a table.")
    person.type("Acceptance criteria", "A guest can book\nA full day is said to be full")
    person.page.keyboard.press("Tab")
    person.press(person.page.get_by_role("dialog").get_by_role("button", name="Add work item"))
    expect(person.page.get_by_role("list", name="Acceptance criteria").get_by_role("listitem")).to_have_count(2)
    assert person.widths_exceeded() == []

    person.press(person.button("Edit"))
    person.type("Title", "Book a table")
    person.page.keyboard.press("Enter")
    expect(person.page.get_by_role("heading", level=1)).to_have_text("Book a table")
    person.pick("Actions for this item", "Cancel item")
    person.type("Reason (optional)", "It was never wanted.")
    person.press(person.page.get_by_role("dialog").get_by_role("button", name="Cancel item"))

    expect(person.text("It was never wanted.")).to_be_visible()
    (item,) = items_of(customer, project_id)
    assert (item["state"], item["title"], [one["text"] for one in item["criteria"]]) == (
        "cancelled",
        "Book a table",
        ["A guest can book", "A full day is said to be full"],
    )
    assert person.complaints == []


@pytest.mark.nightly
def test_activity_tells_what_was_done_and_a_filter_outlives_a_reload(person: Person, planned: tuple[str, str]) -> None:
    project_id, _ = planned
    person.go("projects", project_id, "timeline?view=activity")
    expect(
        person.text("The brief was submitted and the estimate accepted").or_(person.button("Show older"))
    ).to_be_visible()
    person.reach(person.page.get_by_label("Who"))
    person.page.get_by_label("Who").select_option("team")
    expect(person.page.get_by_label("Who")).to_be_focused()
    expect(person.text("waits for your approval")).to_be_visible()

    person.page.reload()
    person.settle()

    assert person.page.url.endswith(f"#/projects/{project_id}/timeline?view=activity&who=team")
    expect(person.page.get_by_label("Who")).to_have_value("team")
    expect(person.text("was approved")).to_have_count(0)


@pytest.mark.nightly
def test_board_of_a_hundred_items_fits_every_window(browser: Browser, customer: Customer) -> None:
    project_id = customer.submit_project()
    for number in range(100):
        item = {"title": f"{number} {LONG}"[:200], "what": LONG, "criteria": [LONG[:300]]}
        assert customer.call("POST", f"/projects/{project_id}/work-items", item).status == 201
    for look in (PLAIN, Look(window="phone")):
        person = Person.arrive(browser, customer.base_url, look)
        person.sign_in(customer.email, PASSWORD)
        for part in ("work", "timeline"):
            person.go("projects", project_id, part)
            assert (person.barriers(), person.widths_exceeded(), person.complaints) == ([], [], [])
        person.go("projects", project_id, "work")
        expect(person.page.get_by_role("region", name="Ready").get_by_role("listitem")).to_have_count(25)
        person.button("Show 75 more").click()
        expect(person.page.get_by_role("region", name="Ready").get_by_role("listitem")).to_have_count(100)
        person.leave()
