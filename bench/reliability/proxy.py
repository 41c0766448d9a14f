"""The proxy between the functions and the emulator: passes each call to AWS on, or makes it fail as its rule says.

Rules choose by a hash, so all attempts of a call fail alike.
"""

from __future__ import annotations

import enum
import json
import re
import sys
import threading
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from email.message import Message
from http.client import HTTPConnection, HTTPException
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, override
from urllib.parse import urlsplit

from local.ports import LOOPBACK

UPSTREAM_TIMEOUT_SECONDS = 30.0
HELD_AT_MOST_SECONDS = 60.0
OF_ONE_CONNECTION = frozenset({"connection", "content-length", "transfer-encoding"})
# The error by which each service says that it is overloaded or unavailable.
BAD_DAYS = {
    "dynamodb": (400, "ProvisionedThroughputExceededException"),
    "sqs": (503, "ServiceUnavailable"),
    "kms": (500, "KMSInternalException"),
}
_SERVICE = re.compile(r"Credential=[^/]+/[^/]+/[^/]+/([^/]+)/aws4_request")


class Fault(enum.Enum):
    """What happens to a request."""

    NONE = enum.auto()
    """The proxy passes it on and returns the answer."""
    ERROR = enum.auto()
    """The proxy does not pass it on and answers with the service's error of `BAD_DAYS`."""
    BREAK = enum.auto()
    """The proxy does not pass it on and closes the connection without an answer."""
    LOSE = enum.auto()
    """The proxy passes it on, so it is carried out, and closes the connection without returning the answer."""
    HOLD = enum.auto()
    """The proxy keeps it waiting until `FaultProxy.let_go`, then does the same as for BREAK."""
    HOLD_ANSWER = enum.auto()
    """The proxy passes it on and keeps the answer until `FaultProxy.let_go`, then does the same as for LOSE."""


@dataclass(frozen=True, slots=True)
class AwsCall:
    """A signed request.

    Attributes:
        service: the service that its signature names: dynamodb, sqs, kms, scheduler.
        operation: its name in a JSON protocol, such as PutItem; empty in others.
        invocation: the SDK's id of the call, which all attempts of the call share.
        body: the bytes that were sent.
    """

    service: str
    operation: str
    invocation: str
    body: bytes

    @classmethod
    def of(cls, headers: Message, body: bytes) -> AwsCall:
        """Read a request; what it does not have becomes an empty text."""
        signed = _SERVICE.search(headers.get("Authorization", ""))
        operation = headers.get("X-Amz-Target", "").rpartition(".")[2]
        return cls(signed[1] if signed else "", operation, headers.get("amz-sdk-invocation-id", ""), body)

    @property
    def content(self) -> Mapping[str, Any]:
        """The decoded body; empty when it is no JSON object."""
        with suppress(ValueError):
            content = json.loads(self.body)
            return content if isinstance(content, dict) else {}
        return {}

    def parts(self, kind: str) -> list[Mapping[str, Any]]:
        """The parts of this kind, `Put` or `Update`, of a DynamoDB transaction; empty for any other call."""
        return [part[kind] for part in self.content.get("TransactItems", ()) if kind in part]


Rule = Callable[[AwsCall], Fault]


def sort_key(row: Mapping[str, Any]) -> str:
    """The sort key of a row, or of a key, as DynamoDB's protocol writes them; empty without one."""
    return str(row.get("sk", {}).get("S", ""))


def chosen(name: str, percent: int) -> bool:
    """Whether `name` is among the chosen `percent` of all names; for one name the answer is always the same."""
    return zlib.crc32(name.encode()) % 100 < percent


def pass_on(_call: AwsCall) -> Fault:
    """The rule that makes no call fail."""
    return Fault.NONE


def outage(service: str, percent: int = 100) -> Rule:
    """A rule by which `percent` of a service's calls fail: half get its error, the others a closed connection."""

    def rule(call: AwsCall) -> Fault:
        if call.service != service or not chosen(f"hit {call.invocation}", percent):
            return Fault.NONE
        return Fault.ERROR if chosen(f"how {call.invocation}", 50) else Fault.BREAK

    return rule


def holding(matches: Callable[[AwsCall], bool], *, done: bool) -> Rule:
    """A rule that keeps calls that `matches` recognises waiting: before they are carried out, or after if `done`."""
    fault = Fault.HOLD_ANSWER if done else Fault.HOLD
    return lambda call: fault if matches(call) else Fault.NONE


@dataclass(frozen=True, slots=True)
class LostAnswers:
    """DynamoDB carries out every write, but its first answer is lost, so the SDK sends the write again."""

    lost: set[str] = field(default_factory=set)

    def __call__(self, call: AwsCall) -> Fault:
        """LOSE for the first attempt of each write, else NONE."""
        is_write = call.service == "dynamodb" and call.operation not in {"GetItem", "Query"}
        if not is_write or call.invocation in self.lost:
            return Fault.NONE
        self.lost.add(call.invocation)
        return Fault.LOSE


