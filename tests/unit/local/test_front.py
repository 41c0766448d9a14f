"""Over real sockets of the loopback interface, in front of a scripted gateway."""

from __future__ import annotations

import json
import socket
import statistics
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from queue import SimpleQueue
from typing import Any

import pytest

from local.front import (
    FROM_FRONT,
    MAX_BODY_BYTES,
    MAX_PAYLOAD_BYTES,
    Front,
    Request,
    Upstream,
    may_wait,
    service,
    serving,
)
from local.ports import LOOPBACK, any_free

OK = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"


@dataclass
class Gateway:
    """Remembers what it was asked, and answers what it is told to."""

    answer: bytes = OK
    asked: list[tuple[str, list[tuple[str, str]], bytes]] = field(default_factory=list)
    connections: int = 0
    closed: threading.Semaphore = field(default_factory=lambda: threading.Semaphore(0))
    gate: Callable[[], object] = lambda: None
    hangs_up: bool = False
    port: int = 0

    def asked_header(self, name: str) -> list[str]:
        return [value for header, value in self.asked[-1][1] if header.lower() == name.lower()]


@pytest.fixture
def gateway() -> Iterator[Gateway]:
    script = Gateway()

    class Scripted(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def setup(self) -> None:
            super().setup()
            script.connections += 1

        def answer(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            script.asked.append((self.requestline, self.headers.items(), body))
            script.gate()
            self.close_connection = script.hangs_up  # before the answer: the client may change it after that
            self.wfile.write(script.answer)

        do_GET = do_HEAD = do_POST = answer  # noqa: N815 - the names http.server looks for

        def log_message(self, *args: object) -> None:
            pass

    class Server(ThreadingHTTPServer):
        def shutdown_request(self, request: Any) -> None:
            super().shutdown_request(request)
            script.closed.release()

    server = Server((LOOPBACK, 0), Scripted)
    server.daemon_threads, server.block_on_close = True, False
    script.port = server.server_port
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield script
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture
def log() -> SimpleQueue[str]:
    return SimpleQueue()


@pytest.fixture
def front(gateway: Gateway, log: SimpleQueue[str]) -> Iterator[int]:
    with serving(Front(Upstream.gateway(gateway.port, "abc123", "ours"), log.put)) as port:
        yield port


@pytest.fixture
def client(front: int) -> Iterator[HTTPConnection]:
    with closing(HTTPConnection(LOOPBACK, front, timeout=10)) as connection:
        yield connection


def test_request_reaches_the_stage_as_it_came(client: HTTPConnection, gateway: Gateway) -> None:
    headers = {"Host": "localhost:8000", "Authorization": "k"}
    client.request("POST", "/agents/a%2Fb/ask?x=1&x=%20|", b'{"message": "hi"}', headers)
    client.getresponse().read()

    line, _, body = gateway.asked[-1]
    assert line == "POST /_aws/execute-api/abc123/live/agents/a%2Fb/ask?x=1&x=%20| HTTP/1.1"
    assert body == b'{"message": "hi"}'
    assert gateway.asked_header("Host") == ["localhost:8000"]
    assert gateway.asked_header("Authorization") == ["k"]


def test_kept_connection_waits_for_no_acknowledgement(client: HTTPConnection) -> None:
    seconds = []
    for _ in range(20):
        began = time.monotonic()
        client.request("GET", "/agents")
        client.getresponse().read()
        seconds.append(time.monotonic() - began)

    assert statistics.median(seconds) < 0.03


def test_response_comes_back_as_it_was(client: HTTPConnection, gateway: Gateway) -> None:
    gateway.answer = (
        b"HTTP/1.1 201 Created\r\nSet-Cookie: a=1\r\nX-Request-Id: 7\r\nSet-Cookie: b=2\r\nServer: emulator\r\n"
        b"Content-Length: 4\r\n\r\n\xff\x00ab"
    )

    client.request("GET", "/agents")
    response = client.getresponse()

    assert (response.status, response.read()) == (201, b"\xff\x00ab")
    assert response.headers.get_all("Set-Cookie") == ["a=1", "b=2"]
    assert response.headers["X-Request-Id"] == "7"
    assert response.headers["Server"] is None


def test_caller_is_the_peer_and_the_front_the_front_whatever_the_client_claims(
    client: HTTPConnection, gateway: Gateway
) -> None:
    claimed = {"X-Forwarded-For": "10.9.8.7", "X-Forwarded-Proto": "https", FROM_FRONT: "theirs"}
    client.request("GET", "/agents", headers=claimed)
    client.getresponse().read()

    assert gateway.asked_header("X-Forwarded-For") == [LOOPBACK]
    assert gateway.asked_header("X-Forwarded-Proto") == ["http"]
    assert gateway.asked_header(FROM_FRONT) == ["ours"]


def test_token_of_the_front_is_in_no_command_line() -> None:
    started = service(8000, 4566, "abc123", "ours")

    assert "ours" not in started.command
    assert "ours" in started.environment.values()
    assert "ours" not in repr(Upstream.gateway(4566, "abc123", "ours"))


def test_chunked_body_arrives_whole(client: HTTPConnection, gateway: Gateway) -> None:
    client.request("POST", "/projects", iter([b'{"name":', b' "x"}']), encode_chunked=True)
    client.getresponse().read()

    assert gateway.asked[-1][2] == b'{"name": "x"}'
    assert gateway.asked_header("Content-Length") == ["13"]
    assert gateway.asked_header("Transfer-Encoding") == []


def test_connections_are_kept_alive_and_one_that_the_cloud_closed_is_replaced(
    client: HTTPConnection, gateway: Gateway
) -> None:
    for number in range(3):
        gateway.hangs_up = number == 1
        client.request("POST", "/projects", b"{}")
        client.getresponse().read()
        if gateway.hangs_up:
            assert gateway.closed.acquire(timeout=10)

    assert (len(gateway.asked), gateway.connections) == (3, 2)


def test_head_has_no_body_and_leaves_the_connection_usable(client: HTTPConnection, gateway: Gateway) -> None:
    gateway.answer = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n"
    client.request("HEAD", "/docs")
    head = client.getresponse()
    head.read()
    gateway.answer = OK

    client.request("GET", "/docs")

    assert (head.status, client.getresponse().read()) == (200, b"{}")


def test_calls_take_turns_and_long_polls_none(gateway: Gateway) -> None:
    entered, opened = threading.Event(), threading.Event()
    passed_while_closed: list[bool] = []

    def hold_the_first() -> None:
        if not entered.is_set():
            entered.set()
            opened.wait(timeout=10)
        passed_while_closed.append(not opened.is_set())

    def ask(target: str) -> bytes:
        with closing(HTTPConnection(LOOPBACK, port, timeout=10)) as connection:
            connection.request("GET", target)
            return connection.getresponse().read()

    gateway.gate = hold_the_first
    front = Front(Upstream(gateway.port), print)
    front.turns = type(front.turns)(1)
    with serving(front) as port, ThreadPoolExecutor() as pool:
        first = pool.submit(ask, "/projects")
        entered.wait(timeout=10)
        second = pool.submit(ask, "/agents")
        polls = [ask("/agents/p/messages?wait=20") for _ in range(3)]
        opened.set()
        bodies = [first.result(), second.result(), *polls]

    assert bodies == [b"{}"] * 5
    assert passed_while_closed == [True, True, True, False, False]


@pytest.mark.parametrize(
    ("target", "body", "expected"),
    [
        ("/agents/p/messages?after=m&wait=20", None, True),
        ("/mcp", b'{"params": {"name": "list_messages", "arguments": {"wait": 20}}}', True),
        ("/mcp", b'{"method": "tools/list"}', False),
        ("/projects", b'{"name": "wait"}', False),
    ],
)
def test_call_may_wait_when_it_asks_to(target: str, body: bytes | None, *, expected: bool) -> None:
    assert may_wait(Request("POST", target, (), body)) is expected


@pytest.mark.parametrize("size", [MAX_BODY_BYTES + 1, MAX_PAYLOAD_BYTES])
def test_body_over_the_limit_of_gateway_or_function_is_413_and_goes_no_further(
    client: HTTPConnection, gateway: Gateway, size: int
) -> None:
    client.request("POST", "/projects", b"x" * size)
    response = client.getresponse()

    assert response.status == 413
    assert json.loads(response.read())["error"]["code"] == "PAYLOAD_TOO_LARGE"
    assert gateway.asked == []


@pytest.mark.parametrize(("size", "told"), [(MAX_BODY_BYTES + 1, b"HTTP/1.1 413 "), (2, b"HTTP/1.1 100 ")])
def test_client_that_asks_whether_to_send_a_body_is_told(front: int, size: int, told: bytes) -> None:
    with socket.create_connection((LOOPBACK, front), timeout=10) as raw:
        head = f"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: {size}\r\nExpect: 100-continue\r\n\r\n"
        raw.sendall(head.encode())

        assert raw.recv(1 << 16).startswith(told)


def test_answer_too_large_for_a_function_is_502(client: HTTPConnection, gateway: Gateway) -> None:
    head = f"HTTP/1.1 200 OK\r\nContent-Length: {MAX_PAYLOAD_BYTES}\r\n\r\n"
    gateway.answer = head.encode() + b"x" * MAX_PAYLOAD_BYTES

    client.request("GET", "/dashboard/export")
    response = client.getresponse()

    assert response.status == 502
    assert json.loads(response.read())["error"]["code"] == "INTERNAL_ERROR"


@pytest.mark.parametrize(
    "wire",
    [
        b"GET /agents HTTP/1.1\r\n\r\n",
        b"GET http://elsewhere/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}\r\n",
        b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        b"nonsense\r\n\r\n",
    ],
)
def test_malformed_request_is_400_and_goes_no_further(front: int, gateway: Gateway, wire: bytes) -> None:
    with socket.create_connection((LOOPBACK, front), timeout=10) as raw:
        raw.sendall(wire)

        head, _, body = raw.makefile("rb").read().partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 400 ")
    assert json.loads(body)["error"]["code"] == "VALIDATION_ERROR"
    assert gateway.asked == []


@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example:8000", "10.0.0.7", "localhost:x"])
def test_request_for_another_name_is_misdirected(client: HTTPConnection, gateway: Gateway, host: str) -> None:
    client.request("POST", "/mcp", b"{}", {"Host": host})
    response = client.getresponse()

    assert response.status == 421
    assert json.loads(response.read())["error"]["code"] == "FORBIDDEN"
    assert gateway.asked == []


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1:8000", "[::1]:8000"])
def test_request_for_this_machine_is_passed_on(client: HTTPConnection, host: str) -> None:
    client.request("GET", "/agents", headers={"Host": host})

    assert client.getresponse().status == 200


def test_unheard_of_method_is_405_in_the_envelope(client: HTTPConnection, gateway: Gateway) -> None:
    client.request("BREW", "/agents")
    response = client.getresponse()

    assert response.status == 405
    assert json.loads(response.read())["error"]["code"] == "METHOD_NOT_ALLOWED"
    assert "PATCH" in response.headers["Allow"]  # RFC 9110 15.5.6
    assert gateway.asked == []


def test_cloud_that_is_down_is_503_in_the_envelope() -> None:
    with (
        serving(Front(Upstream(any_free()), print)) as port,
        closing(HTTPConnection(LOOPBACK, port, timeout=10)) as connection,
    ):
        connection.request("GET", "/agents")
        response = connection.getresponse()
        content = json.loads(response.read())

    assert (response.status, response.headers["Retry-After"]) == (503, "2")
    assert content["error"]["code"] == "UNAVAILABLE"


def test_log_has_one_line_per_request_without_the_query(client: HTTPConnection, log: SimpleQueue[str]) -> None:
    client.request("GET", "/agents?token=secret")
    client.getresponse().read()

    line = log.get(timeout=10)
    assert line.split()[1] == "200"
    assert line.endswith(" ms  GET /agents")
    assert log.empty()
