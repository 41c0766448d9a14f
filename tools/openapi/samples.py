"""Examples of bodies and answers: a route's own example, else a sample that its schema allows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args, get_type_hints

from common.envelope import RequestModel
from common.http import Route
from tools.openapi import WORDS

Schema = Mapping[str, Any]
IDS: Mapping[str, str] = {
    **{name: f"{prefix}_01K4Z8Q2M3N4P5R6S7T8V9W0XY" for name, prefix in WORDS["prefixes"].items()},
    **WORDS["plain_ids"],
}
"""An example for each parameter that is an id."""
_TIMES = {"date-time": "2026-11-21T09:00:00.000Z", "date": "2026-11-21"}


def body_model(route: Route) -> type[RequestModel] | None:
    """The model of the route's body; None for a route without one."""
    declared = get_type_hints(route.handler).get("body")
    return next((one for one in get_args(declared) or (declared,) if one is not type(None)), None)


def example_of(route: Route) -> Any:
    """A well-formed body: the route's own example, else a sample of the schema; None for a route without a body."""
    model = body_model(route)
    if model is None or route.example is not None:
        return route.example
    schema = model.model_json_schema()
    return sample(schema, schema.get("$defs", {}))


def sample(schema: Schema, schemas: Schema, name: str = "", *, within: tuple[str, ...] = ()) -> Any:
    """A value that the schema allows, with its required fields and no others.

    Args:
        schema: a JSON Schema.
        schemas: the schemas that it may refer to, by name.
        name: the field that the value is for.
        within: the schemas that the value is a part of; a list of one of these is left empty.
    """
    if "$ref" in schema:
        kind = schema["$ref"].rpartition("/")[2]
        return sample(schemas[kind], schemas, name, within=(*within, kind))
    if choices := schema.get("anyOf", schema.get("oneOf")):
        return sample(choices[0], schemas, name, within=within)
    if known := [schema["const"]] if "const" in schema else schema.get("enum"):
        return known[0]
    match schema.get("type"):
        case "object":
            fields, needed = schema.get("properties", {}), schema.get("required", ())
            return {field: sample(fields[field], schemas, field, within=within) for field in needed}
        case "array":
            again = {one["$ref"].rpartition("/")[2] for one in _references(schema["items"])} & set(within)
            few = 0 if again else schema.get("minItems", 1)
            return [sample(schema["items"], schemas, name.removesuffix("s"), within=within)] * few
        case "integer" | "number":
            return int(schema.get("minimum", 1))
        case "boolean":
            return True
    text = IDS.get(_id_of(name, within)) or _TIMES.get(schema.get("format", "")) or name.replace("_", " ") or "text"
    return text.ljust(schema.get("minLength", 0), "0")


def _id_of(name: str, within: tuple[str, ...]) -> str:
    """The field's name in `IDS`: the `id` in a `ProjectView` is a `project_id`."""
    kind = within[-1].lower() if within and name == "id" else ""
    stems = [stem for stem in (one.removesuffix("_id") for one in IDS) if stem and stem in kind]
    return f"{max(stems, key=kind.rindex)}_id" if stems else name


def _references(schema: Schema) -> list[Schema]:
    return [one for one in (schema, *schema.get("anyOf", ()), *schema.get("oneOf", ())) if "$ref" in one]
