"""Over real sockets of the loopback interface, in front of a scripted gateway."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from queue import SimpleQueue
from typing import Any

import pytest

from local import front as front_process
from local.answer import FROM_FRONT, MAX_PAYLOAD_BYTES
from local.ports import LOOPBACK, any_free
from local.proxy import MAX_BODY_BYTES, Front, Upstream, may_wait

OK = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"


@dataclass
class Gateway:
    """Remembers what it was asked, and answers what it is told to."""

    port: int
    answer: bytes = OK
    asked: list[tuple[str, list[tuple[str, str]], bytes]] = field(default_factory=list)
    connections: int = 0
    gate: Callable[[], object] = lambda: None
    hangs_up: bool = False
    hung_up: threading.Event = field(default_factory=threading.Event)

    def asked_header(self, name: str) -> list[str]:
        return [value for header, value in self.asked[-1][1] if header.lower() == name.lower()]


@contextmanager
def serving(server: ThreadingHTTPServer) -> Iterator[int]:
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield server.server_address[1]
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@pytest.fixture
def gateway() -> Iterator[Gateway]:
    class Scripted(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def setup(self) -> None:
            super().setup()
            script.connections += 1

        def answer(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            script.asked.append((self.requestline, self.headers.items(), body))
            script.gate()
            self.wfile.write(script.answer)
            self.close_connection = script.hangs_up

        do_GET = do_HEAD = do_POST = do_DELETE = do_OPTIONS = answer  # noqa: N815 - the names http.server looks for

        def log_message(self, *args: object) -> None:
            pass

    class Server(ThreadingHTTPServer):
        daemon_threads = True
        block_on_close = False

        def shutdown_request(self, request: Any) -> None:
            super().shutdown_request(request)
            script.hung_up.set()

    server = Server((LOOPBACK, 0), Scripted)
    script = Gateway(server.server_address[1])
    with serving(server):
        yield script


@pytest.fixture
def log() -> SimpleQueue[str]:
    return SimpleQueue()


@pytest.fixture
def front(gateway: Gateway, log: SimpleQueue[str]) -> Iterator[int]:
    with serving(Front(LOOPBACK, 0, Upstream(gateway.port, "abc123"), log.put)) as port:
        yield port


@pytest.fixture
def client(front: int) -> Iterator[HTTPConnection]:
    connection = HTTPConnection(LOOPBACK, front, timeout=10)
    yield connection
    connection.close()


def say(port: int, wire: bytes) -> bytes:
    """Send bytes as they are, and read until the front closes."""
    with socket.create_connection((LOOPBACK, port), timeout=10) as raw:
        raw.sendall(wire)
        received = b""
        while part := raw.recv(1 << 16):
            received += part
        return received


def test_request_reaches_the_stage_as_it_came(client: HTTPConnection, gateway: Gateway) -> None:
    client.request(
        "POST", "/agents/a%2Fb/ask?x=1&x=%20", b'{"message": "hi"}', {"Host": "localhost:8000", "Authorization": "k"}
    )
    client.getresponse().read()

    line, _, body = gateway.asked[-1]
    assert line == "POST /_aws/execute-api/abc123/live/agents/a%2Fb/ask?x=1&x=%20 HTTP/1.1"
    assert body == b'{"message": "hi"}'
    assert gateway.asked_header("Host") == ["localhost:8000"]
    assert gateway.asked_header("Authorization") == ["k"]


def test_response_comes_back_as_it_was(client: HTTPConnection, gateway: Gateway) -> None:
    gateway.answer = (
        b"HTTP/1.1 201 Created\r\nSet-Cookie: a=1\r\nX-Request-Id: 7\r\nSet-Cookie: b=2\r\nServer: emulator\r\n"
        b"Content-Length: 4\r\n\r\n\xff\x00ab"
    )

    client.request("GET", "/agents")
    response = client.getresponse()

    assert response.status == 201
    assert response.read() == b"\xff\x00ab"
    assert response.headers.get_all("Set-Cookie") == ["a=1", "b=2"]
    assert response.headers["X-Request-Id"] == "7"
    assert response.headers["Server"] is None


def test_caller_is_the_peer_whatever_the_client_claims(client: HTTPConnection, gateway: Gateway) -> None:
    client.request("GET", "/agents", headers={"X-Forwarded-For": "10.9.8.7", "X-Forwarded-Proto": "https"})
    client.getresponse().read()

    assert gateway.asked_header("X-Forwarded-For") == [LOOPBACK]
    assert gateway.asked_header("X-Forwarded-Proto") == ["http"]


def test_chunked_body_arrives_whole(client: HTTPConnection, gateway: Gateway) -> None:
    client.request("POST", "/projects", iter([b'{"name":', b' "x"}']), encode_chunked=True)
    client.getresponse().read()

    assert gateway.asked[-1][2] == b'{"name": "x"}'
    assert gateway.asked_header("Content-Length") == ["13"]
    assert gateway.asked_header("Transfer-Encoding") == []


def test_connections_are_kept_alive_on_both_sides(client: HTTPConnection, gateway: Gateway) -> None:
    for _ in range(3):
        client.request("GET", "/agents")
        client.getresponse().read()

    assert len(gateway.asked) == 3
    assert gateway.connections == 1


def test_head_has_no_body_and_leaves_the_connection_usable(client: HTTPConnection, gateway: Gateway) -> None:
    gateway.answer = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n"
    client.request("HEAD", "/docs")
    head = client.getresponse()
    head.read()
    gateway.answer = OK

    client.request("GET", "/docs")

    assert head.status == 200
    assert client.getresponse().read() == b"{}"


@dataclass
class Slow:
    """A gate that holds up whoever comes first until it is opened."""

    entered: threading.Event = field(default_factory=threading.Event)
    opened: threading.Event = field(default_factory=threading.Event)
    passed_while_closed: list[bool] = field(default_factory=list)

    def __call__(self) -> None:
        if not self.entered.is_set():
            self.entered.set()
            self.opened.wait(timeout=10)
        self.passed_while_closed.append(not self.opened.is_set())


def ask(port: int, target: str) -> bytes:
    with closing(HTTPConnection(LOOPBACK, port, timeout=10)) as connection:
        connection.request("GET", target)
        return connection.getresponse().read()


def test_long_poll_holds_up_no_other(front: int, gateway: Gateway) -> None:
    gateway.gate = slow = Slow()
    with ThreadPoolExecutor() as pool:
        poll = pool.submit(ask, front, "/agents/p/messages?after=m&wait=20")
        slow.entered.wait(timeout=10)

        quick = ask(front, "/agents")
        slow.opened.set()

    assert (quick, poll.result()) == (b"{}", b"{}")


def test_calls_take_turns_and_long_polls_none(gateway: Gateway) -> None:
    gateway.gate = slow = Slow()
    server = Front(LOOPBACK, 0, Upstream(gateway.port, "abc123"), print)
    server.turns = threading.BoundedSemaphore(1)
    with serving(server) as front, ThreadPoolExecutor() as pool:
        first = pool.submit(ask, front, "/projects")
        slow.entered.wait(timeout=10)
        second = pool.submit(ask, front, "/agents")

        polls = [ask(front, "/agents/p/messages?wait=20") for _ in range(3)]
        slow.opened.set()
        bodies = [first.result(), second.result(), *polls]

    assert bodies == [b"{}"] * 5
    assert slow.passed_while_closed == [True, True, True, False, False]


@pytest.mark.parametrize(
    ("path", "body", "expected"),
    [
        ("/agents/p/messages?after=m&wait=20", None, True),
        ("/mcp", b'{"params": {"name": "list_messages", "arguments": {"wait": 20}}}', True),
        ("/mcp", b'{"method": "tools/list"}', False),
        ("/projects", b'{"name": "wait"}', False),
        ("/mcp", None, False),
    ],
)
def test_call_may_wait_when_it_asks_to(path: str, body: bytes | None, *, expected: bool) -> None:
    assert may_wait(path, body) is expected


@pytest.mark.parametrize("expect", [b"", b"Expect: 100-continue\r\n"])
def test_body_over_the_limit_is_413_and_goes_no_further(front: int, gateway: Gateway, expect: bytes) -> None:
    length = str(MAX_BODY_BYTES + 1).encode()

    received = say(
        front, b"POST /projects HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + length + b"\r\n" + expect + b"\r\n"
    )

    head, _, body = received.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 413 ")
    assert json.loads(body)["error"]["code"] == "PAYLOAD_TOO_LARGE"
    assert gateway.asked == []


def test_body_too_large_for_a_function_is_413_and_goes_no_further(client: HTTPConnection, gateway: Gateway) -> None:
    client.request("POST", "/projects", b"x" * MAX_PAYLOAD_BYTES)
    response = client.getresponse()

    assert response.status == 413
    assert json.loads(response.read())["error"]["code"] == "PAYLOAD_TOO_LARGE"
    assert gateway.asked == []


def test_answer_too_large_for_a_function_is_502(client: HTTPConnection, gateway: Gateway) -> None:
    head = f"HTTP/1.1 200 OK\r\nContent-Length: {MAX_PAYLOAD_BYTES}\r\n\r\n"
    gateway.answer = head.encode() + b"x" * MAX_PAYLOAD_BYTES

    client.request("GET", "/dashboard/export")
    response = client.getresponse()

    assert response.status == 502
    assert json.loads(response.read())["error"]["code"] == "INTERNAL_ERROR"


def test_front_alone_tells_the_emulator_that_it_is_the_front(gateway: Gateway) -> None:
    server = Front(LOOPBACK, 0, Upstream(gateway.port, "abc123", token="ours"), print)

    with serving(server) as port, closing(HTTPConnection(LOOPBACK, port, timeout=10)) as client:
        client.request("GET", "/agents", headers={FROM_FRONT: "theirs"})
        client.getresponse().read()

    assert gateway.asked_header(FROM_FRONT) == ["ours"]


def test_token_of_the_front_is_in_no_command_line() -> None:
    started = front_process.service(8000, Upstream(4566, "abc123", token="ours"))

    assert "ours" not in started.command
    assert "ours" in started.environment.values()
    assert "ours" not in repr(Upstream(4566, "abc123", token="ours"))


def test_body_is_asked_for_when_the_client_waits_for_that(front: int, gateway: Gateway) -> None:
    with socket.create_connection((LOOPBACK, front), timeout=10) as raw:
        raw.sendall(b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n")
        invitation = raw.recv(1 << 16)
        raw.sendall(b"{}")
        answer = raw.recv(1 << 16)

    assert invitation == b"HTTP/1.1 100 Continue\r\n\r\n"
    assert answer.startswith(b"HTTP/1.1 200 ")
    assert gateway.asked[-1][2] == b"{}"


@pytest.mark.parametrize(
    "wire",
    [
        b"GET /agents HTTP/1.1\r\n\r\n",
        b"GET http://elsewhere/ HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET /\xe4 HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET /\x7f HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        b"nonsense\r\n\r\n",
    ],
)
def test_malformed_request_is_400_in_the_envelope(front: int, gateway: Gateway, wire: bytes) -> None:
    head, _, body = say(front, wire).partition(b"\r\n\r\n")

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


@pytest.mark.parametrize("host", ["localhost", "localhost:8000", "127.0.0.1:8000", "[::1]:8000"])
def test_request_for_this_machine_is_passed_on(client: HTTPConnection, gateway: Gateway, host: str) -> None:
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
    with serving(Front(LOOPBACK, 0, Upstream(any_free(), "abc123"), print)) as port:
        connection = HTTPConnection(LOOPBACK, port, timeout=10)
        connection.request("GET", "/agents")
        response = connection.getresponse()
        content = json.loads(response.read())
        connection.close()

    assert response.status == 503
    assert response.headers["Retry-After"] == "2"
    assert content["error"]["code"] == "UNAVAILABLE"


def test_next_request_finds_the_cloud_when_it_closed_an_idle_connection(
    client: HTTPConnection, gateway: Gateway
) -> None:
    gateway.hangs_up = True
    client.request("POST", "/projects", b"{}")
    client.getresponse().read()
    gateway.hung_up.wait(timeout=10)

    client.request("POST", "/projects", b"{}")

    assert client.getresponse().status == 200
    assert len(gateway.asked) == 2
    assert gateway.connections == 2


def test_log_has_one_line_per_request_without_the_query(client: HTTPConnection, log: SimpleQueue[str]) -> None:
    client.request("GET", "/agents?token=secret")
    client.getresponse().read()

    line = log.get(timeout=10)
    assert line.split()[1] == "200"
    assert line.endswith(" ms  GET /agents")
    assert "secret" not in line
    assert log.empty()


def test_log_has_nothing_a_terminal_would_obey(front: int, log: SimpleQueue[str]) -> None:
    say(front, b"GET /\x1b[2J HTTP/1.1\r\nHost: localhost\r\n\r\n")

    assert log.get(timeout=10).endswith(r"GET '/\x1b[2J'")
