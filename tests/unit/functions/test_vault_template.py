"""What the template lets each role do with the vault: who may seal, who may open, who may read a ciphertext."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from fnmatch import fnmatchcase
from typing import Any

import pytest

import sam_template
from domain.vault.cipher import Binding

WORKER = "CeoFunction"
DOORS = {"VaultFunction", "McpFunction"}  # where a credential may be handed over
KEY = {"Fn::GetAtt": ["VaultKey", "Arn"]}
TABLE = {"Fn::GetAtt": ["VaultTable", "Arn"]}
FUNCTIONS = sam_template.resources("AWS::Serverless::Function")
ROLES = FUNCTIONS | sam_template.resources("AWS::IAM::Role")


def statements(node: Any) -> Iterator[dict[str, Any]]:
    """Every policy statement under a resource, whichever conditions of the template it hangs on."""
    if isinstance(node, dict):
        if "Effect" in node:
            yield node
        for child in node.values():
            yield from statements(child)
    elif isinstance(node, list):
        for child in node:
            yield from statements(child)


def listed(entry: Any) -> list[Any]:
    return entry if isinstance(entry, list) else [entry]


def allowing(action: str) -> dict[str, list[dict[str, Any]]]:
    """The statements that allow `action`, wildcards included, by role."""
    found = defaultdict(list)
    for name, role in ROLES.items():
        for statement in statements(role):
            patterns = listed(statement.get("Action", []))
            if any(fnmatchcase(action.lower(), str(pattern).lower()) for pattern in patterns):
                found[name].append(statement)
    return dict(found)


def test_only_the_doors_may_seal_and_only_the_worker_may_open():
    assert set(allowing("kms:Encrypt")) == DOORS & set(FUNCTIONS)
    assert set(allowing("kms:Decrypt")) == {WORKER}


def test_worker_has_no_route():
    assert all(event["Type"] != "Api" for event in FUNCTIONS[WORKER].get("Events", {}).values())
    assert WORKER not in sam_template.routes().values()


@pytest.mark.parametrize(
    "action",
    [
        "kms:ReEncryptFrom",
        "kms:GenerateDataKey",
        "kms:CreateGrant",
        "kms:PutKeyPolicy",
        "kms:DisableKey",
        "kms:ScheduleKeyDeletion",
    ],
)
def test_no_role_may_do_anything_else_with_the_key(action):
    assert allowing(action) == {}


@pytest.mark.parametrize("action", ["kms:Encrypt", "kms:Decrypt"])
def test_key_is_used_alone_and_with_our_binding_as_context(action):
    for (statement,) in allowing(action).values():
        assert statement["Action"] == action
        assert statement["Resource"] == KEY
        allowed = statement["Condition"]["ForAllValues:StringEquals"]["kms:EncryptionContextKeys"]
        assert set(allowed) == set(Binding("acc_1", "prj_1", "crd_1", 1).to_context())


def test_no_function_brings_a_managed_policy():
    assert [
        name
        for name, function in FUNCTIONS.items()
        for policy in function.get("Policies", [])
        if isinstance(policy, str)
    ] == []


def test_key_is_rotated_and_administered_by_the_account_alone():
    ((key),) = sam_template.resources("AWS::KMS::Key").values()
    (statement,) = key["KeyPolicy"]["Statement"]

    assert key["EnableKeyRotation"] is True
    assert statement["Principal"] == {"AWS": {"Fn::Sub": "arn:${AWS::Partition}:iam::${AWS::AccountId}:root"}}


@pytest.mark.parametrize("action", ["dynamodb:GetItem", "dynamodb:Query", "dynamodb:BatchGetItem"])
@pytest.mark.parametrize("door", sorted(DOORS & set(FUNCTIONS)))
def test_door_that_takes_secrets_cannot_read_a_ciphertext(door, action):
    reading = [statement for statement in allowing(action).get(door, []) if TABLE in listed(statement["Resource"])]

    for statement in reading:
        keys = statement["Condition"]["ForAllValues:StringLike"]["dynamodb:LeadingKeys"]
        assert not any(fnmatchcase("VALUE#crd_1", pattern) for pattern in keys)


def test_nobody_may_scan_the_vault():
    assert allowing("dynamodb:Scan") == {}


def test_variable_part_of_a_path_has_one_name_as_api_gateway_wants_it():
    names = defaultdict(set)
    for _method, path in sam_template.routes():
        parts = path.split("/")
        for position, part in enumerate(parts):
            if part.startswith("{"):
                names["/".join(parts[:position])].add(part)

    assert {parent: found for parent, found in names.items() if len(found) > 1} == {}
