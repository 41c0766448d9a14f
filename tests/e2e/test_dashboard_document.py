"""A document before its customer: lines edited, comments beside them, revisions compared, an approval to take back."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from atrium import PASSWORD, Customer, wait_for
from browser import LOOKS, Look, Person, signed_in
from desk import comment, line, reach_line, reword
from local.cloud import Cloud
from tables import by_day

pytestmark = pytest.mark.nightly

LOOKED_AT = by_day(LOOKS, every=3)
CHANGE = {"decision": "request_changes", "comment": "Say whether gift cards are included."}
GIFT_CARDS = {"section": "risks", "text": "Gift cards are sold twice when two tills share a stack."}
LONG = "Bäckerei 🥐 خبز " * 625  # 10,000 characters


@dataclass(frozen=True)
class Review:
    """Somebody with documents in review: one of them in its second revision."""

    customer: Customer
    project: str
    second: str

    @property
    def path(self) -> tuple[str, ...]:
        return ("projects", self.project, "deliverables", self.second)


@pytest.fixture
def review(cloud: Cloud) -> Iterator[Review]:
    customer = Customer(cloud.base_url)
    project = customer.submit_project()
    wait_for(lambda: len(customer.pending_approvals(project)) == 3)
    first = next(one for one in customer.pending_approvals(project) if one["kind"] == "product_brief")
    document = f"/projects/{project}/deliverables/{first['deliverable_id']}"
    customer.call("POST", f"/projects/{project}/approvals/{first['id']}", CHANGE)
    assert customer.call("POST", f"{document}/lines", GIFT_CARDS).status == 201
    assert customer.call("POST", f"{document}/present").data["revision"] == 2
    yield Review(customer, project, first["deliverable_id"])
    customer.close()


@pytest.fixture
def mira(browser: Browser, review: Review) -> Iterator[Person]:
    with signed_in(browser, review.customer) as person:
        person.go(*review.path)
        yield person


def approvals(review: Review) -> list[str]:
    """How the document's approvals stand, the newest first."""
    found = review.customer.call("GET", f"/projects/{review.project}/approvals").data["approvals"]
    return [one["status"] for one in found if one["deliverable_id"] == review.second]


def test_line_is_commented_reworded_presented_and_approved_by_what_changed_by_keyboard_alone(
    mira: Person, review: Review
) -> None:
    mira.press(mira.button("What changed"))
    expect(mira.text("From revision 1 to 2")).to_be_visible()
    expect(mira.page.locator("tr.added").filter(has_text="Gift cards").first).to_contain_text("Added")
    mira.press(mira.button("Side by side"))
    expect(mira.page.locator(".diff.two .half.added").filter(has_text="Gift cards").first).to_be_visible()
    mira.page.get_by_label("Compare with").select_option("")

    comment(mira, "K1", "who looks at it?")
    mira.see("You requested changes")
    expect(line(mira, "K1")).to_contain_text("who looks at it?")
    reword(mira, "K1", "Nobody looks at the list. Then: the desk does, each morning.")
    expect(line(mira, "K1").locator(".remark")).to_have_count(0)
    mira.press(mira.button("Submit revision 3"))

    expect(mira.button("Approve")).to_be_visible()
    expect(mira.page.get_by_role("article")).to_contain_text("the desk does, each morning")
    mira.press(mira.button("Approve"))
    following = mira.page.get_by_role("link", name=re.compile("^Next: "))
    expect(following).to_be_focused()
    mira.page.keyboard.press("z")
    mira.press(mira.button("Approve"))
    expect(mira.page.locator(".head").get_by_text("Approved")).to_be_visible()
    expect(following).to_be_focused()
    mira.page.keyboard.press("Enter")

    expect(mira.button("Approve")).to_be_visible()
    assert mira.complaints == []
    wait_for(lambda: approvals(review) == ["approved", "changes_requested", "changes_requested"])


def test_lines_are_added_moved_struck_and_brought_back_by_keys_alone(mira: Person, review: Review) -> None:
    def order() -> list[str]:
        stored = review.customer.call("GET", f"/projects/{review.project}/deliverables/{review.second}").data
        risks = next(part for part in stored["lines"] if part["section"] == "risks")
        return [one["id"] for one in risks["lines"] if one["state"] != "struck"]

    first, second, *rest = order()
    reach_line(mira, first)
    mira.page.keyboard.press("n")
    mira.write("The till is offline on Saturdays.")
    mira.page.keyboard.press("Enter")
    wait_for(lambda: len(order()) == len(rest) + 3)
    new = order()[1]
    assert order() == [first, new, second, *rest]
    expect(mira.page.get_by_role("article").locator("textarea")).to_have_value("")
    mira.page.keyboard.press("Enter")  # there is no further one
    mira.page.evaluate("() => document.querySelector('h1').focus()")
    reach_line(mira, new)
    mira.page.keyboard.press("Alt+ArrowUp")
    wait_for(lambda: order() == [new, first, second, *rest])
    expect(line(mira, new)).to_be_focused()
    mira.page.keyboard.press("x")
    wait_for(lambda: order() == [first, second, *rest])
    expect(line(mira, new)).to_be_focused()
    mira.page.keyboard.press("z")

    wait_for(lambda: order() == [new, first, second, *rest])
    assert mira.complaints == []


