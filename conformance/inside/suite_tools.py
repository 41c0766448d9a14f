"""Tools that the official conformance suite calls by name; the MCP function has them only while it is judged.

Each tool returns, or asks, what the suite prescribes for it; how asking works is the function's own. None of them calls
a service or reads data.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, cast

import mcp_types as types
from mcp.server.context import HandlerResult, ServerRequestContext
from mcp.server.lowlevel.server import Server
from mcp.shared.exceptions import MCPError

from mcp_door.asking_back import Interim, Person, form

PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=="
WAV = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA="
CAPABILITY_TOOL = "test_missing_capability"
NO_ARGUMENTS: dict[str, Any] = {"type": "object", "additionalProperties": False}

_IMAGE = types.ImageContent(data=PNG, mime_type="image/png")
_TEXT_RESOURCE = types.TextResourceContents(
    uri="test://embedded-resource", mime_type="text/plain", text="This is an embedded resource content."
)
_JSON_RESOURCE = types.TextResourceContents(
    uri="test://mixed-content-resource", mime_type="application/json", text='{"test": "data", "value": 123}'
)
RESULTS: Mapping[str, types.CallToolResult] = MappingProxyType(
    {
        name: types.CallToolResult(content=content, is_error=name == "test_error_handling")
        for name, content in {
            "test_simple_text": [types.TextContent(text="This is a simple text response for testing.")],
            "test_image_content": [_IMAGE],
            "test_audio_content": [types.AudioContent(data=WAV, mime_type="audio/wav")],
            "test_embedded_resource": [types.EmbeddedResource(resource=_TEXT_RESOURCE)],
            "test_multiple_content_types": [
                types.TextContent(text="Multiple content types test:"),
                _IMAGE,
                types.EmbeddedResource(resource=_JSON_RESOURCE),
            ],
            "test_error_handling": [types.TextContent(text="This tool intentionally returns an error for testing")],
            "test_streaming_elicitation": [types.TextContent(text="Nothing is asked of the client.")],
            "test_logging_tool": [types.TextContent(text="Nothing is logged to the client.")],
            "test_custom_headers": [types.TextContent(text="The headers agree.")],
            "json_schema_2020_12_tool": [types.TextContent(text="The schema arrived.")],
            CAPABILITY_TOOL: [types.TextContent(text="The client can sample.")],
        }.items()
    }
)
_NAME = form("What is your name?", {"name": {"type": "string"}})
_CONFIRMED = form("Please confirm", {"ok": {"type": "boolean"}})
_COLOUR = form("What is your favourite colour?", {"color": {"type": "string"}})
_CAPITAL = types.CreateMessageRequest(
    params=types.CreateMessageRequestParams(
        messages=[types.SamplingMessage(role="user", content=types.TextContent(text="What is the capital of France?"))],
        max_tokens=100,
    )
)
ASKING: Mapping[str, Sequence[types.InputRequests]] = MappingProxyType(
    {
        "test_input_required_result_elicitation": ({"user_name": _NAME},),
        "test_input_required_result_sampling": ({"capital_question": _CAPITAL},),
        "test_input_required_result_list_roots": ({"client_roots": types.ListRootsRequest()},),
        "test_input_required_result_request_state": ({"confirm": _CONFIRMED},),
        "test_input_required_result_multiple_inputs": (
            {"user_name": _NAME, "greeting": _CAPITAL, "client_roots": types.ListRootsRequest()},
        ),
        "test_input_required_result_multi_round": ({"step1": _NAME}, {"step2": _COLOUR}),
        "test_input_required_result_tampered_state": ({"confirm": _CONFIRMED},),
        "test_input_required_result_capabilities": ({"user_name": _NAME, "greeting": _CAPITAL},),
    }
)
"""What each tool asks, round by round."""
# The suite answers this one without having been asked; whatever Atrium itself asks, it takes no such answer.
UNASKED = "test_input_required_result_elicitation"
SCHEMAS: Mapping[str, dict[str, Any]] = MappingProxyType(
    {
        "test_custom_headers": {
            "type": "object",
            "properties": {"region": {"type": "string", "x-mcp-header": "Region"}},
            "required": ["region"],
        },
        "json_schema_2020_12_tool": {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "type": "object",
            "$defs": {
                "address": {
                    "$anchor": "addressDef",
                    "type": "object",
                    "properties": {"street": {"type": "string"}, "city": {"type": "string"}},
                }
            },
            "properties": {
                "name": {"type": "string"},
                "address": {"$ref": "#/$defs/address"},
                "contactMethod": {"type": "string", "enum": ["phone", "email"]},
                "phone": {"type": "string"},
                "email": {"type": "string"},
            },
            "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
            "if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
            "then": {"required": ["phone"]},
            "else": {"required": ["email"]},
            "additionalProperties": False,
        },
    }
)


def mount(server: Server[Any]) -> None:
    """Add the suite's tools to the server's own."""
    listing, calling = server.get_request_handler("tools/list"), server.get_request_handler("tools/call")
    own_schema = server.get_tool_input_schema
    assert listing is not None  # noqa: S101 - the server was built with both
    assert calling is not None  # noqa: S101
    assert own_schema is not None  # noqa: S101

    async def list_tools(context: ServerRequestContext[Any, Any], params: Any) -> types.ListToolsResult:
        own = cast("types.ListToolsResult", await listing.handler(context, params))
        return own.model_copy(update={"tools": [*own.tools, *map(_definition, (*RESULTS, *ASKING))]})

    async def call_tool(context: ServerRequestContext[Any, Any], params: Any) -> HandlerResult:
        if params.name in ASKING:
            return _asked(context, params)
        if params.name not in RESULTS:
            return await calling.handler(context, params)
        if params.name == CAPABILITY_TOOL:
            _require_sampling(context)
        return RESULTS[params.name]

    server.add_request_handler("tools/list", types.PaginatedRequestParams, list_tools)
    server.add_request_handler("tools/call", types.CallToolRequestParams, call_tool)
    server.get_tool_input_schema = lambda name: own_schema(name) if name not in {*RESULTS, *ASKING} else _schema(name)


def _asked(context: ServerRequestContext[Any, Any], params: types.CallToolRequestParams) -> HandlerResult:
    """Ask the tool's next round of questions; once all are answered, return the answers as its result."""
    person = Person.of(context, params)
    if params.name == UNASKED and not params.request_state:
        sent = params.input_responses or {}
        person.answers |= {key: answer.model_dump(mode="json") for key, answer in sent.items()}
    try:
        for requests in ASKING[params.name]:
            person.ask(requests)
    except Interim as interim:
        return interim.result
    return types.CallToolResult(content=[types.TextContent(text=f"state-ok {json.dumps(person.answers)}")])


def _definition(name: str) -> types.Tool:
    return types.Tool(name=name, description="For the conformance suite.", input_schema=_schema(name))


def _schema(name: str) -> dict[str, Any]:
    return SCHEMAS.get(name, NO_ARGUMENTS)


def _require_sampling(context: ServerRequestContext[Any, Any]) -> None:
    if not context.session.check_client_capability(types.ClientCapabilities(sampling=types.SamplingCapability())):
        needed: dict[str, Any] = {"requiredCapabilities": {"sampling": {}}}
        raise MCPError(types.MISSING_REQUIRED_CLIENT_CAPABILITY, "This tool needs sampling.", needed)
