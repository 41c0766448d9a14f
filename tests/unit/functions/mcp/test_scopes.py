"""Interface 5.7: the tools of a key are those its scopes allow."""

from __future__ import annotations

import pytest
from jsonschema import Draft202012Validator

from doors import key_caller
from interface import SCOPES
from mcp_door.all_tools import TOOLS
from mcp_door.tool import definition
from protocol import ERAS, listed, tools_for
from tables import for_each


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("scope", SCOPES)
def test_single_scope_key_sees_exactly_its_tools(uncounted, scope, era):
    assert [tool["name"] for tool in listed(caller=key_caller(scope), era=era)] == tools_for(scope)


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


ACTING = {
    *("assign_pa_task", "update_pa_task", "delete_pa_task", "run_pa_task"),
    *("snooze_inbox_item", "finish_inbox_item", "confirm_card", "dismiss_card"),
}
DESTRUCTIVE = {
    *("answer_project_intake", "submit_project", "update_project", "decide_approval"),
    *("change_brief_entry", "drop_brief_entry", "change_project_brief"),
    *("call_with_credential", "deposit_credential", "fulfill_credential_request", "delete_pa_task"),
    *("decline_credential_request", "edit_document", "answer_document_comment", "answer_choice", "confirm_card"),
}


@for_each("tool", TOOLS.values(), ids=TOOLS)
def test_tool_gives_every_hint_that_says_something_of_it_and_marks_what_cannot_be_undone(tool):
    hints = tool.hints
    reads = not all(scope.endswith((":write", ":interact", ":use")) for scope in tool.scopes)
    only_reads = reads and tool.name not in ACTING

    assert hints.open_world_hint is (tool.name == "call_with_credential")
    assert bool(hints.read_only_hint) is only_reads
    assert (hints.destructive_hint is None) is only_reads
    assert bool(hints.destructive_hint) is (tool.name in DESTRUCTIVE)
    assert False not in {hints.read_only_hint, hints.idempotent_hint}  # that is what a client assumes of a missing one


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("deposit_credential", {"project_id": "prj_1", "name": "Key", "type": "ssh_key"}),
        ("fulfill_credential_request", {"request_id": "crq_1"}),
    ],
)
def test_secret_is_taken_to_the_byte(name, given):
    sent = given | {"secret_in_conversation": True, "value": " begins and ends \n"}

    validated = TOOLS[name].arguments.model_validate(sent)

    assert validated.value.get_secret_value() == " begins and ends \n"
    assert TOOLS[name].confidential
