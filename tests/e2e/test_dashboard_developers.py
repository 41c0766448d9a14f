"""A developer at the dashboard by keyboard alone: a key and its requests, a webhook that fails, a program's end."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, expect

from atrium import Customer, wait_for
from browser import Person, signed_in
from conformance.consent import register
from letterbox import with_verified_address
from local.cloud import Cloud
from programs import CALLBACK, Program, begin, code_in, exchange
from receivers import NO_CONTENT, Answer, receiving

FAILS: Answer = (500, {}, b"")


@pytest.fixture
def developer(cloud: Cloud) -> Iterator[Customer]:
    customer = Customer(cloud.base_url)  # of one's own: what was refused is counted
    yield customer
    customer.close()


@pytest.fixture
def person(browser: Browser, developer: Customer) -> Iterator[Person]:
    with signed_in(browser, developer) as person:
        yield person


def dialog(person: Person) -> Locator:
    return person.page.get_by_role("dialog")


def tick(person: Person, name: str) -> None:
    person.press(dialog(person).get_by_role("checkbox", name=name), "Space")


def fill(person: Person, name: str, text: str) -> None:
    person.reach(dialog(person).get_by_role("textbox", name=name, exact=True))
    person.page.keyboard.press("ControlOrMeta+a")
    person.write(text)


def choose(person: Person, name: str, value: str) -> None:
    """Another preset: the group has one stop for Tab, and the arrows go from one to the next."""
    radios = dialog(person).get_by_role("radio")
    person.reach(radios.and_(person.page.locator(f"[name={name}]:checked")))
    for _ in range(radios.count()):
        if dialog(person).get_by_role("radio", name=value).is_checked():
            return
        person.page.keyboard.press("ArrowDown")
    raise AssertionError(f"{value} can't be chosen by the arrows")


def test_key_is_limited_refused_found_by_its_request_and_revoked_by_keyboard_alone(
    person: Person, developer: Customer
) -> None:
    seen, hidden = developer.create_project("Harbour"), developer.create_project("Market")
    person.go("developers", "keys")

    person.press(person.button("Create key"))
    fill(person, "Name", "Deploy")
    choose(person, "preset", "Read only")
    person.press(dialog(person).get_by_text("Limits", exact=False))
    person.type("Allowed IPs", "127.0.0.0/8\n::1")
    tick(person, "Harbour")
    person.press(dialog(person).get_by_role("button", name="Create key"))
    person.see("“Deploy” is ready")
    key = dialog(person).locator(".secret code").inner_text()
    person.press(person.button("I’ve saved it"))
    person.see("2 IPs, Harbour")

    assert developer.call("GET", f"/projects/{seen}", key=key).status == 200
    unseen = developer.call("GET", f"/projects/{hidden}", key=key)
    refused = developer.call("POST", "/projects", {"name": "Shed"}, key=key)
    assert (unseen.status, refused.status) == (404, 403)

    person.press(person.link("Logs"))
    person.settle()
    rows = person.page.locator("table.log tbody tr")
    expect(rows.filter(has_text="Deploy")).to_have_count(3)  # what was answered, too
    aside = look_up(person, refused.headers["x-request-id"])
    person.press(aside.get_by_role("link", name="Deploy"))
    person.settle()
    expect(person.page.get_by_role("heading", level=1)).to_have_text("Deploy")
    expect(rows).to_have_count(3)
    person.see("127.0.0.0/8")
    person.see("3 requests in 30 days, 2 failed.")
    person.press(person.page.get_by_text("Show as a table"))
    expect(person.page.get_by_role("region", name="Requests, day by day").get_by_role("row")).to_have_count(31)
    person.press(person.button("Rename"))
    fill(person, "Name", "Deploy of the shop")
    person.page.keyboard.press("Enter")
    expect(person.page.get_by_role("heading", level=1)).to_have_text("Deploy of the shop")
    person.press(person.button("Revoke"))
    person.press(person.button("Revoke key"))
    person.see("Revoked on")
    assert developer.call("GET", "/projects", key=key).status == 401

    person.press(person.link("View all"))
    person.settle()
    expect(rows.filter(has_text="401")).to_have_count(1)
    expect(rows.filter(has_text="Deploy of the shop")).to_have_count(4)
    assert (person.barriers(), person.complaints) == ([], [])


def look_up(person: Person, request_id: str) -> Locator:
    """The refused request of that id, told whole at the side of the list, after a reload too: the address says it."""
    person.type("Request ID", request_id)
    person.page.keyboard.press("Enter")
    person.press(person.page.locator("table.log tbody").get_by_role("link", name="POST /projects"))
    aside = person.page.get_by_role("complementary", name="POST /projects")
    expect(aside).to_contain_text("FORBIDDEN")
    person.picture("refused-request")
    assert person.barriers() == []
    person.page.reload()
    expect(aside).to_contain_text("FORBIDDEN")
    return aside


@pytest.mark.nightly
def test_delivery_that_failed_is_sent_again_by_keyboard_alone(
    person: Person, developer: Customer, cloud: Cloud
) -> None:
    with_verified_address(cloud, developer)
    answers = [FAILS]
    with receiving(lambda _arrival: answers[-1]) as receiver:
        person.go("developers", "webhooks")
        person.press(person.button("Add webhook").first)
        person.type("URL", receiver.url)
        person.press(dialog(person).get_by_role("button", name="Add webhook"))
        expect(person.page.get_by_role("heading", name="Signing secret")).to_be_visible()
        person.press(person.button("I’ve saved it"))

        person.press(person.page.get_by_role("button", name="Send test"))
        wait_for(lambda: receiver.arrivals)
        person.press(person.page.get_by_role("link", name=receiver.url))
        person.settle()
        tried = person.page.get_by_role("row", name="webhook.test")  # beside what else has happened by now
        expect(tried.get_by_role("cell", name="500")).to_be_visible()
        person.press(person.link("webhook.test"))
        aside = person.page.get_by_role("complementary", name="webhook.test")
        expect(aside).to_contain_text("Your server didn’t answer with 2xx")
        expect(aside.locator("pre")).to_contain_text('"type": "webhook.test"')
        assert person.barriers() == []

        answers.append(NO_CONTENT)
        person.press(aside.get_by_role("button", name="Send again"))
        person.see("Delivered")
        tests = [one for one in receiver.arrivals if one.event["type"] == "webhook.test"]
        assert len(tests) > 1
        assert len({one.event_id for one in tests}) == 1
    assert person.complaints == []


@pytest.mark.nightly
def test_program_is_allowed_seen_and_ended_by_keyboard_alone(person: Person, developer: Customer) -> None:
    client_id = register(developer.base_url, CALLBACK, name="Claude")
    person.page.route("http://127.0.0.1:43110/**", lambda route: route.fulfill(body="back at the program"))
    person.page.goto(begin(developer.base_url, client_id))
    person.see("Connect Claude?")
    person.press(person.button("Allow"))
    person.see("back at the program")
    got = exchange(developer.base_url, client_id, code_in(person.page.url)).json()
    program = Program(developer.base_url, client_id, "", got["access_token"], got["refresh_token"])
    unknown = {"name": "no_such_tool", "arguments": {}}
    program.call({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": unknown})
    assert program.is_let_in()

    person.go("developers", "logs")
    person.page.get_by_label("Status").select_option("4xx")
    person.press(person.page.locator("table.log tbody a"))
    aside = person.page.get_by_role("complementary")
    expect(aside).to_contain_text("Connected app")
    expect(aside).to_contain_text("NOT_FOUND")
    person.press(person.link("Connections"))
    person.settle()
    person.press(person.button("Disconnect Claude"))
    person.see("No connected apps")

    assert not program.is_let_in()
    assert (person.barriers(), person.complaints) == ([], [])


@pytest.mark.nightly
def test_dashboards_own_requests_are_apart_from_those_of_keys(person: Person, developer: Customer) -> None:
    developer.by_session("GET", "/projects/prj_nowhere")
    developer.call("GET", "/agents/prj_nowhere/status")
    person.go("developers", "logs")
    row = person.page.locator("table.log tbody tr")

    expect(row).to_have_count(1)
    expect(row).to_contain_text("/agents/{project_id}/status")
    person.page.get_by_label("Caller").select_option("session")

    expect(row.filter(has_text="/projects/{project_id}")).to_have_count(1)
    expect(row.filter(has_text="/agents/")).to_have_count(0)
    person.page.go_back()
    expect(row).to_contain_text("/agents/{project_id}/status")
    assert person.complaints == []
