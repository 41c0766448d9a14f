"""Turns errors into HTTP answers; no other module decides on the status of an error."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import field
from typing import Any

from common import errors
from common.envelope import failure
from common.services import frozen

STATUS: Mapping[type[errors.DomainError], int] = {
    errors.InvalidRequest: 400,
    errors.Unauthenticated: 401,
    errors.Forbidden: 403,
    errors.NotFound: 404,
    errors.NotAcceptable: 406,
    errors.Conflict: 409,
    errors.PayloadTooLarge: 413,
    errors.UnsupportedMediaType: 415,
    errors.Unprocessable: 422,
    errors.TooManyRequests: 429,
    errors.DomainError: 500,
    errors.TargetFailed: 502,
    errors.Unavailable: 503,
    errors.TargetTimedOut: 504,
}
_MEMBER = re.compile(r"<\w+\.\w+: ('\w+')>")  # how pydantic writes a member of an enum
_LOCATIONS = frozenset({"body", "query", "path", "header"})
# By pydantic's kind of error. Pydantic's own sentence about an object would name our class.
_SENTENCES: Mapping[str, str] = {
    "missing": "This is required.",
    "extra_forbidden": "There is no such field.",
    **dict.fromkeys(("model_type", "model_attributes_type", "dict_type", "dataclass_type"), "Give an object."),
    **dict.fromkeys(("list_type", "tuple_type"), "Give a list."),
    "string_type": "Give text.",
    **dict.fromkeys(("bool_type", "bool_parsing"), "Give true or false."),
    **dict.fromkeys(("int_type", "int_parsing", "int_from_float"), "Give a whole number."),
}
_BOUNDS: Mapping[str, str] = {
    "greater_than_equal": "Give {ge} or more.",
    "less_than_equal": "Give {le} or less.",
    "greater_than": "Give more than {gt}.",
    "less_than": "Give less than {lt}.",
}


@frozen
class Problem:
    """The HTTP answer to a request that failed."""

    status: int
    body: dict[str, Any]
    headers: dict[str, str] = field(default_factory=dict)


def to_problem(error: errors.DomainError) -> Problem:
    """The status, envelope and headers of a domain error."""
    status = next(STATUS[kind] for kind in type(error).__mro__ if kind in STATUS)
    headers = {}
    if isinstance(error, errors.TooManyRequests | errors.Unavailable):
        headers["Retry-After"] = str(error.retry_after_seconds)
    return Problem(status, failure(error.code, error.message, _details(error), _suggestion(error)), headers)


def invalid_request(raw_errors: Iterable[Mapping[str, Any]]) -> errors.InvalidRequest:
    """An error with what pydantic found wrong in each field. The rejected input is not repeated."""
    problems = tuple(errors.FieldProblem(_field(raw["loc"]), _message(raw)) for raw in raw_errors)
    return errors.InvalidRequest(problems=problems)


def _details(error: errors.DomainError) -> Any:
    if isinstance(error, errors.InvalidRequest):
        return [{"field": problem.field, "message": problem.message} for problem in error.problems]
    return error.details


def _suggestion(error: errors.DomainError) -> dict[str, str | list[str]] | None:
    return error.suggestion if isinstance(error, errors.InvalidRequest) else None


def _field(location: tuple[str | int, ...]) -> str:
    """`("body", "scopes", 0)` → `scopes.0`; an error of the body as a whole → `body`."""
    inner = location[1:] if len(location) > 1 and location[0] in _LOCATIONS else location
    return ".".join(str(part) if isinstance(part, int) else errors.plain_name(part) for part in inner) or "body"


def _message(raw: Mapping[str, Any]) -> str:
    """The message that people read beside the field: in our words for the commonest mistakes, else in pydantic's."""
    found = raw.get("ctx", {})
    match raw.get("type"):
        case str(kind) if kind in _SENTENCES:
            return _SENTENCES[kind]
        case "enum" | "literal_error":
            return f"Give {_MEMBER.sub(r'\1', found['expected'])}."
        case "too_short" | "string_too_short" if found["min_length"] == 1 or found.get("actual_length") == 0:
            return "This must not be empty."
        case str(kind) if kind in _BOUNDS:
            return _BOUNDS[kind].format(**found)
        case "too_short" if found["field_type"] == "Value":
            return f"This needs at least {found['min_length']} characters."
        case "too_long" if found["field_type"] == "Value":
            return f"This takes at most {found['max_length']} characters."
    return errors.said(raw["msg"].removeprefix("Value error, "))
