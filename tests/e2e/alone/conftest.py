"""One test after another on the same cloud. Its clock only moves forward, and at night it is deployed with a model.

That takes as long as many tests, so the tests that need it follow each other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing
from pathlib import Path
from urllib.parse import urlsplit

import pytest

import sam_template
from local.cloud import Cloud, start
from local.limits import PRODUCTION, parameters
from local.model import LocalModel, trial
from local.paths import Home
from roles import environment_of
from scripted_model import ScriptedModel, answering

# Changes what the worker is deployed with.
WEIGHTS = "test_weights.py"
# Moves the clock by more than a year.
YEARS = "test_years_later.py"
# Moves the cloud to another port.
LAST = "test_restart.py"
THINKING = 1


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """By what the cloud must be deployed with; where all else is equal, the order stays."""
    turns: dict[Path, int] = {}
    for item in items:
        turns[item.path] = max(turns.get(item.path, 0), _turn(item))
    items.sort(key=lambda item: turns[item.path])


def _turn(item: pytest.Item) -> int:
    """0 for all that is outside of this folder, too."""
    if item.path.parent != Path(__file__).parent:
        return 0
    needs_model = "thinking" in getattr(item, "fixturenames", ())
    return {WEIGHTS: THINKING, YEARS: 2, LAST: 3}.get(item.path.name, THINKING if needs_model else 0)


@pytest.fixture(scope="module")
def limited(own_cloud: Cloud) -> Iterator[Cloud]:
    """The cloud with the limits that `make up LIMITS=production` deploys."""
    words = re.compile(r"(?<=[a-z])(?=[A-Z])")
    limits = {words.sub("_", name).upper(): most for name, most in parameters(PRODUCTION).items()}

    def lowered(variables: Mapping[str, str]) -> Mapping[str, str]:
        return {name: limits.get(name, value) for name, value in variables.items()}

    with ExitStack() as changes:
        for function in sam_template.resources("AWS::Serverless::Function"):
            changes.enter_context(environment_of(own_cloud, function, lowered))
        yield own_cloud


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
    ports = {"port": urlsplit(own_cloud.base_url).port or 0, "cloud_port": urlsplit(own_cloud.endpoint_url).port or 0}
    cloud = start(home, **ports, model=model)
    scripted.script = answering({"word": "ready"})
    assert trial(cloud.access, cloud.resources, model) is None
    return cloud
