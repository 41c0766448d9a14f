"""The front: a background process that serves http://localhost:PORT, without a stage in the path.

uvicorn reads the requests, and httpcore passes each on to the emulator's gateway as it came.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import json
import os
import re
import signal
import socket
import sys
import threading
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass, field
from datetime import datetime
from http import HTTPStatus
from pathlib import Path
from typing import Any

import h11
import httpcore
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from local import fingerprint, processes
from local.console import Problem, say
from local.paths import REPOSITORY, Home
from local.ports import LOOPBACK, is_free, require_free_port
from local.processes import Service

NAME = "front"
LISTENS_WITHIN_SECONDS = 15.0
ENDS_WITHIN_SECONDS = 5.0
POLL_SECONDS = 0.02
TOKEN = "ATRIUM_FRONT_TOKEN"  # noqa: S105 - the variable's name
STOPPING = {signal.SIGTERM, signal.SIGINT}

FROM_FRONT = "X-Atrium-Front"
# First row, RFC 9110 7.6.1: headers of one connection, not of the message. Second row: the front sets these itself.
# `Host` is not here: the functions compare it with the browser's Origin, so it goes on as it came.
HOP_BY_HOP = frozenset(
    {
        *("connection", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade", "expect"),
        *("content-length", "server", "x-forwarded-for", "x-forwarded-proto", FROM_FRONT.lower()),
    }
)
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")  # the gateway knows which route has which
MAX_BODY_BYTES = 10 * 1024 * 1024  # API Gateway's own limit
# Lambda's limit on the JSON that goes into a function, and on the JSON that it returns.
MAX_PAYLOAD_BYTES = 6 * 1024 * 1024
UPSTREAM_TIMEOUT = dict.fromkeys(("connect", "read", "write", "pool"), 60.0)  # twice what a function is granted
IDLE_SECONDS = 60  # less than the emulator's 75, so that it never closes a connection that we still use

# The emulator starts a new worker for every call that finds the others busy: a second of CPU and 30 MB of disk each.
# Twenty cold calls at once took 16 s; taking turns, they find a warm worker after milliseconds. Long polls wait on
# purpose and take no turn.
TURNS = 2 * (os.cpu_count() or 1)
LONG_POLL = re.compile(r"[?&]wait=")
TOOLS_PATH = "/mcp"
# DNS-rebinding guard: only requests with these Host names are accepted.
OUR_NAMES = re.compile(r"(localhost|127\.0\.0\.1|\[::1\])(:\d+)?", re.IGNORECASE)
Headers = tuple[tuple[str, str], ...]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Upstream:
    """What is behind a front: a port of this machine, what goes before each path, and headers that the front adds."""

    port: int
    prefix: str = ""
    added: Headers = field(default=(), repr=False)

    @classmethod
    def gateway(cls, port: int, api: str, token: str) -> Upstream:
        """A deployed API: the emulator's port, the API's id, and the token by which the emulator knows the front."""
        return cls(port, f"/_aws/execute-api/{api}/live", ((FROM_FRONT, token),))


@dataclass(frozen=True, slots=True)
class Request:
    """A request as it came; `target` is its path and query, `body` None when it has none."""

    method: str
    target: str
    headers: Headers
    body: bytes | None

    def header(self, name: str) -> str:
        """The value of a header; empty without one."""
        return next((value for known, value in self.headers if known.lower() == name), "")


@dataclass(frozen=True, slots=True)
class Answer:
    """A response on its way to the client; headers keep their order and their repetitions."""

    status: int
    headers: Headers
    body: bytes


class Refused(Exception):
    """The front itself refuses the request, with this answer in the interface's envelope."""

    def __init__(self, status: HTTPStatus, code: str, message: str, **headers: str) -> None:
        super().__init__(message)
        content = {"success": False, "error": {"code": code, "message": message}}
        standing = (("Content-Type", "application/json; charset=utf-8"), ("Cache-Control", "no-store"))
        named = tuple((name.replace("_", "-"), value) for name, value in headers.items())
        self.answer = Answer(status, (*standing, *named), json.dumps(content).encode())


