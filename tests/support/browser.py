"""A person at the dashboard: the system's Chromium, driven by the keyboard, watched for what a page must never do."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, expect, sync_playwright

from atrium import PASSWORD, Customer
from local.paths import DEVELOPMENT, REPOSITORY

AXE = REPOSITORY / "web" / "node_modules" / "axe-core" / "axe.min.js"
SCREENS = Path(os.environ.get("ATRIUM_SCREENS", DEVELOPMENT.root / "screens"))
FLAGS = [
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
]
DESKTOP = {"width": 1280, "height": 860}
PHONE = {"width": 390, "height": 844}
MOST_TABS = 120
# Each look of the dashboard: its colours, and whether on a phone.
LOOKS = [("light", False), ("dark", False), ("light", True), ("dark", True)]
WIDTHS = {False: (1280, 1024, 840), True: (390, 320)}
# The window, and every card: what is cut off in one can't be reached.
WIDER = """() => [document.documentElement, ...document.querySelectorAll(".card")]
  .map((one) => one.scrollWidth - one.clientWidth).filter((more) => more > 0)"""
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
RUN_AXE = """async (rules) => {
  const found = await axe.run(document, { runOnly: { type: "tag", values: rules } });
  return found.violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.target.join(" ")).join(", ")}`);
}"""
# A refused request is a line of Chromium's own, and what many of these tests are about.
REFUSED = re.compile(r"Failed to load resource: the server responded with a status of 4\d\d")
AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}
# The first look at the overview starts five functions at once: 20 s of a busy machine.
expect.set_options(timeout=60_000)


@contextmanager
def chromium() -> Iterator[Browser]:
    """The system's browser with a fresh profile."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        yield browser
        browser.close()


@dataclass
class Person:
    """One browser window. `complaints` has every console error, broken policy and uncaught exception."""

    page: Page
    base_url: str
    complaints: list[str] = field(default_factory=list)

    @classmethod
    def arrive(cls, browser: Browser, base_url: str, *, scheme: str = "light", phone: bool = False) -> Person:
        """A window of its own, without anybody's cookies."""
        context = browser.new_context(
            viewport=PHONE if phone else DESKTOP, color_scheme=scheme, reduced_motion="reduce", accept_downloads=True
        )
        context.add_init_script(path=AXE)
        person = cls(context.new_page(), base_url)
        person.page.on("console", person._hear)
        person.page.on("pageerror", lambda error: person.complaints.append(str(error)))
        person.page.goto(f"{base_url}/app/")
        return person

    def leave(self) -> None:
        self.page.context.close()

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"} and not REFUSED.match(message.text):
            self.complaints.append(message.text)

    def go(self, *parts: str) -> None:
        """Another screen by its address, once it has loaded."""
        self.page.goto(f"{self.base_url}/app/#/{'/'.join(parts)}")
        self.settle()

    def settle(self) -> None:
        """Everything on the screen is there."""
        expect(self.page.locator("h1").first).to_be_visible()
        expect(self.page.locator(".skeleton")).to_have_count(0)

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def link(self, name: str) -> Locator:
        return self.page.get_by_role("link", name=name)

    def text(self, words: str) -> Locator:
        return self.page.get_by_text(words).first

    def see(self, words: str) -> None:
        expect(self.text(words)).to_be_visible()

    def reach(self, target: Locator) -> None:
        """Tab until `target` has the focus, as somebody without a mouse does."""
        expect(target).to_be_visible()
        for _ in range(MOST_TABS):
            if target.evaluate("(one) => one === document.activeElement"):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"{target} can't be reached by the keyboard")

    def press(self, target: Locator, key: str = "Enter") -> None:
        self.reach(target)
        self.page.keyboard.press(key)

    def type(self, label: str, text: str) -> None:
        """Fill the field with that label by typing."""
        self.reach(self.page.get_by_label(label))
        self.page.keyboard.press("ControlOrMeta+a")
        self.page.keyboard.insert_text(text)

    def write(self, text: str) -> None:
        """Type into the field that takes the focus by itself, such as the first one of a dialog, once it has."""
        expect(self.page.locator(":is(input, textarea):focus")).to_have_count(1)
        self.page.keyboard.insert_text(text)

    def barriers(self) -> list[str]:
        """What axe finds on the screen as it is."""
        found: list[str] = self.page.evaluate(RUN_AXE, RULES)
        return found

    def widths_exceeded(self) -> list[int]:
        """The widths, of those this kind of window can have, at which something does not fit."""
        start = self.page.viewport_size
        assert start is not None
        exceeded = []
        for width in WIDTHS[start["width"] < 820]:
            self.page.set_viewport_size({"width": width, "height": start["height"]})
            if self.page.evaluate(WIDER):
                exceeded.append(width)
        self.page.set_viewport_size(start)
        return exceeded

    def picture(self, name: str) -> None:
        """The screen as it is, for people to look at."""
        SCREENS.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=SCREENS / f"{name}.png")

    def sign_in(self, email: str, password: str) -> None:
        self.type("E-mail", email)
        self.type("Password", password)
        self.page.keyboard.press("Enter")
        self.is_in()

    def is_in(self) -> None:
        """Signed in: the pages are there."""
        expect(self.page.get_by_role("navigation", name="Main")).to_be_visible()
        self.settle()

    def sign_out(self) -> None:
        self.go("settings")
        self.button("Sign out").click()
        expect(self.page.get_by_role("heading", name="Sign in")).to_be_visible()

    def bring_authenticator(self) -> None:
        """The device can make passkeys from now on, and its owner's finger is always on it."""
        devices = self.page.context.new_cdp_session(self.page)
        devices.send("WebAuthn.enable")
        devices.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})

    def confirming(self) -> Locator:
        """The one dialog that asks for a proof of who they are."""
        dialog = self.page.get_by_role("dialog", name="Confirm that it’s you")
        expect(dialog).to_be_visible()
        return dialog

    def stored(self) -> dict[str, Any]:
        """What the page left where scripts could find it again."""
        script = "() => ({ local: {...localStorage}, session: {...sessionStorage}, cookies: document.cookie })"
        found: dict[str, Any] = self.page.evaluate(script)
        return found


@contextmanager
def signed_in(browser: Browser, customer: Customer, *, scheme: str = "light", phone: bool = False) -> Iterator[Person]:
    """A window of a customer's own, signed in by the password."""
    person = Person.arrive(browser, customer.base_url, scheme=scheme, phone=phone)
    person.sign_in(customer.email, PASSWORD)
    yield person
    person.leave()
