"""API Gateway in this process: real HTTP on a local address, the template's routes, the doors themselves behind them.

What a gateway does before and after a function is read from the template: which path has which function, which of them
the authorizer guards, and the answers it gives by itself. The local cloud's front reads the requests.
"""

from __future__ import annotations

import asyncio
import base64
import json
import re
import threading
import uuid
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

import sam_template
from doors import CONTEXT, load
from local.front import Answer, Front, Request, Upstream, serving
from local.ports import LOOPBACK

PARAMETER = re.compile(r"\{(\w+)\}")
CONTEXT_VARIABLE = re.compile(r"\$context\.authorizer\.(\w+)")
ONE_AT_A_TIME = threading.Lock()  # the emulated account is not safe for threads


@contextmanager
def serving_doors() -> Iterator[str]:
    """Run the gateway within the block; yields its base URL."""
    with serving(_Gateway(Upstream(0), lambda _line: None)) as port:
        yield f"http://{LOOPBACK}:{port}"


class _Gateway(Front):
    """Asks a door where the front would ask the emulator."""

    async def ask(self, request: Request, client: str) -> Answer:
        return await asyncio.to_thread(_asked, request, client)


def _asked(request: Request, client: str) -> Answer:
    path = urlsplit(request.target).path
    found = _route(request.method, path)
    if found is None:
        return _own_answer("MISSING_AUTHENTICATION_TOKEN", {})
    resource, door, guarded, parameters = found
    event = _event(resource, request, parameters, client)
    with ONE_AT_A_TIME:
        if guarded:
            verdict = load("authorizer").lambda_handler(event, CONTEXT)
            if verdict["policyDocument"]["Statement"][0]["Effect"] == "Deny":
                return _own_answer("ACCESS_DENIED", verdict["context"])
            event["requestContext"]["authorizer"] = verdict["context"]
        return _answer(load(door).lambda_handler(event, CONTEXT))


def _event(resource: str, request: Request, parameters: Mapping[str, str], client: str) -> dict[str, Any]:
    address = urlsplit(request.target)
    values = parse_qs(address.query, keep_blank_values=True)
    headers: dict[str, list[str]] = {}
    for name, value in request.headers:
        headers.setdefault(name, []).append(value)
    return {
        "httpMethod": request.method,
        "resource": resource,
        "path": address.path,
        "methodArn": f"arn:aws:execute-api:local:1:api/live/{request.method}{address.path}",
        "headers": dict(request.headers),
        "multiValueHeaders": headers,
        "queryStringParameters": {name: value[-1] for name, value in values.items()} or None,
        "multiValueQueryStringParameters": values or None,
        "pathParameters": dict(parameters) or None,
        "body": base64.b64encode(request.body).decode() if request.body else None,
        "isBase64Encoded": bool(request.body),
        "requestContext": {"requestId": uuid.uuid4().hex, "identity": {"sourceIp": client}, "authorizer": {}},
    }


@cache
def _routes() -> list[tuple[str, re.Pattern[str], str, str, bool]]:
    """(method, pattern, template's path, door, guarded) of each route; paths with fewer parameters come first."""
    table = []
    for function in sam_template.resources("AWS::Serverless::Function").values():
        door = function["CodeUri"].removeprefix("functions/")
        for event in function.get("Events", {}).values():
            if event["Type"] != "Api" or door == "web":
                continue
            route = event["Properties"]
            pattern = re.compile(PARAMETER.sub(r"(?P<\1>[^/]+)", route["Path"]))
            guarded = route.get("Auth", {}).get("Authorizer") != "NONE"
            table.append((route["Method"], pattern, route["Path"], door, guarded))
    return sorted(table, key=lambda row: row[2].count("{"))


def _route(method: str, path: str) -> tuple[str, str, bool, dict[str, str]] | None:
    for wanted, pattern, resource, door, guarded in _routes():
        if method == wanted and (found := pattern.fullmatch(path)):
            return resource, door, guarded, {name: unquote(value) for name, value in found.groupdict().items()}
    return None


def _answer(raw: Mapping[str, Any]) -> Answer:
    body = raw.get("body") or ""
    headers = [(name, value) for name, value in raw.get("headers", {}).items()]
    headers += [(name, value) for name, values in raw.get("multiValueHeaders", {}).items() for value in values]
    content = base64.b64decode(body) if raw.get("isBase64Encoded") else body.encode()
    return Answer(raw["statusCode"], tuple(headers), content)


def _own_answer(kind: str, authorizer: Mapping[str, str]) -> Answer:
    """A gateway response of the template, as API Gateway renders it."""
    (api,) = sam_template.resources("AWS::Serverless::Api").values()
    response = api["GatewayResponses"][kind]
    text = response["ResponseTemplates"]["application/json"]
    body = CONTEXT_VARIABLE.sub(lambda variable: json.dumps(authorizer[variable[1]])[1:-1], text)
    given = response["ResponseParameters"]["Headers"].items()
    headers = tuple((name, _header(value, authorizer)) for name, value in given)
    return Answer(int(response["StatusCode"]), headers, body.encode())


def _header(value: str, authorizer: Mapping[str, str]) -> str:
    """A mapped header: quoted text, a value of the authorizer's context, or else a new request id."""
    if value.startswith("'"):
        return value.strip("'")
    prefix, _, name = value.rpartition(".")
    return authorizer[name] if prefix == "context.authorizer" else uuid.uuid4().hex