@dataclass(frozen=True, slots=True)
class FailingTransactions:
    """For `percent` of the work that `work_of` names, the first transaction that does it fails in all its attempts.

    Half of these transactions are not carried out. The other half are, but the worker never learns it.
    """

    work_of: Callable[[AwsCall], str | None]
    percent: int
    failed: dict[str, str] = field(default_factory=dict)
    """Name of the work → the token of the transaction that failed."""

    def __call__(self, call: AwsCall) -> Fault:
        """LOSE or BREAK for all attempts of a chosen first transaction, else NONE."""
        work = self.work_of(call)
        if work is None or not chosen(f"hit {work}", self.percent):
            return Fault.NONE
        token = str(call.content.get("ClientRequestToken"))
        if self.failed.setdefault(work, token) != token:
            return Fault.NONE
        return Fault.LOSE if chosen(f"how {work}", 50) else Fault.BREAK


class Exchange(BaseHTTPRequestHandler):
    """One connection from a function; each of its calls gets a connection to the emulator of its own."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    wbufsize = -1  # buffered, so that an answer's head and body leave together

    server: FaultProxy

    def handle_call(self) -> None:
        """Pass the request on, or let it fail, as the proxy's rule says."""
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        call = AwsCall.of(self.headers, body)
        fault = self.server.rule(call)
        if fault is Fault.ERROR:
            status, code = BAD_DAYS[call.service]
            content = json.dumps({"__type": code, "message": "Injected."}).encode()
            self._send(status, [("Content-Type", "application/x-amz-json-1.0"), ("x-amzn-ErrorType", code)], content)
            return
        self.close_connection = fault is not Fault.NONE
        if fault not in {Fault.BREAK, Fault.HOLD}:
            self._pass_on(body, answers=fault is Fault.NONE)
        if fault in {Fault.HOLD, Fault.HOLD_ANSWER}:
            self.server.hold()

    do_GET = do_POST = do_PUT = do_DELETE = do_PATCH = handle_call  # noqa: N815 - the names http.server looks for

    def _pass_on(self, body: bytes, *, answers: bool) -> None:
        """Have the emulator do the call; without an answer of its the function gets a closed connection."""
        upstream = HTTPConnection(LOOPBACK, self.server.upstream_port, timeout=UPSTREAM_TIMEOUT_SECONDS)
        with closing(upstream):
            try:
                upstream.putrequest(self.command, self.path, skip_host=True, skip_accept_encoding=True)
                for name, value in _of_the_message(self.headers.items()):  # Host included: the signature covers it
                    upstream.putheader(name, value)
                upstream.putheader("Content-Length", str(len(body)))
                upstream.endheaders(body)
                response = upstream.getresponse()
                content = response.read()
            except (OSError, HTTPException):
                self.close_connection = True
                return
        if answers:
            self._send(response.status, _of_the_message(response.getheaders()), content)

    def _send(self, status: int, headers: list[tuple[str, str]], content: bytes) -> None:
        self.send_response_only(status)
        for name, value in (*headers, ("Content-Length", str(len(content)))):
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content)

    @override
    def log_message(self, format: str, *args: object) -> None:
        """Log nothing."""


def _of_the_message(headers: list[tuple[str, str]]) -> list[tuple[str, str]]:
    return [(name, value) for name, value in headers if name.lower() not in OF_ONE_CONNECTION]


class FaultProxy(ThreadingHTTPServer):
    """Listens on a free loopback port. `rule` decides on every request; change it at any time."""

    daemon_threads = True
    block_on_close = False
    request_queue_size = 512

    def __init__(self, upstream_port: int) -> None:
        self.upstream_port = upstream_port
        self.rule: Rule = pass_on
        self._held = threading.Semaphore(0)
        self._let_go = threading.Event()
        super().__init__((LOOPBACK, 0), Exchange)

    @property
    def url(self) -> str:
        """The proxy's address for functions."""
        return f"http://{LOOPBACK}:{self.server_port}"

    def hold(self) -> None:
        """Keep a request waiting until `let_go`, for at most 60 seconds."""
        let_go = self._let_go
        self._held.release()
        let_go.wait(HELD_AT_MOST_SECONDS)

    def wait_until_held(self, seconds: float) -> None:
        """Return as soon as a request is held. Raises `TimeoutError` if none is within `seconds`."""
        if not self._held.acquire(timeout=seconds):
            raise TimeoutError(f"no request came to be held within {seconds:g} s")

    def let_go(self) -> None:
        """Release the requests that are held now; later ones are held again."""
        self._let_go.set()
        self._let_go = threading.Event()

    @override
    def handle_error(self, request: object, client_address: object) -> None:
        """Ignore broken connections: killed functions leave them, and killing functions is the point."""
        if not isinstance(sys.exception(), OSError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]  # handed through as it came


@contextmanager
def fault_proxy(endpoint: str) -> Iterator[FaultProxy]:
    """Run a proxy in front of the emulator at `endpoint`; it makes nothing fail until its `rule` is set."""
    proxy = FaultProxy(urlsplit(endpoint).port or 80)
    with serving(proxy):
        yield proxy
        proxy.let_go()


@contextmanager
def serving(server: ThreadingHTTPServer) -> Iterator[None]:
    """Serve within the block."""
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
