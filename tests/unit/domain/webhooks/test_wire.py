from __future__ import annotations

import socket
import ssl
import threading
import time
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest

from domain.webhooks.records import Reason
from domain.webhooks.wire import Wire
from echo import HOST, PUBLIC, authority
from receivers import LOOPBACK, listening, receiving

SECONDS = 0.3  # of an attempt that runs into its deadline
PATIENT = 10.0  # of one that does not, however busy the machine is
SLACK = 3.0


def post(url, wire=None, *, seconds=PATIENT):
    """The outcome, and how many seconds it took."""
    began = time.monotonic()
    outcome = (wire or Wire(private=True, seconds=seconds)).post(url, {"webhook-id": "evt_1"}, '{"a":"ü"}')
    return outcome, time.monotonic() - began


def read_request(connection):
    received = b""
    while b"\r\n\r\n" not in received or not received.endswith(b"}"):
        received += connection.recv(4096)
    return received


def dripping(first, endlessly=b"a"):
    def speak(connection):
        read_request(connection)
        connection.sendall(first)
        while True:
            connection.sendall(endlessly)
            time.sleep(0.02)

    return speak


def test_post_brings_headers_and_body():
    with receiving() as receiver:
        outcome, _ = post(receiver.url)

    (arrival,) = receiver.arrivals
    assert (outcome.status, outcome.reason) == (204, None)
    assert (arrival.path, arrival.body) == ("/hook", '{"a":"ü"}'.encode())
    assert arrival.headers["host"] == receiver.url.split("/")[2]
    assert arrival.headers["webhook-id"] == "evt_1"


@pytest.mark.parametrize(
    ("status", "reason"),
    [
        *((status, None) for status in (200, 202, 299)),
        *((status, Reason.HTTP_STATUS) for status in (400, 404, 429, 500)),
        (410, Reason.GONE),
        *((status, Reason.REDIRECT) for status in (301, 303, 304, 307)),
    ],
)
def test_every_2xx_is_a_success_and_no_redirect_is_followed(status, reason):
    with listening() as elsewhere, receiving(lambda _arrival: (status, {"Location": elsewhere.url}, b"")) as receiver:
        outcome, _ = post(receiver.url)

    assert (outcome.status, outcome.reason) == (status, reason)
    assert elsewhere.connections == []


@pytest.mark.parametrize(
    "speak",
    [
        None,
        dripping(b""),
        dripping(b"HTTP/1.1 200 OK\r\nX-Long: "),
        dripping(b"", b"HTTP/1.1 100 Continue\r\n\r\n"),
    ],
    ids=["nothing", "status", "header", "interim answers"],
)
def test_receiver_that_never_answers_or_drips_its_answer_is_left_at_the_deadline(speak):
    with listening(speak) if speak else listening() as listener:
        outcome, seconds = post(listener.url, seconds=SECONDS)

    assert (outcome.status, outcome.reason) == (None, Reason.TIMED_OUT)
    assert SECONDS <= seconds < SECONDS + SLACK
    assert SECONDS * 1000 <= outcome.milliseconds <= seconds * 1000 + 1


def test_receiver_that_drips_the_body_of_a_success_has_received_and_is_left_at_the_deadline():
    with listening(dripping(b"HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n")) as listener:
        outcome, seconds = post(listener.url, seconds=SECONDS)

    assert (outcome.status, outcome.reason) == (200, None)
    assert seconds < SECONDS + SLACK


class Counting(socket.socket):
    """Counts what is read from it."""

    received = 0

    def recv_into(self, *arguments):
        count = super().recv_into(*arguments)
        self.received += count
        return count


