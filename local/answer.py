"""What the front sends back: an answer passed on, or a refusal of its own in the interface's envelope (2.1)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from http import HTTPStatus

# RFC 9110 7.6.1: these speak about one connection, not about the message; below them, what the front says itself.
# `Host` is not here: the functions compare it with the browser's Origin, so it goes on as it came.
HOP_BY_HOP = frozenset(
    {
        *("connection", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade", "expect"),
        *("content-length", "server", "x-forwarded-for", "x-forwarded-proto"),
    }
)

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
    """A refusal of the front itself, in the interface's envelope (2.1)."""
    code, message = error
    content = {"success": False, "error": {"code": code, "message": message}}
    standing = (("Content-Type", "application/json; charset=utf-8"), ("Cache-Control", "no-store"))
    named = tuple((name.replace("_", "-"), value) for name, value in headers.items())
    return Answer(status, (*standing, *named), json.dumps(content).encode())


def as_gateway(answer: Answer) -> Answer:
    """The answer API Gateway would give: when a function breaks, AWS asks the template's DEFAULT_5XX response.

    The emulator doesn't, and shows the exception instead.
    """
    if answer.status < HTTPStatus.INTERNAL_SERVER_ERROR or b'"success"' in answer.body:
        return answer
    return envelope(HTTPStatus(answer.status), BROKEN)


def end_to_end(headers: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """The headers that belong to the message, not to one connection, in their order."""
    pairs = list(headers)
    named = {
        token.strip().lower() for name, value in pairs if name.lower() == "connection" for token in value.split(",")
    }
    return ((name, value) for name, value in pairs if name.lower() not in HOP_BY_HOP | named)
