"""The MCP door: AI assistants call the services behind the REST routes as tools (interface 1, 5.7)."""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from common.caller import Caller
from common.envelope import STANDING_HEADERS, failure
from common.errors import DomainError, Forbidden, InvalidRequest, PayloadTooLarge
from common.gate import KIB, Access, HttpRequest, admit_caller, is_our_origin
from common.json_text import NotJson
from common.paging import require_sendable
from common.problems import to_problem
from common.telemetry import logger
from domain.usage.service import note_request
from mcp_door.bridge import answer
from mcp_door.exchange import Exchange
from mcp_door.message import JSON_TYPE, READ_ONLY, require_message

MAX_BODY_BYTES = 320 * KIB  # REST's largest body, 256 KiB, and the protocol around it
ANYBODY = Access(narrows=True, connections=True)  # each tool says what it does for a key that is limited to projects
INVALID_REQUEST, PARSE_ERROR = -32600, -32700
Answer = dict[str, Any]

# The library's own log quotes what callers send, which must not be logged; our log has one line per request.
for name in ("mcp", "asyncio"):
    logging.getLogger(name).setLevel(logging.CRITICAL)


def lambda_handler(event: Mapping[str, Any], context: Any) -> Answer:
    started = time.perf_counter()
    request = HttpRequest.from_event(event)
    exchange = Exchange(request.caller, request.origin, context) if request.caller else None
    if exchange is not None:
        exchange.read_only = _reads_alone(event)
    found, refused = _answer(request, exchange) if request.method == "POST" else (_not_allowed(request), None)
    status, code = found["statusCode"], refused.code if refused else ""
    if exchange is not None and exchange.status >= status:
        status, code = exchange.status, exchange.code
    elif status >= HTTPStatus.BAD_REQUEST and refused is None:
        code = InvalidRequest.code  # the protocol's library refused it
    milliseconds = round((time.perf_counter() - started) * 1000)
    note_request(request, status, code, milliseconds, tool=exchange.tool if exchange else None)
    logger.info("request", **_log_fields(request, exchange, status, started))
    return found


def _answer(request: HttpRequest, exchange: Exchange | None) -> tuple[Answer, DomainError | None]:
    """The answer, and the error with which we refused the request before the library saw it, else None."""
    try:
        _require_key(admit_caller(request, ANYBODY))
        assert exchange is not None  # noqa: S101 - whoever is admitted is a caller
        _require_our_origin(request.headers)
        _require_small(request.body)
        require_message(request)
        answered = answer(request, exchange, max_body_bytes=MAX_BODY_BYTES)
        require_sendable(answered.body.decode())
    except DomainError as error:
        problem = to_problem(error)
        return _to_answer(request, problem.status, _refusal(error), problem.headers), error
    except Exception:  # noqa: BLE001 - whatever went wrong, the caller gets JSON-RPC and the log gets the traceback
        logger.exception("request_failed", request_id=request.request_id)
        fault = DomainError()
        return _to_answer(request, HTTPStatus.INTERNAL_SERVER_ERROR, _refusal(fault)), fault
    headers = {name: value for name, value in answered.headers.items() if name != "content-length"}
    return _to_answer(request, answered.status, answered.body.decode(), headers), None


def _reads_alone(event: Mapping[str, Any]) -> bool:
    """Whether the address has `?readonly` with any value but 0: a mistyped value must not allow more."""
    asked = (event.get("queryStringParameters") or {}).get(READ_ONLY)
    return asked is not None and asked != "0"


def _require_key(caller: Caller) -> None:
    """The MCP server accepts API keys (interface 5.1) and connected programs: a session cookie is refused."""
    if caller.kind == "session":
        raise Forbidden("The MCP server needs an API key")


def _require_our_origin(headers: Mapping[str, str]) -> None:
    """DNS-rebinding guard: refuse requests that another site's page sends from its visitor's browser."""
    if not is_our_origin(headers):
        raise Forbidden("Requests from other sites are not allowed")


def _require_small(body: bytes) -> None:
    if len(body) > MAX_BODY_BYTES:
        raise PayloadTooLarge(f"The body may have at most {MAX_BODY_BYTES} bytes.")


def _not_allowed(request: HttpRequest) -> Answer:
    """Answer GET and DELETE by 405: there is no stream to open and no session to end. No key is needed for it."""
    body = failure("METHOD_NOT_ALLOWED", "Send JSON-RPC messages by POST.")
    return _to_answer(request, HTTPStatus.METHOD_NOT_ALLOWED, json.dumps(body), {"Allow": "POST"})


def _refusal(error: DomainError) -> str:
    """A JSON-RPC error. Its id is null because the message, which carries the id, was not read."""
    code = PARSE_ERROR if isinstance(error, NotJson) else INVALID_REQUEST
    content = {"code": code, "message": f"{error.code}: {error.message}"}
    return json.dumps({"jsonrpc": "2.0", "id": None, "error": content})


def _to_answer(request: HttpRequest, status: int, body: str, headers: Mapping[str, str] | None = None) -> Answer:
    standing = {
        **STANDING_HEADERS,
        **request.rate_limit,
        "X-Request-Id": request.request_id,
        "Content-Type": JSON_TYPE,
    }
    named = {name.title(): value for name, value in (headers or {}).items()}
    return {"statusCode": status, "headers": standing | named, "body": body, "isBase64Encoded": False}


def _log_fields(request: HttpRequest, exchange: Exchange | None, status: int, started: float) -> dict[str, Any]:
    caller = request.caller
    return {
        "request_id": request.request_id,
        "route": f"{request.method} {request.resource}",
        "method": exchange.method if exchange else None,
        "tool": exchange.tool if exchange else None,
        "status": status,
        "milliseconds": round((time.perf_counter() - started) * 1000, 1),
        "caller": caller.kind if caller else None,
        "key_id": caller.principal_id if caller and caller.kind != "session" else None,
    }
