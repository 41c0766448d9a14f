"""Makes HTTP requests to checked addresses, within 15 seconds in all. `post` keeps no answer's body."""

from __future__ import annotations

import http.client
import socket
import ssl
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import field
from datetime import UTC, datetime, timedelta
from email.message import Message
from email.utils import parsedate_to_datetime
from functools import cache
from threading import Timer

from common.errors import InvalidRequest
from common.services import frozen
from domain.webhooks.records import Reason
from domain.webhooks.retries import Outcome
from domain.webhooks.targets import (
    ForbiddenTarget,
    NameNotResolved,
    Resolve,
    Target,
    addresses_of,
    read_target,
    resolve_name,
)

WITHIN_SECONDS = 15.0
MOST_BYTES = 8 * 1024
_SUCCESS, _REDIRECTS = range(200, 300), range(300, 400)
_GONE = 410
# Python encodes the name of a host for TLS and refuses some names with a UnicodeError.
_FAILURES = (ForbiddenTarget, NameNotResolved, InvalidRequest, OSError, http.client.HTTPException, UnicodeError)
Connect = Callable[[tuple[str, int], float], socket.socket]


class NotFetched(Exception):
    """There was no good answer. The message says why, in a few words, and repeats nothing of the answer."""


@frozen
class Answer:
    """The answer to a call, of any status. `encoding` is the compression of the body, empty for none."""

    status: int
    content_type: str
    encoding: str
    body: bytes = field(repr=False)


@frozen
class _Received:
    """An answer. `body` has at most as many bytes as were wanted; `whole` says whether that is all of it."""

    status: int
    headers: Message
    body: bytes = b""
    whole: bool = True


@cache
def public_authorities() -> ssl.SSLContext:
    """The TLS settings for receivers: their certificate must be valid and name their host."""
    return ssl.create_default_context()


@frozen
class Wire:
    """Sends requests to receivers.

    Attributes:
        private: whether http and this machine itself are allowed.
        resolve: gives the addresses of a name; raises `NameNotResolved`.
        connect: opens a connection to an address and port, within some seconds.
        authorities: the TLS settings, with who may certify a receiver.
        seconds: how long an attempt may take in all.
    """

    private: bool
    resolve: Resolve = resolve_name
    connect: Connect = socket.create_connection
    authorities: Callable[[], ssl.SSLContext] = public_authorities
    seconds: float = WITHIN_SECONDS

    def post(self, url: str, headers: Mapping[str, str], body: str) -> Outcome:
        """Send one POST; returns how it went. Follows no redirect and does not keep the body of the answer."""
        began = time.monotonic()
        status, retry_after = None, None
        try:
            received = self._exchange("POST", url, headers, body.encode(), began + self.seconds)
            status, retry_after = received.status, received.headers.get("Retry-After")
            reason = _reason_of_status(status)
        except _FAILURES as error:
            late = time.monotonic() >= began + self.seconds
            reason = Reason.TIMED_OUT if late else _reason_of_error(error)
        milliseconds = round((time.monotonic() - began) * 1000)
        return Outcome(milliseconds, status, reason, _seconds_asked_for(retry_after))

    def get(self, url: str, headers: Mapping[str, str], *, most_bytes: int) -> bytes:
        """Fetch the body behind a URL, without following redirects.

        Raises `NotFetched`: forbidden, unreachable, too slow, too long, or another status than 200.
        """
        deadline = time.monotonic() + self.seconds
        try:
            received = self._exchange("GET", url, headers, None, deadline, most_bytes)
        except _FAILURES as error:
            late = time.monotonic() >= deadline
            raise NotFetched(Reason.TIMED_OUT if late else _reason_of_error(error)) from error
        if received.status != http.client.OK:
            raise NotFetched(_reason_of_status(received.status) or Reason.HTTP_STATUS)
        if not received.whole:
            raise NotFetched(f"more than {most_bytes} bytes")
        return received.body

    def call(self, method: str, url: str, headers: Mapping[str, str], body: bytes | None, *, most_bytes: int) -> Answer:
        """Send a request over TLS; returns the answer, of any status. Redirects are not followed.

        Raises `NotFetched`: forbidden, unreachable, too slow or too long.
        """
        deadline = time.monotonic() + self.seconds
        try:
            if not read_target(url, private=self.private).tls:
                raise ForbiddenTarget(url)
            received = self._exchange(method, url, headers, body, deadline, most_bytes)
        except _FAILURES as error:
            late = time.monotonic() >= deadline
            raise NotFetched(
                Reason.TIMED_OUT if late else _reason_of_error(error)
            ) from None  # the URL may hold a secret
        if not received.whole:
            raise NotFetched(f"more than {most_bytes} bytes")
        encoding = received.headers.get("Content-Encoding", "").strip().lower()
        content_type = received.headers.get("Content-Type", "")
        return Answer(received.status, content_type, "" if encoding == "identity" else encoding, received.body)

    def _exchange(
        self,
        method: str,
        url: str,
        headers: Mapping[str, str],
        body: bytes | None,
        deadline: float,
        wanted: int | None = None,
    ) -> _Received:
        target = read_target(url, private=self.private)
        address = addresses_of(target, private=self.private, resolve=self.resolve)[0]
        with closing(self.connect((str(address), target.port), _left(deadline))) as plain:
            sock = self._wrapped(plain, target)
            with closing(sock), _ended_at(deadline, sock):
                sock.settimeout(_left(deadline))
                if isinstance(sock, ssl.SSLSocket):
                    sock.do_handshake()
                connection = _sent(sock, target, method, headers, body)
                return _received(connection, deadline, wanted)

    def _wrapped(self, plain: socket.socket, target: Target) -> socket.socket:
        """The connection with TLS (if the target has it) before the handshake; SNI and certificate need the name."""
        if not target.tls:
            return plain
        return self.authorities().wrap_socket(plain, server_hostname=target.host, do_handshake_on_connect=False)