def _too_large() -> Refused:
    return Refused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "PAYLOAD_TOO_LARGE", "The request body is too large.")


class Front:
    """An ASGI application; `log` takes one line per request."""

    def __init__(self, upstream: Upstream, log: Callable[[str], None]) -> None:
        self.upstream = upstream
        self.log = log
        self.turns = asyncio.Semaphore(TURNS)
        self.pool = httpcore.AsyncConnectionPool(max_connections=None, keepalive_expiry=IDLE_SECONDS)

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        """Pass a request on and its answer back, or refuse it."""
        if scope["type"] == "lifespan":
            await receive()
            await send({"type": "lifespan.startup.complete"})
            await receive()
            await self.pool.aclose()
            await send({"type": "lifespan.shutdown.complete"})
            return
        began = time.monotonic()
        try:
            answer = as_gateway(await self._answer(scope, receive))
        except Refused as refused:
            answer = refused.answer
        await _send(answer, send, is_head=scope["method"] == "HEAD")
        milliseconds = (time.monotonic() - began) * 1000
        now = datetime.now().astimezone()  # the query, which may hold secrets, is not logged
        path = scope["raw_path"].decode("latin-1")
        self.log(f"{now:%H:%M:%S}  {answer.status}  {milliseconds:6.0f} ms  {scope['method']} {path}")

    async def _answer(self, scope: dict[str, Any], receive: Receive) -> Answer:
        """The answer to a request. Raises `Refused`."""
        headers = tuple((name.decode("latin-1"), value.decode("latin-1")) for name, value in scope["headers"])
        query = b"?" + scope["query_string"] if scope["query_string"] else b""
        head = Request(scope["method"], (scope["raw_path"] + query).decode("latin-1"), headers, None)
        if head.method not in METHODS:
            raise Refused(
                HTTPStatus.METHOD_NOT_ALLOWED,
                *("METHOD_NOT_ALLOWED", "No route has this method."),
                Allow=", ".join(METHODS),
            )
        if not head.target.startswith("/"):
            raise Refused(HTTPStatus.BAD_REQUEST, "VALIDATION_ERROR", "The request is not valid HTTP.")
        if not OUR_NAMES.fullmatch(head.header("host")):
            message = "This machine's cloud answers to localhost only."
            raise Refused(HTTPStatus.MISDIRECTED_REQUEST, "FORBIDDEN", message)
        request = Request(head.method, head.target, headers, await _body(head, receive))
        if not fits_event(request):
            raise _too_large()
        async with nullcontext() if may_wait(request) else self.turns:
            try:
                return await self.ask(request, scope["client"][0])
            # Cancelled: the front is stopping while somebody waits for news.
            except (
                asyncio.CancelledError,
                OSError,
                httpcore.NetworkError,
                httpcore.TimeoutException,
                httpcore.ProtocolError,
            ):
                message = "The local cloud does not answer. Is it running? make up"
                raise Refused(HTTPStatus.SERVICE_UNAVAILABLE, "UNAVAILABLE", message, Retry_After="2") from None

    async def ask(self, request: Request, client: str) -> Answer:
        """The upstream's answer to a request of the machine `client`. Raises the errors of httpcore."""
        added = (("X-Forwarded-For", client), ("X-Forwarded-Proto", "http"), *self.upstream.added)
        target = (self.upstream.prefix + request.target).encode("latin-1")
        response = await self.pool.request(
            request.method,
            httpcore.URL(scheme=b"http", host=LOOPBACK.encode(), port=self.upstream.port, target=target),
            headers=[*end_to_end(request.headers), *added],
            content=request.body,
            extensions={"timeout": UPSTREAM_TIMEOUT},
        )
        given = ((name.decode("latin-1"), value.decode("latin-1")) for name, value in response.headers)
        return Answer(response.status, tuple(end_to_end(given)), response.content)


