"""The schemas of all doors, corrected where pydantic's JSON Schema says less than the models check."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator
from typing import Any

from common.envelope import Failure
from tools.openapi.stricter_schemas import sharpen

Schema = dict[str, Any]
_RESOLVERS_OWN = ("HTTPValidationError", "ValidationError", "ResponseValidationError")
_REF = "#/components/schemas/"


def corrected(schemas: dict[str, Schema], paths: dict[str, Any]) -> dict[str, Schema]:
    """The schemas, with our `Failure` for the resolver's, what models check in code, and answers' fields required."""
    ours = {name: schema for name, schema in schemas.items() if name not in _RESOLVERS_OWN}
    failure = Failure.model_json_schema(ref_template=_REF + "{model}")
    sharpen(ours)
    asked = _named([one["requestBody"] for of in paths.values() for one in of.values() if "requestBody" in one], ours)
    for name, schema in ours.items():
        if name not in asked and "properties" in schema:  # an answer always has all of its fields
            schema["required"] = list(schema["properties"])
    ours |= copy.deepcopy(failure.pop("$defs", {})) | {"Failure": failure}
    for schema in ours.values():
        _tidy(schema)
    return ours


def with_plain_names(body: dict[str, Any]) -> dict[str, Any]:
    """The body with plain schema names: `Envelope_ProjectList_` becomes `ProjectListEnvelope` everywhere."""
    renamed: dict[str, Any] = _renamed(body)
    return renamed


def _plain(name: str) -> str:
    inner = re.fullmatch(r"Envelope_(\w+?)_?", name)
    return f"{inner[1]}Envelope" if inner else name


def _renamed(node: Any) -> Any:
    if isinstance(node, list):
        return [_renamed(entry) for entry in node]
    if not isinstance(node, dict):
        return node
    renamed = {_plain(key): _renamed(value) for key, value in node.items()}
    if isinstance(reference := node.get("$ref"), str) and reference.startswith(_REF):
        renamed["$ref"] = _REF + _plain(reference.removeprefix(_REF))
    return renamed


def _named(node: Any, schemas: dict[str, Schema]) -> set[str]:
    """The names of the schemas to which a node refers, directly or through other schemas."""
    found: set[str] = set()
    todo = [node]
    for one in todo:
        names = {inner["$ref"].rpartition("/")[2] for inner in _nodes(one) if "$ref" in inner} - found
        found |= names
        todo += [schemas[name] for name in names]
    return found


def _tidy(schema: Schema) -> None:
    schema.pop("title", None)
    for name, field in schema.get("properties", {}).items():
        for node in _nodes(field):
            node.pop("title", None)
            if name.endswith("_at") and node.get("type") == "string":
                node["format"] = "date-time"


def _nodes(node: Any) -> Iterator[Schema]:
    if isinstance(node, dict):
        yield node
        for value in node.values():
            yield from _nodes(value)
    elif isinstance(node, list):
        for entry in node:
            yield from _nodes(entry)
