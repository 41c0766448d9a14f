from __future__ import annotations

import socket

import pytest
from pytest_socket import socket_allow_hosts

from domain.webhooks.wire import Wire
from git_server import serving


@pytest.fixture(autouse=True)
def no_network():
    """The Git server listens on the loopback interface, and nothing goes beyond it."""
    socket_allow_hosts(["127.0.0.1"], allow_unix_socket=True)


@pytest.fixture
def server(tmp_path):
    with serving(tmp_path) as found:
        yield found


@pytest.fixture
def wire(server):
    """The guard as in production, but that its public address leads to the server on this machine."""

    def connect(_address, within):
        return socket.create_connection(("127.0.0.1", server.port), within)

    return Wire(False, lambda _name: ["93.184.215.14"], connect, lambda: server.trusting)
