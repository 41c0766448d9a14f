from __future__ import annotations

import pytest
from pytest_socket import socket_allow_hosts


@pytest.fixture(autouse=True)
def no_network() -> None:
    """The front and its ports are what is tested here: loopback, and nothing beyond it."""
    socket_allow_hosts(["127.0.0.1", "::1"], allow_unix_socket=True)
