"""Receivers of webhooks on this machine: tests choose their answers and read the requests that arrived."""

from __future__ import annotations

import json
import socket
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

LOOPBACK = "127.0.0.1"


@dataclass(frozen=True)
class Arrival:
    """One request; header names are in lower case."""

    path: str
    headers: Mapping[str, str]
    body: bytes

    @property
    def event_id(self) -> str:
        return self.headers["webhook-id"]

    @property
    def event(self) -> dict[str, Any]:
        event: dict[str, Any] = json.loads(self.body)
        return event


Answer = tuple[int, Mapping[str, str], bytes]
NO_CONTENT: Answer = (204, {}, b"")


@dataclass
class Receiver:
    """A receiver: `answer` makes the answers; `accepted` counts successful answers by `webhook-id`."""

    answer: Callable[[Arrival], Answer] = lambda _arrival: NO_CONTENT
    arrivals: list[Arrival] = field(default_factory=list)
    accepted: Counter[str] = field(default_factory=Counter)
    url: str = ""
    lock: threading.Lock = field(default_factory=threading.Lock)

    def take(self, arrival: Arrival) -> Answer:
        with self.lock:
            self.arrivals.append(arrival)
            given = self.answer(arrival)
            if 200 <= given[0] < 300:
                self.accepted[arrival.event_id] += 1
            return given


@contextmanager
def receiving(
    answer: Callable[[Arrival], Answer] = lambda _arrival: NO_CONTENT, *, port: int = 0
) -> Iterator[Receiver]:
    """Run an HTTP receiver within the block, on a free port unless one is given."""
    receiver = Receiver(answer)

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            arrival = Arrival(self.path, {name.lower(): value for name, value in self.headers.items()}, body)
            status, headers, content = receiver.take(arrival)
            self.send_response(status)
            for name, value in {"Content-Length": str(len(content)), **headers}.items():
                self.send_header(name, value)
            self.end_headers()
            with suppress(OSError):
                self.wfile.write(content)

        def log_message(self, *_written: Any) -> None:
            """Log nothing."""

    server = ThreadingHTTPServer((LOOPBACK, port), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
    receiver.url = f"http://{LOOPBACK}:{server.server_port}/hook"
    try:
        yield receiver
    finally:
        server.shutdown()
        server.server_close()


@dataclass
class Listener:
    """A listening socket, and the connections that it accepted."""

    port: int
    connections: list[socket.socket] = field(default_factory=list)

    @property
    def url(self) -> str:
        return f"http://{LOOPBACK}:{self.port}/"


@contextmanager
def listening(speak: Callable[[socket.socket], None] = lambda _connection: None) -> Iterator[Listener]:
    """Run a listener within the block, which calls `speak` with each connection in a thread."""
    server = socket.create_server((LOOPBACK, 0))
    listener = Listener(server.getsockname()[1])

    def converse(connection: socket.socket) -> None:
        with suppress(OSError):
            speak(connection)

    def accept() -> None:
        while True:
            try:
                connection, _ = server.accept()
            except OSError:
                return
            listener.connections.append(connection)
            threading.Thread(target=converse, args=(connection,), daemon=True).start()

    thread = threading.Thread(target=accept, daemon=True)
    thread.start()
    with closing(server):
        try:
            yield listener
        finally:
            with suppress(OSError):
                server.shutdown(socket.SHUT_RDWR)
            thread.join(2)
            for connection in listener.connections:
                connection.close()
