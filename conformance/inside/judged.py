"""The MCP function's entry while it is judged: its own, plus what the official conformance suite asks for by name.

`suite.json` has tools, prompts and resources with the answers that the suite prescribes, and what its tools ask the
client, round by round; how asking works is the function's own. None of them calls a service or reads data.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

from handler import lambda_handler

# isort: split
# `handler` must come first: it prepares the import of the protocol library, which the others import as well.
import mcp_types as types
from mcp.server.context import HandlerResult, ServerRequestContext
from mcp.server.lowlevel.server import Server
from mcp.shared.exceptions import MCPError
from pydantic import TypeAdapter

from mcp_door.asking_back import Interim, Person, form
from mcp_door.server import protocol_server

__all__ = ["lambda_handler"]

SUITE: Mapping[str, Mapping[str, Any]] = json.loads(Path(__file__).with_name("suite.json").read_text())
RESULTS = TypeAdapter(dict[str, types.CallToolResult]).validate_python(SUITE["results"])
ASKING = TypeAdapter(dict[str, list[types.InputRequests]]).validate_python(SUITE["asks"])
TOOLS = (*RESULTS, *ASKING)
TEMPLATE = "test://template/{id}/data"
NO_ARGUMENTS: Mapping[str, Any] = {"type": "object", "additionalProperties": False}
CAPABILITY_TOOL = "test_missing_capability"
# The suite answers this one without having been asked; whatever Atrium itself asks, it takes no such answer.
UNASKED = "test_input_required_result_elicitation"
ASKING_PROMPT = "test_input_required_result_prompt"
ASKED_BY_PROMPT: types.InputRequests = {
    "user_context": form("What context should the prompt use?", {"context": {"type": "string"}})
}
ABOUT = "For the conformance suite."
Context = ServerRequestContext[Any, Any]


class Suite:
    """Handlers for the suite's tools, prompts and resources, before the server's own."""

    def __init__(self, server: Server[Any]) -> None:
        methods = ("tools/list", "tools/call", "resources/list", "resources/templates/list", "resources/read")
        self.own = {name: server.get_request_handler(name) for name in (*methods, "prompts/list", "prompts/get")}

    async def ask(self, method: str, context: Context, params: Any) -> Any:
        """The answer of the server's own handler."""
        entry = self.own[method]
        assert entry is not None  # noqa: S101 - the server was built with all of them
        return await entry.handler(context, params)

    def listing(self, method: str, field: str, lent: list[Any]) -> Any:
        """A handler of `method` that adds `lent` to a field of the server's own answer."""

        async def listed(context: Context, params: Any) -> HandlerResult:
            found = await self.ask(method, context, params)
            return cast("HandlerResult", found.model_copy(update={field: [*getattr(found, field), *lent]}))

        return listed

    async def call_tool(self, context: Context, params: Any) -> HandlerResult:
        """Answer or ask what the suite prescribes for a tool of its."""
        if params.name in ASKING:
            return _asked(context, params)
        if params.name == CAPABILITY_TOOL:
            _require_sampling(context)
        return RESULTS.get(params.name) or await self.ask("tools/call", context, params)

    async def read(self, context: Context, params: Any) -> HandlerResult:
        """The content of one of the suite's resources."""
        found = _resource(str(params.uri))
        if found is None:
            return cast("HandlerResult", await self.ask("resources/read", context, params))
        return types.ReadResourceResult.model_validate({"contents": [found]})

    async def get_prompt(self, context: Context, params: Any) -> HandlerResult:
        """One of the suite's prompts, its arguments filled in."""
        if params.name not in SUITE["prompts"]:
            return cast("HandlerResult", await self.ask("prompts/get", context, params))
        return _prompt(context, params)


def mount(server: Server[Any]) -> None:
    """Add the suite's tools, prompts and resources to the server's own."""
    suite, own_schema = Suite(server), server.get_tool_input_schema
    assert own_schema is not None  # noqa: S101 - the server was built with it
    for method, (field, lent) in _lent().items():
        server.add_request_handler(method, types.PaginatedRequestParams, suite.listing(method, field, lent))
    server.add_request_handler("tools/call", types.CallToolRequestParams, suite.call_tool)
    server.add_request_handler("resources/read", types.ReadResourceRequestParams, suite.read)
    server.add_request_handler("prompts/get", types.GetPromptRequestParams, suite.get_prompt)
    server.get_tool_input_schema = lambda name: _schema(name) if name in TOOLS else own_schema(name)


def _lent() -> Mapping[str, tuple[str, list[Any]]]:
    """What is added to each list: the field of the result, and the entries."""
    static = [uri for uri in SUITE["resources"] if uri != TEMPLATE]
    prompts = SUITE["prompts"].items()
    return {
        "tools/list": ("tools", [types.Tool(name=one, description=ABOUT, input_schema=_schema(one)) for one in TOOLS]),
        "resources/list": ("resources", [types.Resource(uri=uri, name=uri.rpartition("-")[2]) for uri in static]),
        "resources/templates/list": (
            "resource_templates",
            [types.ResourceTemplate(uri_template=TEMPLATE, name="template")],
        ),
        "prompts/list": (
            "prompts",
            [types.Prompt(name=name, description=ABOUT, arguments=one["arguments"]) for name, one in prompts],
        ),
    }


def _schema(name: str) -> dict[str, Any]:
    return dict(SUITE["schemas"].get(name, NO_ARGUMENTS))


def _asked(context: Context, params: types.CallToolRequestParams) -> HandlerResult:
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


def _require_sampling(context: Context) -> None:
    if not context.session.check_client_capability(types.ClientCapabilities(sampling=types.SamplingCapability())):
        needed: dict[str, Any] = {"requiredCapabilities": {"sampling": {}}}
        raise MCPError(types.MISSING_REQUIRED_CLIENT_CAPABILITY, "This tool needs sampling.", needed)


def _resource(uri: str) -> Any:
    """The content at an address, in the protocol's form; None where the suite has none."""
    before, after = TEMPLATE.split("{id}")
    if uri.startswith(before) and uri.endswith(after):
        return _filled(SUITE["resources"][TEMPLATE], {"id": uri.removeprefix(before).removesuffix(after)})
    return SUITE["resources"].get(uri)


def _prompt(context: Context, params: types.GetPromptRequestParams) -> HandlerResult:
    if params.name == ASKING_PROMPT:
        try:
            Person.of(context, params).ask(ASKED_BY_PROMPT)
        except Interim as interim:
            return interim.result
    messages = _filled(SUITE["prompts"][params.name]["messages"], params.arguments or {})
    return types.GetPromptResult.model_validate({"messages": messages})


def _filled(part: Any, values: Mapping[str, str]) -> Any:
    """The part of `suite.json` with a value in place of each `{name}`."""
    text = json.dumps(part)
    for name, value in values.items():
        text = text.replace(f"{{{name}}}", json.dumps(value)[1:-1])
    return json.loads(text)


mount(protocol_server())