async def _body(head: Request, receive: Receive) -> bytes | None:
    """The body; None when the request has none. Raises `Refused`: it is too large, or its sender went away or rests.

    What is too large is read to its end, but not kept: an answer before that could be lost. Whoever asks first whether
    to send it at all, by `Expect`, is refused at once.
    """
    announced = head.header("content-length")
    if head.header("expect") and int(announced or 0) > MAX_BODY_BYTES:
        raise _too_large()
    size, more = 0, True
    parts = []
    while more:
        try:
            async with asyncio.timeout(IDLE_SECONDS):
                message = await receive()
        except TimeoutError:
            raise Refused(HTTPStatus.REQUEST_TIMEOUT, "VALIDATION_ERROR", "The request body did not come.") from None
        if message["type"] == "http.disconnect":
            raise _too_large()  # nobody reads it
        size += len(message.get("body", b""))
        if size <= MAX_BODY_BYTES:
            parts.append(message.get("body", b""))
        more = message.get("more_body", False)
    if size > MAX_BODY_BYTES:
        raise _too_large()
    body = b"".join(parts)
    return body if body or announced else None


async def _send(answer: Answer, send: Send, *, is_head: bool) -> None:
    has_body = not is_head and answer.status not in {HTTPStatus.NO_CONTENT, HTTPStatus.NOT_MODIFIED}
    length = (("Content-Length", str(len(answer.body))),) if has_body else ()
    headers = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in (*answer.headers, *length)]
    await send({"type": "http.response.start", "status": int(answer.status), "headers": headers})
    await send({"type": "http.response.body", "body": answer.body if has_body else b""})


def as_gateway(answer: Answer) -> Answer:
    """The answer as API Gateway gives it: that of a crash, or one of over 6 MiB, becomes the response DEFAULT_5XX.

    The emulator would show the exception instead, and pass on what is too large for Lambda to return.
    """
    too_large = _returned_bytes(answer) > MAX_PAYLOAD_BYTES
    if too_large or (answer.status >= HTTPStatus.INTERNAL_SERVER_ERROR and b'"success"' not in answer.body):
        status = HTTPStatus.BAD_GATEWAY if too_large else HTTPStatus(answer.status)
        return Refused(status, "INTERNAL_ERROR", "Something went wrong on our side.").answer
    return answer


def fits_event(request: Request) -> bool:
    """Whether the request fits into an event of 6 MiB, which has each header twice and the body in base64.

    The body is always in base64, because the template declares every media type binary.
    """
    written = sum(len(name) + len(value) for name, value in request.headers)
    return 2 * written + len(base64.b64encode(request.body or b"")) <= MAX_PAYLOAD_BYTES


def _returned_bytes(answer: Answer) -> int:
    """The length of the JSON that a function returned for this answer; 0 when that is surely below the limit."""
    if len(answer.body) < MAX_PAYLOAD_BYTES // 6:  # JSON writes a character in six bytes at most
        return 0
    try:
        body, is_base64 = answer.body.decode(), False
    except UnicodeDecodeError:
        body, is_base64 = base64.b64encode(answer.body).decode(), True
    headers = {"headers": dict(answer.headers), "multiValueHeaders": {}}
    returned = {"statusCode": answer.status, **headers, "body": body, "isBase64Encoded": is_base64}
    return len(json.dumps(returned, ensure_ascii=False).encode())


def end_to_end(headers: Iterable[tuple[str, str]]) -> Headers:
    """The headers that belong to the message, not to one connection, in their order."""
    pairs = list(headers)
    listed = ",".join(value for name, value in pairs if name.lower() == "connection")
    named = {token.strip().lower() for token in listed.split(",")}
    return tuple((name, value) for name, value in pairs if name.lower() not in HOP_BY_HOP | named)


