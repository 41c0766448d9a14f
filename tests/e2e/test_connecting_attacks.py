"""Attacks on consent and sign-in that need the deployed doors: a real browser, headers, tokens out of place.

`tests/unit/domain/connections/test_attacks.py` and `tests/unit/functions/test_oauth.py` have the others.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import httpx
import pytest
from playwright.sync_api import Browser, Page

from atrium import PASSWORD, Customer
from browser import Person, another_site, signed_in
from conformance.consent import register
from programs import CALLBACK, MESSAGE, Program, begin, request_path

EVIL = "https://evil.example"


@pytest.fixture
def client_id(customer: Customer) -> str:
    return register(customer.base_url, CALLBACK)


@pytest.fixture
def path(customer: Customer, client_id: str) -> str:
    """A request that its owner has open in the dashboard."""
    path = request_path(begin(customer.base_url, client_id))
    assert customer.by_session("GET", path).status == 200
    return path


@pytest.fixture(scope="module")
def person(browser: Browser, customer: Customer) -> Iterator[Person]:
    """The owner in a real browser, signed in."""
    with signed_in(browser, customer) as person:
        yield person


@pytest.fixture(scope="module")
def evil_site() -> Iterator[str]:
    """One with a name of its own could not reach this machine at all."""
    with another_site() as address:
        yield address


@pytest.fixture
def evil_page(person: Person, evil_site: str) -> Iterator[Page]:
    """A page of that site, in the browser where the owner is signed in."""
    page = person.page.context.new_page()
    page.goto(evil_site)
    yield page
    page.close()


def is_undecided(customer: Customer, path: str) -> bool:
    return customer.by_session("GET", path).status == 200


def test_csrf_on_consent_from_another_sites_page_in_a_browser(customer: Customer, path: str, evil_page: Page) -> None:
    """The browser leaves the cookie away, so the request has no session; and the page may read no answer."""
    statuses: list[int] = []
    evil_page.on("response", lambda response: statuses.append(response.status))
    script = """async (url) => {
      const body = JSON.stringify({ allow: true, scopes: ["projects:read"] });
      const plain = { method: "POST", body, credentials: "include", mode: "no-cors" };
      const json = { ...plain, mode: "cors", headers: { "Content-Type": "application/json" } };
      const sent = (await fetch(url, plain)).type;
      return [sent, await fetch(url, json).then(() => "read", () => "refused")];
    }"""

    assert evil_page.evaluate(script, customer.base_url + path) == ["opaque", "refused"]

    assert statuses[0] == 401
    assert all(status >= 400 for status in statuses)
    assert is_undecided(customer, path)


def test_framing_of_the_consent_page(customer: Customer, client_id: str, evil_page: Page) -> None:
    said: list[str] = []
    evil_page.on("console", lambda message: said.append(message.text))
    location = begin(customer.base_url, client_id)

    script = """(src) => new Promise((done) => {
      document.body.append(Object.assign(document.createElement("iframe"), { src, onload: done }));
    })"""
    evil_page.evaluate(script, location)

    assert [frame.get_by_role("button").count() for frame in evil_page.frames[1:]] == [0]
    assert any("frame-ancestors" in one for one in said), said


def test_consent_page_opened_by_another_site_is_cut_off_from_it(
    customer: Customer, client_id: str, evil_page: Page
) -> None:
    with evil_page.expect_popup() as opening:
        evil_page.evaluate("(url) => { window.opened = window.open(url); }", begin(customer.base_url, client_id))
    opening.value.get_by_role("button", name="Allow").wait_for()

    assert evil_page.evaluate("() => window.opened.closed")  # so Cross-Origin-Opener-Policy shows it
    opening.value.close()


@pytest.mark.nightly
def test_login_csrf(customer: Customer, neighbour: Customer) -> None:
    """A stranger's page signs its visitor in to the stranger's account, who would then connect a program to that."""
    with httpx.Client(base_url=customer.base_url) as visitor:
        body = {"email": neighbour.email, "password": PASSWORD}
        for headers in ({"Origin": EVIL}, {"Sec-Fetch-Site": "cross-site"}):
            refused = visitor.post("/api/auth/login", json=body, headers=headers)
            assert refused.status_code == 403
        assert visitor.post("/api/auth/login", content=b"{}", headers={"Content-Type": "text/plain"}).status_code == 415
        assert not visitor.cookies


@pytest.mark.nightly
def test_token_in_the_wrong_place(customer: Customer) -> None:
    program = Program.connect(customer, "projects:read")
    assert program.is_let_in()
    token = program.access_token
    with closing(httpx.Client(base_url=customer.base_url, headers={"Accept": "application/json"})) as http:
        assert http.post(f"/mcp?access_token={token}", json=MESSAGE).status_code == 401
        assert http.post("/mcp", data={"access_token": token}).status_code == 401
        assert http.post("/mcp", json=MESSAGE, headers={"Cookie": f"access_token={token}"}).status_code == 401


@pytest.mark.nightly
@pytest.mark.parametrize(
    "token",
    [
        "eyJhbGciOiJub25lIn0.eyJpc3MiOiJodHRwczovL2V2aWwuZXhhbXBsZSIsImF1ZCI6Imh0dHA6Ly9sb2NhbGhvc3QvbWNwIn0.",
        "ato_" + "a" * 48,
        "ya29.a0AfH6SMBx",
    ],
    ids=["unsigned-jwt", "made-up", "of-another-service"],
)
def test_token_that_somebody_else_issued(customer: Customer, token: str) -> None:
    """Token passthrough: a session's id of MCP helps nobody either, because a session means nothing here."""
    headers = {"Authorization": f"Bearer {token}", "Mcp-Session-Id": "a-session", "Accept": "application/json"}

    refused = httpx.post(f"{customer.base_url}/mcp", json=MESSAGE, headers=headers)

    assert refused.status_code == 401
    assert refused.headers["www-authenticate"].startswith("Bearer ")


@pytest.mark.nightly
def test_issuer_by_a_host_header(customer: Customer) -> None:
    """Mix-up: metadata for a name that the caller chose would send its readers elsewhere."""
    for headers in ({"Host": "evil.example"}, {"X-Forwarded-Host": "evil.example"}, {"Forwarded": "host=evil.example"}):
        for place in ("oauth-authorization-server", "oauth-protected-resource", "oauth-protected-resource/mcp"):
            found = httpx.get(f"{customer.base_url}/.well-known/{place}", headers=headers)
            assert "evil" not in found.text
