"""API Gateway to ASGI and back: one request through the protocol library."""

from __future__ import annotations

import asyncio
from collections.abc import MutableMapping
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any

from mcp.server.streamable_http_manager import StreamableHTTPSessionManager

from common.gate import HttpRequest
from mcp_door.exchange import SCOPE_KEY, Exchange
from mcp_door.server import protocol_server

Message = MutableMapping[str, Any]


@dataclass(slots=True)
class Answered:
    """What the library sent."""

    status: int = HTTPStatus.INTERNAL_SERVER_ERROR
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""


def answer(request: HttpRequest, exchange: Exchange, *, max_body_bytes: int) -> Answered:
    """Let the library answer one POST; `exchange` is told what became of it."""
    return asyncio.run(_answer(request, exchange, max_body_bytes))


async def _answer(request: HttpRequest, exchange: Exchange, max_body_bytes: int) -> Answered:
    answered = Answered()
    unread: list[Message] = [{"type": "http.request", "body": request.body, "more_body": False}]

    async def receive() -> Message:
        if not unread:
            await asyncio.Event().wait()  # for ever: a client behind API Gateway is never seen to leave
        return unread.pop()

    async def send(message: Message) -> None:
        if message["type"] == "http.response.start":
            answered.status = message["status"]
            answered.headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in message["headers"]}
        else:
            answered.body += message.get("body", b"")

    # Its run() works once only, so each request has a manager of its own. Origin and host are checked before.
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
    """With repetitions, where the gateway tells of them: a routing header sent twice has to be refused."""
    repeated = request.raw.get("multiValueHeaders") or {}
    sent = {name: [value] for name, value in request.headers.items()} | {
        name.lower(): values for name, values in repeated.items()
    }
    return [
        (name.encode("latin-1"), value.encode("latin-1", "replace"))
        for name, values in sent.items()
        for value in values
    ]
