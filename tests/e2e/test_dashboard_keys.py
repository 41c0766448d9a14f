"""The dashboard by keys alone: the inbox worked off, everything found, and the way back to what one left."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser, Locator, expect

from atrium import Customer, wait_for
from browser import Person, signed_in
from desk import choose, rows
from local.cloud import Cloud

LOW = {"width": 1280, "height": 320}
WAITS, BUDGET = "Approve Roadmap", "Look at the budget"
LEFT_AT = 120  # pixels


@dataclass(frozen=True)
class Desk:
    """Somebody with documents to decide, and a ceiling that their project passes."""

    customer: Customer
    person: Person
    project: str

    @property
    def rows(self) -> Locator:
        return rows(self.person)

    def strike(self, *keys: str) -> None:
        for key in keys:
            self.person.page.keyboard.press(key)

    @property
    def link(self) -> Locator:
        """Of the chosen row."""
        return self.person.page.locator(".needs li.chosen a")

    def choose(self, words: str) -> None:
        choose(self.person, words)


@pytest.fixture
def desk(browser: Browser, cloud: Cloud) -> Iterator[Desk]:
    customer = Customer(cloud.base_url)  # of one's own: the rows are counted
    project = customer.submit_project()
    limit = {"budget_ceiling": {"amount": 5000, "currency": "EUR"}}
    assert customer.call("PATCH", f"/projects/{project}", limit).status == 200
    wait_for(lambda: len(customer.pending_approvals(project)) >= 3)
    with signed_in(browser, customer) as person:
        yield Desk(customer, person, project)
    customer.close()


def test_inbox_is_worked_off_by_keys_and_what_was_done_comes_back(desk: Desk) -> None:
    person = desk.person
    person.go("inbox")
    before = desk.rows.count()

    desk.choose(BUDGET)
    desk.strike("e")
    person.see("Marked as done")
    expect(desk.rows).to_have_count(before - 1)
    expect(desk.link).to_be_focused()
    desk.strike("z")
    expect(desk.rows).to_have_count(before)
    expect(desk.rows.filter(has_text=BUDGET)).to_have_class(re.compile("chosen"))

    desk.strike("s")
    expect(person.page.get_by_role("dialog", name="Snooze")).to_be_visible()
    desk.strike("Enter")
    person.see("Snoozed until")
    expect(desk.rows).to_have_count(before - 1)
    expect(desk.link).to_be_focused()

    desk.choose(WAITS)
    desk.strike("e")
    person.see("This waits for your decision")
    desk.strike("Enter")
    expect(person.page.locator(".preview h2")).to_be_focused()
    desk.strike("o")
    expect(person.page.get_by_role("heading", level=1)).to_have_text("Roadmap")
    person.page.go_back()
    expect(desk.rows.filter(has_text=WAITS)).to_have_class(re.compile("chosen"))
    assert (person.barriers(), person.complaints) == ([], [])


def test_approvals_leave_at_once_together_and_are_sent_when_the_page_is_closed(desk: Desk) -> None:
    customer, person = desk.customer, desk.person
    person.go("inbox")
    before = desk.rows.count()
    badge = person.page.get_by_role("navigation").locator("b")
    approvals = {one["id"] for one in customer.pending_approvals(desk.project)}

    desk.choose(WAITS)
    desk.strike("a")
    expect(desk.rows).to_have_count(before - 1)
    expect(badge).to_contain_text(str(before - 1))
    desk.strike("z")
    expect(desk.rows.filter(has_text=WAITS)).to_have_class(re.compile("chosen"))

    desk.strike("Control+k")
    person.write("select all")
    desk.strike("Enter")
    expect(person.page.get_by_role("group", name=f"{before} selected")).to_be_visible()
    assert person.barriers() == []
    desk.strike("a")
    expect(desk.rows).to_have_count(before - len(approvals))
    person.page.goto("about:blank")

    wait_for(lambda: approvals.isdisjoint(one["id"] for one in customer.pending_approvals(desk.project)))
    assert person.complaints == []


@pytest.mark.nightly
def test_what_is_decided_elsewhere_is_said_with_what_became_of_it(desk: Desk) -> None:
    customer, person = desk.customer, desk.person
    person.go("inbox")
    (roadmap,) = [one for one in customer.pending_approvals(desk.project) if one["title"] == "Roadmap"]
    expect(desk.rows.filter(has_text=WAITS)).to_have_count(1)

    approval = f"/projects/{desk.project}/approvals/{roadmap['id']}"
    assert customer.call("POST", approval, {"decision": "approve"}).status == 200

    said = re.compile(
        "Roadmap, revision 1, was approved|No longer waiting for you: Approve Roadmap"
    )  # if the feed told it yet
    expect(person.page.get_by_text(said).first).to_be_visible()
    assert person.barriers() == []
    expect(desk.rows.filter(has_text=WAITS)).to_have_count(0)
    assert person.complaints == []


def test_palette_finds_what_was_written_and_does_what_is_said(desk: Desk) -> None:
    customer, person = desk.customer, desk.person
    wait_for(lambda: "document" in [one["type"] for one in customer.call("GET", "/search?q=roadmap").data["results"]])
    person.go("inbox")
    field = person.page.get_by_role("combobox", name="Search and commands")

    desk.strike("Control+k")
    expect(field).to_be_focused()
    person.page.keyboard.type("roadm")
    option = person.page.get_by_role("group", name="Documents").get_by_role("option", name="Roadmap").first
    expect(option).to_be_visible()
    assert person.barriers() == []
    while option.get_attribute("aria-selected") != "true":
        desk.strike("ArrowDown")
    assert field.get_attribute("aria-activedescendant") == option.get_attribute("id")
    desk.strike("Enter")
    expect(person.page.get_by_role("heading", level=1)).to_have_text("Roadmap")

    desk.strike("Control+k")
    expect(field).to_be_focused()
    person.page.keyboard.type("new proj")
    desk.strike("Enter")
    name = person.page.get_by_role("dialog", name="New project").get_by_label("Describe what you want to build")
    expect(name).to_be_focused()
    person.page.keyboard.type("gi?j")  # keys of the pages, if they were not typed into a field
    expect(name).to_have_value("gi?j")
    desk.strike("Escape")
    expect(person.page.get_by_role("dialog")).to_have_count(0)
    assert person.page.url.endswith("#/projects")
    desk.strike("g", "i")
    desk.strike("Control+k")
    person.write("approve roadmap bakery")
    waiting = person.page.get_by_role("group", name="Needs you").get_by_role("option")
    expect(waiting).to_have_text(["Approve Roadmap · Bakery"])
    desk.strike("Enter")
    person.see("Approved")
    expect(desk.rows.filter(has_text=WAITS)).to_have_count(0)
    assert person.complaints == []


@pytest.mark.nightly
def test_back_leads_to_the_tab_and_the_place_that_one_left(desk: Desk) -> None:
    page = desk.person.page
    desk.person.go("projects")
    ended = page.get_by_role("button", name=re.compile("^Ended"))
    ended.click()
    expect(page).to_have_url(re.compile(r"#/projects\?tab=ended$"))
    desk.strike("g", "i")
    expect(page.get_by_role("heading", level=1)).to_have_text("Inbox")
    page.go_back()
    expect(ended).to_have_attribute("aria-pressed", "true")

    page.set_viewport_size(LOW)
    page.go_forward()
    expect(desk.rows.first).to_be_visible()
    page.mouse.move(640, 300)
    page.mouse.wheel(0, LEFT_AT)
    page.wait_for_function("(y) => scrollY === y", arg=LEFT_AT)
    desk.rows.filter(has_text=WAITS).get_by_role("link").click()  # which scrolls to it
    left_at = page.evaluate("() => scrollY")
    desk.strike("o")
    expect(page.get_by_role("heading", level=1)).to_have_text("Roadmap")
    page.wait_for_function("() => scrollY === 0")
    page.go_back()

    page.wait_for_function("(y) => Math.abs(scrollY - y) < 2", arg=left_at)
    assert desk.person.complaints == []
