"""Carries out one tool call: checks scope, arguments and project, calls the service, words the result for a model."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import mcp_types as types
from mcp.server.context import HandlerResult

from common.envelope import RequestModel
from common.errors import DomainError, InvalidRequest
from common.json_text import meaning
from common.telemetry import logger
from mcp_door.arguments import ALL, Chosen, Once
from mcp_door.asking_back import Declined, Interim
from mcp_door.exchange import Exchange
from mcp_door.lenient_arguments import read_as, understood
from mcp_door.scopes import require_allowed, require_reach
from mcp_door.tool import Brief, Tool, field_names, shown
from mcp_door.wording import in_words

_KEY = "idempotency_key"


def call(tool: Tool, arguments: Mapping[str, Any], exchange: Exchange) -> HandlerResult:
    """The tool's result, or an interim one that tells the client what to do first.

    A refusal is a result as well, with `isError` and the text `CODE: message`.
    """
    try:
        require_allowed(exchange.caller, tool, read_only=exchange.read_only)
        return success(_carried_through(tool, arguments, exchange))
    except Interim as interim:
        return interim.result
    except Declined:
        return success({"status": "declined", "next": "The customer said no. Nothing was done."})
    except DomainError as error:
        exchange.refuse(error)
        return failure(in_words(error, exchange.caller))
    except Exception:  # noqa: BLE001 - the library would show the exception's text to the caller; only the log may
        logger.exception("tool_failed", tool=tool.name)
        exchange.refuse(DomainError())
        return failure(in_words(DomainError()))


def _carried_through(tool: Tool, arguments: Mapping[str, Any], exchange: Exchange) -> dict[str, Any]:
    """The tool's result after `tool.then`; a round after the user answered reuses what the first round found."""
    found = exchange.person.kept or outcome(tool, arguments, exchange)
    if tool.then is None:
        return found
    return tool.then(exchange, read_as(tool.arguments, arguments), found, partial(outcome, exchange=exchange))


def outcome(tool: Tool, arguments: Mapping[str, Any], exchange: Exchange) -> dict[str, Any]:
    """Call the tool; returns the result shown. Raises the service's errors, `InvalidRequest`, `Interim`, `Declined`."""
    arguments = understood(tool.arguments, arguments)
    validated = read_as(tool.arguments, arguments)
    require_reach(exchange.caller, validated)
    fields = _fields_of(tool, validated)
    of = tool.brief.of if tool.brief else None
    named = tool.brief.fields if tool.brief else ()

    def run() -> dict[str, Any]:
        told = {name: getattr(exchange, name) for name in tool.wants}
        view = tool.call(exchange.caller, validated, **told)
        found: dict[str, Any] = shown(view.model_dump(mode="json", by_alias=True), named)
        return _only(_with_parts(found, tool.brief) if tool.brief and fields is not None else found, fields, of)

    key = validated.once if isinstance(validated, Once) else None
    if key is None:
        return run()
    from common.idempotency import Attempt, do_once  # noqa: PLC0415 - slow to import, and few calls bring a key

    asked = {name: value for name, value in arguments.items() if name != _KEY}
    attempt = Attempt(
        scope=f"{exchange.caller.identity} tools/call {tool.name}",
        key=key,
        payload=meaning(asked),
        confidential=tool.confidential,
    )
    return do_once(attempt, run, exchange.lambda_context)


def _fields_of(tool: Tool, validated: RequestModel) -> tuple[str, ...] | None:
    """The fields to show; None for all. Raises `InvalidRequest` for a field that the result does not have."""
    chosen = validated.fields if isinstance(validated, Chosen) else None
    if chosen is None:
        return tool.brief.fields if tool.brief else None
    if ALL in chosen:
        return None
    known = field_names(tool)
    if not set(chosen) <= set(known):
        raise InvalidRequest.of("fields", f"There are these fields: {', '.join(known)}, {ALL}.")
    return tuple(chosen)


def _with_parts(found: dict[str, Any], brief: Brief) -> dict[str, Any]:
    """The result, in which each field that `brief.of_each` names is narrowed to the parts that it lists."""
    if brief.of is None:
        for name, kept in brief.of_each.items():
            found = _only(found, kept, name) if name in found else found
        return found
    return found | {brief.of: [_with_parts(entry, replace(brief, of=None)) for entry in found[brief.of]]}


def _only(found: dict[str, Any], fields: tuple[str, ...] | None, of: str | None) -> dict[str, Any]:
    if fields is None:
        return found
    if of is None:
        return {name: value for name, value in found.items() if name in fields}
    inner = found[of]
    kept = _only(inner, fields, None) if isinstance(inner, dict) else [_only(entry, fields, None) for entry in inner]
    return found | {of: kept}


def success(outcome: dict[str, Any]) -> types.CallToolResult:
    """A result that holds `outcome` twice: as structured content, and as JSON text."""
    text = json.dumps(outcome, ensure_ascii=False, separators=(",", ":"))
    return types.CallToolResult(content=[types.TextContent(text=text)], structured_content=outcome, is_error=False)


def failure(text: str) -> types.CallToolResult:
    """An error result; `text` says why the call failed."""
    return types.CallToolResult(content=[types.TextContent(text=text)], is_error=True)
