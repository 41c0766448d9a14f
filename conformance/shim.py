"""A local proxy that adds an API key to every request, because the conformance suite cannot send one."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import override
from urllib.parse import urlsplit

from local.ports import LOOPBACK

PATIENCE_SECONDS = 60.0
OWN_HEADERS = frozenset({"connection", "content-length", "transfer-encoding"})


@contextmanager
def adding_key(base_url: str, key: str) -> Iterator[str]:
    """Run a shim in front of `base_url` within the block; yields the shim's base URL."""

    class Exchange(_Exchange):
        upstream, credential = urlsplit(base_url).netloc, f"Bearer {key}"

    server = _Server((LOOPBACK, 0), Exchange)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://localhost:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    @override
    def handle_error(self, request: object, client_address: object) -> None:
        """Ignore broken connections: a judge may hang up in the middle of an answer."""
        if not isinstance(sys.exception(), OSError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]  # handed through as it came


class _Exchange(BaseHTTPRequestHandler):
    """Passes each request on with the key added, Host and Origin unchanged, and returns the answer."""

    protocol_version = "HTTP/1.1"
    upstream: str
    credential: str

    def forward(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        with closing(HTTPConnection(self.upstream, timeout=PATIENCE_SECONDS)) as connection:
            connection.putrequest(self.command, self.path, skip_host=True, skip_accept_encoding=True)
            for name, value in self.headers.items():
                if name.lower() not in OWN_HEADERS:
                    connection.putheader(name, value)
            connection.putheader("Authorization", self.credential)
            connection.putheader("Content-Length", str(len(body)))
            connection.endheaders(body)
            response = connection.getresponse()
            answer = response.read()
        self.send_response_only(response.status)
        for name, value in response.getheaders():
            if name.lower() not in OWN_HEADERS:
                self.send_header(name, value)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    do_GET = do_POST = do_DELETE = forward  # noqa: N815 - the names http.server looks for

    @override
    def log_message(self, format: str, *args: object) -> None:
        """Log nothing: the judges report what they see."""
