"""A tool: its name and description, the scopes it needs, its arguments and result, and the function that does it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Any, get_type_hints, override

import mcp_types as types
from pydantic import BaseModel
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaMode

from common.envelope import RequestModel, View
from common.services import frozen
from mcp_door.arguments import Creating
from mcp_door.exchange import Exchange

# A hash costs a model 30 tokens, and only that of a text which it may edit is of use to it: a tool whose brief names it
# shows it. No tool shows deleted projects.
_UNSHOWN = frozenset({"content_hash", "deleted_at", "gone_at"})
# The listed schemas leave out bounds that no model comes near. A call is checked against all of them, and unknown
# arguments are refused. Nor is it listed what a result looks like: a model sees that when it has one.
_UNLISTED = frozenset(
    {"title", "minLength", "maxLength", "minItems", "maxItems", "maxProperties", "minimum", "maximum", "pattern"}
    | {"exclusiveMinimum", "exclusiveMaximum"}
    | {"format", "writeOnly", "additionalProperties", "discriminator"}
)


def _deed(*, destroys: bool = False, repeats: bool = False, calls_out: bool = False) -> types.ToolAnnotations:
    """The hints of a tool that changes something. A hint that is left out says: not read-only, or not repeatable.

    `destroys`: it may overwrite or delete; `repeats`: a second call changes nothing; `calls_out`: it reaches beyond
    Atrium.
    """
    return types.ToolAnnotations(destructive_hint=destroys, idempotent_hint=repeats or None, open_world_hint=calls_out)


# The other two hints say something of deeds only; left out, they cost no tokens.
READS = types.ToolAnnotations(read_only_hint=True, open_world_hint=False)
ADDS = _deed()
SETS = _deed(repeats=True)
REPLACES = _deed(destroys=True, repeats=True)
IRREVOCABLE = _deed(destroys=True)
CALLS_OUT = _deed(destroys=True, calls_out=True)


@frozen
class Brief:
    """The fields that a tool shows unless others are asked for: of each entry of the list `of`, or of the result.

    `of_each`: for a field by its name, the parts to show of its value, or of each entry if that is a list.
    """

    fields: tuple[str, ...]
    of: str | None = None
    of_each: Mapping[str, tuple[str, ...]] = MappingProxyType({})


type _Deed = Callable[..., View]
type Do = Callable[[Tool, Mapping[str, Any]], dict[str, Any]]
"""Calls a tool for the same caller; returns the result as it is shown."""
type Following = Callable[[Exchange, Any, dict[str, Any], Do], dict[str, Any]]
"""Called after a tool with its exchange, arguments and shown result; returns the result to show instead."""


@dataclass(frozen=True, slots=True, eq=False)
class Tool:
    """One tool, as `tool` makes it.

    Attributes:
        name: snake_case, at most 40 characters.
        title: shown to people.
        description: tells a model what the tool does, when to use it and what to do next.
        scopes: a caller needs one of these.
        hints: what a client may tell its user before the call.
        arguments: the pydantic model of the arguments; it refuses unknown ones.
        result: the view that the service returns.
        call: does the work for a caller, with validated arguments.
        confidential: whether the arguments hold a secret.
        wants: what else `call` gets: `origin`, where the request came from, for the security log; `person`, the user.
        then: called after `call` to change the result or ask the user; see `Following`.
        narrows: whether `call` keeps to the projects that the caller may see. A tool that neither works on one project
            nor narrows is not for API keys that are limited to projects.
        brief: what of the result is shown unless the argument `fields` says otherwise; None shows all.
        mirrors: the handler of the route that does the same, where it has another name than the tool. A test compares
            scopes and arguments with what that handler declares.
    """

    name: str
    title: str
    description: str
    scopes: tuple[str, ...]
    hints: types.ToolAnnotations
    arguments: type[RequestModel]
    result: type[View]
    call: _Deed
    confidential: bool
    wants: frozenset[str]
    then: Following | None
    narrows: bool
    brief: Brief | None
    mirrors: str

    @property
    def creates(self) -> bool:
        """Whether the tool accepts an idempotency key."""
        return issubclass(self.arguments, Creating)

    @property
    def reads(self) -> bool:
        """Whether the tool changes nothing."""
        return bool(self.hints.read_only_hint)


def tool(
    title: str,
    scopes: tuple[str, ...],
    hints: types.ToolAnnotations,
    *,
    brief: Brief | None = None,
    mirrors: str = "",
    narrows: bool = False,
    confidential: bool = False,
    result: type[View] | None = None,
    then: Following | None = None,
) -> Callable[[_Deed], Tool]:
    """A decorator that makes a tool of a function: of its name, docstring and types. See `Tool` for the parameters."""

    def made(deed: _Deed) -> Tool:
        declared = get_type_hints(deed)
        return Tool(
            name=deed.__name__,
            title=title,
            description=" ".join((deed.__doc__ or "").split()),
            scopes=scopes,
            hints=hints,
            arguments=declared["arguments"],
            result=result or declared["return"],
            call=deed,
            confidential=confidential,
            wants=frozenset({"origin", "person"} & declared.keys()),
            then=then,
            narrows=narrows,
            brief=brief,
            mirrors=mirrors,
        )

    return made


@cache
def definition(tool: Tool) -> types.Tool:
    """The tool as `tools/list` shows it."""
    return types.Tool(
        name=tool.name,
        title=tool.title,
        description=tool.description,
        input_schema=_with_field_names(tool),
        annotations=tool.hints,
    )


def shown(outcome: Any, named: Collection[str] = ()) -> Any:
    """A result as a model gets it: without nulls, and without hashes but those `named` at its top."""
    if isinstance(outcome, list):
        return [shown(entry) for entry in outcome]
    if not isinstance(outcome, dict):
        return outcome
    hidden = _UNSHOWN.difference(named)
    return {name: shown(value) for name, value in outcome.items() if value is not None and name not in hidden}


def field_names(tool: Tool) -> list[str]:
    """The names of the fields that a caller may ask for, in order: of an entry, where the tool shows a list."""
    schema = tool.result.model_json_schema(mode="serialization", schema_generator=_Untitled)
    of = tool.brief.of if tool.brief else None
    described = _inlined(schema["properties"][of]["items"], schema.get("$defs", {})) if of else schema
    hidden = _UNSHOWN.difference(tool.brief.fields if tool.brief else ())
    return [name for name in described["properties"] if name not in hidden]


class _Untitled(GenerateJsonSchema):
    @override
    def field_title_should_be_set(self, schema: Any) -> bool:
        return False


def _schema(model: type[BaseModel], mode: JsonSchemaMode) -> dict[str, Any]:
    return model.model_json_schema(mode=mode, schema_generator=_Untitled)


def _with_field_names(tool: Tool) -> dict[str, Any]:
    """The schema of the arguments, in which the description of `fields` names those that are not shown by default."""
    schema = _lean_input(tool.arguments)
    if tool.brief and "fields" in schema["properties"]:
        others = [name for name in field_names(tool) if name not in tool.brief.fields]
        schema["properties"]["fields"]["description"] += f" Also: {', '.join(others)}."
    return schema


def _lean_input(model: type[BaseModel]) -> dict[str, Any]:
    """JSON Schema without the names and docstrings of our classes: each word costs the assistant's model tokens."""
    schema = _schema(model, "validation")
    lean = _pruned(_inlined(schema, schema.get("$defs", {})))
    assert isinstance(lean, dict)  # noqa: S101 - a model's schema is an object
    lean.pop("description", None)
    properties = lean.setdefault("properties", {})
    properties.pop("was", None)  # what a page had on the screen; a model reads a record right before it changes it
    return {"type": "object", "properties": properties} | lean


