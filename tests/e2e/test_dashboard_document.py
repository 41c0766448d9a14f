"""A document before its customer: its revisions compared, comments at places, an approval that can be cancelled."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from atrium import PASSWORD, Customer, wait_for
from browser import LOOKS, Look, Person, signed_in
from desk import comment, place
from local.cloud import Cloud
from tables import by_day

pytestmark = pytest.mark.nightly

LOOKED_AT = by_day(LOOKS, every=3)
CHANGE = {"decision": "request_changes", "comment": "Please add gift cards as a must-have."}
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
    wait_for(lambda: customer.call("GET", document).data["revision"] == 2)
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


def test_changes_are_requested_by_comments_and_approved_by_what_changed_by_keyboard_alone(
    mira: Person, review: Review
) -> None:
    mira.press(mira.button("What changed"))
    expect(mira.text("From revision 1 to 2")).to_be_visible()
    expect(mira.page.locator("tr.added").filter(has_text="gift cards").first).to_contain_text("Added")
    mira.press(mira.button("Side by side"))
    expect(mira.page.locator(".diff.two .half.added").filter(has_text="gift cards").first).to_be_visible()
    mira.page.get_by_label("Compare with").select_option("")

    comment(mira, "R2", "drop this")
    comment(mira, "R1", "should also ring the bell")
    notes = mira.page.get_by_role("complementary", name="Your comments")
    expect(notes.get_by_text("drop this")).to_be_visible()
    mira.page.reload()
    mira.settle()
    mira.press(mira.button("Request these changes"))
    mira.press(mira.page.get_by_role("dialog").get_by_role("button", name="Send"))

    expect(mira.text("revision 3 ·")).to_be_visible()
    expect(mira.page.get_by_role("article")).to_contain_text("ring the bell")
    expect(notes).to_have_count(0)
    mira.press(mira.button("Approve"))
    expect(mira.button("Cancel")).to_be_focused()
    mira.page.keyboard.press("Escape")
    expect(mira.button("Approve")).to_be_focused()
    mira.page.keyboard.press("Enter")
    expect(mira.page.locator(".head").get_by_text("Approved")).to_be_visible()
    following = mira.page.get_by_role("link", name=re.compile("^Next to decide"))
    expect(following).to_be_focused()
    mira.page.keyboard.press("Enter")

    expect(mira.text("Revision 1 waits for your decision")).to_be_visible()
    assert mira.complaints == []
    assert approvals(review) == ["approved", "changes_requested", "changes_requested"]


def test_words_that_are_chosen_are_commented(mira: Person) -> None:
    mira.page.get_by_role("heading", name="Goal", exact=True).dblclick(position={"x": 12, "y": 10})
    mira.button("Comment").click()

    expect(mira.page.get_by_label("About these words")).to_have_value("Goal")
    assert mira.complaints == []


def test_approval_is_not_sent_by_a_page_that_is_left(mira: Person, review: Review) -> None:
    mira.button("Approve").click()
    expect(mira.button("Cancel")).to_be_visible()
    mira.link("Inbox").click()
    expect(mira.text("Nothing is approved: you left the page before")).to_be_visible()
    mira.go(*review.path)
    mira.button("Approve").click()
    expect(mira.button("Cancel")).to_be_visible()
    mira.page.reload()

    expect(mira.text("Your approval was not sent")).to_be_visible()
    mira.page.wait_for_timeout(11_000)
    assert approvals(review)[0] == "pending"


def test_second_tab_does_not_decide_again(mira: Person, review: Review, browser: Browser) -> None:
    other = Person.arrive(browser, review.customer.base_url)
    other.sign_in(review.customer.email, PASSWORD)
    other.go(*review.path)
    for person in (mira, other):
        person.button("Approve").click()

    for person in (mira, other):
        expect(person.page.locator(".head").get_by_text("Approved")).to_be_visible()
    decided = [one for one in approvals(review) if one == "approved"]
    assert len(decided) == 1
    assert mira.complaints + other.complaints == []
    other.leave()


def test_lost_network_and_a_text_that_is_too_long_lose_nothing(mira: Person, review: Review) -> None:
    comment(mira, "R1", "should also ring the bell")
    mira.page.context.set_offline(True)
    comment(mira, "R2", LONG)
    mira.button("Request these changes").click()
    dialog = mira.page.get_by_role("dialog")
    send = dialog.get_by_role("button", name="Send")
    send.click()
    expect(dialog.get_by_role("alert")).to_contain_text("can’t be reached")
    mira.page.context.set_offline(False)
    send.click()

    expect(dialog).to_contain_text("Must be at most 4,000 characters")
    expect(dialog).to_contain_text("should also ring the bell")
    mira.page.keyboard.press("Escape")
    expect(mira.page.locator(".said-text").last).to_contain_text(LONG.strip()[:200])
    mira.page.get_by_role("button", name=re.compile("^Remove the comment on R2")).click()
    mira.page.context.set_offline(True)
    mira.button("Approve").click()
    mira.button("Approve now").click()
    expect(mira.page.get_by_role("alert").filter(has_text="can’t be reached").first).to_be_visible()
    mira.page.context.set_offline(False)
    expect(mira.page.locator(".said-text")).to_have_text(["should also ring the bell"])
    assert approvals(review)[0] == "pending"


def test_document_is_saved_as_it_was_written(mira: Person, review: Review, tmp_path: Path) -> None:
    with mira.page.expect_download() as downloading:
        mira.button("Markdown").click()
    downloading.value.save_as(tmp_path / "saved.md")
    mira.page.emulate_media(media="print")

    stored = review.customer.call("GET", f"/projects/{review.project}/deliverables/{review.second}").data
    assert (tmp_path / "saved.md").read_text() == stored["content"]
    assert downloading.value.suggested_filename.endswith("-revision-2.md")
    expect(mira.page.get_by_role("article")).to_be_visible()
    for hidden in (mira.page.locator(".tools"), mira.page.get_by_role("navigation", name="Main")):
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
    place(person, "R1").focus()
    person.page.keyboard.press("Enter")
    person.write("should also remember the last order")
    look("comment")
    person.button("Keep the comment").click()
    expect(person.text("should also remember the last order")).to_be_visible()
    look("comments")
    person.button("Request these changes").click()
    expect(person.page.get_by_role("dialog", name="Request changes")).to_contain_text("1 comment")
    look("request")
    person.page.keyboard.press("Escape")
    person.button("Approve").click()
    look("approving")
    person.button("Cancel").click()
    look("cancelled")

    assert (wrong, person.complaints) == ({}, [])
    person.leave()
