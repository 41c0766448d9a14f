"""Tool calls: what goes in, what comes out, and how a refusal reads."""

from __future__ import annotations

import json

import pytest

from briefs import ANSWERS
from common.caller import Caller
from domain.audit.records import THE_TEAM
from domain.vault.deposits import deposit_service
from domain.vault.requests import DepositCredential
from doors import key_caller, session_caller
from interface import SCOPES, UNKNOWN_IDS
from mcp_door.all_tools import TOOLS
from mcp_door.tool import definition
from protocol import ERAS, MINIMAL_ARGUMENTS, ask, call_tool, text_of, tools_for
from tables import by_day
from vaults import stored_project

EVERYBODY = key_caller()
TOLD = {"secret_in_conversation": True}

# Nothing to show without a team that works or a task that ran: called against the whole cloud.
NEEDS_MORE = {
    *("get_project_estimate", "submit_project", "get_deliverable", "decide_approval", "fulfill_credential_request"),
    *("edit_document", "add_document_line", "answer_document_comment", "answer_choice"),
    *("rewrite_document", "present_document", "hand_out_work"),
    *("what_if_project", "change_brief_entry", "drop_brief_entry"),
    *("get_pa_task", "update_pa_task", "delete_pa_task", "run_pa_task", "get_pa_report"),
    *("snooze_inbox_item", "finish_inbox_item", "fetch"),
    *("get_work", "create_work", "claim_work", "report_work_progress", "submit_work", "release_work"),
    *("call_with_credential", "decline_credential_request", "confirm_card", "dismiss_card"),
}


def arguments_of(name: str, **ids: str) -> dict:
    """What the tool needs, with ids that nobody has unless given."""
    known = definition(TOOLS[name]).input_schema["properties"]
    needed = definition(TOOLS[name]).input_schema.get("required", [])
    return MINIMAL_ARGUMENTS.get(name, {}) | {
        key: value for key, value in (UNKNOWN_IDS | ids).items() if key in needed or (key in ids and key in known)
    }


@pytest.mark.parametrize("era", by_day(ERAS, every=2))
@pytest.mark.parametrize("scope", SCOPES)
def test_hidden_tool_is_refused_by_name_of_the_missing_scope(uncounted, scope, era):
    hidden = [name for name in TOOLS if name not in tools_for(scope)]

    for name in hidden:
        result = call_tool(name, {}, caller=key_caller(scope), era=era)

        assert result["isError"] is True
        assert text_of(result) == f"FORBIDDEN: API key missing required scope: {TOOLS[name].scopes[0]}"
        assert "structuredContent" not in result


@pytest.mark.parametrize("era", ERAS)
def test_connection_that_lacks_a_scope_is_told_where_its_owner_grants_it(uncounted, monkeypatch, era):
    monkeypatch.setenv("PUBLIC_URL", "https://atrium.example")
    caller = Caller("acc_1", "connection", "con_1", frozenset({"agents:read"}))

    called = call_tool("create_project", {"name": "Bakery"}, caller=caller, era=era)
    read = ask("resources/read", {"uri": "atrium://projects/prj_1/documents/roadmap"}, caller=caller, era=era).error

    assert called["isError"] is True
    for told, scope in ((text_of(called), "projects:write"), (read["message"], "projects:read")):
        assert told == (
            f"FORBIDDEN: This connection lacks the scope {scope}. Only the customer can grant it: they revoke the "
            "connection at https://atrium.example/app/#/settings/connections, connect this program again, "
            f"and tick {scope}."
        )


@pytest.mark.parametrize("name", sorted(set(TOOLS) - NEEDS_MORE))
def test_result_is_valid_and_told_twice(account_id, name):
    caller = key_caller(account_id=account_id)
    project = call_tool("create_project", {"name": "Bakery"}, caller=caller)["structuredContent"]
    ids = {"project_id": project["id"]} if "project_id" in arguments_of(name) else {}

    result = call_tool(name, arguments_of(name, **ids), caller=caller)

    assert result["isError"] is False
    assert isinstance(result["structuredContent"], dict)
    assert json.loads(text_of(result)) == result["structuredContent"]
    assert "null" not in text_of(result)
    assert "content_hash" not in text_of(result)


@pytest.mark.parametrize(
    ("name", "arguments", "told"),
    [
        ("create_project", {}, "name: "),
        ("create_project", {"name": "Bakery", "colour": "red"}, "colour: "),
        (
            "create_project",
            {"name": "Bakery", "budget_ceiling": {"amount": -1, "currency": "EUR"}},
            "budget_ceiling.am",
        ),
        ("create_project", {"name": "Bakery", "idempotency_key": "x" * 256}, "idempotency_key: "),
        ("list_messages", {"project_id": "prj_1", "wait": 21}, "wait: "),
        ("decide_approval", {"project_id": "p", "approval_id": "a", "decision": "request_changes"}, "arguments: "),
        ("get_dashboard_usage", {"from": "yesterday"}, "from: "),
        *(
            ("get_dashboard_usage", {"to": end}, "to: This must be a date between ")
            for end in ("0001-01-01", "9999-12-31")
        ),
        ("list_projects", {"fields": ["name", "colour"]}, "fields: There are these fields: id, name, "),
        ("list_events", {"after": 1, "from": "2026-03-01"}, "arguments: Give after, or days and before, not both."),
        ("list_events", {"wait": 1}, "arguments: Wait works only together with after."),
        ("list_events", {"types": ["weather"]}, "types: There are these types: attention.opened, "),
        ("update_pa_task", {"task_id": "tsk_1"}, "arguments: Give task, when, kind, status or mail"),
    ],
)
def test_wrong_argument_is_named(uncounted, name, arguments, told):
    result = call_tool(name, arguments, caller=EVERYBODY)

    assert result["isError"] is True
    assert text_of(result).startswith(f"VALIDATION_ERROR: {told}")


