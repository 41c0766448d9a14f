"""The front's responses: answers passed on, and the front's own refusals in the interface's envelope (2.1)."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from http import HTTPStatus

FROM_FRONT = "X-Atrium-Front"
# First row, RFC 9110 7.6.1: headers of one connection, not of the message. Second row: the front sets these itself.
# `Host` is not here: the functions compare it with the browser's Origin, so it goes on as it came.
HOP_BY_HOP = frozenset(
    {
        *("connection", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade", "expect"),
        *("content-length", "server", "x-forwarded-for", "x-forwarded-proto", FROM_FRONT.lower()),
    }
)

# Lambda's limit on the JSON that goes into a function, and on the JSON that it returns.
MAX_PAYLOAD_BYTES = 6 * 1024 * 1024

UNAVAILABLE = ("UNAVAILABLE", "The local cloud does not answer. Is it running? make up")
TOO_LARGE = ("PAYLOAD_TOO_LARGE", "The request body is too large.")
MISDIRECTED = ("FORBIDDEN", "This machine's cloud answers to localhost only.")
MALFORMED = ("VALIDATION_ERROR", "The request is not valid HTTP.")
NO_SUCH_METHOD = ("METHOD_NOT_ALLOWED", "No route has this method.")
BROKEN = ("INTERNAL_ERROR", "Something went wrong on our side.")


@dataclass(frozen=True, slots=True)
class Answer:
    """A response on its way to the client; headers keep their order and their repetitions."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes


def envelope(status: HTTPStatus, error: tuple[str, str], **headers: str) -> Answer:
    """A refusal by the front itself: `error` is its code and message. `_` in a header's name becomes `-`."""
    code, message = error
    content = {"success": False, "error": {"code": code, "message": message}}
    standing = (("Content-Type", "application/json; charset=utf-8"), ("Cache-Control", "no-store"))
    named = tuple((name.replace("_", "-"), value) for name, value in headers.items())
    return Answer(status, (*standing, *named), json.dumps(content).encode())


def as_gateway(answer: Answer) -> Answer:
    """The answer as API Gateway gives it: that of a crash, or one of over 6 MiB, becomes the response DEFAULT_5XX.

    The emulator would show the exception instead, and pass on what is too large for Lambda to return.
    """
    if _returned_bytes(answer) > MAX_PAYLOAD_BYTES:
        return envelope(HTTPStatus.BAD_GATEWAY, BROKEN)
    if answer.status < HTTPStatus.INTERNAL_SERVER_ERROR or b'"success"' in answer.body:
        return answer
    return envelope(HTTPStatus(answer.status), BROKEN)


def fits_event(headers: Iterable[tuple[str, str]], body: bytes) -> bool:
    """Whether the request fits into an event of 6 MiB, which has each header twice and the body in base64.

    The body is always in base64, because the template declares every media type binary.
    """
    written = sum(len(name) + len(value) for name, value in headers)
    return 2 * written + len(base64.b64encode(body)) <= MAX_PAYLOAD_BYTES


def _returned_bytes(answer: Answer) -> int:
    """The length of the JSON that a function returned for this answer; 0 when that is surely below the limit."""
    if len(answer.body) < MAX_PAYLOAD_BYTES // 6:  # JSON writes a character in six bytes at most
        return 0
    try:
        body, is_base64 = answer.body.decode(), False
    except UnicodeDecodeError:
        body, is_base64 = base64.b64encode(answer.body).decode(), True
    headers = {"headers": dict(answer.headers), "multiValueHeaders": {}}
    returned = {"statusCode": answer.status, **headers, "body": body, "isBase64Encoded": is_base64}
    return len(json.dumps(returned, ensure_ascii=False).encode())


def end_to_end(headers: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """The headers that belong to the message, not to one connection, in their order."""
    pairs = list(headers)
    named = {
        token.strip().lower() for name, value in pairs if name.lower() == "connection" for token in value.split(",")
    }
    return ((name, value) for name, value in pairs if name.lower() not in HOP_BY_HOP | named)
