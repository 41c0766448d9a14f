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
ANSWERS = {
    "What do you want to build, and why?": "Bread is ordered before noon.",
    "Who is it for? One group per entry, the most important first.": "Regulars nearby\nOffices",
    "How will you know it worked? One measure per entry, with a number.": "40 % ordered ahead in 3 months",
    "What must it do on day one? One thing per entry, the most important first.": "Order for tomorrow\nPay",
}
APPROVER = ("Who approves the documents? Name and role.", "Mira Kovac, owner")


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
    mira.type("E-mail", f"{uuid.uuid4().hex}@example.org")
    mira.type("Password", PASSWORD)
    mira.page.keyboard.press("Enter")
    mira.see("Your first four steps")


def create_key(mira: Person) -> str:
    mira.press(mira.link("API keys").first)
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
    mira.write(FORMULA)
    mira.page.keyboard.press("Enter")
    mira.see("0 of 6 required answers")
    for prompt, answer in ANSWERS.items():
        mira.type(prompt, answer)
    mira.press(mira.page.get_by_label("Web", exact=True), "Space")
    mira.press(mira.page.get_by_label("Source repository"), "Space")
    mira.press(mira.page.get_by_label("Domain"), "Space")
    mira.type(*APPROVER)
    expect(mira.page.locator(".estimate .figure")).to_have_text(re.compile(r"EUR [\d,]+"))
    expect(mira.page.locator(".saving").filter(has_text="…")).to_have_count(0)  # neither typed yet nor being saved
    mira.press(mira.button("Submit the brief"))
    mira.press(mira.button("Submit and accept"))
    expect(mira.page.get_by_role("listitem", name="").filter(has_text="Planning").first).to_be_visible()


def request_changes_and_approve(mira: Person) -> None:
    mira.press(mira.link("Review Product brief"))
    expect(mira.page.get_by_role("article", name="Product brief")).to_contain_text("Bread is ordered before noon")
    mira.press(mira.button("Request changes"))
    mira.write("Please say what is meant by gluten-free bread.")
    mira.press(mira.button("Send"))
    mira.see("Your move")
    mira.press(mira.button("Present it again"))
    expect(mira.text("revision 2 ·")).to_be_visible()
    mira.see("gluten-free bread")
    approve(mira)
    expect(mira.page.locator(".head").get_by_text("Approved")).to_be_visible()


def approve(mira: Person) -> None:
    mira.press(mira.button("Approve"))
    mira.press(mira.button("Approve now"))


def approve_until_credentials_are_asked_for(mira: Person) -> None:
    """Document after document, as each comes, until the CTO needs access."""
    mira.press(mira.link("Project").nth(1))
    asked = mira.page.get_by_role("link", name="Go to the vault")
    review = mira.page.get_by_role("link", name="Review")
    for _ in range(12):
        expect(asked.or_(review).first).to_be_visible()
        if asked.is_visible():
            mira.press(asked)
            return
        mira.press(review.first)
        approve(mira)
        expect(mira.page.locator(".head").get_by_text("Approved")).to_be_visible()
        mira.press(mira.page.get_by_role("link", name="Project", exact=True))
    raise AssertionError("the CTO asked for nothing")


def fulfil_a_request(mira: Person) -> None:
    mira.press(mira.button("Provide Source repository"))
    mira.write("glpat-0123456789abcdefghij")
    mira.page.keyboard.press("Enter")
    mira.see("The CTO can go on")
    expect(mira.page.get_by_role("row").filter(has_text="Source repository")).to_be_visible()
    assert "glpat-" not in mira.page.content()


def ask_the_ceo(mira: Person) -> None:
    mira.press(mira.link("CEO").first)
    mira.type("Message to the CEO", "What is blocked right now, and on whom?")
    log = mira.page.get_by_role("log")
    replies = log.get_by_role("article", name="The CEO")
    before = replies.count()
    mira.page.keyboard.press("Enter")
    expect(log.get_by_role("article", name="You").last).to_contain_text("What is blocked right now")
    # The note stands until the reply does; a reply may come before anybody has read the note.
    expect(mira.text("The CEO is consulting the team").or_(replies.nth(before)).first).to_be_visible()
    expect(replies.nth(before)).to_be_visible()
    expect(mira.text("The CEO is consulting the team")).to_be_hidden()


def assign_a_weekly_report_and_read_one(mira: Person) -> None:
    mira.press(mira.link("Assistant"))
    mira.press(mira.button("Tasks"))
    mira.type("What should the assistant do, and when?", "Every Monday at 9am, report progress and blockers")
    mira.press(mira.button("Assign"))
    expect(mira.page.get_by_role("list", name="Next runs").first.get_by_role("listitem")).to_have_count(3)
    mira.press(mira.page.get_by_role("button", name="Run now").first)
    mira.press(mira.button("Reports"))
    report = mira.page.get_by_role("main").get_by_role("list").get_by_role("link").first
    expect(report).to_be_visible()
    mira.press(report)
    expect(mira.page.get_by_role("article")).to_contain_text("The forecast is")


def export_what_a_spreadsheet_opens_harmlessly(mira: Person, folder: Path) -> None:
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
    mira.press(mira.link("API keys").first)
    mira.press(mira.button("Revoke Claude Code on laptop"))
    expect(mira.page.get_by_role("dialog")).to_contain_text("It was last used")
    expect(mira.button("Keep key")).to_be_focused()
    mira.press(mira.button("Revoke key"))
    mira.see("No active keys")
    assert httpx.get(f"{mira.base_url}/projects", headers={"Authorization": f"Bearer {secret}"}).status_code == 401
