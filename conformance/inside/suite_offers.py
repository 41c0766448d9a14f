"""Resources and prompts that the conformance suite reads by name; the MCP function has them only while it is judged."""

from __future__ import annotations

from typing import Any, cast

import mcp_types as types
from mcp.server.context import HandlerResult, ServerRequestContext
from mcp.server.lowlevel.server import Server

from mcp_door.asking_back import Interim, Person, form

PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=="
TEXT, BINARY, TEMPLATE = "test://static-text", "test://static-binary", "test://template/{id}/data"
_FIRST, _LAST = TEMPLATE.split("{id}")
ASKING = "test_input_required_result_prompt"
ARGUMENTS = {
    "test_simple_prompt": (),
    "test_prompt_with_arguments": ("arg1", "arg2"),
    "test_prompt_with_embedded_resource": ("resourceUri",),
    "test_prompt_with_image": (),
    ASKING: (),
}
_CONTEXT = form("What context should the prompt use?", {"context": {"type": "string"}})
Context = ServerRequestContext[Any, Any]


def mount(server: Server[Any]) -> None:
    """Add the suite's resources and prompts to the server's own."""
    own = {
        method: server.get_request_handler(method)
        for method in ("resources/list", "resources/templates/list", "resources/read", "prompts/list", "prompts/get")
    }

    async def ask(method: str, context: Context, params: Any) -> Any:
        entry = own[method]
        assert entry is not None  # noqa: S101 - the server was built with all of them
        return await entry.handler(context, params)

    async def list_resources(context: Context, params: Any) -> types.ListResourcesResult:
        found = cast("types.ListResourcesResult", await ask("resources/list", context, params))
        static = [types.Resource(uri=TEXT, name="text"), types.Resource(uri=BINARY, name="binary")]
        return found.model_copy(update={"resources": [*found.resources, *static]})

    async def list_templates(context: Context, params: Any) -> types.ListResourceTemplatesResult:
        found = cast("types.ListResourceTemplatesResult", await ask("resources/templates/list", context, params))
        ours = types.ResourceTemplate(uri_template=TEMPLATE, name="template")
        return found.model_copy(update={"resource_templates": [*found.resource_templates, ours]})

    async def read(context: Context, params: Any) -> types.ReadResourceResult:
        content = _content(str(params.uri))
        if content is None:
            return cast("types.ReadResourceResult", await ask("resources/read", context, params))
        return types.ReadResourceResult(contents=[content])

    async def list_prompts(context: Context, params: Any) -> types.ListPromptsResult:
        found = cast("types.ListPromptsResult", await ask("prompts/list", context, params))
        lent = [
            types.Prompt(
                name=name,
                description="For the conformance suite.",
                arguments=[types.PromptArgument(name=one, description=one, required=True) for one in arguments],
            )
            for name, arguments in ARGUMENTS.items()
        ]
        return found.model_copy(update={"prompts": [*found.prompts, *lent]})

    async def get_prompt(context: Context, params: Any) -> HandlerResult:
        if params.name not in ARGUMENTS:
            return cast("types.GetPromptResult", await ask("prompts/get", context, params))
        return _prompt(context, params)

    server.add_request_handler("resources/list", types.PaginatedRequestParams, list_resources)
    server.add_request_handler("resources/templates/list", types.PaginatedRequestParams, list_templates)
    server.add_request_handler("resources/read", types.ReadResourceRequestParams, read)
    server.add_request_handler("prompts/list", types.PaginatedRequestParams, list_prompts)
    server.add_request_handler("prompts/get", types.GetPromptRequestParams, get_prompt)


def _prompt(context: Context, params: types.GetPromptRequestParams) -> HandlerResult:
    if params.name == ASKING:
        try:
            Person.of(context, params).ask({"user_context": _CONTEXT})
        except Interim as interim:
            return interim.result
    contents = _said(params.name, params.arguments or {})
    return types.GetPromptResult(messages=[types.PromptMessage(role="user", content=one) for one in contents])


def _content(uri: str) -> types.TextResourceContents | types.BlobResourceContents | None:
    if uri == TEXT:
        text = "This is the content of the static text resource."
        return types.TextResourceContents(uri=uri, mime_type="text/plain", text=text)
    if uri == BINARY:
        return types.BlobResourceContents(uri=uri, mime_type="image/png", blob=PNG)
    if uri.startswith(_FIRST) and uri.endswith(_LAST):
        found = uri.removeprefix(_FIRST).removesuffix(_LAST)
        text = f'{{"id": "{found}", "templateTest": true, "data": "Data for ID: {found}"}}'
        return types.TextResourceContents(uri=uri, mime_type="application/json", text=text)
    return None


def _said(name: str, arguments: dict[str, str]) -> list[types.ContentBlock]:
    match name:
        case "test_prompt_with_arguments":
            told = f"Prompt with arguments: arg1='{arguments.get('arg1')}', arg2='{arguments.get('arg2')}'"
            return [types.TextContent(text=told)]
        case "test_prompt_with_embedded_resource":
            uri = arguments.get("resourceUri", TEXT)
            embedded = types.TextResourceContents(uri=uri, mime_type="text/plain", text="Embedded resource content.")
            return [types.EmbeddedResource(resource=embedded), types.TextContent(text="Process the resource above.")]
        case "test_prompt_with_image":
            return [types.ImageContent(data=PNG, mime_type="image/png"), types.TextContent(text="Analyze the image.")]
    return [types.TextContent(text="This is a simple prompt for testing.")]
