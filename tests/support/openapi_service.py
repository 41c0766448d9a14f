"""A service made of the OpenAPI document alone: it refuses invalid requests, and answers with the examples."""

from __future__ import annotations

import copy
import json
import re
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import httpx
import jsonschema_rs

from local.pages import OPENAPI

JSON = "application/json"
URL = "https://atrium.example.com"


@cache
def described() -> dict[str, Any]:
    document: dict[str, Any] = json.loads(OPENAPI.read_text())
    return document


@dataclass
class Service:
    """Answers requests in place of a transport, by `handle_request`.

    Attributes:
        answers: what an operation answers instead of its example, one after the other; the last one stays. A status
            with an error's code and message, `data` alone, or an exception.
        calls: the operations that were called, each with its request.
    """

    answers: dict[str, list[Any]] = field(default_factory=dict)
    calls: list[tuple[str, httpx.Request]] = field(default_factory=list)

    @property
    def called(self) -> list[str]:
        return [operation for operation, _ in self.calls]

    def body(self, operation: str) -> Any:
        """The JSON that was last sent to an operation."""
        return json.loads(next(request.content for name, request in reversed(self.calls) if name == operation))

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        operation = _operation(request)
        name = operation["operationId"]
        self.calls.append((name, request))
        _require_valid(operation, request)
        status, answered = next((int(code), one) for code, one in operation["responses"].items() if code < "4")
        given = self.answers.get(name)
        answer = None if given is None else given.pop(0) if len(given) > 1 else given[0]
        if isinstance(answer, BaseException):
            raise answer
        if isinstance(answer, tuple):
            status, code, message, *details = answer
            error = {"code": code, "message": message, "details": details[0] if details else None}
            return httpx.Response(status, json={"success": False, "error": error}, request=request)
        content = copy.deepcopy(answered["content"][JSON]["example"])
        content["data"] = content["data"] if answer is None else answer
        if isinstance(content["data"], dict) and "has_more" in content["data"] and answer is None:
            content["data"]["has_more"] = False
        return httpx.Response(status, content=json.dumps(content), headers={"Content-Type": JSON}, request=request)


@cache
def _paths() -> list[tuple[re.Pattern[str], dict[str, Any]]]:
    """The paths as patterns, with their methods; paths with fewer parameters come first."""
    paths = sorted(described()["paths"].items(), key=lambda one: one[0].count("{"))
    return [(re.compile(re.sub(r"{\w+}", "[A-Za-z0-9_.]+", path)), methods) for path, methods in paths]


@cache
def _validator(schema: str) -> Any:
    return jsonschema_rs.validator_for(json.loads(schema) | {"components": described()["components"]})


def _operation(request: httpx.Request) -> dict[str, Any]:
    for path, methods in _paths():
        if request.method.lower() in methods and path.fullmatch(request.url.path):
            found: dict[str, Any] = methods[request.method.lower()]
            return found
    raise AssertionError(f"no such route: {request.method} {request.url.path}")


def _require_valid(operation: dict[str, Any], request: httpx.Request) -> None:
    known = {one["name"]: one for one in operation.get("parameters", [])}
    for name, value in request.url.params.items():
        schema = known[name]["schema"]
        _require(json.loads(value) if schema.get("type") in {"integer", "boolean"} else value, schema)
    if "Idempotency-Key" in known:
        assert request.headers["Idempotency-Key"], "a creating call has a key"
    if request.content:
        _require(json.loads(request.content), operation["requestBody"]["content"][JSON]["schema"])


def _require(value: Any, schema: dict[str, Any]) -> None:
    problems = [problem.message for problem in _validator(json.dumps(schema)).iter_errors(value)]
    assert problems == [], problems
