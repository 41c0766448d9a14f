"""`make docs`: writes the tables of routes into `docs/interface.md`, and names the events that the template lacks.

A table stands between `<!-- routes: projects -->`, which names doors, and `<!-- /routes -->`.
"""

from __future__ import annotations

import inspect
import json
import re
import sys
from collections.abc import Mapping
from typing import Any

from common.gate import Access
from tools.openapi import REPOSITORY
from tools.openapi.agreed import AGREED, ANY, PUBLIC, needs_of
from tools.openapi.document import document, doors
from tools.openapi.operations import JSON, status_of

PAGE = REPOSITORY / "docs/interface.md"
TEMPLATE = REPOSITORY / "template.yaml"
_TABLE = re.compile(r"(<!-- routes: ([\w ]+) -->\n).*?(<!-- /routes -->)", re.DOTALL)
_EVENT = re.compile(r'Method: (\w+),?\s+Path: (?:"([^"]+)"|([^\s,}]+))')
_HEAD = "| route | needs | request | answer |\n|---|---|---|---|\n"
_PAGING = {"has_more", "next_cursor"}
_COMMON = {"CONFLICT", "NOT_FOUND"}  # the page's section 7 says when
_MOST_NAMED = 7
_MOST_CHOICES = 7
Schema = Mapping[str, Any]


def with_tables(page: str) -> str:
    """The text of the page, in which each table of routes is made anew from the doors."""
    described = document()
    by_area = {door.area: door for door in doors()}

    def table(found: re.Match[str]) -> str:
        rows = (
            _row(method, path, by_area[area].routes[method, path], described)
            for area in found[2].split()
            for method, path in by_area[area].routes
        )
        return found[1] + _HEAD + "".join(rows) + found[3]

    return _TABLE.sub(table, page)


def missing_events(template: str) -> list[str]:
    """A line for each route that the template gives to no function: the function, and the event to add to it."""
    there = {(method, quoted or plain) for method, quoted, plain in _EVENT.findall(template)}
    return [
        f"{door.area.title()}Function: {event(method, path, route.handler.__name__, route.access)}"
        for door in doors()
        for (method, path), route in door.routes.items()
        if (method, path) not in there
    ]


def event(method: str, path: str, name: str, access: Access) -> str:
    """The line of YAML that the template needs for a route; `name` is the name of its handler."""
    auth = ", Auth: {Authorizer: NONE}" if access.public else ""
    shown = f'"{path}"' if "{" in path else path
    properties = f"{{RestApiId: !Ref Api, Method: {method}, Path: {shown}{auth}}}"
    return f"{name.title().replace('_', '')}: {{Type: Api, Properties: {properties}}}"


def _row(method: str, path: str, route: Any, described: Schema) -> str:
    operation = described["paths"][path][method.lower()]
    ours = "" if f"{method} {path}" in AGREED else "+ "
    once = " **I**" if route.creates else ""
    shown = re.sub(r"{(\w+)}", lambda name: ":" + _camel(name[1]), path)
    asked = "; ".join(filter(None, (_query(operation, described), _body(operation, described))))
    text = " ".join(inspect.cleandoc(route.handler.__doc__ or "").split())
    status = [] if route.status == 200 else [str(route.status)]  # noqa: PLR2004 - the usual status is not shown
    answer = ", ".join([*status, _answer(operation, str(route.status), described)])
    own = [code for code in route.errors if code not in _COMMON]
    refusals = ", ".join(f"{status_of(code)} `{code}`" for code in own)
    told = " ".join(filter(None, (f"{answer}.", text, f"{refusals}." if refusals else "")))
    cells = (f"{ours}`{method} {shown}`{once}", _needs(route.access), asked, told)
    return "|" + "|".join(f" {cell} " if cell else " " for cell in cells) + "|\n"


def _camel(name: str) -> str:
    first, *others = name.split("_")
    return first + "".join(map(str.title, others))


def _needs(access: Access) -> str:
    needs = needs_of(access)
    proved = ", proved" if access.step_up else ", proved lately" if access.recent_proof else ""
    if isinstance(needs, tuple):
        return " or ".join(f"`{scope}`" for scope in needs) + proved
    return {PUBLIC: "nothing", ANY: "any key, or a session"}.get(needs, needs) + proved


def _query(operation: Schema, described: Schema) -> str:
    taken = [one for one in operation.get("parameters", ()) if one["in"] == "query"]
    return ", ".join(_field(one["name"], one["schema"], described, required=one["required"]) for one in taken)


def _body(operation: Schema, described: Schema) -> str:
    if "requestBody" not in operation:
        return ""
    body = operation["requestBody"]
    schema = _meant(body["content"][JSON]["schema"], described)
    required = schema.get("required", ())
    fields = [_field(name, inner, described, required=name in required) for name, inner in schema["properties"].items()]
    left_out = "" if body["required"] else "; the body may be left out"
    return ", ".join(fields) + left_out


def _field(name: str, schema: Schema, described: Schema, *, required: bool) -> str:
    given, meant = schema, _meant(schema, described)
    text = f"`{name}`" if required else f"`{name}`?"
    if 0 < len(choices := meant.get("enum", ())) <= _MOST_CHOICES:
        text += " " + "/".join(f"`{one}`" for one in choices)
    elif {"minimum", "maximum"} <= meant.keys():
        text += f" {meant['minimum']:,.0f}–{meant['maximum']:,.0f}"
    elif 0 < len(inner := _meant(meant.get("items", meant), described).get("properties", {})) <= _MOST_NAMED:
        text += f" `{{{', '.join(inner)}}}`"
    default = given.get("default")
    if default in (None, "", []):
        return text
    return f"{text} ({default if isinstance(default, str) else json.dumps(default)})"


def _answer(operation: Schema, status: str, described: Schema) -> str:
    data = _meant(operation["responses"][status]["content"][JSON]["schema"], described)["properties"]["data"]
    shapes = []
    for one in data.get("anyOf", [data]):
        names = [name for name in _meant(one, described)["properties"] if name not in _PAGING]
        listed = ", ".join(f"`{name}`" for name in names)
        shapes.append(listed if len(names) <= _MOST_NAMED else f"`{one['$ref'].rpartition('/')[2]}`")
    return " or ".join(shapes)


def _meant(schema: Schema, described: Schema) -> Schema:
    """The schema behind a reference; of a choice between one schema and null, that schema."""
    if "$ref" in schema:
        found: Schema = described["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
        return found
    choices = [one for one in schema.get("anyOf", ()) if one.get("type") != "null"]
    return _meant(choices[0], described) if len(choices) == 1 else schema


def main() -> None:
    """Write the page. Exits with 1 when the template lacks an event."""
    PAGE.write_text(with_tables(PAGE.read_text()))
    if missing := missing_events(TEMPLATE.read_text()):
        sys.exit("template.yaml lacks these events:\n" + "\n".join(missing))


if __name__ == "__main__":
    main()
