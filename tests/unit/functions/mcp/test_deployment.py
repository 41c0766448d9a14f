"""What the template gives the MCP function, and what the function brings along."""

from __future__ import annotations

import json

import sam_template
from sam_template import listed, statements

FUNCTIONS = sam_template.resources("AWS::Serverless::Function")
DOORS = ("ProjectsFunction", "AgentsFunction", "PaFunction", "VaultFunction", "DashboardFunction", "SearchFunction")
# Credentials go by hand, a delivery is tried again by hand, and what a tool asks the assistant is not in its chat.
_NO_TOOL_ASKS_FOR = {
    ("dynamodb:UpdateItem", json.dumps({"Fn::GetAtt": ["PaTable", "Arn"]})),
    ("dynamodb:DeleteItem", json.dumps({"Fn::GetAtt": ["VaultTable", "Arn"]})),
    ("dynamodb:DeleteItem", json.dumps({"Fn::GetAtt": ["ConversationsTable", "Arn"]})),
    ("sqs:SendMessage", json.dumps({"Fn::GetAtt": ["RepositoryQueue", "Arn"]})),
}
_NO_TOOL_READS = [{"Ref": "LeavingTable"}, {"Ref": "RepositoryQueue"}]
DELETED = "LeavingTable"  # deleted projects are for people to look at and to restore; no tool does


def actions(name: str) -> set[tuple[str, str]]:
    """(action, table, queue or key) pairs that a function's role is allowed."""
    return {
        (action, json.dumps(resource))
        for one in statements(name)
        for action in listed(one["Action"])
        for resource in listed(one["Resource"])
    }


def test_role_may_do_what_the_doors_of_its_services_may_and_never_open_the_vault():
    allowed = actions("McpFunction")
    of_doors = {(action, resource) for door in DOORS for action, resource in actions(door) if DELETED not in resource}
    wanted = of_doors - _NO_TOOL_ASKS_FOR

    assert {action for action, _ in allowed} == {action for action, _ in wanted}
    assert {(action, resource) for action, resource in wanted if "/index/" not in resource} <= allowed
    assert not any("Decrypt" in action or "*" in action for action, _ in allowed)


def test_environment_names_whatever_a_door_of_its_services_is_given():
    given = FUNCTIONS["McpFunction"]["Environment"]["Variables"]

    for door in DOORS:
        wanted = FUNCTIONS[door]["Environment"]["Variables"]
        assert [name for name in wanted if wanted[name] not in _NO_TOOL_READS and given.get(name) != wanted[name]] == []


def test_post_needs_a_caller_and_the_others_are_answered_for_everybody():
    events = {
        event["Properties"]["Method"]: event["Properties"] for event in FUNCTIONS["McpFunction"]["Events"].values()
    }

    assert {properties["Path"] for properties in events.values()} == {"/mcp"}
    assert "Auth" not in events["POST"]
    assert events["GET"]["Auth"] == events["DELETE"]["Auth"] == {"Authorizer": "NONE"}
