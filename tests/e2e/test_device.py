"""An agent without an account reads how to sign in, signs in, and works with the key that its person allowed."""

from __future__ import annotations

import re
import time
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser

from atrium import PASSWORD, Customer
from browser import LOOKS, SCREENS, Look, Person
from domain.connections.metadata import DEVICE_GRANT
from local.paths import REPOSITORY
from tables import by_day


class Agent:
    """A program that plays its part by the book, over HTTP and without a library."""

    def __init__(self, base_url: str, *, name: str = "Judge", scope: str = "projects:read projects:write") -> None:
        self.http = httpx.Client(base_url=base_url, timeout=60)
        wanted = {"client_name": name, "grant_types": [DEVICE_GRANT], "token_endpoint_auth_method": "none"}
        self.client_id = self.http.post("/oauth/register", json=wanted).raise_for_status().json()["client_id"]
        begun = self.http.post("/oauth/device", data={"client_id": self.client_id, "scope": scope})
        self.asked: dict[str, Any] = begun.raise_for_status().json()

    def poll(self) -> dict[str, Any]:
        form = {"client_id": self.client_id, "device_code": self.asked["device_code"], "grant_type": DEVICE_GRANT}
        answer: dict[str, Any] = self.http.post("/oauth/token", data=form).json()
        return answer

    def wait(self) -> dict[str, Any]:
        """Polls at its interval until there is an answer, or the code has expired."""
        interval, until = self.asked["interval"], time.monotonic() + self.asked["expires_in"]
        while time.monotonic() < until:
            time.sleep(interval)
            answer = self.poll()
            if answer.get("error") not in {"authorization_pending", "slow_down"}:
                return answer
            interval += 5 if answer["error"] == "slow_down" else 0
        raise AssertionError("nobody decided")


def test_agent_without_an_account_gets_the_key_that_its_person_allowed(customer: Customer) -> None:
    agent = Agent(customer.base_url)
    assert agent.poll()["error"] == "authorization_pending"
    assert customer.by_session("POST", "/api/oauth/requests", {"user_code": "BBBB-BBBB"}).status == 404
    code = {"user_code": agent.asked["user_code"].lower()}
    found = customer.by_session("POST", "/api/oauth/requests", code).data
    allowed = {"allow": True, "scopes": ["projects:read", "vault:write"]}
    assert customer.by_session("POST", f"/api/oauth/requests/{found['id']}", allowed).data == {"redirect_to": None}

    got = agent.wait()

    assert (got["scope"], got["token_type"]) == ("projects:read", "Bearer")
    assert customer.call("GET", "/projects", key=got["access_token"]).status == 200
    assert customer.call("POST", "/projects", {"name": "Bakery"}, key=got["access_token"]).status == 403
    listed = customer.by_session("GET", "/api/account/api-keys").data["api_keys"]
    assert [key["scopes"] for key in listed if key["name"] == "Judge"] == [["projects:read"]]
    assert agent.wait()["error"] == "invalid_grant"
    assert customer.call("GET", "/projects", key=got["access_token"]).status == 401


def test_person_opens_the_link_signs_in_compares_the_code_and_allows_it_by_keyboard(
    browser: Browser, customer: Customer
) -> None:
    agent = Agent(customer.base_url)
    person = Person.arrive(browser, customer.base_url)

    person.page.goto(agent.asked["verification_uri_complete"])
    person.type("Email", customer.email)
    person.type("Password", PASSWORD)
    person.page.keyboard.press("Enter")
    person.see("Check that your program shows this code.")
    assert person.page.get_by_label("Code").input_value() == agent.asked["user_code"]
    assert agent.poll()["error"] == "authorization_pending"
    assert person.barriers() == []
    person.press(person.button("Continue"))
    person.see("Connect Judge?")
    for said in ("It asked from 127.0.0.1, just now", "Unverified"):
        person.see(said)
    assert person.barriers() == []
    person.press(person.button("Allow"))
    person.see("Done. Go back to Judge.")

    assert agent.wait()["scope"] == "projects:read"
    assert person.complaints == []
    person.leave()


@pytest.mark.parametrize("look", by_day(LOOKS, every=len(LOOKS)), ids=str)
def test_page_of_a_device_has_no_barrier_and_fits_the_window(browser: Browser, customer: Customer, look: Look) -> None:
    agent = Agent(customer.base_url, name="A program whose name is as long as a name may be here, sixty")
    person = Person.arrive(browser, customer.base_url, look)
    person.sign_in(customer.email, PASSWORD)

    person.page.goto(agent.asked["verification_uri"])
    person.type("Code", agent.asked["user_code"].replace("-", " ").lower())
    person.page.screenshot(path=SCREENS / f"device-code-{look}.png", full_page=True)
    found = [*person.barriers(), *person.widths_exceeded()]
    person.page.keyboard.press("Enter")
    person.see("It asked from")
    person.page.screenshot(path=SCREENS / f"device-{look}.png", full_page=True)

    assert ([*found, *person.barriers(), *person.widths_exceeded()], person.complaints) == ([], [])
    person.leave()


def test_agent_reads_how_to_sign_in_and_every_document(customer: Customer) -> None:
    """Each page of `docs/` and nothing else; no link of what is served leads nowhere."""
    with httpx.Client(base_url=customer.base_url) as http:
        begin = http.get("/auth.md")
        index = http.get("/llms.txt")
        pages = {file.name: http.get(f"/docs/{file.name}") for file in (REPOSITORY / "docs").glob("*.md")}
        linked = {
            page.url.join(link.partition("#")[0])
            for page in (begin, index, *pages.values())
            for link in re.findall(r"\]\(([^)\s]+)", page.text)
            if "://" not in link and not link.startswith("#")
        }
        dead = [str(url) for url in sorted(linked, key=str) if http.get(url, follow_redirects=True).status_code != 200]
        kept_back = [http.get(path).status_code for path in ("/docs/adr/0002-keys.md", "/docs/..%2fREADME.md")]

    assert begin.headers["content-type"] == "text/markdown; charset=utf-8"
    assert index.headers["content-type"] == "text/plain; charset=utf-8"
    assert {page.headers["content-type"] for page in pages.values()} == {"text/markdown; charset=utf-8"}
    assert all(page.text.startswith("# ") for page in (begin, index, *pages.values()))
    assert dead == []
    assert kept_back == [404, 404]
