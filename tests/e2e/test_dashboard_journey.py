"""From sign-up to an approved deliverable and a fired report, in a browser, without a mouse."""

from __future__ import annotations

import csv
import re
import uuid
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, expect

from browser import Person
from local.cloud import Cloud

PASSWORD = "quiet harbour lantern 42"
FORMULA = '=HYPERLINK("http://evil.example","Bakery")'
DESCRIPTION = "Bread is ordered before noon. Customers order for tomorrow, pay by card."
ANSWERS = ("Regulars nearby\nOffices", "40 % ordered ahead in 3 months")


@pytest.fixture
def mira(browser: Browser, cloud: Cloud) -> Iterator[Person]:
    person = Person.arrive(browser, cloud.base_url)
    person.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    yield person
    person.leave()


def test_customer_gets_from_sign_up_to_approved_deliverable_and_fired_report_by_keyboard_alone(
    mira: Person, tmp_path: Path
) -> None:
    sign_up(mira)
    secret = create_key(mira)
    submit_project(mira)
    request_changes_and_approve(mira)
    approve_until_credentials_are_asked_for(mira)
    fulfil_a_request(mira)
    ask_the_ceo(mira)
    assign_a_weekly_report_and_read_one(mira)
    export_what_a_spreadsheet_opens_harmlessly(mira, tmp_path)
    revoke_the_key(mira, secret)

    assert mira.complaints == []
    assert secret not in mira.page.content() + str(mira.stored())


def sign_up(mira: Person) -> None:
    mira.press(mira.button("Create an account"))
    mira.type("Name", "Mira Kovac")
    mira.type("Email", f"{uuid.uuid4().hex}@example.org")
    mira.type("Password", PASSWORD)
    mira.page.keyboard.press("Enter")
    mira.see("Get started")


def create_key(mira: Person) -> str:
    mira.press(mira.link("Developers"))
    mira.press(mira.button("Create key"))
    mira.write("Claude Code on laptop")  # the dialog starts there
    mira.press(mira.page.get_by_role("radio", name="MCP Assistant"), "Space")
    mira.page.keyboard.press("Enter")
    mira.see("“Claude Code on laptop” is ready")
    mira.page.keyboard.press("Enter")  # on Copy
    expect(mira.button("Copied")).to_be_focused()
    secret = str(mira.page.evaluate("() => navigator.clipboard.readText()"))

    assert re.fullmatch(r"atr_[0-9A-Za-z]{40,}", secret)
    assert httpx.get(f"{mira.base_url}/projects", headers={"Authorization": f"Bearer {secret}"}).status_code == 200

    mira.press(mira.button("I’ve saved it"))
    expect(mira.page.get_by_role("dialog")).to_have_count(0)
    expect(mira.button("Create key")).to_be_focused()
    assert secret not in mira.page.content()
    return secret


def submit_project(mira: Person) -> None:
    mira.press(mira.link("Projects"))
    mira.press(mira.button("New project").first)
    mira.write(DESCRIPTION)  # the dialog starts there
    mira.type("Name", FORMULA)
    mira.page.keyboard.press("Enter")
    mira.see("Is this what it must do?")
    mira.press(mira.page.get_by_role("button", name=re.compile("^Keep [1-9]")))
    for number, answer in zip((2, 3), ANSWERS, strict=True):
        mira.see(f"Question {number} of 6")  # the goal and the must-haves are known
        mira.write(answer)
        mira.press(mira.button("Next"))
    mira.press(mira.page.get_by_label("Web", exact=True), "Space")
    mira.press(mira.button("Next"))
    mira.press(mira.button("Use Mira Kovac"))
    mira.press(mira.button("Next"))
    mira.press(mira.page.get_by_label("Source repository"), "Space")
    mira.press(mira.page.get_by_label("Domain"), "Space")
    expect(mira.page.locator(".estimate .figure").first).to_have_text(re.compile(r"EUR\s[\d,]+"))
    expect(mira.page.locator(".saving").filter(has_text="…")).to_have_count(0)  # neither typed yet nor being saved
    mira.press(mira.button("Submit brief"))
    mira.press(mira.button("Accept and submit"))
    mira.see("documents approved")


def request_changes_and_approve(mira: Person) -> None:
    mira.press(mira.link("Approve Product brief"))
    expect(mira.page.get_by_role("article", name="Product brief")).to_contain_text("Bread is ordered before noon")
    mira.press(mira.button("Request changes"))
    mira.write("Please say what is meant by gluten-free bread.")
    mira.press(mira.button("Send"))
    mira.see("You requested changes")
    mira.see("You have changed nothing since, and 1 comment is open.")
    mira.press(mira.button("Submit revision 2"))
    expect(mira.button("Approve")).to_be_visible()
    mira.see("gluten-free bread")
    approve(mira)


