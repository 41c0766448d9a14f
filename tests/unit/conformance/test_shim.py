from __future__ import annotations

import threading
from collections.abc import Iterator
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, HTTPServer
from urllib.parse import urlsplit

import pytest
from pytest_socket import enable_socket

from conformance.shim import adding_key


class Upstream(BaseHTTPRequestHandler):
    """Tells what it was asked."""

    asked: list[tuple[str, dict[str, str], bytes]]

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.asked.append((self.path, {name.lower(): value for name, value in self.headers.items()}, body))
        self.send_response_only(405)
        self.send_header("Allow", "POST")
        self.send_header("Content-Length", "2")
        self.end_headers()
        self.wfile.write(b"{}")

    def log_message(self, *_arguments: object) -> None:
        pass


@pytest.fixture
def upstream() -> Iterator[HTTPServer]:
    enable_socket()
    Upstream.asked = []
    server = HTTPServer(("127.0.0.1", 0), Upstream)
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


def test_shim_adds_the_key_and_changes_nothing_else(upstream: HTTPServer) -> None:
    with adding_key(f"http://127.0.0.1:{upstream.server_port}", "atr_key") as base_url:
        connection = HTTPConnection(urlsplit(base_url).netloc, timeout=10)
        connection.request("POST", "/mcp", b"asked", {"Host": "evil.example", "Origin": "http://evil.example"})
        response = connection.getresponse()
        answer = (response.status, response.headers["Allow"], response.read())
        connection.close()

    ((path, headers, body),) = Upstream.asked
    assert (path, body) == ("/mcp", b"asked")
    assert headers["authorization"] == "Bearer atr_key"
    assert (headers["host"], headers["origin"]) == ("evil.example", "http://evil.example")
    assert answer == (405, "POST", b"{}")
