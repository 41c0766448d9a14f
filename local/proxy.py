"""A reverse proxy in front of the emulator's gateway, on the standard library.

One thread per client connection, each with one kept-alive connection to the emulator of its own.
"""

from __future__ import annotations

import os
import re
import socket
import sys
import threading
import time
from collections.abc import Callable
from contextlib import nullcontext, suppress
from dataclasses import dataclass, field
from datetime import datetime
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import override

from local.answer import (
    FROM_FRONT,
    MALFORMED,
    MISDIRECTED,
    NO_SUCH_METHOD,
    TOO_LARGE,
    UNAVAILABLE,
    Answer,
    as_gateway,
    end_to_end,
    envelope,
    fits_event,
)
from local.body import BadBody, BodyTooLarge, announced_length, read_body
from local.ports import LOOPBACK

METHODS = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS"  # passed on; the gateway knows which route has which
MAX_BODY_BYTES = 10 * 1024 * 1024  # API Gateway's own limit
UPSTREAM_TIMEOUT_SECONDS = 60.0  # twice what API Gateway grants a function
IDLE_CLIENT_SECONDS = 60.0  # less than the emulator's 75, so that it never closes a connection that we still use
LINGER_SECONDS = 2.0

# The emulator starts a new worker for every call that finds the others busy: a second of CPU and 30 MB of disk each.
# Twenty cold calls at once took 16 s; taking turns, they find a warm worker after milliseconds. Long polls wait on
# purpose and take no turn.
TURNS = 2 * (os.cpu_count() or 1)
LONG_POLL = re.compile(r"[?&]wait=")
TOOLS_PATH = "/mcp"
# DNS-rebinding guard: only requests with these Host names are accepted.
OUR_NAMES = frozenset({"localhost", "127.0.0.1", "[::1]"})
PORT = re.compile(r":\d+$")


@dataclass(frozen=True, slots=True)
class Upstream:
    """The deployed API behind the front: the emulator's port, the API's id and stage, and the front's token."""

    port: int
    api: str
    stage: str = "live"
    token: str = field(default="", repr=False)
    """The token by which the emulator knows the front."""

    @property
    def prefix(self) -> str:
        """The path under which the emulator serves the API; it goes before the path of each request."""
        return f"/_aws/execute-api/{self.api}/{self.stage}"


