"""Checks a request before the protocol's library reads it: its address, two headers, one JSON-RPC message.

The library quotes the message that it refuses, secrets included, and takes messages that it should refuse.
"""

from __future__ import annotations

from typing import Any

from common.errors import InvalidRequest, NotAcceptable, UnsupportedMediaType
from common.gate import HttpRequest
from common.json_text import read_json

JSON_TYPE = "application/json"
READ_ONLY = "readonly"
_ZERO = frozenset({"q=0", "q=0.", "q=0.0", "q=0.00", "q=0.000"})
_TAKES_JSON = frozenset({JSON_TYPE, "application/*", "*/*"})


def require_message(request: HttpRequest) -> None:
    """Return when the request is one message of the protocol that may be answered in JSON.

    Raises: `InvalidRequest`, `NotAcceptable`, `UnsupportedMediaType`, `NotJson`. None repeats what was sent.
    """
    asked = request.raw.get("multiValueQueryStringParameters") or {}
    if asked.keys() - {READ_ONLY} or any(len(values) > 1 for values in asked.values()):
        raise InvalidRequest(f"The address takes the query parameter {READ_ONLY} alone, and once.")
    headers = sent_headers(request)
    asked_for = headers.get("accept", [])
    if any(map(str.strip, asked_for)) and _media_types(asked_for).isdisjoint(_TAKES_JSON):  # none: anything will do
        raise NotAcceptable
    if _media_types(headers.get("content-type", [])) != {JSON_TYPE}:
        raise UnsupportedMediaType
    _require_one(read_json(request.body))


def sent_headers(request: HttpRequest) -> dict[str, list[str]]:
    """All values of each header, by its name in lower case, so that a header sent twice shows."""
    repeated = request.raw.get("multiValueHeaders") or {}
    return {name: [value] for name, value in request.headers.items()} | {
        name.lower(): values for name, values in repeated.items()
    }


def _require_one(message: Any) -> None:
    if not isinstance(message, dict):
        raise InvalidRequest("Send one JSON-RPC message, which is an object. Batches are not taken.")
    if message.get("jsonrpc") != "2.0":
        raise InvalidRequest('jsonrpc must be "2.0".')
    if "id" in message and (isinstance(message["id"], bool) or not isinstance(message["id"], str | int)):
        raise InvalidRequest("id must be text or a whole number; a notification has none.")
    if not isinstance(message.get("method"), str):
        raise InvalidRequest("method must be text. Answers are not taken: nothing is asked from here.")
    if not isinstance(message.get("params"), dict | None):
        raise InvalidRequest("params must be an object.")


def _media_types(values: list[str]) -> set[str]:
    """The media types in a header, without parameters. Types that it refuses, with quality 0, are left out."""
    named = [part.lower().replace(" ", "").split(";") for value in values for part in value.split(",")]
    return {kind for kind, *parameters in named if _ZERO.isdisjoint(parameters)} - {""}
