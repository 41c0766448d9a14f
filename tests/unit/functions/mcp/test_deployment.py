"""What the template gives the MCP function, and what the function brings along."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import sam_template

ROOT = Path(__file__).parents[4]
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
STARTED = f"""
import gc, json, sys
from pydantic import BaseModel
sys.path[:0] = {[str(ROOT / part) for part in ("functions/mcp", "layers/common/python", "layers/domain/python")]}
import handler
print(json.dumps([[*sys.modules], gc.isenabled(), bool(BaseModel.model_config.get("defer_build"))]))
"""


def actions(name: str) -> set[tuple[str, str]]:
    """(action, table, queue or key) pairs that a function's role is allowed."""
    found = set()
    for policy in FUNCTIONS[name]["Policies"]:
        for statement in policy["Statement"]:
            for action in _listed(statement["Action"]):
                found |= {(action, json.dumps(resource)) for resource in _listed(statement["Resource"])}
    return found


def _listed(entry: Any) -> list[Any]:
    return entry if isinstance(entry, list) else [entry]


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


@pytest.fixture(scope="module")
def started() -> tuple[list[str], bool, bool]:
    """After a cold start: the modules there are, whether rubbish is collected, whether models are built late."""
    done = subprocess.run([sys.executable, "-c", STARTED], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    modules, collecting, deferring = json.loads(done.stdout)
    return modules, collecting, deferring


@pytest.mark.parametrize("module", ["mcp.client", "mcp.server.mcpserver", "httpx2", "mcp.server.stdio"])
def test_cold_start_leaves_out_the_librarys_other_half(started, module):
    assert "mcp.server" in started[0]
    assert module not in started[0]


REARRANGED = STARTED.replace(
    "import handler",
    """import mcp_door.lean_imports as lean
lean.PACKAGES = ("mcp", "mcp.server", "mcp.shared", "mcp_types")  # the last two hold what the door needs
import handler
assert callable(handler.lambda_handler)""",
)


@pytest.mark.nightly
def test_library_that_is_arranged_otherwise_is_imported_plainly():
    done = subprocess.run([sys.executable, "-c", REARRANGED], capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stderr
    modules, collecting, deferring = json.loads(done.stdout.splitlines()[-1])
    assert "lean_import_failed" in done.stdout
    assert "mcp.client" in modules
    assert (collecting, deferring) == (True, False)
