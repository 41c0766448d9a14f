"""A tool: its name and description, the scopes it needs, its arguments and result, and the function that does it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any, override

import mcp_types as types
from pydantic import BaseModel
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaMode

from common.caller import Caller, Origin
from common.envelope import RequestModel, View
from mcp_door.arguments import Creating


def _hints(*, reads: bool = False, destroys: bool = False, repeats: bool = False) -> types.ToolAnnotations:
    """All four hints, because a client assumes the worst of a missing one. No tool reaches beyond Atrium."""
    return types.ToolAnnotations(
        read_only_hint=reads, destructive_hint=destroys, idempotent_hint=repeats, open_world_hint=False
    )


READS = _hints(reads=True, repeats=True)
ADDS = _hints()
SETS = _hints(repeats=True)
REPLACES = _hints(destroys=True, repeats=True)
IRREVOCABLE = _hints(destroys=True)


@dataclass(frozen=True, slots=True, eq=False)
class Tool[A: RequestModel]:
    """One tool.

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
        noted: whether `call` is told where the request came from, because the security log notes what it does.
        narrows: whether `call` keeps to the projects that the caller may see. A tool that neither works on one project
            nor narrows is not for API keys that are limited to projects.
    """

    name: str
    title: str
    description: str
    scopes: tuple[str, ...]
    hints: types.ToolAnnotations
    arguments: type[A]
    result: type[View]
    call: Callable[[Caller, A], View] | Callable[[Caller, A, Origin], View]
    confidential: bool = False
    noted: bool = False
    narrows: bool = False

    @property
    def creates(self) -> bool:
        """Whether the tool accepts an idempotency key."""
        return issubclass(self.arguments, Creating)


@cache
def definition(tool: Tool[Any]) -> types.Tool:
    """The tool as `tools/list` shows it."""
    return types.Tool(
        name=tool.name,
        title=tool.title,
        description=tool.description,
        input_schema=_without_null(_schema(tool.arguments, "validation")),
        output_schema=_schema(tool.result, "serialization"),
        annotations=tool.hints,
    )


class _Untitled(GenerateJsonSchema):
    @override
    def field_title_should_be_set(self, schema: Any) -> bool:
        return False


def _schema(model: type[BaseModel], mode: JsonSchemaMode) -> dict[str, Any]:
    """JSON Schema without the names and docstrings of our classes: each word costs the assistant's model tokens."""
    schema = model.model_json_schema(mode=mode, schema_generator=_Untitled)
    for described in (schema, *schema.get("$defs", {}).values()):
        described.pop("title", None)
        described.pop("description", None)
    return schema


def _without_null(node: Any) -> Any:
    """Drop `null` from the types of optional arguments: they can be left out, and not every client reads `anyOf`."""
    if isinstance(node, list):
        return [_without_null(entry) for entry in node]
    if not isinstance(node, dict):
        return node
    kept = {keyword: _without_null(value) for keyword, value in node.items()}
    match kept:
        case {"anyOf": [dict(only), {"type": "null"}]}:
            rest = {keyword: value for keyword, value in kept.items() if (keyword, value) != ("default", None)}
            del rest["anyOf"]
            return only | rest
    return kept
