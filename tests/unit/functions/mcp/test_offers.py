"""What is offered beside tools: resources, prompts, completion; and the connection that only reads."""

from __future__ import annotations

import json
import re

import pytest

from briefs import submitted_project
from domain.projects.service import project_service
from doors import CONTEXT, event, key_caller, load
from mcp_door.all_tools import TOOLS
from protocol import ERAS, ask, request, text_of, told
from tables import for_each

ME = key_caller()
NOBODY = "prj_01J00000000000000000000000"
REFUSED = -32602


@pytest.fixture
def project_id(aws):
    return submitted_project(project_service(), "acc_1")


def test_resources_are_listed_a_few_projects_at_a_time(aws):
    for number in range(6):
        submitted_project(project_service(), "acc_1", name=f"Bakery {number}")

    first = ask("resources/list", caller=ME).result
    second = ask("resources/list", {"cursor": first["nextCursor"]}, caller=ME).result

    assert "nextCursor" not in second
    assert ask("resources/list", {"cursor": "nonsense"}, caller=ME).error["code"] == REFUSED


@for_each(
    ("scopes", "names"),
    [
        (("projects:read",), ["document"]),
        (("pa:access",), ["report"]),
        (("projects:read", "pa:access"), ["document", "report"]),
        (("vault:read",), []),
    ],
)
def test_templates_are_those_that_the_key_may_read(uncounted, scopes, names):
    shown = ask("resources/templates/list", caller=key_caller(*scopes)).result["resourceTemplates"]

    assert [template["name"] for template in shown] == names


def test_neighbours_document_is_answered_like_an_unknown_one(project_id):
    uri = "atrium://projects/{}/documents/roadmap"

    theirs = ask("resources/read", {"uri": uri.format(project_id)}, caller=key_caller(account_id="acc_2")).error
    nobodys = ask("resources/read", {"uri": uri.format(NOBODY)}, caller=ME).error

    assert theirs["message"] == nobodys["message"]


def test_document_has_the_ids_of_its_lines(house):
    project_id = submitted_project(house.projects, "acc_1")
    house.run_all()
    for kind in ("product_brief", "scope"):
        (content,) = ask(
            "resources/read", {"uri": f"atrium://projects/{project_id}/documents/{kind}"}, caller=ME
        ).result["contents"]
        (document,) = [
            one for one in told("get_project", {"project_id": project_id}, ME)["deliverables"] if one["kind"] == kind
        ]
        read = {"project_id": project_id, "deliverable_id": document["id"], "fields": ["lines"]}
        ids = [line["id"] for part in told("get_deliverable", read, ME)["lines"] for line in part["lines"]]

        assert ids
        assert [one for one in ids if not re.search(rf"\b{re.escape(one)}\b", content["text"])] == []


@for_each("era", ERAS)
def test_address_of_nothing_is_told_back_where_the_protocol_wants_it(uncounted, era):
    uris = ("test://nothing", "atrium://reports/rep_1", "a secret", "TEST://x", f"x://{'y' * 400}")

    errors = [ask("resources/read", {"uri": uri}, caller=ME, era=era).error for uri in uris]

    told_back = [{"uri": uri} for uri in uris[:2]] if era == ERAS[1] else [None, None]
    assert [one.get("data") for one in errors] == [*told_back, None, None, None]


def test_resource_needs_its_scope(project_id):
    uri = f"atrium://projects/{project_id}/documents/roadmap"
    error = ask("resources/read", {"uri": uri}, caller=key_caller("pa:access")).error

    assert error["message"] == "FORBIDDEN: API key missing required scope: projects:read"


@for_each(
    ("scope", "names"),
    [
        ("pa:access", ["review_inbox"]),
        ("projects:write", ["write_brief"]),
        ("work:write", ["take_next_item"]),
        ("projects:read", []),
    ],
)
def test_prompts_are_those_whose_tools_the_key_may_call(uncounted, scope, names):
    assert [one["name"] for one in ask("prompts/list", caller=key_caller(scope)).result["prompts"]] == names


def test_prompts_tell_what_they_were_given_and_take_nothing_else(uncounted):
    asked = {"name": "write_brief", "arguments": {"idea": "A bakery's orders"}}
    text = ask("prompts/get", asked, caller=ME).result["messages"][0]["content"]["text"]
    missing = ask("prompts/get", {"name": "write_brief"}, caller=ME).error
    unknown = ask("prompts/get", {"name": "review_inbox", "arguments": {"colour": "red"}}, caller=ME).error

    assert "in Atrium: A bakery's orders\n" in text
    assert (missing["code"], missing["message"]) == (REFUSED, "VALIDATION_ERROR: idea: This is required.")
    assert (unknown["code"], unknown["message"]) == (REFUSED, "VALIDATION_ERROR: colour: There is no such argument.")


def completed(argument, value, caller=ME, ref=None):
    ref = ref or {"type": "ref/resource", "uri": "atrium://projects/{project_id}/documents/{kind}"}
    params = {"ref": ref, "argument": {"name": argument, "value": value}}
    return ask("completion/complete", params, caller=caller).result["completion"]["values"]


def test_completion_shows_nothing_that_the_key_may_not_see(project_id):
    assert completed("project_id", "", caller=key_caller("pa:access")) == []
    assert completed("project_id", "", caller=key_caller(account_id="acc_2")) == []
    assert completed("project_id", "nonsense") == []
    assert completed("colour", "") == []
    assert completed("kind", "road") == ["roadmap"]


def reading(method, params=None, *, readonly="1"):
    """What a client of `/mcp?readonly=…` gets."""
    message, headers = request(method, params, era=ERAS[1])
    asked = event("POST", "/mcp", caller=ME, body=message, headers=headers | {"Accept": "application/json"})
    asked["queryStringParameters"] = {"readonly": readonly}
    return json.loads(load("mcp").lambda_handler(asked, CONTEXT)["body"])["result"]


@for_each("value", ["1", "true", ""])
def test_connection_that_only_reads_lists_and_calls_tools_that_read(aws, value):
    listed = [tool["name"] for tool in reading("tools/list", readonly=value)["tools"]]
    prompts = [prompt["name"] for prompt in reading("prompts/list", readonly=value)["prompts"]]
    created = reading("tools/call", {"name": "create_project", "arguments": {"name": "x"}}, readonly=value)

    assert listed == [tool.name for tool in TOOLS.values() if tool.hints.read_only_hint]
    assert prompts == ["review_inbox"]
    assert text_of(created).startswith("READ_ONLY: ")
    assert reading("tools/call", {"name": "list_projects"}, readonly=value)["structuredContent"]["projects"] == []
