"""Talking with the CEO and the assistant: what stays, what a figure rests on, a hit's place, a composer in view."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from atrium import Customer, wait_for
from browser import Person
from tables import by_day

ZOOMED = {"width": 640, "height": 430}  # a window of 1280 by 860 at 200 %
SIZES = [ZOOMED, {"width": 390, "height": 844}, {"width": 1280, "height": 500}]
QUESTIONS = ("Where do we stand?", "How much is left of the budget?", "What access do you need?", "What comes next?")


@pytest.fixture(scope="module")
def project(customer: Customer) -> str:
    """A project whose documents wait, and that was talked about."""
    project_id = customer.submit_project()
    wait_for(lambda: customer.pending_approvals(project_id))
    for question in QUESTIONS:
        customer.reply_to(project_id, customer.ask(project_id, question))
        customer.call("POST", "/pa/ask", {"message": question})
    return project_id


def is_in_view(person: Person, target: Locator) -> bool:
    """Whether all of it is in the window, and nothing lies over its middle."""
    return target.evaluate(
        """(one) => {
          const box = one.getBoundingClientRect();
          const over = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
          return box.top >= 0 && box.bottom <= innerHeight && box.left >= 0 && box.right <= innerWidth
            && (over === one || one.contains(over));
        }"""
    )


@pytest.mark.parametrize("place", by_day(["project", "ask"], every=2))
@pytest.mark.parametrize("size", by_day(SIZES, every=3), ids=str)
def test_composer_stays_in_view(person: Person, project: str, place: str, size: dict[str, int]) -> None:
    person.page.set_viewport_size(size)
    person.go(*(("projects", project, "chat") if place == "project" else ("ask",)))
    person.page.reload()
    person.settle()
    expect(person.page.get_by_role("article").first).to_be_attached()

    composer = person.page.locator("form.composer textarea")
    for end in ("0", "document.body.scrollHeight"):
        person.page.evaluate(f"window.scrollTo(0, {end})")
        assert is_in_view(person, composer)
        assert is_in_view(person, person.page.locator("form.composer button"))
    assert person.barriers() == []


def test_chat_with_the_assistant_outlives_a_reload(person: Person, project: str) -> None:
    person.go("ask")
    answers = person.page.get_by_role("article", name="The assistant")
    expect(answers).to_have_count(len(QUESTIONS))
    person.page.get_by_role("log").evaluate("(log) => log.scrollTo(0, 0)")
    person.type("Message to the assistant", "What needs me first?")
    person.page.keyboard.press("Enter")
    expect(answers).to_have_count(len(QUESTIONS) + 1)
    expect(person.page.get_by_role("article", name="You").last).to_be_in_viewport()

    person.page.reload()

    expect(answers).to_have_count(len(QUESTIONS) + 1)
    expect(person.page.get_by_role("article", name="You").last).to_contain_text("What needs me first?")
    answers.last.get_by_role("link", name="Approve Product brief").click()
    expect(person.page.get_by_role("heading", level=1)).to_have_text("Product brief")
    assert person.complaints == []


@pytest.mark.nightly
def test_message_is_found_and_shown_with_its_neighbours_also_after_a_reload(person: Person, project: str) -> None:
    person.go("ask", project)
    person.type("Search this conversation", "access")
    hits = person.page.get_by_role("region", name="Found messages")

    hits.get_by_role("button", name="What access do you need?").click()

    lit = person.page.locator("article.lit")
    expect(lit).to_contain_text("What access do you need?")
    assert person.barriers() == []
    person.page.reload()
    expect(lit).to_contain_text("What access do you need?")
    expect(hits).to_be_visible()
    person.button("End search").click()
    expect(lit).to_have_count(0)
    assert person.complaints == []


@pytest.mark.nightly
def test_suggested_question_is_asked_by_one_press_and_answered(person: Person, project: str) -> None:
    person.go("ask", project)
    suggested = person.page.get_by_role("group", name="Suggested questions").get_by_role("button").first
    question = suggested.inner_text()

    suggested.click()

    expect(person.page.get_by_role("article", name="You").last).to_contain_text(question)
    answers = person.page.get_by_role("article", name="The CEO")
    expect(answers).to_have_count(len(QUESTIONS) + 3)  # two announcements
    assert person.complaints == []