def test_call_repeated_with_its_key_is_done_once_and_the_key_serves_no_other_call_and_no_other_account(aws):
    arguments = {"name": "Bakery", "idempotency_key": "first"}
    first = call_tool("create_project", arguments, caller=EVERYBODY)
    again = call_tool("create_project", arguments, caller=EVERYBODY)
    other = call_tool("create_project", arguments | {"name": "Forge"}, caller=EVERYBODY)
    theirs = call_tool("create_project", arguments, caller=key_caller(account_id="acc_2"))

    assert again["structuredContent"] == first["structuredContent"]
    assert len(call_tool("list_projects", caller=EVERYBODY)["structuredContent"]["projects"]) == 1
    assert text_of(other).startswith("IDEMPOTENCY_KEY_REUSED: ")
    assert theirs["structuredContent"]["id"] != first["structuredContent"]["id"]


def test_deposit_repeated_with_its_key_makes_one_version_and_leaves_no_secret(aws):
    project = call_tool("create_project", {"name": "Bakery"}, caller=EVERYBODY)["structuredContent"]
    secret = {"value": "a value nobody sees again"} | TOLD
    arguments = {"project_id": project["id"], "idempotency_key": "first"} | secret
    arguments |= MINIMAL_ARGUMENTS["deposit_credential"]

    first = call_tool("deposit_credential", arguments, caller=EVERYBODY)
    again = call_tool("deposit_credential", arguments, caller=EVERYBODY)
    rows = aws("dynamodb").scan(TableName="test-IdempotencyTable")["Items"]

    assert again["structuredContent"] == first["structuredContent"]
    assert first["structuredContent"]["version"] == 1
    assert "nobody sees" not in json.dumps(rows)


@pytest.mark.parametrize("era", ERAS)
def test_fault_of_ours_is_kept_to_the_log(aws, monkeypatch, era):
    def broken(*_arguments):
        raise RuntimeError("arn:aws:secret")

    monkeypatch.setattr("mcp_door.agent_tools.describe_directory", broken)

    result = call_tool("list_project_agents", caller=EVERYBODY, era=era)

    assert result["isError"] is True
    assert text_of(result).startswith("INTERNAL_ERROR: ")
    assert "arn:" not in text_of(result)


@pytest.mark.parametrize(("scope", "names"), [("vault:use", ["Stripe"]), ("vault:read", ["For the team", "Stripe"])])
def test_worker_is_listed_what_it_may_call_with_and_a_reader_all(aws, scope, names):
    project_id = stored_project().id
    for name, policy in (("Stripe", "ask_first"), ("For the team", "team")):
        terms = {"allowed_hosts": ["api.example.org"], "use_policy": policy}
        body = DepositCredential.model_validate({"name": name, "type": "token", "value": "a long secret", **terms})
        deposit_service().deposit("acc_1", project_id, body, by=THE_TEAM, caller=session_caller())

    listed = call_tool("list_credentials", {"project_id": project_id}, caller=key_caller(scope))["structuredContent"]

    found = {one["name"]: one for one in listed["credentials"]}
    assert sorted(found) == names
    assert (found["Stripe"]["allowed_hosts"], found["Stripe"]["use_policy"]) == (["api.example.org"], "ask_first")
    assert ("version" in found["Stripe"]) == (scope == "vault:read")


def test_project_goes_from_creation_to_submission(aws):
    project = call_tool("create_project", {"name": "Bakery"}, caller=EVERYBODY)["structuredContent"]
    mine = {"project_id": project["id"]}
    early = call_tool("get_project_estimate", mine, caller=EVERYBODY)
    intake = call_tool("answer_project_intake", mine | {"answers": ANSWERS}, caller=EVERYBODY)["structuredContent"]
    estimate = call_tool("get_project_estimate", mine, caller=EVERYBODY)["structuredContent"]
    submitted = call_tool("submit_project", mine, caller=EVERYBODY)["structuredContent"]
    again = call_tool("submit_project", mine, caller=EVERYBODY)

    assert text_of(early).startswith("INTAKE_INCOMPLETE: ")
    assert intake["complete"] is True
    assert submitted["said"]["cost"] == estimate["said"]["cost"]
    assert text_of(again).startswith("ALREADY_SUBMITTED: ")