class Exchange(BaseHTTPRequestHandler):
    """One client connection: reads its requests one after the other, and passes each on and its answer back."""

    protocol_version = default_request_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    wbufsize = -1  # head and body leave together
    timeout = IDLE_CLIENT_SECONDS

    server: Front
    upstream: HTTPConnection

    @override
    def setup(self) -> None:
        super().setup()
        self.upstream = HTTPConnection(LOOPBACK, self.server.upstream.port, timeout=UPSTREAM_TIMEOUT_SECONDS)

    @override
    def finish(self) -> None:
        self.upstream.close()
        super().finish()

    def forward(self) -> None:
        """Pass the request on, and the answer back."""
        began = time.monotonic()
        answer = self._answer()
        self._send(answer)
        self._log(answer.status, milliseconds=(time.monotonic() - began) * 1000)

    do_GET = do_HEAD = do_POST = do_PUT = do_PATCH = do_DELETE = do_OPTIONS = forward  # noqa: N815 - the names http.server looks for

    def _answer(self) -> Answer:
        if not (self.path.startswith("/") and self.path.isascii() and self.path.isprintable() and self.headers["Host"]):
            return self._refuse(envelope(HTTPStatus.BAD_REQUEST, MALFORMED))
        if PORT.sub("", self.headers["Host"]).lower() not in OUR_NAMES:
            return self._refuse(envelope(HTTPStatus.MISDIRECTED_REQUEST, MISDIRECTED))
        try:
            body = read_body(self.headers, self.rfile, limit_bytes=MAX_BODY_BYTES)
        except BodyTooLarge:
            return self._refuse(envelope(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, TOO_LARGE))
        except BadBody:
            return self._refuse(envelope(HTTPStatus.BAD_REQUEST, MALFORMED))
        if not fits_event(self.headers.items(), body or b""):
            return envelope(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, TOO_LARGE)
        turn = nullcontext() if may_wait(self.path, body) else self.server.turns
        try:
            with turn:
                return as_gateway(self._ask(body))
        except ValueError:  # a header that http.client would not send
            self.upstream.close()
            return envelope(HTTPStatus.BAD_REQUEST, MALFORMED)
        except (OSError, HTTPException):
            self.upstream.close()
            return envelope(HTTPStatus.SERVICE_UNAVAILABLE, UNAVAILABLE, Retry_After="2")

    def _ask(self, body: bytes | None) -> Answer:
        if self.upstream.sock is not None and is_stale(self.upstream.sock):
            self.upstream.close()
        self.upstream.putrequest(
            self.command, self.server.upstream.prefix + self.path, skip_host=True, skip_accept_encoding=True
        )
        for name, value in end_to_end(self.headers.items()):
            self.upstream.putheader(name, value)
        self.upstream.putheader("X-Forwarded-For", self.client_address[0])
        self.upstream.putheader("X-Forwarded-Proto", "http")
        self.upstream.putheader(FROM_FRONT, self.server.upstream.token)
        if body is not None:
            self.upstream.putheader("Content-Length", str(len(body)))
        self.upstream.endheaders(body)
        response = self.upstream.getresponse()
        content = response.read()
        return Answer(response.status, tuple(end_to_end(response.getheaders())), content)

    def _refuse(self, answer: Answer) -> Answer:
        """Have the connection closed: a request that was not read to its end leaves it unusable."""
        self.close_connection = True
        return answer

    def _send(self, answer: Answer) -> None:
        self.send_response_only(answer.status)
        for name, value in answer.headers:
            self.send_header(name, value)
        has_body = self.command != "HEAD" and answer.status not in {HTTPStatus.NO_CONTENT, HTTPStatus.NOT_MODIFIED}
        if has_body:
            self.send_header("Content-Length", str(len(answer.body)))
        if self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers()
        if has_body:
            self.wfile.write(answer.body)
        self.wfile.flush()
        if self.close_connection:
            self._linger()

    def _linger(self) -> None:
        """After an answer, read what the client still sends, for 2 s: closing at once could lose the answer."""
        deadline = time.monotonic() + LINGER_SECONDS
        self.connection.settimeout(LINGER_SECONDS)
        with suppress(OSError):
            self.connection.shutdown(socket.SHUT_WR)
            while self.connection.recv(1 << 16) and time.monotonic() < deadline:
                pass

    @override
    def handle_expect_100(self) -> bool:
        """Send `100 Continue` unless the announced body is too large: then the client need not send it for nothing."""
        try:
            welcome = announced_length(self.headers) <= MAX_BODY_BYTES
        except BadBody:
            welcome = False
        if welcome:
            self.send_response_only(HTTPStatus.CONTINUE)
            self.end_headers()
            self.wfile.flush()
        return True

    @override
    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Send a refusal of the standard library in our envelope."""
        if code == HTTPStatus.NOT_IMPLEMENTED:
            self._send(self._refuse(envelope(HTTPStatus.METHOD_NOT_ALLOWED, NO_SUCH_METHOD, Allow=METHODS)))
        else:
            self._send(self._refuse(envelope(HTTPStatus(code), MALFORMED)))

    @override
    def log_message(self, format: str, *args: object) -> None:
        """Log nothing: `forward` logs each request once, with its time."""

    def _log(self, status: int, *, milliseconds: float) -> None:
        """Log a request without its query, which may hold secrets, and without characters that control a terminal."""
        path = self.path.partition("?")[0]
        shown = path if path.isprintable() else ascii(path)
        now = datetime.now().astimezone()
        self.server.log(f"{now:%H:%M:%S}  {status}  {milliseconds:6.0f} ms  {self.command} {shown}")


class Front(ThreadingHTTPServer):
    """Listens on one loopback address; `log` takes one line per request, from any thread."""

    daemon_threads = True
    block_on_close = False
    request_queue_size = 512

    def __init__(self, address: str, port: int, upstream: Upstream, log: Callable[[str], None]) -> None:
        self.address_family = socket.AF_INET6 if ":" in address else socket.AF_INET
        self.upstream = upstream
        self.log = log
        self.turns = threading.BoundedSemaphore(TURNS)
        super().__init__((address, port), Exchange)

    @override
    def handle_error(self, request: object, client_address: object) -> None:
        """Ignore a client that went away; report any other error."""
        if not isinstance(sys.exception(), OSError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]  # handed through as it came


def may_wait(path: str, body: bytes | None) -> bool:
    """Whether the caller asks to be kept waiting: by a query, or by an argument of a tool."""
    return bool(LONG_POLL.search(path)) or (path == TOOLS_PATH and b'"wait"' in (body or b""))


def is_stale(idle: socket.socket) -> bool:
    """Whether the other side has closed an idle connection, or sent what nobody asked for."""
    patience = idle.gettimeout()
    idle.settimeout(0)
    try:
        idle.recv(1, socket.MSG_PEEK)
    except BlockingIOError:
        return False
    except OSError:
        return True
    finally:
        idle.settimeout(patience)
    return True
