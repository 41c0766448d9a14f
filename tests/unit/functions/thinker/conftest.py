from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import pytest
from pytest_socket import socket_allow_hosts

from scripted_model import ScriptedModel


@pytest.fixture(autouse=True)
def no_network() -> None:
    """A model's server on this machine is all the network that these tests have."""
    socket_allow_hosts(["127.0.0.1"], allow_unix_socket=True)


@pytest.fixture
def scripted(monkeypatch: pytest.MonkeyPatch) -> Iterator[ScriptedModel]:
    """That server, and credentials for the protocol that is signed."""
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(name, "test")
    monkeypatch.setenv("AWS_DEFAULT_REGION", "eu-central-1")
    with closing(ScriptedModel()) as model:
        yield model
