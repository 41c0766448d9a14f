"""A tool that does what a route does takes the same arguments, in the same bounds, for the same scopes."""

from __future__ import annotations

from typing import Any, get_type_hints

from pydantic import TypeAdapter

from common.http import Path, Query
from interface import ROUTES
from mcp_door.all_tools import TOOLS
from tables import for_each
from tools.openapi.samples import body_model

HANDLERS = {route.declared.handler.__name__: route.declared for route in ROUTES}
MIRRORS = [tool for tool in TOOLS.values() if (tool.mirrors or tool.name) in HANDLERS]
ALONE = {"get_status", "search", "fetch", "confirm_card"}  # each is of several routes, or of none
EVERYWHERE = {"fields", "idempotency_key"}
OWN: dict[str, set[str]] = {
    "ask_ceo_agent": {"wait"},  # it waits for the answer
    "list_projects": {"status"},  # it lists no deleted ones
    "list_events": {"from", "to", "before", "after", "project_id", "types"},  # it begins with the newest
    "export_report": {"report"},  # `kind` says nothing to a model
    "call_with_credential": {"credential_id"},  # the route's path says `id`
    "update_project": {"remove", "day_rates"},  # null is left out; the rates are listed shortly
    "change_project_brief": {"remove"},
    "what_if_project": {"changes"},  # what each holds is listed with the tools that make it
    "edit_document": {"edits"},  # what each holds is listed shortly
    "add_document_line": {"section"},  # the document says which it accepts
    "deposit_credential": {"project_id", "secret_in_conversation"},
    "fulfill_credential_request": {"secret_in_conversation"},
}
"""What a tool takes in its own way."""
SCOPED = {"list_events", "list_credentials", "list_cards", "dismiss_card"}
"""Tools for more scopes than the route, or for fewer."""


def bare(node: Any, definitions: dict[str, Any]) -> Any:
    """The schema without words, defaults and null, with what it refers to in it."""
    if isinstance(node, list):
        return [bare(one, definitions) for one in node]
    if not isinstance(node, dict):
        return node
    if "$ref" in node:
        return bare(definitions[node["$ref"].rpartition("/")[2]], definitions)
    choices = [one for one in node.get("anyOf", ()) if one != {"type": "null"}]
    meant = choices[0] if len(choices) == 1 else node
    return {
        name: bare(one, definitions) for name, one in meant.items() if name not in {"title", "default", "description"}
    }


def taken(model: Any) -> dict[str, Any]:
    schema = model.model_json_schema()
    return {name: bare(one, schema.get("$defs", {})) for name, one in schema["properties"].items()}


def declared(route: Any) -> dict[str, Any]:
    """The schema of each parameter and each field of the body."""
    found = {}
    for name, hint in get_type_hints(route.handler, include_extras=True).items():
        for one in getattr(hint, "__metadata__", ()):
            if isinstance(one, Path | Query):
                schema = TypeAdapter(hint).json_schema()
                found[one.alias or name] = bare(schema, schema.get("$defs", {}))
    return found | (taken(body) if (body := body_model(route)) else {})


def test_each_tool_mirrors_a_route_or_is_known_to_be_alone():
    assert {tool.name for tool in TOOLS.values()} - {tool.name for tool in MIRRORS} == ALONE


@for_each("tool", MIRRORS, ids=lambda tool: tool.name)
def test_tool_takes_what_its_route_takes(tool):
    route = HANDLERS[tool.mirrors or tool.name]
    arguments, allowed = taken(tool.arguments), declared(route)
    shared = arguments.keys() - EVERYWHERE - OWN.get(tool.name, set())
    bounds = {"cursor": {"maxLength"}}  # a cursor is opaque

    assert {name: _without(arguments[name], bounds.get(name, set())) for name in shared} == {
        name: _without(allowed.get(name), bounds.get(name, set())) for name in shared
    }


def _without(schema: Any, names: set[str]) -> Any:
    return {name: one for name, one in schema.items() if name not in names} if schema else schema


@for_each("tool", [tool for tool in MIRRORS if tool.name not in SCOPED], ids=lambda tool: tool.name)
def test_tool_is_for_the_scopes_of_its_route(tool):
    assert tool.scopes == HANDLERS[tool.mirrors or tool.name].access.scopes
