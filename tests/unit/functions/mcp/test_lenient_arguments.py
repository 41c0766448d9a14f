"""Arguments as assistants write them: null for what they leave out, JSON text, another case."""

from __future__ import annotations

import json
from typing import Any

from pydantic import ValidationError

from interface import UNKNOWN_IDS
from mcp_door.all_tools import TOOLS
from mcp_door.lenient_arguments import understood
from mcp_door.tool import Tool, definition
from protocol import MINIMAL_ARGUMENTS
from tables import for_each


def _minimal(tool: Tool) -> dict[str, Any]:
    needed = definition(tool).input_schema.get("required", [])
    ids = {name: value for name, value in UNKNOWN_IDS.items() if name in needed}
    return ids | MINIMAL_ARGUMENTS.get(tool.name, {})


def _read(tool: Tool, arguments: dict[str, Any]) -> Any:
    """The arguments as the tool gets them, or why they are refused."""
    try:
        return tool.arguments.model_validate(understood(tool.arguments, arguments))
    except ValidationError as error:
        return error.errors(include_url=False, include_input=False, include_context=False)


OPTIONAL = [
    (tool, name)
    for tool in TOOLS.values()
    for name in definition(tool).input_schema["properties"]
    if name not in definition(tool).input_schema.get("required", [])
]


def _named(case: tuple[Any, ...]) -> str:
    return f"{case[0].name} {case[1]}"


@for_each(("tool", "name"), OPTIONAL, ids=_named)
def test_null_is_as_good_as_absence_for_every_optional_argument(tool, name):
    others = {other: value for other, value in _minimal(tool).items() if other != name}

    assert _read(tool, others | {name: None}) == _read(tool, others)


@for_each(
    ("name", "argument", "value"),
    [
        ("create_project", "budget_ceiling", {"amount": 9_000, "currency": "EUR"}),
        ("what_if_project", "changes", [{"op": "drop_entry", "id": "R1"}]),
        ("list_projects", "fields", ["name"]),
        ("list_projects", "limit", 5),
        ("submit_project", "accept_over_ceiling", True),
    ],
)
def test_json_text_is_as_good_as_its_value(name, argument, value):
    read = _read(TOOLS[name], _minimal(TOOLS[name]) | {argument: json.dumps(value)})

    assert not isinstance(read, list), read
    assert read == _read(TOOLS[name], _minimal(TOOLS[name]) | {argument: value})


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
