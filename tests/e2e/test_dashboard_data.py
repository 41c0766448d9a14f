"""What the pages show is what the API says now: after a toggle, an answer, a reading, another person's signing in."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from atrium import PASSWORD, Customer, wait_for
from briefs import ANSWERS
from browser import Person

LAST = "approver"


@pytest.mark.nightly
def test_usage_follows_every_toggle(person: Person, customer: Customer) -> None:
    customer.call("GET", "/agents")
    person.go("developers", "usage")
    by_key = person.page.get_by_role("rowheader", name="a key")
    by_area = person.page.get_by_role("rowheader", name="Agents")
    days = person.page.locator("table").first.locator("tbody tr")
    expect(by_key).to_be_visible()

    for toggle, rows, shown in [
        ("By area", by_area, 7),  # what an account of a few days begins with
        ("30 days", by_area, 30),
        ("7 days", by_area, 7),
        ("90 days", by_area, 90),
        ("By key", by_key, 90),
    ]:
        person.button(toggle).click()
        expect(rows).to_be_visible()
        expect(days).to_have_count(shown)
    assert person.complaints == []


def test_last_required_answer_brings_the_estimate_and_submit_names_its_price(
    person: Person, customer: Customer
) -> None:
    project = customer.create_project("Sunday bread")
    answers = {question: answer for question, answer in ANSWERS.items() if question != LAST}
    customer.call("POST", f"/projects/{project}/intake", {"answers": answers})
    person.go("projects", project, "intake")
    expect(person.button("Submit brief")).to_have_count(0)

    person.type("Who approves the documents? Name and role.", "Mira Kovac, owner")

    figure = person.page.locator(".estimate .figure").first
    expect(figure).to_be_visible()
    total = customer.call("GET", f"/projects/{project}/estimate").data["total"]
    expect(figure).to_have_text(f"EUR {total:,}")
    expect(person.button("Submit brief")).to_be_visible()
    person.press(person.button("Submit brief"))
    expect(person.page.get_by_role("dialog")).to_contain_text(f"EUR {total:,}")
    assert (person.barriers(), person.complaints) == ([], [])


def test_conversation_is_read_as_far_as_it_was_on_the_screen(person: Person, customer: Customer) -> None:
    project = customer.submit_project()
    for _ in range(3):
        customer.reply_to(project, customer.ask(project, "Where do we stand?"))
    unread = customer.call("GET", "/pa/status").data["unread_messages"]
    person.page.set_viewport_size({"width": 1280, "height": 560})

    person.go("ask")
    row = person.page.get_by_role("navigation", name="Conversations").get_by_role("link").nth(1)
    expect(row).to_contain_text(f"{unread} new")
    assert customer.call("GET", "/pa/status").data["unread_messages"] == unread
    row.click()
    log = person.page.get_by_role("log")
    expect(log.get_by_role("article").first).to_be_visible()

    def left_after_reading_on() -> int:
        log.evaluate("(log) => { log.scrollTop += log.clientHeight / 2; }")
        return int(customer.call("GET", "/pa/status").data["unread_messages"])

    wait_for(lambda: 0 < left_after_reading_on() < unread)
    wait_for(lambda: left_after_reading_on() == 0)
    expect(row).not_to_contain_text("new")
    assert person.complaints == []


def test_who_signs_in_next_finds_nothing_of_who_was_here(
    person: Person, customer: Customer, neighbour: Customer
) -> None:
    customer.create_project("Harbour festival")
    person.go("projects")
    person.see("Harbour festival")
    person.go("ask")
    person.button("What needs me first?").click()
    expect(person.page.get_by_role("article", name="The assistant")).to_be_visible()
    person.sign_out()

    person.sign_in(neighbour.email, PASSWORD)
    seen = []
    for place in ("inbox", "projects", "ask"):
        person.page.evaluate("(hash) => { location.hash = hash; }", f"#/{place}")
        person.settle()
        seen.append(person.page.locator("main").inner_text())

    assert "Harbour festival" not in "".join(seen)
    assert person.page.get_by_role("article").count() == 0
    assert person.complaints == []
