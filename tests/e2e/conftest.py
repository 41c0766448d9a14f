"""The deployed template, on a local cloud: the one `python -m tests.e2e` started, or one of this run's own.

While working on something, borrow a running one instead and save its start: `make up`, then
`ATRIUM_TEST_CLOUD=.local pytest tests/e2e`.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser

from atrium import Customer
from browser import Person, chromium, signed_in
from letterbox import with_verified_address
from local.cloud import Cloud, attach, running
from local.paths import DEVELOPMENT, Home

PATIENCE_SECONDS = 60


def pytest_configure(config: pytest.Config) -> None:
    """A pooled connection that the server ended may be collected late, in the middle of any other test."""
    config.addinivalue_line("filterwarnings", "ignore:unclosed <socket:ResourceWarning")
    for wait in ("connect", "read", "write", "pool"):  # httpx waits five seconds, which a busy machine may well take
        setattr(httpx._config.DEFAULT_TIMEOUT_CONFIG, wait, PATIENCE_SECONDS)


@pytest.fixture(scope="session")
def home() -> Home:
    """Where the cloud of these tests keeps its state."""
    given = os.environ.get("ATRIUM_TEST_CLOUD")
    return Home(Path(given).resolve() if given else DEVELOPMENT.root / f"test-{os.getpid()}")


@pytest.fixture(scope="session")
def cloud(home: Home) -> Iterator[Cloud]:
    """Base URL, AWS endpoint and resources of the running cloud."""
    if "ATRIUM_TEST_CLOUD" in os.environ:
        yield attach(home)
        return
    os.environ["ATRIUM_TEST_CLOUD_IS_OURS"] = "1"
    with running(home.root) as own:
        yield own


@pytest.fixture(scope="session")
def own_cloud(cloud: Cloud) -> Cloud:
    """The same cloud, for what would spoil a borrowed one: it is stopped, or its CEO is given a model."""
    if "ATRIUM_TEST_CLOUD_IS_OURS" not in os.environ:
        pytest.skip("a borrowed cloud is not ours to stop, nor to give a model")
    return cloud


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """The system's browser; each visitor has a window of their own in it.

    It ends with its module: Playwright keeps an event loop running, in which the MCP tests could not start theirs.
    """
    with chromium() as browser:
        yield browser


@pytest.fixture(scope="module")
def customer(cloud: Cloud) -> Iterator[Customer]:
    """A customer of this module's own."""
    with closing(Customer(cloud.base_url)) as customer:
        yield customer


@pytest.fixture(scope="module")
def neighbour(cloud: Cloud) -> Iterator[Customer]:
    """Somebody else, who must never be seen."""
    with closing(Customer(cloud.base_url)) as neighbour:
        yield neighbour


@pytest.fixture
def newcomer(cloud: Cloud) -> Iterator[Customer]:
    """A customer of this test alone, whose session began by the clock of now."""
    with closing(Customer(cloud.base_url)) as newcomer:
        yield newcomer


@pytest.fixture
def owner(cloud: Cloud, newcomer: Customer) -> Customer:
    """A customer of this test alone, who has confirmed their address."""
    return with_verified_address(cloud, newcomer)


@pytest.fixture
def person(browser: Browser, customer: Customer) -> Iterator[Person]:
    """This module's customer in a window of their own, signed in."""
    with signed_in(browser, customer) as person:
        yield person
