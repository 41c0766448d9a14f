"""A customer's day at the dashboard by keyboard alone: from a full inbox to one in which nothing waits."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from atrium import Customer, wait_for
from briefs import ANSWERS
from browser import Person, signed_in
from desk import choose, comment, reword, rows
from local.cloud import Cloud

pytestmark = pytest.mark.nightly

ARCHITECTURE, TEST_PLAN, DELIVERY = "Architecture plan", "Test and release plan", "Delivery plan"
DEVELOPMENT = (ARCHITECTURE, TEST_PLAN, DELIVERY)
GIFT_CARDS = {"decision": "request_changes", "comment": "Say where gift cards are kept."}
KEPT = {"section": "parts", "text": "Gift cards are rows of their own, each with a unique code."}
WISH, YES = "ceiling 90k", "yes"
REWORDED = "Somebody at the till runs it by hand, with a phone."
SECRET = "glpat-0123456789abcdefghij"


@dataclass(frozen=True)
class Morning:
    """Somebody whose project waits for them: three documents, one in its second revision, access, a card."""

    customer: Customer
    project: str

    def approvals(self, title: str) -> list[dict[str, Any]]:
        """Every approval of the document with that title, the first revision's first."""
        found = self.customer.call("GET", f"/projects/{self.project}/approvals").data["approvals"]
        return sorted((one for one in found if one["title"] == title), key=lambda one: one["revision"])

    def waits(self, title: str, revision: int) -> bool:
        return any(one["revision"] == revision and one["status"] == "pending" for one in self.approvals(title))


@pytest.fixture
def morning(cloud: Cloud) -> Iterator[Morning]:
    customer = Customer(cloud.base_url)
    project = customer.submit_project(ANSWERS | {"existing": ["source_repository"]})
    morning = Morning(customer, project)

    def all_wait() -> bool:
        for one in customer.pending_approvals(project):
            if one["title"] not in DEVELOPMENT:
                customer.call("POST", f"/projects/{project}/approvals/{one['id']}", {"decision": "approve"})
        return all(morning.waits(title, 1) for title in DEVELOPMENT)

    wait_for(all_wait)
    (first,) = morning.approvals(ARCHITECTURE)
    customer.call("POST", f"/projects/{project}/approvals/{first['id']}", GIFT_CARDS)
    document = f"/projects/{project}/deliverables/{first['deliverable_id']}"
    assert customer.call("POST", f"{document}/lines", KEPT).status == 201
    customer.call("POST", f"{document}/present")
    wait_for(lambda: morning.waits(ARCHITECTURE, 2))
    customer.by_session("GET", f"/agents/{project}/messages?mark_read=true")  # all was read, till the CEO answers
    customer.reply_to(project, customer.ask(project, WISH))
    yield morning
    customer.close()


@pytest.fixture
def mira(browser: Browser, morning: Morning) -> Iterator[Person]:
    with signed_in(browser, morning.customer) as person:
        yield person


def test_day_goes_from_a_full_inbox_to_nothing_that_waits_by_keyboard_alone(mira: Person, morning: Morning) -> None:
    look_at_the_keys_and_the_inbox(mira)
    confirm_the_card(mira, morning)
    provide_access(mira)
    approve_by_what_changed(mira)
    request_changes_by_comments(mira)
    snooze_until_tomorrow(mira)
    approve_what_answers_the_comments(mira)
    see_that_nothing_waits(mira)

    everything_was_done_once(morning)
    assert mira.complaints == []
    assert SECRET not in mira.page.content() + str(mira.stored())


def strike(mira: Person, *keys: str) -> None:
    for key in keys:
        mira.page.keyboard.press(key)


def back_to_the_inbox(mira: Person) -> None:
    strike(mira, "g", "i")
    expect(mira.page.get_by_role("heading", level=1)).to_have_text("Inbox")


def expect_next(mira: Person, words: str) -> None:
    """The row with these words is the one that Enter opens."""
    expect(mira.page.locator(".needs li.chosen")).to_contain_text(words)


def open_chosen(mira: Person, title: str) -> None:
    """First its preview, then its page."""
    strike(mira, "Enter")
    expect(mira.page.locator(".preview h2")).to_be_focused()
    strike(mira, "o")
    expect(mira.page.get_by_role("heading", level=1)).to_have_text(title)
    mira.settle()


def look_at_the_keys_and_the_inbox(mira: Person) -> None:
    back_to_the_inbox(mira)
    expect(rows(mira)).to_have_count(4)
    strike(mira, "?")
    keys = mira.page.get_by_role("dialog", name="Keyboard shortcuts")
    expect(keys).to_contain_text("Snooze")
    mira.picture("day-keys")
    strike(mira, "Escape")
    expect(keys).to_have_count(0)
    choose(mira, "Source repository")
    expect(mira.page.locator(".preview")).to_contain_text("How to get it")
    mira.picture("day-inbox")


