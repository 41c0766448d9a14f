"""Connecting by signing in, as a person sees it in a browser."""

from __future__ import annotations

from urllib.parse import parse_qs, urlencode, urlsplit

import httpx
from playwright.sync_api import Browser

from atrium import PASSWORD, Customer
from browser import Person
from domain.keys.scopes import PRESETS

CALLBACK = "http://127.0.0.1:43110/callback"


def test_person_signs_in_reads_who_asks_and_allows_it(browser: Browser, customer: Customer) -> None:
    made = httpx.post(
        f"{customer.base_url}/oauth/register",
        json={"client_name": "Helper", "redirect_uris": [CALLBACK], "token_endpoint_auth_method": "none"},
    ).json()
    asked = {
        "client_id": made["client_id"],
        "redirect_uri": CALLBACK,
        "response_type": "code",
        "code_challenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
        "code_challenge_method": "S256",
        "state": "s1",
    }
    person = Person.arrive(browser, customer.base_url)
    person.page.route("http://127.0.0.1:43110/**", lambda route: route.fulfill(body="back at the program"))

    person.page.goto(f"{customer.base_url}/oauth/authorize?{urlencode(asked)}")
    person.type("E-mail", customer.email)
    person.type("Password", PASSWORD)
    person.page.keyboard.press("Enter")
    person.see("Connect Helper?")
    person.see("this computer")
    person.see("Unverified")
    boxes = person.page.get_by_role("checkbox")
    assert sum(boxes.nth(one).is_checked() for one in range(boxes.count())) == len(PRESETS["mcp_assistant"])
    assert person.barriers() == []
    person.picture("connect")
    person.press(person.button("Allow"))

    person.see("back at the program")
    told = parse_qs(urlsplit(person.page.url).query)
    assert told["code"]
    assert (told["state"], told["iss"]) == (["s1"], [customer.base_url])
    assert person.complaints == []
    person.leave()
