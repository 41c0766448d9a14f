"""Carries out one tool call: checks scope, arguments and project, calls the service, words the result for a model."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import mcp_types as types
from pydantic import ValidationError

from common.envelope import View
from common.errors import DomainError, InvalidRequest, TooManyRequests, Unavailable
from common.problems import invalid_request, to_problem
from common.telemetry import logger
from mcp_door.arguments import Creating
from mcp_door.exchange import Exchange
from mcp_door.scopes import require_allowed, require_reach
from mcp_door.tool import Tool

_KEY = "idempotency_key"
_NAMED = {"body": "arguments"}  # shared validation says "body" when the input as a whole is wrong; here: "arguments"


def call(tool: Tool[Any], arguments: Mapping[str, Any], exchange: Exchange) -> types.CallToolResult:
    """The tool's result. A refusal is a result as well, with `isError` and the text `CODE: message`."""
    try:
        require_allowed(exchange.caller, tool)
        return _success(_outcome(tool, arguments, exchange))
    except DomainError as error:
        exchange.status = to_problem(error).status
        return _failure(_in_words(error))
    except Exception:  # noqa: BLE001 - the library would show the exception's text to the caller; only the log may
        logger.exception("tool_failed", tool=tool.name)
        exchange.status = to_problem(DomainError()).status
        return _failure(_in_words(DomainError()))


def _outcome(tool: Tool[Any], arguments: Mapping[str, Any], exchange: Exchange) -> dict[str, Any]:
    try:
        validated = tool.arguments.model_validate(arguments)
    except ValidationError as error:
        raise invalid_request(error.errors(include_url=False, include_input=False)) from None
    require_reach(exchange.caller, validated)

    def run() -> dict[str, Any]:
        told = (exchange.origin,) if tool.noted else ()
        view: View = tool.call(exchange.caller, validated, *told)
        return view.model_dump(mode="json", by_alias=True)

    if not isinstance(validated, Creating) or validated.idempotency_key is None:
        return run()
    from common.idempotency import Attempt, do_once  # noqa: PLC0415 - slow to import, and few calls bring a key

    caller = exchange.caller
    asked = {name: value for name, value in arguments.items() if name != _KEY}
    attempt = Attempt(
        scope=f"{caller.identity} tools/call {tool.name}",
        key=validated.idempotency_key,
        payload=json.dumps(asked, sort_keys=True).encode(),
        confidential=tool.confidential,
    )
    return do_once(attempt, run, exchange.lambda_context)


def _success(outcome: dict[str, Any]) -> types.CallToolResult:
    text = json.dumps(outcome, ensure_ascii=False)
    return types.CallToolResult(content=[types.TextContent(text=text)], structured_content=outcome, is_error=False)


def _failure(text: str) -> types.CallToolResult:
    return types.CallToolResult(content=[types.TextContent(text=text)], is_error=True)


def _in_words(error: DomainError) -> str:
    words = f"{error.code}: {error.message}"
    if isinstance(error, InvalidRequest) and error.problems:
        told = (f"{_NAMED.get(problem.field, problem.field)}: {problem.message}" for problem in error.problems)
        return f"{error.code}: {' '.join(told)}"
    if isinstance(error, TooManyRequests | Unavailable):
        return f"{words} Retry after {error.retry_after_seconds} s."
    return words
