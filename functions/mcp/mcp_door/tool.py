"""What a tool is: a name and words for a model, who may call it, what goes in, what comes out, and who does it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any, override

import mcp_types as types
from pydantic import BaseModel
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaMode

from common.caller import Caller
from common.envelope import RequestModel, View
from mcp_door.arguments import Creating


def _hints(*, reads: bool = False, destroys: bool = False, repeats: bool = False) -> types.ToolAnnotations:
    """All four, always: a client that finds one missing assumes the worst. Nothing here reaches an open world."""
    return types.ToolAnnotations(
        read_only_hint=reads, destructive_hint=destroys, idempotent_hint=repeats, open_world_hint=False
    )


READS = _hints(reads=True, repeats=True)
ADDS = _hints()
REPLACES = _hints(destroys=True, repeats=True)
IRREVOCABLE = _hints(destroys=True)


@dataclass(frozen=True, slots=True, eq=False)
class Tool[A: RequestModel]:
    """One row of the tool table.

    Attributes:
        name: snake_case, at most 40 characters.
        title: for people.
        description: for a model: what it does, when to use it, what to do next.
        scopes: one of these is enough.
        hints: what a client may tell its user before the call.
        arguments: a model that refuses what it does not know.
        result: the service's view.
        call: carries it out for a caller, with validated arguments.
        confidential: the arguments hold a secret.
    """

    name: str
    title: str
    description: str
    scopes: tuple[str, ...]
    hints: types.ToolAnnotations
    arguments: type[A]
    result: type[View]
    call: Callable[[Caller, A], View]
    confidential: bool = False

    @property
    def creates(self) -> bool:
        """Whether a call may bring an idempotency key."""
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
    """JSON Schema without the names and docstrings of our classes: a model reads every word of it, and pays for it."""
    schema = model.model_json_schema(mode=mode, schema_generator=_Untitled)
    for described in (schema, *schema.get("$defs", {}).values()):
        described.pop("title", None)
        described.pop("description", None)
    return schema


def _without_null(node: Any) -> Any:
    """An argument that may be null may be left out as well; saying only that is shorter, and every client reads it."""
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
