"""One operation of the document: who may call it, what it takes, what it answers, errors included."""

from __future__ import annotations

import copy
from dataclasses import dataclass
from typing import Any

from common.gate import KIB, Access
from tools.openapi.error_responses import CONFLICTS, NAMES_IN_BODY, REQUEST_ID, conflict, error_statuses
from tools.openapi.examples import ANSWERS, BODIES, ID_CURSORS, IDS, PARAMETERS, ULID
from tools.openapi.stricter_schemas import COMMENT
from tools.openapi.texts import DESCRIPTIONS, summary

JSON = "application/json"
IDEMPOTENCY_KEY = {
    "name": "Idempotency-Key",
    "in": "header",
    "required": False,
    "description": "Any text of your choice. For 24 hours the same key and body get the same answer, and nothing is "
    "done twice.",
    "schema": {"type": "string", "minLength": 1, "maxLength": 255},
}


@dataclass(frozen=True, slots=True)
class Operation:
    """What the door knows about a route. `name` is the name of its handler and becomes the operation id."""

    name: str
    area: str
    method: str
    path: str
    status: str
    access: Access
    creates: bool
    replayable: bool


def describe(operation: Operation, raw: dict[str, Any]) -> dict[str, Any]:
    """The resolver's description of the route, with its mistakes corrected and its gaps filled."""
    described: dict[str, Any] = {
        "operationId": operation.name,
        "tags": [operation.area],
        "summary": summary(operation.name),
        "description": _description(operation),
        "security": _security(operation.access),
    }
    if parameters := [_parameter(operation, entry) for entry in raw.get("parameters", [])] + _headers(operation):
        described["parameters"] = parameters
    if body := raw.get("requestBody"):
        described["requestBody"] = _body(operation, body)
    described["responses"] = _responses(operation, raw)
    return described


def _description(operation: Operation) -> str:
    access = operation.access
    if access.public:
        who = "Needs no credential."
    elif access.session_only:
        who = "Needs a session; an API key is refused."
    elif not access.scopes:
        who = "Any API key or session; what is shown depends on its scopes."
    else:
        who = "Scope: " + " or ".join(f"`{scope}`" for scope in access.scopes) + "."
    parts = [DESCRIPTIONS.get(operation.name, ""), who]
    if operation.method in {"POST", "PATCH", "PUT"}:
        parts.append(f"Body: at most {access.max_body_bytes // KIB} KiB.")
    return " ".join(part for part in parts if part)


def _security(access: Access) -> list[dict[str, list[str]]]:
    if access.public:
        return []
    session: dict[str, list[str]] = {"session": []}
    return [session] if access.session_only else [{"api_key": []}, session]


def _parameter(operation: Operation, raw: dict[str, Any]) -> dict[str, Any]:
    """A parameter: an optional one can be left out but never null, and an id has a pattern."""
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
    if raw["name"] == "comment":
        schema |= COMMENT
    if kind := ID_CURSORS.get((operation.name, raw["name"])):
        schema["pattern"] = f"^{kind}_{ULID}$"
    return parameter | PARAMETERS.get(raw["name"], {})


def _headers(operation: Operation) -> list[dict[str, Any]]:
    return [IDEMPOTENCY_KEY] if operation.creates else []


def _body(operation: Operation, raw: dict[str, Any]) -> dict[str, Any]:
    content: dict[str, Any] = {"schema": raw["content"][JSON]["schema"]}
    if examples := BODIES.get(operation.name):
        content["examples"] = {name: {"value": value} for name, value in examples.items()}
    return {"required": raw.get("required", False), "content": {JSON: content}}


def _names_another(operation: Operation, raw: dict[str, Any]) -> bool:
    """Whether the request names something by its id, and so can get a 404."""
    named = operation.name in NAMES_IN_BODY or "{" in operation.path
    return named or any(parameter["name"].endswith("_id") for parameter in raw.get("parameters", []))


def _responses(operation: Operation, raw: dict[str, Any]) -> dict[str, Any]:
    schema = raw["responses"][operation.status]["content"][JSON]["schema"]
    content: dict[str, Any] = {"schema": schema}
    if example := ANSWERS.get(operation.name):
        content["example"] = {"success": True, "data": example}
    success = {"description": "Done.", "headers": REQUEST_ID, "content": {JSON: content}}
    responses: dict[str, Any] = {operation.status: success}
    takes_input = "requestBody" in raw or "parameters" in raw or operation.creates
    for status in error_statuses(
        operation.access,
        takes_input=takes_input,
        changes=operation.method != "GET",
        names_another=_names_another(operation, raw),
        creates=operation.creates,
        signs_in=operation.name in {"log_in", "log_in_by_code", "log_in_by_passkey", "change_password"},
        calls_out=operation.name == "call_with_credential",
    ):
        responses[status] = {"$ref": f"#/components/responses/{status}"}
    codes = CONFLICTS.get(operation.name, ())
    if operation.creates:
        codes += ("REQUEST_IN_PROGRESS",) if operation.replayable else ("REQUEST_IN_PROGRESS", "CONFLICT")
    if codes:
        responses["409"] = conflict(tuple(dict.fromkeys(codes)))
    return dict(sorted(responses.items()))