def test_approval_is_sent_by_a_page_that_is_left(mira: Person, review: Review) -> None:
    mira.button("Approve").click()
    expect(mira.page.locator(".head").get_by_text("Approved")).to_be_visible()
    mira.link("Inbox").click()
    mira.button("Undo").click()
    mira.page.wait_for_timeout(11_000)
    assert approvals(review)[0] == "pending"

    mira.go(*review.path)
    mira.button("Approve").click()
    expect(mira.page.locator(".head").get_by_text("Approved")).to_be_visible()
    mira.page.reload()
    wait_for(lambda: approvals(review)[0] == "approved", seconds=9)


def test_text_in_an_open_line_outlives_a_reload_and_an_edit_in_another_tab(
    mira: Person, review: Review, browser: Browser
) -> None:
    other = Person.arrive(browser, review.customer.base_url)
    other.sign_in(review.customer.email, PASSWORD)
    other.go(*review.path)
    reach_line(mira, "K1")
    mira.page.keyboard.press("Enter")
    field = mira.page.get_by_label("Text of K1")
    field.fill("Half of a")
    reword(other, "K1", "The other tab was faster.")

    mira.see("Someone else changed this line")
    expect(field).to_have_value("Half of a")
    mira.page.reload()
    expect(field).to_have_value("Half of a")
    mira.page.keyboard.press("Escape")
    expect(line(mira, "K1")).to_contain_text("The other tab was faster.")
    assert mira.complaints + other.complaints == []
    other.leave()


def test_second_tab_does_not_decide_again(mira: Person, review: Review, browser: Browser) -> None:
    other = Person.arrive(browser, review.customer.base_url)
    other.sign_in(review.customer.email, PASSWORD)
    other.go(*review.path)
    for person in (mira, other):
        person.button("Approve").click()

    for person in (mira, other):
        person.see("in the dashboard")
    decided = [one for one in approvals(review) if one == "approved"]
    assert len(decided) == 1
    assert mira.complaints + other.complaints == []
    other.leave()


def test_lost_network_and_a_text_that_is_too_long_lose_nothing(mira: Person, review: Review) -> None:
    mira.button("Request changes").click()
    dialog = mira.page.get_by_role("dialog")
    dialog.get_by_label("What should change?").fill(LONG)
    send = dialog.get_by_role("button", name="Send")
    mira.page.context.set_offline(True)
    send.click()
    expect(dialog.get_by_role("alert")).to_contain_text("You are offline")
    mira.page.context.set_offline(False)
    send.click()

    expect(dialog).to_contain_text("This takes at most 4,000 characters")
    expect(dialog.get_by_label("What should change?")).to_have_value(LONG)
    mira.page.keyboard.press("Escape")
    mira.see("1 comment not sent")
    mira.page.context.set_offline(True)
    mira.button("Approve").click()
    mira.button("Approve without it").click()
    mira.see("That didn’t work")
    mira.see("1 comment not sent")
    expect(mira.button("Approve")).to_be_visible()
    mira.page.context.set_offline(False)
    assert approvals(review)[0] == "pending"


def test_document_is_saved_as_it_was_written(mira: Person, review: Review, tmp_path: Path) -> None:
    with mira.page.expect_download() as downloading:
        mira.button("More").click()
        mira.page.get_by_role("menuitem", name="Download as Markdown").click()
    downloading.value.save_as(tmp_path / "saved.md")
    mira.page.emulate_media(media="print")

    stored = review.customer.call("GET", f"/projects/{review.project}/deliverables/{review.second}").data
    assert (tmp_path / "saved.md").read_text() == stored["content"]
    assert downloading.value.suggested_filename.endswith("-revision-2.md")
    expect(mira.page.get_by_role("article")).to_be_visible()
    for hidden in (mira.page.locator(".decision"), mira.page.get_by_role("navigation", name="Main")):
        expect(hidden).to_be_hidden()


@pytest.mark.parametrize("how", LOOKED_AT, ids=str)
def test_every_state_of_a_document_has_no_barrier_and_fits(browser: Browser, review: Review, how: Look) -> None:
    person = Person.arrive(browser, review.customer.base_url, how)
    person.sign_in(review.customer.email, PASSWORD)
    person.go(*review.path)
    wrong = {}

    def look(name: str) -> None:
        person.picture(f"document-{name}-{how}")
        if found := [*person.barriers(), *person.widths_exceeded()]:
            wrong[name] = found

    look("read")
    person.button("What changed").click()
    expect(person.text("From revision 1 to 2")).to_be_visible()
    look("changed")
    person.button("Side by side").click()
    look("side-by-side")
    person.page.get_by_label("Compare with").select_option("")
    reach_line(person, "K1")
    look("line")
    person.page.keyboard.press("Enter")
    look("edit")
    person.page.keyboard.press("Escape")
    expect(line(person, "K1")).to_be_focused()
    person.page.keyboard.press("c")
    person.write("Who looks at it?")
    look("comment")
    person.page.keyboard.press("Enter")
    person.button("Request changes").click()
    expect(person.page.get_by_role("dialog", name="Request changes")).to_be_visible()
    look("request")
    person.page.keyboard.press("Escape")
    person.button("Approve").click()
    look("unsent")
    person.button("Approve without it").click()
    expect(person.button("Undo")).to_be_visible()
    look("approved")
    person.button("Undo").click()

    assert (wrong, person.complaints) == ({}, [])
    person.leave()
