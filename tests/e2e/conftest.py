"""The deployed template, on a local cloud of its own.

While working on something, borrow a running one instead and save its start: `make up`, then
`ATRIUM_TEST_CLOUD=.local pytest tests/e2e`.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from atrium import Customer
from local.cloud import Cloud, attach, running
from local.emulator import MODEL_PROXY
from local.paths import DEVELOPMENT, Home
from model_stub import ModelStub

FAILURE_LOGS = DEVELOPMENT.root / "failed-test-logs"


def pytest_configure(config: pytest.Config) -> None:
    """A pooled connection that the server ended may be collected late, in the middle of any other test."""
    config.addinivalue_line("filterwarnings", "ignore:unclosed <socket:ResourceWarning")


@pytest.fixture(scope="session")
def home() -> Home:
    """Where the cloud of these tests keeps its state."""
    borrowed = os.environ.get("ATRIUM_TEST_CLOUD")
    return Home(Path(borrowed).resolve() if borrowed else DEVELOPMENT.root / f"test-{os.getpid()}")


@pytest.fixture(scope="session")
def model() -> Iterator[ModelStub]:
    """What stands behind the cloud's Bedrock."""
    with closing(ModelStub()) as stub:
        yield stub


@pytest.fixture(scope="session")
def cloud(home: Home, model: ModelStub, request: pytest.FixtureRequest) -> Iterator[Cloud]:
    """Base URL, AWS endpoint and resources of the running cloud."""
    if "ATRIUM_TEST_CLOUD" in os.environ:
        yield attach(home)
        return
    os.environ[MODEL_PROXY] = model.url
    with running(home.root) as own:
        yield own
        if request.session.testsfailed:
            shutil.copytree(home.logs, FAILURE_LOGS, dirs_exist_ok=True)


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
