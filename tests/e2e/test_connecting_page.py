"""Connecting by signing in, as a person sees it in a browser."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Browser

from atrium import PASSWORD, Customer
from browser import LOOKS, SCREENS, Look, Person
from conformance.consent import register
from domain.keys.scopes import PRESETS
from programs import CALLBACK, begin
from tables import by_day


def test_person_signs_in_reads_who_asks_and_allows_it(browser: Browser, customer: Customer) -> None:
    location = begin(customer.base_url, register(customer.base_url, CALLBACK), state="s1")
    person = Person.arrive(browser, customer.base_url)
    person.page.route("http://127.0.0.1:43110/**", lambda route: route.fulfill(body="back at the program"))

    person.page.goto(location)
    person.type("Email", customer.email)
    person.type("Password", PASSWORD)
    person.page.keyboard.press("Enter")
    person.see("Connect Judge?")
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


@pytest.mark.parametrize("look", by_day(LOOKS, every=len(LOOKS)), ids=str)
def test_consent_has_no_barrier_and_fits_the_window(browser: Browser, customer: Customer, look: Look) -> None:
    name = "A program whose name is as long as a name may be here, sixty"
    redirect_uri = "https://a-very-long-name-of-a-host.of-a-program.example/callback"
    client_id = register(customer.base_url, redirect_uri, name=name)
    person = Person.arrive(browser, customer.base_url, look)
    person.sign_in(customer.email, PASSWORD)

    person.page.goto(begin(customer.base_url, client_id, redirect_uri=redirect_uri))
    person.see(f"Connect {name}?")
    person.page.screenshot(path=SCREENS / f"connect-{look}.png", full_page=True)

    assert ([*person.barriers(), *person.widths_exceeded()], person.complaints) == ([], [])
    person.leave()