def confirm_the_card(mira: Person, morning: Morning) -> None:
    mira.go("projects", morning.project, "chat")
    said = mira.page.get_by_role("article", name="The CEO")
    expect(said.last).to_contain_text("Set the budget ceiling to EUR 90,000.")
    mira.picture("day-card")
    strike(mira, "r")
    mira.write(YES)
    strike(mira, "Enter")
    expect(said.last.get_by_text("Done", exact=True)).to_be_visible()
    strike(mira, "Escape")  # for one may go on writing
    back_to_the_inbox(mira)
    expect_next(mira, "Source repository")


def provide_access(mira: Person) -> None:
    choose(mira, "Source repository")
    open_chosen(mira, "Vault")
    mira.press(mira.button("Provide access to Source repository"))
    mira.write(SECRET)
    mira.picture("day-access")
    strike(mira, "Enter")
    mira.see("The CTO can continue")
    back_to_the_inbox(mira)
    expect_next(mira, "Approve")


def approve_by_what_changed(mira: Person) -> None:
    choose(mira, ARCHITECTURE)
    open_chosen(mira, ARCHITECTURE)
    strike(mira, "d")
    mira.see("From revision 1 to 2")
    expect(mira.page.locator("tr.added").filter(has_text="Gift cards").first).to_contain_text("Added")
    mira.picture("day-changed")
    back_to_the_inbox(mira)
    approve_chosen(mira, ARCHITECTURE)
    mira.picture("day-approved")


def approve_chosen(mira: Person, title: str) -> None:
    """It is gone at once, and may be taken back for ten seconds."""
    expect_next(mira, title)
    strike(mira, "a")
    expect(rows(mira).filter(has_text=title)).to_have_count(0)
    expect(mira.button("Undo")).to_be_visible()


def request_changes_by_comments(mira: Person) -> None:
    choose(mira, TEST_PLAN)
    open_chosen(mira, TEST_PLAN)
    comment(mira, "T1", "who runs it?")
    mira.see("You requested changes")
    mira.picture("day-comments")
    assert mira.barriers() == []
    reword(mira, "T1", REWORDED)
    mira.press(mira.button("Submit revision 2"))
    expect(mira.button("Approve")).to_be_visible()
    mira.picture("day-presented")
    strike(mira, "Control+k")
    mira.write("inbox")
    strike(mira, "Enter")
    expect(mira.page.get_by_role("heading", level=1)).to_have_text("Inbox")


def snooze_until_tomorrow(mira: Person) -> None:
    expect(rows(mira).filter(has_text="Approve")).to_have_count(2)
    choose(mira, DELIVERY)
    mira.picture("day-inbox-later")
    strike(mira, "s")
    asking = mira.page.get_by_role("dialog", name="Snooze")
    expect(asking.get_by_label("Tomorrow at 9")).to_be_checked()
    strike(mira, "Enter")
    mira.see("Snoozed until")
    expect_next(mira, TEST_PLAN)


def approve_what_answers_the_comments(mira: Person) -> None:
    open_chosen(mira, TEST_PLAN)
    expect(mira.button("Approve")).to_be_visible()
    strike(mira, "d")
    mira.see("From revision 1 to 2")
    back_to_the_inbox(mira)
    approve_chosen(mira, TEST_PLAN)


def see_that_nothing_waits(mira: Person) -> None:
    expect(mira.page.get_by_role("heading", name="Nothing needs you")).to_be_visible()
    mira.picture("day-nothing")
    assert mira.barriers() == []


def everything_was_done_once(morning: Morning) -> None:
    customer, project = morning.customer, morning.project

    def look(path: str) -> Any:
        return customer.call("GET", path).data

    wait_for(lambda: all(not morning.waits(title, 2) for title in (ARCHITECTURE, TEST_PLAN)))  # after ten seconds
    documents = {title: morning.approvals(title) for title in DEVELOPMENT}
    assert {title: [one["status"] for one in each] for title, each in documents.items()} == {
        ARCHITECTURE: ["changes_requested", "approved"],
        TEST_PLAN: ["changes_requested", "approved"],
        DELIVERY: ["pending"],
    }
    first, second = documents[TEST_PLAN]
    assert first["comment"] == "T1: who runs it?"
    document = look(f"/projects/{project}/deliverables/{second['deliverable_id']}")
    assert REWORDED in document["content"]
    assert [one["text"] for one in document["comments"] if one["resolved_at"]] == ["T1: who runs it?"]

    (request,) = look(f"/vault/requests?project_id={project}")["requests"]
    assert request["status"] == "fulfilled"
    (credential,) = look("/vault/credentials")["credentials"]
    assert (credential["name"], credential["version"]) == ("Source repository", 1)

    messages = customer.messages(project)
    assert [one["content"] for one in messages if one["sender_type"] == "customer"] == [WISH]
    assert look(f"/projects/{project}")["budget"]["ceiling"] == 90_000

    assert look("/inbox")["items"] == []
    (snoozed,) = look("/inbox?state=snoozed")["items"]
    (waiting,) = documents[DELIVERY]
    assert snoozed["target_id"] == waiting["id"]
    until, now = (datetime.fromisoformat(one) for one in (snoozed["snoozed_until"], second["decided_at"]))
    assert (until.hour, timedelta(hours=9) < until - now < timedelta(hours=33)) == (9, True)
