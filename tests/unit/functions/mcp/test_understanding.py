"""Arguments as assistants write them: null for what they leave out, JSON text, another case."""

from __future__ import annotations

import json
from typing import Any

from pydantic import ValidationError

from interface import UNKNOWN_IDS
from mcp_door.all_tools import TOOLS
from mcp_door.tool import Tool, definition
from mcp_door.understanding import understood
from protocol import MINIMAL_ARGUMENTS
from tables import for_each

SAMPLES: dict[str, Any] = {
    "answers": {"deadline": None, "budget": "9000"},
    "budget_ceiling": {"amount": 9_000, "currency": "EUR"},
    "changes": [{"op": "drop_entry", "id": "R1"}],
    "criteria": ["One arrives"],
    "day_rates": {"CPO": 600, "CDO": 600, "CTO": 700, "CMO": 600},
    "kinds": ["booking"],
    "audiences": ["A1"],
    "systems": ["I1"],
    "rules": ["C1"],
    "platforms": ["web"],
    "existing": ["brand"],
    "remove": [],
    "evidence": [{"criterion": "1", "text": "It is shown", "met": False, "link": None}],
    "headers": {"Accept": "text/plain"},
    "types": ["approval.requested"],
    "links": ["https://example.com/a"],
    "fields": ["all"],
    "edits": [{"id": "R1.1", "state": "struck"}],
    "refs": ["R1"],
}
BY_TYPE = {"integer": 1, "boolean": True}


def _minimal(tool: Tool[Any]) -> dict[str, Any]:
    needed = definition(tool).input_schema.get("required", [])
    ids = {name: value for name, value in UNKNOWN_IDS.items() if name in needed}
    return ids | MINIMAL_ARGUMENTS.get(tool.name, {})


def _read(tool: Tool[Any], arguments: dict[str, Any]) -> Any:
    """The arguments as the tool gets them, or why they are refused."""
    try:
        return tool.arguments.model_validate(understood(tool.arguments, arguments))
    except ValidationError as error:
        return error.errors(include_url=False, include_input=False, include_context=False)


ARGUMENTS = [
    (tool, name, schema)
    for tool in TOOLS.values()
    for name, schema in definition(tool).input_schema["properties"].items()
]
OPTIONAL = [
    (tool, name) for tool, name, _ in ARGUMENTS if name not in definition(tool).input_schema.get("required", [])
]
STRUCTURED = [
    (tool, name, SAMPLES.get(name, BY_TYPE.get(schema.get("type"))))
    for tool, name, schema in ARGUMENTS
    if schema.get("type") in {"array", "object", "integer", "boolean"}
]


def _named(case: tuple[Any, ...]) -> str:
    return f"{case[0].name} {case[1]}"


@for_each(("tool", "name"), OPTIONAL, ids=_named)
def test_null_is_as_good_as_absence_for_every_optional_argument(tool, name):
    others = {other: value for other, value in _minimal(tool).items() if other != name}

    assert _read(tool, others | {name: None}) == _read(tool, others)


@for_each(("tool", "name", "value"), STRUCTURED, ids=_named)
def test_json_text_is_as_good_as_its_value_for_every_argument(tool, name, value):
    meant = _read(tool, _minimal(tool) | {name: value})

    assert value is not None, "a sample is missing"
    assert _read(tool, _minimal(tool) | {name: json.dumps(value)}) == meant


def test_null_keeps_its_meaning_where_it_has_one():
    lifted = {"op": "change_project", "budget_ceiling": None}
    tried = _read(TOOLS["what_if_project"], {"project_id": "prj_1", "changes": [lifted]})
    answers = _read(TOOLS["answer_project_intake"], {"project_id": "prj_1", "answers": {"deadline": None}})

    assert tried.changes[0].named == {"budget_ceiling": None}
    assert answers.answers == {"deadline": None}


def test_text_stays_text_whatever_it_looks_like():
    call = {
        "credential_id": "crd_1",
        "method": "get",
        "url": "https://a.example",
        "purpose": "true",
        "body": '{"a": 1}',
    }

    read = _read(TOOLS["call_with_credential"], call)

    assert (read.method, read.purpose, read.body) == ("GET", "true", '{"a": 1}')
