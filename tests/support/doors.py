"""Calls a door as API Gateway would: the proxy event in, the decoded answer out."""

from __future__ import annotations

import importlib.util
import json
import sys
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any
from urllib.parse import parse_qs, urlsplit

from common.caller import Caller
from common.clock import utc_now
from domain.keys.scopes import SCOPES

FUNCTIONS = Path(__file__).parents[2] / "functions"
CONTEXT = SimpleNamespace(
    function_name="door",
    memory_limit_in_mb=1024,
    invoked_function_arn="arn:aws:lambda:eu-central-1:1:function:door",
    aws_request_id="req-1",
    get_remaining_time_in_millis=lambda: 10_000,
)


@cache
def load(name: str) -> ModuleType:
    """The handler module of a function, under a name of its own."""
    spec = importlib.util.spec_from_file_location(f"functions_{name}", FUNCTIONS / name / "handler.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # pydantic looks annotations up there
    spec.loader.exec_module(module)
    return module


@dataclass(frozen=True)
class HttpAnswer:
    """`body` is the decoded envelope; header names are lower case."""

    status: int
    body: dict[str, Any]
    headers: dict[str, str]

    @property
    def data(self) -> dict[str, Any]:
        return self.body["data"]

    @property
    def error(self) -> dict[str, Any]:
        return self.body["error"]


def key_caller(*scopes: str, account_id: str = "acc_1") -> Caller:
    """An API key with `scopes`; with none given, all of them."""
    return Caller(account_id, "api_key", "key_1", frozenset(scopes or SCOPES))


def session_caller(
    *, account_id: str = "acc_1", session_hash: str = "0" * 64, proved_at: datetime | None = None
) -> Caller:
    """A signed-in user, who proves whenever it counts that it is they, unless an earlier `proved_at` is given.

    A test may use one that was made when its module was loaded, long before: the proof lies an hour ahead.
    """
    proved_at = proved_at or utc_now() + timedelta(hours=1)
    return Caller(account_id, "session", "usr_1", frozenset(SCOPES), session_hash, proved_at)


def event(
    method: str,
    resource: str,
    *,
    caller: Caller | None,
    body: Any = None,
    headers: dict[str, str] | None = None,
    asked_as: str = "req-1",
    nth: int | None = None,
    **parameters: str,
) -> dict[str, Any]:
    """An API Gateway proxy event. `resource` is the route's template, with an optional query string behind `?`.

    `asked_as` is the request's own id; a `request_id` is a part of some paths. `nth` is what the authorizer counted.
    """
    template, _, query = resource.partition("?")
    path = urlsplit(template.format(**parameters)).path
    sent = {"Host": "atrium.example"} | ({"Content-Type": "application/json"} if body is not None else {})
    values = parse_qs(query, keep_blank_values=True)
    known = caller.to_context() | ({"nth": str(nth)} if nth else {}) if caller else {}
    return {
        "httpMethod": method,
        "resource": template,
        "path": path,
        "headers": sent | (headers or {}),
        "multiValueHeaders": {},
        "queryStringParameters": {name: value[-1] for name, value in values.items()} or None,
        "multiValueQueryStringParameters": values or None,
        "pathParameters": parameters or None,
        "body": body if body is None or isinstance(body, str) else json.dumps(body),
        "isBase64Encoded": False,
        "requestContext": {"requestId": asked_as, "authorizer": known},
    }


def call(door: str, method: str, resource: str, **options: Any) -> HttpAnswer:
    """Send one request to a door; options as of `event`."""
    raw = load(door).lambda_handler(event(method, resource, **options), CONTEXT)
    headers = {name.lower(): value for name, value in raw.get("headers", {}).items()}
    headers |= {name.lower(): values[-1] for name, values in raw.get("multiValueHeaders", {}).items()}
    return HttpAnswer(raw["statusCode"], json.loads(raw["body"]), headers)
