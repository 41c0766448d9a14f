"""A scripted stand-in for a language model: an OpenAI-compatible endpoint that says what a test tells it to."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Script = Callable[[dict[str, Any]], dict[str, Any] | None]


class ModelStub:
    """`script` turns a chat-completions request into the assistant's message, or into a server fault by None."""

    def __init__(self, port: int) -> None:
        self.requests: list[dict[str, Any]] = []
        self.script: Script = lambda _request: None
        self._server = ThreadingHTTPServer(("127.0.0.1", port), self._handler())
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        stub = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                stub.requests.append(request)
                message = stub.script(request)
                body = json.dumps({"choices": [{"message": message}]}).encode() if message else b""
                self.send_response(200 if message else 500)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_arguments: Any) -> None:
                """Silence: the tests read `requests`."""

        return Handler


def replying(content: str, *contributions: tuple[str, str]) -> Script:
    """A model that calls the tool `reply` as it should."""
    arguments = {"content": content, "contributions": [{"role": role, "summary": text} for role, text in contributions]}
    call = {"id": "call_1", "type": "function", "function": {"name": "reply", "arguments": json.dumps(arguments)}}
    return lambda _request: {"role": "assistant", "content": None, "tool_calls": [call]}


def saying(text: str) -> Script:
    """A model that talks instead of calling its tool."""
    return lambda _request: {"role": "assistant", "content": text}
