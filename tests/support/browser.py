"""A person at the dashboard: the system's Chromium, driven by the keyboard, watched for errors of the pages."""

from __future__ import annotations

import os
import re
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, expect, sync_playwright

from atrium import PASSWORD, Customer
from local.paths import DEVELOPMENT, REPOSITORY
from local.ports import LOOPBACK

AXE = REPOSITORY / "web" / "node_modules" / "axe-core" / "axe.min.js"
SCREENS = Path(os.environ.get("ATRIUM_SCREENS", DEVELOPMENT.root / "screens"))
FLAGS = [
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
]
MOST_TABS = 120
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
# The first look at the inbox starts five functions at once: 20 s of a busy machine.
PATIENCE_MILLISECONDS = 60_000
expect.set_options(timeout=PATIENCE_MILLISECONDS)


@dataclass(frozen=True)
class Window:
    """A window's size in CSS pixels; `scale` is how many screen pixels one of these is wide.

    `widths` are those that a window of this kind can have.
    """

    width: int
    height: int
    widths: tuple[int, ...]
    scale: int = 1


WINDOWS = {
    "desktop": Window(1280, 860, (1280, 1024, 840)),
    "phone": Window(390, 844, (390, 320)),
    "wide": Window(1920, 1080, (1920, 2560)),
    "zoomed": Window(640, 430, (640, 512), scale=2),  # the desktop's at 200 %
}


@dataclass(frozen=True)
class Look:
    """How somebody sees the dashboard: its colours, and in which of the `WINDOWS`."""

    scheme: str = "light"
    window: str = "desktop"

    def __str__(self) -> str:
        return f"{self.scheme}-{self.window}"


PLAIN = Look()
LOOKS = [
    PLAIN,
    Look("dark"),
    *(Look(scheme, "phone") for scheme in ("light", "dark")),
    Look(window="wide"),
    Look(window="zoomed"),
]


@contextmanager
def chromium(*flags: str) -> Iterator[Browser]:
    """The system's browser with a fresh profile."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=[*FLAGS, *flags])
        yield browser
        browser.close()


class _EmptyPage(SimpleHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Log nothing."""


@contextmanager
def another_site() -> Iterator[str]:
    """Serve an empty page of another site within the block; yields its URL, on 127.0.0.1 instead of localhost."""
    server = ThreadingHTTPServer((LOOPBACK, 0), _EmptyPage)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://{LOOPBACK}:{server.server_port}/"
    server.shutdown()
    server.server_close()


@dataclass
class Person:
    """One browser window. `complaints` has every console error, broken policy and uncaught exception."""

    page: Page
    base_url: str
    window: Window = WINDOWS["desktop"]
    complaints: list[str] = field(default_factory=list)

    @classmethod
    def arrive(cls, browser: Browser, base_url: str, look: Look = PLAIN) -> Person:
        """Open the dashboard in a new window without cookies."""
        window = WINDOWS[look.window]
        context = browser.new_context(
            viewport={"width": window.width, "height": window.height},
            device_scale_factor=window.scale,
            color_scheme=look.scheme,
            reduced_motion="reduce",
            accept_downloads=True,
        )
        context.set_default_timeout(PATIENCE_MILLISECONDS)
        context.add_init_script(path=AXE)
        person = cls(context.new_page(), base_url, window)
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
        """Open another screen by its address, and wait until it has loaded."""
        self.page.goto(f"{self.base_url}/app/#/{'/'.join(parts)}")
        self.settle()

    def settle(self) -> None:
        """Wait until everything on the screen is there."""
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

    def pick(self, menu: str, item: str) -> None:
        """Open a menu and go to one of its items by the arrows."""
        self.press(self.button(menu))
        target = self.page.get_by_role("menuitem", name=item)
        expect(target).to_be_visible()
        for _ in range(MOST_TABS):
            if target.evaluate("(one) => one === document.activeElement"):
                return self.page.keyboard.press("Enter")
            self.page.keyboard.press("ArrowDown")
        raise AssertionError(f"{item} can't be reached by the arrows")

    def type(self, label: str, text: str) -> None:
        """Fill the field with that label by typing."""
        # The label of a check box may have the same words: "another name for agents:write".
        self.reach(self.page.get_by_label(label).and_(self.page.locator(":not([type=checkbox])")))
        self.page.keyboard.press("ControlOrMeta+a")
        self.page.keyboard.insert_text(text)

    def write(self, text: str) -> None:
        """Type into the field that takes the focus by itself, such as the first one of a dialog, once it has."""
        expect(self.page.locator(":is(input, textarea):focus")).to_have_count(1)
        self.page.keyboard.insert_text(text)

    def barriers(self) -> list[str]:
        """The barriers that axe, a checker of accessibility, finds on the screen."""
        found: list[str] = self.page.evaluate(RUN_AXE, RULES)
        return found

    def widths_exceeded(self) -> list[int]:
        """The widths, of those this kind of window can have, at which something does not fit."""
        exceeded = []
        for width in (*self.window.widths, self.window.width):
            self.page.set_viewport_size({"width": width, "height": self.window.height})
            if self.page.evaluate(WIDER):
                exceeded.append(width)
        return exceeded

    def picture(self, name: str) -> None:
        """Save a picture of the screen for people to look at."""
        SCREENS.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=SCREENS / f"{name}.png")

    def sign_in(self, email: str, password: str) -> None:
        self.type("Email", email)
        self.type("Password", password)
        self.page.keyboard.press("Enter")
        self.is_in()

    def is_in(self) -> None:
        """Wait until the pages of somebody signed in are there."""
        expect(self.page.get_by_role("navigation", name="Main")).to_be_visible()
        self.settle()

    def sign_out(self) -> None:
        self.go("settings", "security")
        self.button("Sign out").click()
        expect(self.page.get_by_role("heading", name="Sign in")).to_be_visible()

    def bring_authenticator(self) -> None:
        """Give the window a virtual authenticator, which makes passkeys and approves each use by itself."""
        devices = self.page.context.new_cdp_session(self.page)
        devices.send("WebAuthn.enable")
        devices.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})

    def confirming(self) -> Locator:
        """The dialog that asks people to confirm who they are, once it is visible."""
        dialog = self.page.get_by_role("dialog", name="Confirm it’s you")
        expect(dialog).to_be_visible()
        return dialog

    def stored(self) -> dict[str, Any]:
        """The contents of local and session storage, and the cookies that scripts can read."""
        script = "() => ({ local: {...localStorage}, session: {...sessionStorage}, cookies: document.cookie })"
        found: dict[str, Any] = self.page.evaluate(script)
        return found


@contextmanager
def signed_in(browser: Browser, customer: Customer, look: Look = PLAIN) -> Iterator[Person]:
    """A new window within the block, in which the customer is signed in by password."""
    person = Person.arrive(browser, customer.base_url, look)
    person.sign_in(customer.email, PASSWORD)
    yield person
    person.leave()
