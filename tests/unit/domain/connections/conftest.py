"""Metadata documents are fetched from this machine itself, and nothing goes beyond it."""

from __future__ import annotations

import pytest
from pytest_socket import socket_allow_hosts

from connecting import Connecting


@pytest.fixture(autouse=True)
def no_network() -> None:
    """As for all unit tests, but for the loopback interface."""
    socket_allow_hosts(["127.0.0.1"], allow_unix_socket=True)


@pytest.fixture
def house(aws, clock):
    return Connecting(clock)