def _inlined(node: Any, definitions: Mapping[str, Any]) -> Any:
    """The schema with each reference replaced by what it refers to, without the docstring of that class."""
    if isinstance(node, list):
        return [_inlined(entry, definitions) for entry in node]
    if not isinstance(node, dict):
        return node
    kept = {name: _inlined(value, definitions) for name, value in node.items() if name not in {"$defs", "$ref"}}
    if "$ref" not in node:
        return kept
    meant = {
        name: value for name, value in definitions[node["$ref"].rpartition("/")[2]].items() if name != "description"
    }
    return _inlined(meant, definitions) | kept


def _pruned(node: Any, *, of_names: bool = False) -> Any:
    """The schema without keywords that are not worth their tokens. `of_names`: its keys are names of properties."""
    if isinstance(node, list):
        return [_pruned(entry) for entry in node]
    if not isinstance(node, dict):
        return node
    kept = {
        name: _pruned(value, of_names=name == "properties" and not of_names)
        for name, value in node.items()
        if of_names or not (name in _UNLISTED or (name, value) in (("default", 0), ("default", False)))
    }
    return kept if of_names else _without_null(kept)


def _without_null(node: dict[str, Any]) -> dict[str, Any]:
    """Drop `null` from the types of optional arguments: they can be left out, and not every client reads `anyOf`."""
    match node:
        case {"anyOf": [dict(only), {"type": "null"}]}:
            rest = {keyword: value for keyword, value in node.items() if (keyword, value) != ("default", None)}
            del rest["anyOf"]
            return only | rest
    return node
