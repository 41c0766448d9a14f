"""Lets only the front, and programs that sign with known credentials, speak to the emulator; no page of a browser.

MiniStack 1.5.33 answers any Host, allows any Origin, takes `test` for its root user without looking at a signature, and
computes a function's credentials from its name. Here each request is refused unless

- its header `Host` names this machine. A page under a name that was made to point here (DNS rebinding) fails here;
- no page of a browser made it: those say so in `Origin` or `Sec-Fetch-Site`. A signed address may come with the
  second, so that a click on an export downloads it; a script's `Origin` is refused there, too;
- its signature (version 4, in a header or in the address) is right for the root user, or for a session or an access
  key that the emulator has issued. Only the root user may ask for what is no AWS service, such as a reset.

The front alone comes without a signature, and also for pages, but only to the public API. It shows a token made from
this cloud's secret key.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from http import HTTPStatus
from importlib import import_module
from types import SimpleNamespace
from typing import Any
from urllib.parse import parse_qs

THIS_MACHINE = re.compile(r"(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?", re.IGNORECASE)
PAGES_SAY = ("origin", "sec-fetch-site")
FRONT = "x-atrium-front"
PUBLIC_API = "/_aws/execute-api/"
ALGORITHM = "AWS4-HMAC-SHA256"
UNHASHED = ("UNSIGNED-PAYLOAD", "STREAMING-")
Send = Callable[[dict[str, Any]], Awaitable[None]]
Receive = Callable[[], Awaitable[dict[str, Any]]]


class Refused(Exception):
    """The request is refused; `code` is the AWS error code that the caller is told."""

    def __init__(self, code: str = "AccessDenied") -> None:
        super().__init__(code)
        self.code = code


def stand_guard(emulator: Any) -> None:
    """Put the guard before `app`, the one entrance to the emulator."""
    enter = emulator.app

    async def guarded(scope: dict[str, Any], receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await enter(scope, receive, send)
        elif scope["type"] != "http":
            await send({"type": "websocket.close", "code": 1008})
        else:
            try:
                scope, receive = await _let_in(scope, receive)
            except Refused as refused:
                await _refuse(refused.code, scope, send)
            else:
                await enter(scope, receive, _without_cors(send))

    emulator.app = guarded


def know_one_root(evaluator: Any) -> None:
    """Let only this cloud's access key, or none, count as the root user's; `test` and account numbers no longer do."""
    evaluator.is_root_access_key = lambda key: key in {"", os.environ["AWS_ACCESS_KEY_ID"]}


def lend_secret_credentials(runtime: Any) -> None:
    """Make functions' credentials, which the emulator hashes from their names, depend on this cloud's secret."""

    def keyed(text: bytes) -> Any:
        return hmac.new(os.environ["AWS_SECRET_ACCESS_KEY"].encode(), text, hashlib.sha256)

    runtime.hashlib = SimpleNamespace(sha256=keyed)


async def _let_in(scope: dict[str, Any], receive: Receive) -> tuple[dict[str, Any], Receive]:
    """Check a request; returns the scope and the body for the emulator to read. Raises `Refused`."""
    headers = _headers(scope)
    if not THIS_MACHINE.fullmatch(headers.get("host", "")):
        raise Refused
    if FRONT in headers:
        _require_front(headers[FRONT], scope["path"])
        inner = [(name, value) for name, value in scope["headers"] if name.lower() != FRONT.encode()]
        return {**scope, "headers": inner}, receive
    query = parse_qs(scope["query_string"].decode("latin-1"), keep_blank_values=True)
    presigned = "X-Amz-Signature" in query
    if any(name in headers for name in PAGES_SAY[: 1 if presigned else 2]):
        raise Refused
    signature, secret = _signature(headers, query, presigned=presigned)
    body = await _body(receive)
    path = (scope.get("raw_path") or scope["path"].encode()).decode("latin-1")
    request = (scope["method"], path, query, headers, body)
    if _sigv4().header_signature_failure(signature, secret, *request, presigned=presigned):
        raise Refused("SignatureDoesNotMatch")
    declared = headers.get("x-amz-content-sha256", UNHASHED[0])
    if not declared.startswith(UNHASHED) and declared != hashlib.sha256(body).hexdigest():
        raise Refused("XAmzContentSHA256Mismatch")
    if scope["path"].startswith("/_") and signature.access_key_id != os.environ["AWS_ACCESS_KEY_ID"]:
        raise Refused
    return scope, _again(body, receive)


def _headers(scope: Mapping[str, Any]) -> dict[str, str]:
    """Headers by lower-case name; one that comes twice is joined, so that no second `Host` hides behind a first."""
    headers: dict[str, str] = {}
    for name, value in scope["headers"]:
        known, text = name.decode("latin-1").lower(), value.decode("latin-1")
        headers[known] = f"{headers[known]}, {text}" if known in headers else text
    return headers


def _require_front(token: str, path: str) -> None:
    expected = hmac.new(os.environ["AWS_SECRET_ACCESS_KEY"].encode(), b"front", hashlib.sha256).hexdigest()
    if not (hmac.compare_digest(token.encode(), expected.encode()) and path.startswith(PUBLIC_API)):
        raise Refused


def _signature(headers: dict[str, str], query: dict[str, Any], *, presigned: bool) -> tuple[Any, str]:
    """The claimed signature, and the secret of its key; `header_signature_failure` compares the two.

    Raises `Refused`: no signature, one in two places, an expired one, or an unknown key.
    """
    by_header = headers.get("authorization", "").startswith(f"{ALGORITHM} ")
    if by_header == presigned or (presigned and query.get("X-Amz-Algorithm") != [ALGORITHM]):
        raise Refused("MissingAuthenticationToken")
    sigv4 = _sigv4()
    signature = sigv4.parse_query_signature(query) if presigned else sigv4.parse_header_signature(headers)
    if isinstance(signature, tuple):
        raise Refused(signature[0])
    if presigned:
        expired = _expired(signature.amz_date, query.get("X-Amz-Expires", [""])[0])
        token = query.get("X-Amz-Security-Token", [""])[0]
    else:
        expired, token = bool(sigv4.request_time_failure(signature)), headers.get("x-amz-security-token", "")
    if expired:
        raise Refused("RequestExpired")
    return signature, _secret(signature.access_key_id, token)


def _expired(signed_at: str, seconds: str) -> bool:
    try:
        return bool(_sigv4().presigned_request_is_expired(signed_at, seconds))
    except ValueError:
        return True


def _secret(key: str, token: str) -> str:
    """The secret that the emulator issued with this key and session token. Raises `Refused`: it issued none."""
    evaluator: Any = import_module("ministack.core.iam_evaluator")
    responses: Any = import_module("ministack.core.responses")
    account = responses._account_from_sts_session(key) or evaluator.find_iam_access_key_account(key)  # noqa: SLF001 - the emulator's own way to it
    found = evaluator.resolve_credential(key, account, token) if key else None
    if not isinstance(found, evaluator.ResolvedCredential):
        raise Refused("InvalidClientTokenId")
    return str(found.secret_access_key)


def _sigv4() -> Any:
    return import_module("ministack.core.sigv4")  # only the emulator has it, not the functions that it runs


async def _body(receive: Receive) -> bytes:
    parts = []
    while True:
        message = await receive()
        if message["type"] != "http.request":
            raise Refused  # whoever asked went away
        parts.append(message.get("body", b""))
        if not message.get("more_body"):
            return b"".join(parts)


def _again(body: bytes, receive: Receive) -> Receive:
    """A `receive` that gives the body, which was read already, to the next reader."""
    given = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive_again() -> dict[str, Any]:
        return given.pop() if given else await receive()

    return receive_again


def _without_cors(send: Send) -> Send:
    """A `send` that drops CORS headers, so that no page of another site can read an answer."""

    async def send_without(message: dict[str, Any]) -> None:
        headers: Sequence[tuple[bytes, bytes]] = message.get("headers", ())
        kept = [(name, value) for name, value in headers if not name.lower().startswith(b"access-control-")]
        await send({**message, "headers": kept} if headers else message)

    return send_without


async def _refuse(code: str, scope: Mapping[str, Any], send: Send) -> None:
    """Answer 403 in the form that SDKs read: JSON to a request in JSON, else XML."""
    message = "This cloud answers requests that are signed with its own credentials: see .local/atrium.env."
    if "json" in _headers(scope).get("content-type", ""):
        kind, body = b"application/json", json.dumps({"__type": code, "message": message})
    else:
        error = f"<Error><Code>{code}</Code><Message>{message}</Message></Error>"
        kind, body = b"text/xml", f"<ErrorResponse>{error}</ErrorResponse>"
    headers = [(b"content-type", kind), (b"x-amzn-errortype", code.encode()), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": int(HTTPStatus.FORBIDDEN), "headers": headers})
    await send({"type": "http.response.body", "body": body.encode()})
