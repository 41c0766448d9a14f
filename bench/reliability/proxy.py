"""The fault proxy between the functions and the emulator: passes each signed request on unchanged, or makes it fail."""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPConnection, HTTPException
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import override
from urllib.parse import urlsplit

from bench.reliability.calls import AwsCall, Fault, Rule, pass_on
from local.answer import Answer, end_to_end
from local.body import read_body
from local.ports import LOOPBACK
from local.proxy import is_stale

MAX_BODY_BYTES = 16 * 1024 * 1024  # DynamoDB's own limit
UPSTREAM_TIMEOUT_SECONDS = 30.0
HELD_AT_MOST_SECONDS = 60.0
BAD_DAYS = {
    "dynamodb": (400, "ProvisionedThroughputExceededException"),
    "sqs": (503, "ServiceUnavailable"),
    "kms": (500, "KMSInternalException"),
    "scheduler": (429, "ThrottlingException"),
}


class Exchange(BaseHTTPRequestHandler):
    """One connection from a function, and the proxy's own connection to the emulator for it."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    wbufsize = -1  # buffered, so that an answer's head and body leave together

    server: FaultProxy
    upstream: HTTPConnection

    @override
    def setup(self) -> None:
        super().setup()
        self.upstream = HTTPConnection(LOOPBACK, self.server.upstream_port, timeout=UPSTREAM_TIMEOUT_SECONDS)

    @override
    def finish(self) -> None:
        self.upstream.close()
        with suppress(OSError):
            super().finish()

    def handle_call(self) -> None:
        """Pass the request on, or let it fail, as the proxy's rule says."""
        body = read_body(self.headers, self.rfile, limit_bytes=MAX_BODY_BYTES) or b""
        call = AwsCall.of(self.command, self.path, self.headers, body)  # type: ignore[arg-type]  # headers have `get`, and need no more of Mapping
        fault = self.server.judge(call)
        if fault is Fault.ERROR:
            self._send(bad_day(call.service))
            return
        answer = self._pass_on(body) if fault in {Fault.NONE, Fault.LOSE, Fault.HOLD_ANSWER} else None
        if fault in {Fault.HOLD, Fault.HOLD_ANSWER}:
            self.server.hold()
        if fault is Fault.NONE and answer is not None:
            self._send(answer)
        else:
            self.close_connection = True

    do_GET = do_POST = do_PUT = do_DELETE = do_PATCH = handle_call  # noqa: N815 - the names http.server looks for

    def _pass_on(self, body: bytes) -> Answer | None:
        """The emulator's answer, or None when it gives none; the function then gets a closed connection."""
        if self.upstream.sock is not None and is_stale(self.upstream.sock):
            self.upstream.close()
        try:
            self.upstream.putrequest(self.command, self.path, skip_host=True, skip_accept_encoding=True)
            for name, value in end_to_end(self.headers.items()):  # Host included: the signature covers it
                self.upstream.putheader(name, value)
            self.upstream.putheader("Content-Length", str(len(body)))
            self.upstream.endheaders(body)
            response = self.upstream.getresponse()
            return Answer(response.status, tuple(end_to_end(response.getheaders())), response.read())
        except (OSError, HTTPException):
            self.upstream.close()
            return None

    def _send(self, answer: Answer) -> None:
        self.send_response_only(answer.status)
        for name, value in answer.headers:
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(answer.body)))
        self.end_headers()
        self.wfile.write(answer.body)
        self.wfile.flush()

    @override
    def log_message(self, format: str, *args: object) -> None:
        """Log nothing."""


class FaultProxy(ThreadingHTTPServer):
    """Listens on a free loopback port. `rule` decides on every request; change it at any time."""

    daemon_threads = True
    block_on_close = False
    request_queue_size = 512

    def __init__(self, upstream_port: int) -> None:
        self.upstream_port = upstream_port
        self.rule: Rule = pass_on
        self.faults = 0
        self._counting = threading.Lock()
        self._held = threading.Semaphore(0)
        self._let_go = threading.Event()
        super().__init__((LOOPBACK, 0), Exchange)

    @property
    def url(self) -> str:
        """The proxy's address for functions."""
        return f"http://{LOOPBACK}:{self.server_port}"

    def judge(self, call: AwsCall) -> Fault:
        """The fault that the rule chooses for this call; `faults` counts the calls with one."""
        fault = self.rule(call)
        if fault is not Fault.NONE:
            with self._counting:
                self.faults += 1
        return fault

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


def bad_day(service: str) -> Answer:
    """The error by which a service says that it is overloaded or unavailable; `service` is a key of `BAD_DAYS`."""
    status, code = BAD_DAYS[service]
    content = json.dumps({"__type": code, "message": "Injected."}).encode()
    headers = (("Content-Type", "application/x-amz-json-1.0"), ("x-amzn-ErrorType", code))
    return Answer(status, headers, content)


@contextmanager
def fault_proxy(endpoint: str) -> Iterator[FaultProxy]:
    """Run a proxy in front of the emulator at `endpoint`; it makes nothing fail until its `rule` is set."""
    proxy = FaultProxy(urlsplit(endpoint).port or 80)
    thread = threading.Thread(target=proxy.serve_forever, daemon=True)
    thread.start()
    try:
        yield proxy
    finally:
        proxy.let_go()
        proxy.shutdown()
        proxy.server_close()