def approve(mira: Person) -> None:
    """Approve, and wait until it can no longer be taken back."""
    mira.press(mira.button("Approve"))
    expect(mira.page.locator(".head").get_by_text("Approved")).to_be_visible()
    mira.see("in the dashboard")


def approve_until_credentials_are_asked_for(mira: Person) -> None:
    """Document after document, as each comes, until the CTO needs access."""
    project = mira.page.get_by_role("navigation", name="Project", exact=True)
    overview = project.get_by_role("link", name="Overview")
    mira.press(overview)
    asked = mira.page.get_by_role("link", name=re.compile("^Provide access to "))
    review = mira.page.get_by_role("link", name=re.compile("^Approve "))
    for _ in range(12):
        expect(asked.or_(review).first).to_be_visible()
        if asked.first.is_visible():
            mira.press(project.get_by_role("link", name="Access"))
            return
        mira.press(review.first)
        approve(mira)
        mira.press(overview)
    raise AssertionError("the CTO asked for nothing")


def fulfil_a_request(mira: Person) -> None:
    mira.press(mira.button("Provide access to Source repository"))
    mira.write("glpat-0123456789abcdefghij")
    mira.page.keyboard.press("Enter")
    mira.see("The CTO can continue")
    expect(mira.page.get_by_role("row").filter(has_text="Source repository")).to_be_visible()
    assert "glpat-" not in mira.page.content()


def ask_the_ceo(mira: Person) -> None:
    mira.press(mira.page.get_by_role("link", name="Ask", exact=True))
    mira.press(mira.page.get_by_role("navigation", name="Conversations").get_by_role("link").nth(1))
    mira.type("Message to the CEO", "What is blocked right now, and on whom?")
    log = mira.page.get_by_role("log")
    replies = log.get_by_role("article", name="The CEO")
    before = replies.count()
    mira.page.keyboard.press("Enter")
    expect(log.get_by_role("article", name="You").last).to_contain_text("What is blocked right now")
    # The note stands until the reply does; a reply may come before anybody has read the note.
    expect(mira.text("Asking the team…").or_(replies.nth(before)).first).to_be_visible()
    expect(replies.nth(before)).to_be_visible()
    expect(mira.text("Asking the team…")).to_be_hidden()


def assign_a_weekly_report_and_read_one(mira: Person) -> None:
    mira.press(mira.page.get_by_role("link", name="Reports", exact=True))
    mira.press(mira.button("New schedule"))
    mira.write("Report progress and blockers")
    mira.type("When?", "every Monday at 9am")
    expect(mira.page.get_by_role("list", name="Next runs").get_by_role("listitem")).to_have_count(3)
    mira.press(mira.button("Add"))
    mira.press(mira.button("Run now"))
    report = mira.page.get_by_role("main").get_by_role("list").get_by_role("link").first
    expect(report).to_be_visible()
    mira.press(report)
    expect(mira.page.get_by_role("article")).to_contain_text("Forecast")


def export_what_a_spreadsheet_opens_harmlessly(mira: Person, folder: Path) -> None:
    mira.press(mira.link("Developers"))
    mira.press(mira.link("Usage"))
    mira.see("Requests")
    expect(mira.page.locator(".plot svg rect").first).to_be_attached()
    with mira.page.expect_download() as downloading:
        mira.press(mira.button("CSV Projects"))
    downloading.value.save_as(folder / "projects.csv")
    cells = [cell for row in csv.reader(StringIO((folder / "projects.csv").read_text())) for cell in row]

    assert any("HYPERLINK" in cell for cell in cells)
    assert not [cell for cell in cells if cell[:1] in {"=", "+", "-", "@", "\t", "\r"}]


def revoke_the_key(mira: Person, secret: str) -> None:
    mira.press(mira.link("Keys"))
    mira.pick("Actions for Claude Code on laptop", "Revoke")
    expect(mira.page.get_by_role("dialog")).to_contain_text("It was last used")
    expect(mira.button("Keep key")).to_be_focused()
    mira.press(mira.button("Revoke key"))
    mira.see("No active keys")
    assert httpx.get(f"{mira.base_url}/projects", headers={"Authorization": f"Bearer {secret}"}).status_code == 401
