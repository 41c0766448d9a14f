"""The error responses: one for each status of `common.problems`, and which operation can answer which."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

from common.envelope import failure
from common.errors import DomainError
from common.gate import Access
from common.problems import STATUS

JSON = "application/json"
FAILURE = {"$ref": "#/components/schemas/Failure"}
RETRY_AFTER = {"Retry-After": {"description": "Seconds to wait.", "schema": {"type": "integer", "minimum": 1}}}
REQUEST_ID = {
    "X-Request-Id": {
        "description": "The request's id. Quote it when you ask us about the request.",
        "schema": {"type": "string"},
    }
}


def error_statuses(
    access: Access, *, takes_input: bool, changes: bool, names_another: bool, creates: bool
) -> list[str]:
    """The error statuses that every operation with these traits can answer; `names_another`: the request has an id."""
    possible = {
        "400": takes_input or changes,
        "401": not access.public,
        "403": not access.public or changes,
        "404": names_another,
        "413": changes,
        "415": changes,
        "422": creates,
        "429": True,
        "500": True,
        "503": True,
    }
    return [status for status, can_happen in possible.items() if can_happen]


def refusals(codes: Iterable[str]) -> dict[str, dict[str, Any]]:
    """The responses for these codes of domain errors, by status, with an example for each code."""
    by_status: dict[str, list[tuple[str, str, Any]]] = {}
    for code in codes:
        message = vars(_kinds()[code]).get("default_message", "The message says which, and what to do.")
        by_status.setdefault(str(status_of(code)), []).append((code, message, None))
    return {status: _response("The current state does not allow it.", *found) for status, found in by_status.items()}


def status_of(code: str) -> int:
    """The HTTP status of refusals with this code, which must be that of a domain error."""
    return next(STATUS[parent] for parent in _kinds()[code].__mro__ if parent in STATUS)


@cache
def _kinds() -> dict[str, type[DomainError]]:
    """The first error of each code. The doors have imported every error that they can answer."""
    found: dict[str, type[DomainError]] = {}
    todo = [DomainError]
    for kind in todo:
        found.setdefault(kind.code, kind)
        todo += kind.__subclasses__()
    return found


def _response(text: str, *examples: tuple[str, str, Any], headers: dict[str, Any] | None = None) -> dict[str, Any]:
    values = {code: {"value": failure(code, message, details)} for code, message, details in examples}
    return {
        "description": text,
        "headers": REQUEST_ID | (headers or {}),
        "content": {JSON: {"schema": FAILURE, "examples": values}},
    }


RESPONSES = {
    "400": _response(
        "The body, the query or the path is not valid; `details` names each field.",
        ("VALIDATION_ERROR", "The request is not valid.", [{"field": "name", "message": "Must not be blank."}]),
    ),
    "401": _response(
        "The credential is missing or not valid any more.",
        ("UNAUTHORIZED", "Sign in, or send a valid API key.", None),
        ("API_KEY_EXPIRED", "This API key has expired.", None),
        ("API_KEY_REVOKED", "This API key was revoked.", None),
        ("SESSION_EXPIRED", "The session has ended. Sign in again.", None),
        ("INVALID_CREDENTIALS", "E-mail or password is wrong.", None),
    ),
    "403": _response(
        "The credential is valid but does not allow this.",
        ("FORBIDDEN", "API key missing required scope: projects:read", {"missing_scopes": ["projects:read"]}),
        ("STEP_UP_REQUIRED", "Confirm that it is you: POST /api/auth/step-up, then try again.", None),
    ),
    "404": _response(
        "It does not exist, or it belongs to another account: both get this answer.",
        ("NOT_FOUND", "No such resource.", None),
    ),
    "413": _response("The body is too large.", ("PAYLOAD_TOO_LARGE", "The request body is too large.", None)),
    "415": _response("The body is not JSON.", ("UNSUPPORTED_MEDIA_TYPE", "Send the body as application/json.", None)),
    "422": _response(
        "The Idempotency-Key was used with another request.",
        ("IDEMPOTENCY_KEY_REUSED", "This Idempotency-Key was used with another request.", None),
    ),
    "429": _response(
        "Too many requests; wait as long as `Retry-After` says.",
        ("RATE_LIMITED", "Too many requests. Slow down.", None),
        ("TOO_MANY_ATTEMPTS", "Too many failed attempts. Wait a little.", None),
        headers=RETRY_AFTER,
    ),
    "500": _response("A fault on our side.", ("INTERNAL_ERROR", "Something went wrong on our side.", None)),
    "503": _response(
        "A part of the service is not available. Nothing was done.",
        ("UNAVAILABLE", "A part of the service is not available. Nothing was done; try again shortly.", None),
        headers=RETRY_AFTER,
    ),
}
