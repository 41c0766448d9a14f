"""Interface 5.7: the tools of a key are those its scopes allow."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from domain.keys.scopes import PRESETS
from doors import key_caller
from interface import SCOPES
from mcp_door.all_tools import TOOLS
from mcp_door.tool import definition, field_names
from protocol import ERAS, listed, tools_for
from protocol import TOOLS as WANTED
from tables import for_each


def test_table_is_the_agreed_one():
    assert {name: tool.scopes for name, tool in TOOLS.items()} == WANTED
    assert list(TOOLS) == list(WANTED)


def test_every_scope_of_the_interface_has_a_tool():
    assert {scope for tool in TOOLS.values() for scope in tool.scopes} == set(SCOPES)


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("scope", SCOPES)
def test_single_scope_key_sees_exactly_its_tools(uncounted, scope, era):
    assert [tool["name"] for tool in listed(caller=key_caller(scope), era=era)] == tools_for(scope)


@pytest.mark.parametrize("preset", PRESETS)
def test_preset_sees_exactly_its_tools(uncounted, preset):
    scopes = PRESETS[preset]

    assert [tool["name"] for tool in listed(caller=key_caller(*scopes))] == tools_for(*scopes)


def test_key_of_every_scope_sees_every_tool(uncounted):
    assert [tool["name"] for tool in listed(caller=key_caller(*SCOPES))] == list(WANTED)


@for_each("tool", TOOLS.values(), ids=TOOLS)
def test_tool_is_named_and_described_for_a_model(tool):
    assert re.fullmatch(r"[a-z]+(_[a-z]+)*", tool.name)
    assert len(tool.name) <= 40
    assert 1 <= len(tool.title) <= 40
    assert tool.description.endswith(".")
    assert 25 <= len(tool.description) <= 250


@for_each("tool", TOOLS.values(), ids=TOOLS)
def test_tool_gives_every_hint_that_says_something_of_it(tool):
    hints = tool.hints
    reads = not all(scope.endswith((":write", ":interact", ":use")) for scope in tool.scopes)
    acts = tool.name in {
        *("assign_pa_task", "update_pa_task", "delete_pa_task", "run_pa_task"),
        *("snooze_inbox_item", "finish_inbox_item", "confirm_card", "dismiss_card"),
    }

    assert hints.open_world_hint is (tool.name == "call_with_credential")
    assert bool(hints.read_only_hint) is (reads and not acts)
    assert (hints.destructive_hint is None) is (reads and not acts)
    assert False not in {hints.read_only_hint, hints.idempotent_hint}  # that is what a client assumes of a missing one


def test_what_cannot_be_undone_is_marked_destructive():
    destructive = {name for name, tool in TOOLS.items() if tool.hints.destructive_hint}

    assert destructive == {
        *("answer_project_intake", "submit_project", "update_project", "decide_approval"),
        *("change_brief_entry", "drop_brief_entry", "change_project_brief"),
        *("call_with_credential", "deposit_credential", "fulfill_credential_request", "delete_pa_task"),
        *("decline_credential_request", "edit_document", "answer_document_comment", "answer_choice", "confirm_card"),
    }


@for_each("tool", TOOLS.values(), ids=TOOLS)
def test_schemas_are_valid_objects_without_our_class_names(tool):
    shown = definition(tool)

    schema = shown.input_schema
    Draft202012Validator.check_schema(schema)
    assert schema["type"] == "object"
    assert "title" not in schema
    assert shown.output_schema is None  # a model sees what a result looks like when it has one
    for part in (schema, *schema.get("$defs", {}).values()):
        assert not isinstance(part.get("description"), str)


def _arguments(schema: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The arguments and what is in them, each with its schema."""
    for name, described in schema.get("properties", {}).items():
        yield name, described
        yield from _arguments(described)
        yield from _arguments(described.get("items", {}))


@for_each("tool", TOOLS.values(), ids=TOOLS)
def test_every_argument_says_what_it_is(tool):
    for name, schema in _arguments(definition(tool).input_schema):
        assert len(schema.get("description", "")) >= 8, name


@for_each("tool", [tool for tool in TOOLS.values() if tool.brief])
def test_what_is_shown_of_a_result_is_in_it(tool):
    assert set(tool.brief.fields) <= set(field_names(tool))
    assert tool.brief.of_each.keys() <= set(tool.brief.fields)


@for_each("tool", TOOLS.values(), ids=TOOLS)
def test_optional_argument_is_described_without_null(tool):
    assert '"null"' not in json.dumps(definition(tool).input_schema)


@pytest.mark.parametrize(
    "name",
    [
        *("ask_ceo_agent", "create_project", "assign_pa_task", "run_pa_task", "create_work", "claim_work"),
        *("deposit_credential", "fulfill_credential_request", "add_brief_entry", "add_document_line"),
    ],
)
def test_creating_tool_takes_an_idempotency_key(name):
    assert TOOLS[name].creates
    assert "idempotency_key" in definition(TOOLS[name]).input_schema["properties"]
    assert "idempotency_key" not in definition(TOOLS[name]).input_schema.get("required", [])


def test_no_other_tool_takes_an_idempotency_key():
    assert sum(tool.creates for tool in TOOLS.values()) == 10


@pytest.mark.parametrize("name", ["deposit_credential", "fulfill_credential_request"])
def test_secret_is_taken_to_the_byte(name):
    arguments: dict[str, Any] = {"secret_in_conversation": True}
    arguments |= {"project_id": "prj_1", "name": "Key", "type": "ssh_key"} if name == "deposit_credential" else {}
    arguments |= {"request_id": "crq_1"} if name == "fulfill_credential_request" else {}

    validated = TOOLS[name].arguments.model_validate(arguments | {"value": " begins and ends \n"})

    assert validated.value.get_secret_value() == " begins and ends \n"
    assert TOOLS[name].confidential
