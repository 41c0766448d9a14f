"""A host on this machine for calls over TLS, with an authority of its own; tests choose its answers."""

from __future__ import annotations

import socket
import ssl
import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from domain.webhooks.wire import Wire

LOOPBACK = "127.0.0.1"
HOST, GIT_HOST = "api.example.org", "git.example.org"
PUBLIC = "93.184.215.14"


@dataclass(frozen=True)
class Call:
    """One request as it arrived; header names are in lower case."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes


Answer = tuple[int, Mapping[str, str], bytes]


def text(body: str | bytes, kind: str = "text/plain", status: int = 200, **headers: str) -> Answer:
    """An answer with this body and content type; `_` in a header's name becomes `-`."""
    content = body.encode() if isinstance(body, str) else body
    return status, {"Content-Type": kind} | {name.replace("_", "-"): value for name, value in headers.items()}, content


@dataclass
class Echo:
    """The host: `answer` makes the answer to a call; `calls` are the calls that arrived."""

    answer: Callable[[Call], Answer] = lambda _call: text("fine")
    calls: list[Call] = field(default_factory=list)
    port: int = 0

    def wire(self, *, resolve: Callable[[str], list[str]] = lambda _name: [PUBLIC], seconds: float = 10.0) -> Wire:
        """A wire that refuses private addresses; whatever public one it connects to is this host."""

        def connect(_address: tuple[str, int], within: float) -> socket.socket:
            return socket.create_connection((LOOPBACK, self.port), within)

        return Wire(False, resolve, connect, lambda: authority().client, seconds)


@dataclass(frozen=True)
class Authority:
    """The contexts of a server called `HOST`, `GIT_HOST` or `localhost`, and of a client that trusts its authority."""

    pem: bytes
    server: ssl.SSLContext
    client: ssl.SSLContext


@cache
def authority() -> Authority:
    """An authority made once for each test run; no file that outlives this function has its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, HOST)])
    now = datetime.now(UTC)
    builder = x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
    builder = builder.serial_number(1).not_valid_before(now - timedelta(days=1))
    builder = builder.not_valid_after(now + timedelta(days=3_650))  # a deployed cloud's clock is moved far ahead
    names = x509.SubjectAlternativeName([x509.DNSName(name) for name in (HOST, GIT_HOST, "localhost")])
    builder = builder.add_extension(names, critical=False)
    builder = builder.add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
    pem = builder.sign(key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM)
    form = (serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    with tempfile.TemporaryDirectory() as folder:
        both = Path(folder, "both.pem")
        both.write_bytes(pem + key.private_bytes(*form))
        server.load_cert_chain(both)
    return Authority(pem, server, ssl.create_default_context(cadata=pem.decode()))


@contextmanager
def echoing(answer: Callable[[Call], Answer] = lambda _call: text("fine")) -> Iterator[Echo]:
    """Run a host over TLS within the block."""
    echo = Echo(answer)

    class Handler(BaseHTTPRequestHandler):
        def answer(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            headers = {name.lower(): value for name, value in self.headers.items()}
            call = Call(self.command, self.path, headers, body)
            echo.calls.append(call)
            status, given, content = echo.answer(call)
            self.send_response(status)
            for name, value in {"Content-Length": str(len(content)), **given}.items():
                self.send_header(name, value)
            self.end_headers()
            if self.command != "HEAD":
                with suppress(OSError):
                    self.wfile.write(content)

        do_GET = do_HEAD = do_POST = do_PUT = do_PATCH = do_DELETE = answer  # noqa: N815 - the names that Python wants

        def log_message(self, *_written: Any) -> None:
            """Log nothing."""

    server = ThreadingHTTPServer((LOOPBACK, 0), Handler)
    server.daemon_threads = True
    server.socket = authority().server.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    echo.port = server.server_address[1]
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
    try:
        yield echo
    finally:
        server.shutdown()
        server.server_close()