def test_of_two_megabytes_a_little_is_read():
    used = []

    def connect(address, _seconds):
        used.append(Counting())
        used[0].connect(address)
        return used[0]

    with receiving(lambda _arrival: (200, {}, b"x" * 2_097_152)) as receiver:
        outcome, _ = post(receiver.url, Wire(private=True, connect=connect, seconds=PATIENT))

    assert outcome.reason is None
    assert 0 < used[0].received <= 32 * 1024


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (b"SSH-2.0-OpenSSH\r\n", Reason.BAD_ANSWER),
        (b"HTTP/1.1 abc\r\n\r\n", Reason.BAD_ANSWER),
        (b"", Reason.CONNECTION_FAILED),
        (b"HTTP/1.1 200 OK\r\n" + b"A: b\r\n" * 200, Reason.BAD_ANSWER),
    ],
    ids=["no-http", "no-status", "nothing", "too-many-headers"],
)
def test_answer_that_is_no_http_is_a_failure(answer, reason):
    def speak(connection):
        read_request(connection)
        connection.sendall(answer)
        connection.shutdown(socket.SHUT_WR)

    with listening(speak) as listener:
        assert post(listener.url)[0].reason is reason
    assert post(listener.url)[0].reason is Reason.CONNECTION_FAILED  # where nobody listens


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("120", 120),
        ("0", 0),
        ("9" * 40, 10**8),
        ("-5", None),
        ("soon", None),
        ("", None),
        ("１２", None),
        ("Fri, 31 Dec 9999 23:59:59 -0100", None),
        ("Fri, 31 Dec 99999999999 23:59:59 GMT", None),
    ],
)
def test_retry_after_in_seconds_is_read_and_what_is_no_time_is_not(text, asked):
    with receiving(lambda _arrival: (429, {"Retry-After": text.encode().decode("latin-1")}, b"")) as receiver:
        outcome, _ = post(receiver.url)

    assert outcome.retry_after == (None if asked is None else timedelta(seconds=asked))


def test_retry_after_as_a_date_is_read():
    date = format_datetime(datetime.now(UTC) + timedelta(minutes=10), usegmt=True)

    with receiving(lambda _arrival: (503, {"Retry-After": date}, b"")) as receiver:
        outcome, _ = post(receiver.url)

    assert timedelta(minutes=9) < outcome.retry_after <= timedelta(minutes=10)


def tls_wire(listener, trusted=None, *, seconds=PATIENT):
    """A wire whose every connection ends at the listener. It trusts the authority of `echo` unless told otherwise."""

    def connect(_address, within):
        return socket.create_connection((LOOPBACK, listener.port), within)

    return Wire(False, lambda _name: [PUBLIC], connect, lambda: trusted or authority().client, seconds)


def test_tls_brings_the_name_for_sni_and_host_and_checks_the_certificate_against_it(monkeypatch):
    seen = []
    monkeypatch.setattr(authority().server, "sni_callback", lambda _socket, name, _context: seen.append(name))

    def speak(connection):
        with authority().server.wrap_socket(connection, server_side=True) as secure:
            seen.append(read_request(secure))
            secure.sendall(b"HTTP/1.1 204 No Content\r\n\r\n")

    with listening(speak) as listener:
        outcome, _ = post(f"https://{HOST}/hook", tls_wire(listener))

    assert (outcome.status, outcome.reason) == (204, None)
    assert seen[0] == HOST
    assert f"\r\nHost: {HOST}\r\n".encode() in seen[1]


@pytest.mark.parametrize(
    ("host", "trusted"),
    [("other.example.org", None), (HOST, ssl.create_default_context())],
    ids=["another-name", "unknown-authority"],
)
def test_certificate_that_does_not_fit_is_a_failure_and_nothing_is_sent(host, trusted):
    received = []

    def speak(connection):
        with authority().server.wrap_socket(connection, server_side=True) as secure:
            received.append(secure.recv(10))

    with listening(speak) as listener:
        outcome, _ = post(f"https://{host}/", tls_wire(listener, trusted))

    assert outcome.reason is Reason.TLS_FAILED
    assert received == []


def test_tls_handshake_that_drips_ends_at_the_deadline():
    def speak(connection):
        connection.recv(4096)
        for byte in b"\x16\x03\x03\x40\x00" + b"\x02" * 4000:
            connection.sendall(bytes([byte]))
            time.sleep(0.03)

    with listening(speak) as listener:
        outcome, seconds = post(f"https://{HOST}/", tls_wire(listener, seconds=SECONDS))

    assert outcome.reason is Reason.TIMED_OUT
    assert seconds < SECONDS + SLACK


def test_no_watchdog_outlives_its_attempt():
    with receiving() as receiver:
        for _ in range(5):
            post(receiver.url)
    watchdogs = [thread for thread in threading.enumerate() if isinstance(thread, threading.Timer)]

    for thread in watchdogs:
        thread.join(SLACK)

    assert not any(thread.is_alive() for thread in watchdogs)
