"""The model behind the deployed CEO: deployed once for `test_thinker`, then `test_thinking`, which submits projects."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from urllib.parse import urlsplit

import pytest

from local.cloud import Cloud, start
from local.model import LocalModel
from local.paths import Home
from scripted_model import ScriptedModel


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
def thinking(own_cloud: Cloud, home: Home, model: LocalModel) -> Iterator[Cloud]:
    """The cloud as `make up MODEL=… MODEL_BASE_URL=…` brings it up; afterwards without a model, as it was."""
    ports = {"port": urlsplit(own_cloud.base_url).port or 0, "cloud_port": urlsplit(own_cloud.endpoint_url).port or 0}
    yield start(home, **ports, model=model)
    start(home, **ports)