def may_wait(request: Request) -> bool:
    """Whether the caller asks to be kept waiting: by a query, or by an argument of a tool."""
    asks_a_tool = request.target == TOOLS_PATH and b'"wait"' in (request.body or b"")
    return asks_a_tool or bool(LONG_POLL.search(request.target))


class _Protocol(H11Protocol):
    """Answers what is not valid HTTP in the interface's envelope, as API Gateway's front does."""

    def send_400_response(self, msg: str) -> None:
        answer = Refused(HTTPStatus.BAD_REQUEST, "VALIDATION_ERROR", msg).answer
        headers = [*answer.headers, ("Content-Length", str(len(answer.body))), ("Connection", "close")]
        for event in (
            h11.Response(status_code=answer.status, headers=headers),
            h11.Data(answer.body),
            h11.EndOfMessage(),
        ):
            self.transport.write(self.conn.send(event) or b"")
        self.transport.close()


@contextmanager
def serving(front: Front, port: int = 0) -> Iterator[int]:
    """Serve within the block, on `port` or a free one; yields the port.

    It listens on 127.0.0.1, and on ::1 where the machine has it: `localhost` means either.
    """
    sockets = [socket.create_server((LOOPBACK, port), backlog=512)]
    with suppress(OSError):
        sockets.append(socket.create_server(("::1", sockets[0].getsockname()[1]), family=socket.AF_INET6, backlog=512))
    for one in sockets:  # without it, each response on a kept connection waits 40 ms for the client's acknowledgement
        one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    config = uvicorn.Config(
        front,
        http=_Protocol,
        ws="none",
        lifespan="on",
        log_config=None,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        date_header=False,
        timeout_keep_alive=IDLE_SECONDS,
        timeout_graceful_shutdown=1,
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, args=(sockets,), daemon=True)
    thread.start()
    try:
        yield sockets[0].getsockname()[1]
    finally:
        server.should_exit = True
        thread.join()


def service(port: int, cloud_port: int, api: str, token: str) -> Service:
    """The command and environment that start the front of an API on `port`."""
    return Service(
        name=NAME,
        command=(
            *(sys.executable, "-m", "local.front", "--port", str(port)),
            *("--cloud-port", str(cloud_port), "--api", api),
        ),
        environment={
            "PYTHONPATH": str(REPOSITORY),
            "LANG": "C.UTF-8",
            TOKEN: token,
            "ATRIUM_SOURCE": fingerprint.of_files([Path(__file__)]),  # so that an edit restarts it
        },
    )


def ensure(home: Home, wanted: Service, port: int) -> None:
    """Have the front listening on `port` as `wanted`; one that already does is left alone. Raises `Problem`."""
    running = processes.find(home, NAME)
    if running is not None and running.fingerprint == wanted.fingerprint:
        return
    stop(home)
    require_free_port(port, variable="PORT")
    processes.start(home, wanted)
    deadline = time.monotonic() + LISTENS_WITHIN_SECONDS
    while is_free(port):
        if processes.find(home, NAME) is None or time.monotonic() > deadline:
            raise Problem("The front did not start.", fix=f"read {processes.log_file(home, NAME)}")
        time.sleep(POLL_SECONDS)


def stop(home: Home) -> bool:
    """End the front; False when it wasn't running."""
    return processes.stop(home, NAME, grace_seconds=ENDS_WITHIN_SECONDS)


def main() -> None:
    """Serve until SIGTERM or SIGINT comes."""
    options = argparse.ArgumentParser(prog="python -m local.front")
    options.add_argument("--port", type=int, required=True)
    options.add_argument("--cloud-port", type=int, required=True)
    options.add_argument("--api", required=True)
    chosen = options.parse_args()
    signal.pthread_sigmask(signal.SIG_BLOCK, STOPPING)
    upstream = Upstream.gateway(chosen.cloud_port, chosen.api, os.environ.pop(TOKEN))
    with serving(Front(upstream, say), chosen.port):
        signal.sigwait(STOPPING)


if __name__ == "__main__":
    main()
