"""One operation of the document: who may call it, what it takes, what it answers, errors included.

There is one error response for each status of `common.problems`.
"""

from __future__ import annotations

import copy
import inspect
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any

from common.envelope import failure
from common.errors import DomainError
from common.gate import KIB, Access
from common.http import Route
from common.problems import STATUS
from tools.openapi import WORDS
from tools.openapi.samples import IDS, example_of

JSON = "application/json"
FAILURE = {"$ref": "#/components/schemas/Failure"}
RETRY_AFTER = {"Retry-After": {"description": "Seconds to wait.", "schema": {"type": "integer", "minimum": 1}}}
REQUEST_ID = {
    "X-Request-Id": {
        "description": "The request's id. Quote it when you ask us about the request.",
        "schema": {"type": "string"},
    }
}
ULID = "[0-7][0-9A-HJKMNP-TV-Z]{25}"
IDEMPOTENCY_KEY = {
    "name": "Idempotency-Key",
    "in": "header",
    "required": False,
    "description": "Any text of your choice. For 24 hours the same key and body get the same answer, and nothing is "
    "done twice.",
    "schema": {"type": "string", "minLength": 1, "maxLength": 255},
}


_WORDS = {"api": "API", "totp": "authenticator app", "ceo": "the CEO", "pa": "the assistant"}


@dataclass(frozen=True, slots=True)
class Operation:
    """A route as an area serves it. The name of the route's handler becomes the operation id."""

    area: str
    method: str
    path: str
    route: Route

    @property
    def name(self) -> str:
        """The operation's id: the handler's name, such as `create_api_key`."""
        return self.route.handler.__name__

    @property
    def summary(self) -> str:
        """The name in words: `create_api_key` becomes `Create API key`."""
        text = " ".join(_WORDS.get(word, word) for word in self.name.split("_"))
        return text[0].upper() + text[1:]


def describe(operation: Operation, raw: dict[str, Any]) -> dict[str, Any]:
    """The OpenAPI operation: the resolver's description `raw`, with mistakes corrected and gaps filled."""
    described: dict[str, Any] = {
        "operationId": operation.name,
        "tags": [operation.area],
        "summary": operation.summary,
        "description": _description(operation),
        "security": _security(operation.route.access),
    }
    if parameters := [_parameter(operation, entry) for entry in raw.get("parameters", [])] + _headers(operation):
        described["parameters"] = parameters
    if body := raw.get("requestBody"):
        described["requestBody"] = _body(operation, body)
    described["responses"] = _responses(operation, raw)
    return described


def _description(operation: Operation) -> str:
    access = operation.route.access
    if access.public:
        who = "Needs no credential."
    elif access.session_only:
        who = "Needs a session; an API key is refused."
    elif not access.scopes:
        who = "Any API key or session; what is shown depends on its scopes."
    else:
        who = "Scope: " + " or ".join(f"`{scope}`" for scope in access.scopes) + "."
    if access.step_up:
        who += " The session's last proof is ten minutes old at most."
    elif access.recent_proof:
        who += " A session's last proof is an hour old at most."
    parts = [inspect.cleandoc(operation.route.handler.__doc__ or "").replace("\n\n", " ").replace("\n", " "), who]
    if operation.method in {"POST", "PATCH", "PUT"}:
        parts.append(f"Body: at most {access.max_body_bytes // KIB} KiB.")
    return " ".join(part for part in parts if part)


def _security(access: Access) -> list[dict[str, list[str]]]:
    if access.public:
        return []
    session: dict[str, list[str]] = {"session": []}
    return [session] if access.session_only else [{"api_key": []}, session]


def _parameter(operation: Operation, raw: dict[str, Any]) -> dict[str, Any]:
    """The OpenAPI parameter: an optional one is never null, and an id has a pattern and an example."""
    schema = copy.deepcopy(raw["schema"])
    schema.pop("title", None)
    if "anyOf" in schema:
        schema = next(choice for choice in schema["anyOf"] if choice != {"type": "null"})
    for bound in ("minimum", "maximum"):
        if bound in schema and schema.get("type") == "integer":
            schema[bound] = int(schema[bound])
    parameter = {"name": raw["name"], "in": raw["in"], "required": raw["required"], "schema": schema}
    if raw["in"] == "path" and raw["name"] in IDS:
        schema |= {"minLength": 1, "pattern": "^[A-Za-z0-9_]+$"}
        parameter["example"] = IDS[raw["name"]]
    if raw["name"] == "cursor":
        schema["format"] = "cursor"
    if kind := WORDS["id_cursors"].get(operation.name, {}).get(raw["name"]):
        schema["pattern"] = f"^{kind}_{ULID}$"
    told = WORDS["parameters"].get(raw["name"])
    return parameter | ({"description": told} if told else {})


def _headers(operation: Operation) -> list[dict[str, Any]]:
    return [IDEMPOTENCY_KEY] if operation.route.creates else []


def _body(operation: Operation, raw: dict[str, Any]) -> dict[str, Any]:
    content = {"schema": raw["content"][JSON]["schema"], "example": example_of(operation.route)}
    return {"required": raw.get("required", False), "content": {JSON: content}}


def _names_another(operation: Operation, raw: dict[str, Any]) -> bool:
    """Whether the request names something by its id, and so can get a 404."""
    return "{" in operation.path or any(one["name"].endswith("_id") for one in raw.get("parameters", []))


def _responses(operation: Operation, raw: dict[str, Any]) -> dict[str, Any]:
    route, status = operation.route, str(operation.route.status)
    schema = raw["responses"][status]["content"][JSON]["schema"]
    content: dict[str, Any] = {"schema": schema}
    success = {"description": "Done.", "headers": REQUEST_ID, "content": {JSON: content}}
    shared = _error_statuses(
        route.access,
        takes_input="requestBody" in raw or "parameters" in raw or route.creates,
        changes=operation.method != "GET",
        names_another=_names_another(operation, raw),
        creates=route.creates,
    )
    codes = (*route.errors, *(("REQUEST_IN_PROGRESS", "ANSWER_LOST") if route.creates else ()))
    if not route.replayable:
        codes += ("CONFLICT",)
    own = _refusals(dict.fromkeys(codes))
    references = {one: {"$ref": f"#/components/responses/{one}"} for one in [*shared, *own] if one in RESPONSES}
    return dict(sorted(({status: success} | own | references).items()))


def _error_statuses(
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


def _refusals(codes: Iterable[str]) -> dict[str, dict[str, Any]]:
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
    status: _response(
        one["description"],
        *((code, message, details[0] if details else None) for code, message, *details in one["examples"]),
        headers=RETRY_AFTER if status in {"429", "503"} else None,
    )
    for status, one in WORDS["responses"].items()
}
