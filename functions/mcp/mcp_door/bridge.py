"""Takes one API Gateway request through the protocol library, which speaks ASGI, and returns the library's answer."""

from __future__ import annotations

import asyncio
from collections.abc import MutableMapping
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any

from mcp.server.streamable_http_manager import StreamableHTTPSessionManager

from common.gate import HttpRequest
from mcp_door.exchange import SCOPE_KEY, Exchange
from mcp_door.message import JSON_TYPE, sent_headers
from mcp_door.rewording import reworded
from mcp_door.server import protocol_server

Message = MutableMapping[str, Any]


@dataclass(slots=True)
class Answered:
    """The library's answer to one request."""

    status: int = HTTPStatus.INTERNAL_SERVER_ERROR
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""


def answer(request: HttpRequest, exchange: Exchange, *, max_body_bytes: int) -> Answered:
    """The library's answer to one POST, refusals in our own words. The library's callbacks fill in `exchange`."""
    answered = asyncio.run(_answer(request, exchange, max_body_bytes))
    accepted = exchange.done or not answered.body  # a notification is accepted without a word
    if not accepted or answered.status >= HTTPStatus.BAD_REQUEST:
        answered.body = reworded(answered.body, exchange.words)
    return answered


async def _answer(request: HttpRequest, exchange: Exchange, max_body_bytes: int) -> Answered:
    answered = Answered()
    unread: list[Message] = [{"type": "http.request", "body": request.body, "more_body": False}]

    async def receive() -> Message:
        if not unread:
            await asyncio.Event().wait()  # waits for ever: API Gateway never tells us that a client has left
        return unread.pop()

    async def send(message: Message) -> None:
        if message["type"] == "http.response.start":
            answered.status = message["status"]
            answered.headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in message["headers"]}
        else:
            answered.body += message.get("body", b"")

    # A manager's run() can be called only once, so each request gets its own. The door has checked origin and host.
    manager = StreamableHTTPSessionManager(
        protocol_server(), json_response=True, stateless=True, max_request_body_size=max_body_bytes
    )
    async with manager.run():
        await manager.handle_request(_scope(request, exchange), receive, send)
    return answered


def _scope(request: HttpRequest, exchange: Exchange) -> dict[str, Any]:
    return {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": request.method,
        "scheme": "https",
        "path": request.path,
        "raw_path": request.path.encode(),
        "root_path": "",
        "query_string": b"",
        "headers": _headers(request),
        SCOPE_KEY: exchange,
    }


def _headers(request: HttpRequest) -> list[tuple[bytes, bytes]]:
    """The request's headers, repeated ones included: the library must see them to refuse a header sent twice.

    Accept and Content-Type are replaced: the door has checked them, more leniently than the library would.
    """
    read = {"accept": [f"{JSON_TYPE}, text/event-stream"], "content-type": [JSON_TYPE]}
    return [
        (name.encode("latin-1"), value.encode("latin-1", "replace"))
        for name, values in (sent_headers(request) | read).items()
        for value in values
    ]
