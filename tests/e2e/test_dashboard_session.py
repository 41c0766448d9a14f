"""What a session may lose, keep and leak: nothing, everything typed, nothing."""

from __future__ import annotations

import gzip
import re
import time
from urllib.parse import urljoin

import httpx
import pytest
from playwright.sync_api import Browser, Locator, Route, expect

from atrium import PASSWORD, Customer
from browser import Person
from local.cloud import Cloud

MOST_SCRIPT_BYTES = 45_000
# Milliseconds; a hidden tab follows the events once a minute, and asks nothing else.
WHILE_HIDDEN, A_MOMENT = 50_000, 500
TURN = """(state) => {
  Object.defineProperty(document, "visibilityState", { get: () => state, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
COMMENT = "Say who bakes on Sundays, and from when on."


def test_session_that_ends_in_the_middle_loses_no_typed_text(person: Person, customer: Customer) -> None:
    project = customer.create_project("Sunday bread")
    person.go("projects", project, "intake?step=approver")

    saving: list[Route] = []

    def end(route: Route) -> None:
        if route.request.method == "POST" and not saving:  # with what was typed: the feed is asked at any moment
            saving.append(route)
            person.page.context.clear_cookies()
        route.continue_()

    person.page.route("**/intake", end)
    person.type("Who approves the documents? Name and role.", COMMENT)
    dialog = person.page.get_by_role("dialog", name="Your session has ended")
    expect(dialog).to_be_visible()
    assert person.barriers() == []

    person.write("a wrong password")
    person.page.keyboard.press("Enter")
    expect(dialog).to_contain_text("password")
    person.type("Password", PASSWORD)
    person.page.keyboard.press("Enter")

    expect(dialog).to_have_count(0)
    expect(person.page.get_by_label("Who approves the documents?")).to_have_value(COMMENT)
    expect(person.page.get_by_text("Saved", exact=True).first).to_be_visible()
    assert person.page.url.endswith(f"#/projects/{project}/intake?step=approver")
    questions = customer.call("GET", f"/projects/{project}/intake").data["questions"]
    assert {one["id"]: one["answer"] for one in questions}["approver"] == COMMENT


@pytest.mark.nightly
def test_address_leads_where_it_says_after_signing_in(browser: Browser, customer: Customer) -> None:
    person = Person.arrive(browser, customer.base_url)
    person.page.goto(f"{customer.base_url}/app/#/developers/usage")

    person.sign_in(customer.email, PASSWORD)

    expect(person.page.get_by_role("heading", level=1)).to_have_text("Developers")
    expect(person.page).to_have_title("Usage · Developers · Atrium")
    person.leave()


def test_message_that_could_not_be_sent_is_kept_and_sent_again_once(person: Person, customer: Customer) -> None:
    project = customer.submit_project()
    person.go("ask", project)
    person.page.route("**/ask", lambda route: route.abort())
    person.type("Message to the CEO", COMMENT)
    person.page.keyboard.press("Enter")
    expect(person.text("You are offline")).to_be_visible()
    # This time the request gets through and its answer does not, so that the next attempt repeats what was done.
    person.page.unroute("**/ask")
    person.page.route("**/ask", _lose_the_answer, times=1)
    person.press(person.button("Send again"))
    expect(person.text("You are offline")).to_be_visible()

    person.press(person.button("Send again"))

    expect(person.text("You are offline")).to_have_count(0)
    assert [one["content"] for one in customer.messages(project)].count(COMMENT) == 1
    assert [line for line in person.complaints if "ERR_FAILED" not in line] == []


def _lose_the_answer(route: Route) -> None:
    route.fetch()
    route.abort()


@pytest.mark.nightly
@pytest.mark.parametrize("address", ["%E0%A4%A", "projects/%E0%A4%A", "projects/constructor/work", "projects?tab=%FF"])
def test_malformed_address_shows_a_page_that_says_so(person: Person, address: str) -> None:
    person.page.goto("about:blank")
    person.page.goto(f"{person.base_url}/app/#/{address}")

    expect(person.page.get_by_role("navigation", name="Main")).to_be_visible()
    person.settle()
    assert person.complaints == []


def test_lost_network_is_said_once_and_heals_by_itself(person: Person, customer: Customer) -> None:
    person.go("projects")
    lost = person.page.get_by_text("You are offline")

    person.page.context.set_offline(True)
    expect(lost).to_have_count(1)
    assert person.barriers() == []
    made = customer.create_project("Made meanwhile")
    person.page.context.set_offline(False)

    expect(lost).to_have_count(0)
    link = person.page.locator("main").get_by_role("link", name="Made meanwhile")
    expect(link).to_have_attribute("href", f"#/projects/{made}/intake")
    assert [line for line in person.complaints if "ERR_INTERNET_DISCONNECTED" not in line] == []


@pytest.mark.nightly
def test_hidden_tab_asks_nothing(person: Person, customer: Customer) -> None:
    person.page.clock.install()
    person.page.reload()
    person.settle()
    with person.page.expect_request("**"):  # seen, it asks by itself
        person.page.clock.fast_forward(WHILE_HIDDEN)

    person.page.evaluate(TURN, "hidden")
    person.page.evaluate(
        """() => {
          const send = window.fetch;
          window.asked = [];
          window.fetch = (...request) => { asked.push(String(request[0])); return send(...request); };
        }"""
    )
    person.page.clock.fast_forward(WHILE_HIDDEN)
    person.page.wait_for_timeout(A_MOMENT)
    while_hidden = person.page.evaluate("asked")
    person.page.evaluate(TURN, "visible")

    assert while_hidden == []
    person.page.wait_for_function("asked.length > 0")


def test_session_cookie_is_out_of_reach_of_scripts_and_other_sites(person: Person) -> None:
    cookies = person.page.context.cookies()

    assert {cookie["name"] for cookie in cookies} == {"session", "device"}
    for cookie in cookies:
        assert (cookie["httpOnly"], cookie["sameSite"], cookie["path"]) == (True, "Strict", "/")
        assert cookie["expires"] > time.time() + 80 * 24 * 60 * 60  # it outlives the browser
    assert person.stored() == {"local": {}, "session": {}, "cookies": ""}


@pytest.mark.nightly
@pytest.mark.parametrize(
    "headers",
    [{"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "same-site"}, {"Origin": "https://evil.example"}],
    ids=lambda headers: "-".join(headers.values()),
)
def test_post_of_another_site_is_refused(customer: Customer, headers: dict[str, str]) -> None:
    body = {"name": "stolen", "preset": "full_access"}

    reply = customer.by_session("POST", "/api/account/api-keys", body, headers=headers)

    assert (reply.status, reply.error["code"]) == (403, "FORBIDDEN")
    keys = customer.by_session("GET", "/api/account/api-keys").data["api_keys"]
    assert "stolen" not in [key["name"] for key in keys]


def test_pages_are_small_cached_and_from_one_place(browser: Browser, cloud: Cloud) -> None:
    page = httpx.get(f"{cloud.base_url}/app/")
    scripts = re.findall(r'(?:src|href)="([^"]+\.js)"', page.text)
    responses = [httpx.get(urljoin(f"{cloud.base_url}/app/", script)) for script in scripts]
    asked: list[str] = []
    person = Person.arrive(browser, cloud.base_url)
    person.page.on("request", lambda request: asked.append(request.url))
    person.page.reload()
    person.settle()

    assert 0 < sum(len(gzip.compress(response.content, 9)) for response in responses) <= MOST_SCRIPT_BYTES
    assert {response.headers["content-encoding"] for response in responses} == {"gzip"}
    assert {response.headers["cache-control"] for response in responses} == {"public, max-age=31536000, immutable"}
    assert page.headers["cache-control"] == "no-cache"
    assert httpx.get(f"{cloud.base_url}/app/", headers={"If-None-Match": page.headers["etag"]}).status_code == 304
    assert [url for url in asked if not url.startswith(cloud.base_url)] == []
    person.leave()


def test_root_leads_to_the_pages(browser: Browser, cloud: Cloud) -> None:
    page = browser.new_page()

    page.goto(cloud.base_url)

    assert page.url == f"{cloud.base_url}/app/"
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
    page.close()


def scroll_to(place: Locator) -> None:
    """Scroll down until it is there: of so many operations the page draws only those in sight."""
    for _ in range(100):
        if place.is_visible():
            return
        place.page.mouse.wheel(0, 400)
        place.page.wait_for_timeout(100)
    raise AssertionError(f"{place} is nowhere on the page")


@pytest.mark.nightly
def test_documentation_shows_every_area_under_its_policy(browser: Browser, cloud: Cloud) -> None:
    person = Person(browser.new_page(), cloud.base_url)
    person.page.on("console", person._hear)

    person.page.goto(f"{cloud.base_url}/docs")

    expect(person.page.get_by_text("/api/auth/signup", exact=True).first).to_be_visible()
    scroll_to(person.page.get_by_text("/api/account/api-keys", exact=True).first)
    agents = person.page.get_by_role("button", name="GET /agents", exact=False).first
    scroll_to(agents)
    agents.click()
    expect(person.page.get_by_text("agents:read").first).to_be_visible()
    assert person.complaints == []
    person.page.close()
