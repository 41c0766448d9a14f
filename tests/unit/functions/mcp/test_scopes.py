"""Interface 5.7: the tools of a key are those its scopes allow."""

from __future__ import annotations

from typing import Any

import pytest
from jsonschema import Draft202012Validator

from doors import key_caller
from interface import SCOPES
from mcp_door.all_tools import TOOLS
from mcp_door.tool import definition
from protocol import ERAS, listed, tools_for
from protocol import TOOLS as WANTED
from tables import for_each


def test_table_is_the_agreed_one():
    assert {name: tool.scopes for name, tool in TOOLS.items()} == WANTED
    assert list(TOOLS) == list(WANTED)


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("scope", SCOPES)
def test_single_scope_key_sees_exactly_its_tools(uncounted, scope, era):
    assert [tool["name"] for tool in listed(caller=key_caller(scope), era=era)] == tools_for(scope)


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


def test_creating_tools_and_no_others_may_be_given_an_idempotency_key():
    taking = {name for name in TOOLS if "idempotency_key" in definition(TOOLS[name]).input_schema["properties"]}

    assert taking == {name for name, tool in TOOLS.items() if tool.creates}
    assert taking == {
        *("ask_ceo_agent", "create_project", "assign_pa_task", "run_pa_task", "create_work", "claim_work"),
        *("deposit_credential", "fulfill_credential_request", "add_brief_entry", "add_document_line"),
    }


@pytest.mark.parametrize("name", ["deposit_credential", "fulfill_credential_request"])
def test_secret_is_taken_to_the_byte(name):
    arguments: dict[str, Any] = {"secret_in_conversation": True}
    arguments |= {"project_id": "prj_1", "name": "Key", "type": "ssh_key"} if name == "deposit_credential" else {}
    arguments |= {"request_id": "crq_1"} if name == "fulfill_credential_request" else {}

    validated = TOOLS[name].arguments.model_validate(arguments | {"value": " begins and ends \n"})

    assert validated.value.get_secret_value() == " begins and ends \n"
    assert TOOLS[name].confidential
