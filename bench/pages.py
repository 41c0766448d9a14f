"""Measures what a first visit to the dashboard costs: bytes over the wire, and the time of the largest paint."""

from __future__ import annotations

import shutil
import statistics
from collections.abc import Iterator
from dataclasses import dataclass
from http.cookies import SimpleCookie

from playwright.sync_api import Browser, sync_playwright

from bench.figures import Figure, Section, at_most, spread
from bench.stand import Stand

TIMES = 5
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
KIB = 1024
MOST_KIB = 150
# The bytes a second and the round trip of a slow phone network, and how many times slower its processor is.
SLOW_NETWORK = {"offline": False, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 750e3 / 8, "latency": 0}
SLOW_PROCESSOR = 4
QUIET_MILLISECONDS = 500
OBSERVE = """new PerformanceObserver((list) => {
  for (const one of list.getEntries()) globalThis.largestPaint = one.startTime;
}).observe({ type: "largest-contentful-paint", buffered: true })"""


@dataclass(frozen=True, slots=True)
class Visit:
    """One first visit: how many bytes came, and after how many seconds the largest content was painted."""

    received: int
    painted: float


def measure(stand: Stand) -> Section:
    """The section: the first visit of a stranger to the sign-in page, and of a customer to the inbox."""
    customer = stand.sign_up("reader")
    customer.create_project()
    figures: list[Figure] = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        for page, cookie in (("sign-in", ""), ("inbox", customer.cookie)):
            visit(browser, stand.cloud.base_url, cookie, slow=False)  # starts the functions
            figures += _figures(browser, stand.cloud.base_url, page, cookie)
        browser.close()
    return Section(
        "pages",
        figures,
        (
            "A fresh browser each time, against the local cloud, whose functions have started. Slow: 1.6 Mbit/s and a",
            "processor four times slower. Painted: when the largest content was, by the browser (LCP).",
        ),
    )


def _figures(browser: Browser, base_url: str, page: str, cookie: str) -> Iterator[Figure]:
    for slow, bound, how in ((False, 1.1, ""), (True, 3.0, ", slow")):
        visits = [visit(browser, base_url, cookie, slow=slow) for _ in range(TIMES)]
        painted = [one.painted for one in visits]
        if not slow:
            received = statistics.median(one.received for one in visits) / KIB
            yield Figure(f"{page}: received", received, "KiB", at_most(MOST_KIB))
        yield Figure(f"{page}: painted{how}", statistics.median(painted), "s", at_most(bound), spread(painted))


def visit(browser: Browser, base_url: str, cookie: str, *, slow: bool) -> Visit:
    """Open the dashboard in a fresh context until the network is quiet; `slow` brakes network and processor."""
    context = browser.new_context(viewport={"width": 1280, "height": 860})
    try:
        held = SimpleCookie(cookie).items()
        context.add_cookies([{"name": name, "value": one.value, "url": base_url} for name, one in held])
        page = context.new_page()
        received = 0

        def count(event: dict[str, float]) -> None:
            nonlocal received
            received += int(event["encodedDataLength"])

        devtools = context.new_cdp_session(page)
        devtools.send("Network.enable")
        devtools.on("Network.loadingFinished", count)
        if slow:
            devtools.send("Network.emulateNetworkConditions", SLOW_NETWORK)
            devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOW_PROCESSOR})
        page.add_init_script(OBSERVE)
        page.goto(f"{base_url}/app/", wait_until="networkidle")
        page.wait_for_timeout(QUIET_MILLISECONDS)
        return Visit(received, page.evaluate("globalThis.largestPaint") / 1000)
    finally:
        context.close()
