"""How the cloud is deployed for these tests: as it was, or with production's limits, then with a model.

Each deployment takes as long as many tests, so the tests that need the same one follow each other. `make e2e` runs
those marked `redeployed` on a cloud of their own, at the same time as the others.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from local.cloud import Cloud, start
from local.limits import PRODUCTION
from local.model import LocalModel, trial
from local.paths import Home
from scripted_model import ScriptedModel, answering

# Changes what the worker is deployed with.
WEIGHTS = "test_weights.py"
# Moves the clock by more than a year.
YEARS = "test_years_later.py"
# Moves the cloud to another port.
LAST = "test_restart.py"
LIMITED, THINKING = 1, 2


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "redeployed: needs the cloud deployed otherwise than it was")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """By what the cloud must be deployed with; where all else is equal, the order stays."""
    turns: dict[Path, int] = {}
    for item in items:
        turns[item.path] = max(turns.get(item.path, 0), _turn(item))
    for item in items:
        if turns[item.path] in {LIMITED, THINKING}:
            item.add_marker("redeployed")
    items.sort(key=lambda item: turns[item.path])


def _turn(item: pytest.Item) -> int:
    """0 for all that is outside of this folder, too."""
    if item.path.parent != Path(__file__).parent:
        return 0
    needs = getattr(item, "fixturenames", ())
    turn = {WEIGHTS: THINKING, YEARS: 3, LAST: 4}.get(item.path.name, 0)
    return turn or ("limited" in needs and LIMITED) or ("thinking" in needs and THINKING) or 0


@pytest.fixture(scope="session")
def limited(own_cloud: Cloud, home: Home) -> Cloud:
    """The cloud as `make up LIMITS=production` brings it up; what follows deploys it otherwise."""
    return start(home, **_ports(own_cloud), limits=PRODUCTION)


@pytest.fixture(scope="session")
def scripted() -> Iterator[ScriptedModel]:
    """The server of that model; each module gives it a script of its own."""
    with closing(ScriptedModel()) as scripted:
        yield scripted


@pytest.fixture(scope="session")
def model(scripted: ScriptedModel) -> LocalModel:
    """How it is named when the cloud is started."""
    return LocalModel("openai:some-model", scripted.base_url("openai"), "a-key-that-no-file-or-log-may-hold")


@pytest.fixture(scope="session")
def thinking(own_cloud: Cloud, home: Home, model: LocalModel, scripted: ScriptedModel) -> Cloud:
    """The cloud as `make up MODEL=… MODEL_BASE_URL=…` brings it up, with the model tried once, so that its worker runs.

    So it stays, and its model ends with the tests.
    """
    cloud = start(home, **_ports(own_cloud), model=model)
    scripted.script = answering({"word": "ready"})
    assert trial(cloud.access, cloud.resources, model) is None
    return cloud


def _ports(cloud: Cloud) -> dict[str, int]:
    return {"port": urlsplit(cloud.base_url).port or 0, "cloud_port": urlsplit(cloud.endpoint_url).port or 0}