def _sent(
    sock: socket.socket, target: Target, method: str, headers: Mapping[str, str], body: bytes | None
) -> http.client.HTTPConnection:
    """Send the request; returns the connection, from which the answer can be read."""
    connection = http.client.HTTPConnection(target.host, target.port)
    connection.sock = sock
    connection.putrequest(method, target.path, skip_host=True, skip_accept_encoding=True)
    own = {"Host": target.host_header, "Connection": "close"}
    if body is not None:
        own["Content-Length"] = str(len(body))
    for name, value in {**own, **headers}.items():
        connection.putheader(name, value)
    connection.endheaders(body)
    return connection


def _received(connection: http.client.HTTPConnection, deadline: float, wanted: int | None) -> _Received:
    """The answer, with at most `wanted` bytes of its body, or without the body when that is None.

    Raises `TimeoutError` unless its headers, and the body that is wanted, came before the deadline.
    """
    with closing(connection.getresponse()) as answer:
        _require_time(deadline)
        if wanted is not None:
            body = answer.read(wanted + 1)
            _require_time(deadline)
            return _Received(answer.status, answer.headers, body[:wanted], len(body) <= wanted)
        # The receiver may finish a short answer; of a long or slow one we close the connection.
        with suppress(OSError, http.client.HTTPException):
            answer.read(MOST_BYTES)
        return _Received(answer.status, answer.headers)


def _require_time(deadline: float) -> None:
    if time.monotonic() >= deadline:  # the watchdog cut the answer off, which looks like its end
        raise TimeoutError


@contextmanager
def _ended_at(deadline: float, sock: socket.socket) -> Iterator[None]:
    """End the connection at the deadline: time-outs of sockets begin anew with every byte that arrives."""
    # Not the method of an SSLSocket, which would drop its TLS state under the thread that reads.
    watchdog = Timer(_left(deadline), lambda: _quietly(lambda: socket.socket.shutdown(sock, socket.SHUT_RDWR)))
    watchdog.daemon = True
    watchdog.start()
    try:
        yield
    finally:
        watchdog.cancel()


def _quietly(act: Callable[[], None]) -> None:
    with suppress(OSError):  # the connection has ended by itself
        act()


def _left(deadline: float) -> float:
    return max(0.001, deadline - time.monotonic())


def _reason_of_status(status: int) -> Reason | None:
    if status in _SUCCESS:
        return None
    if status == _GONE:
        return Reason.GONE
    return Reason.REDIRECT if status in _REDIRECTS else Reason.HTTP_STATUS


def _reason_of_error(error: Exception) -> Reason:
    match error:
        case ForbiddenTarget() | InvalidRequest():
            return Reason.FORBIDDEN_TARGET
        case NameNotResolved() | UnicodeError():
            return Reason.NAME_NOT_RESOLVED
        case TimeoutError():
            return Reason.TIMED_OUT
        case ssl.SSLError():
            return Reason.TLS_FAILED
        case OSError():
            return Reason.CONNECTION_FAILED
    return Reason.BAD_ANSWER


def _seconds_asked_for(retry_after: str | None) -> timedelta | None:
    """The pause that `Retry-After` asks for, by seconds or by a date; None when it says neither."""
    if retry_after is None:
        return None
    text = retry_after.strip()
    if text.isascii() and text.isdigit():
        return timedelta(seconds=min(int(text[:9]), 10**8))
    with suppress(ValueError, OverflowError):  # a date may lie beyond the last year that Python knows
        at = parsedate_to_datetime(text)
        return max(timedelta(), at.astimezone(UTC) - datetime.now(UTC)) if at.tzinfo else None
    return None
