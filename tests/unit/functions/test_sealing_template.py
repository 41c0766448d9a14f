"""What the template lets each role do with sealed secrets: who may seal, who may open, who may read a ciphertext."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any

import pytest

import sam_template
from domain.factors import totp
from domain.vault.cipher import Binding
from domain.webhooks.safe import context_of
from sam_template import listed


@dataclass(frozen=True)
class Seal:
    """A KMS key: the doors where its secrets are handed over, and the worker that opens them."""

    key: str
    doors: frozenset[str]
    worker: str
    context: frozenset[str]


VAULT = Seal(
    "VaultKey",
    frozenset({"VaultFunction", "McpFunction"}),
    "EgressFunction",
    frozenset({"account", "project", "credential", "version"}),
)
WEBHOOKS = Seal(
    "WebhooksKey",
    frozenset({"WebhooksFunction"}),
    "DeliveriesFunction",
    frozenset({"webhook_account", "webhook_endpoint", "webhook_version"}),
)
FACTORS = Seal(  # sealed and opened by the same door: whoever checks a code needs the secret that it is made from
    "FactorsKey",
    frozenset({"FactorsFunction"}),
    "FactorsFunction",
    frozenset({"factor_account", "factor_user"}),
)
SEALS = (VAULT, WEBHOOKS, FACTORS)
FUNCTIONS = sam_template.resources("AWS::Serverless::Function")


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


def allowing(action: str) -> dict[str, list[dict[str, Any]]]:
    """The statements that allow `action`, wildcards included, by role."""
    found = defaultdict(list)
    for name, role in (FUNCTIONS | sam_template.resources("AWS::IAM::Role")).items():
        for statement in statements(role):
            patterns = listed(statement.get("Action", []))
            if any(fnmatchcase(action.lower(), str(pattern).lower()) for pattern in patterns):
                found[name].append(statement)
    return dict(found)


def may(action: str, seal: Seal) -> set[str]:
    """The roles that may do `action` with the seal's key."""
    return {
        name
        for name, found in allowing(action).items()
        for one in found
        if {"Fn::GetAtt": [seal.key, "Arn"]} in listed(one["Resource"])
    }


@pytest.mark.parametrize("seal", SEALS, ids=lambda seal: seal.key)
def test_only_the_doors_may_seal_and_only_the_worker_may_open(seal):
    assert may("kms:Encrypt", seal) == seal.doors
    assert may("kms:Decrypt", seal) == {seal.worker}


def test_no_role_may_do_anything_else_or_use_another_key_or_brings_a_policy_of_somebody_elses():
    keys = set(sam_template.resources("AWS::KMS::Key"))
    assert keys - {"AuditKey"} == {seal.key for seal in SEALS}  # that one signs, and seals nothing
    for action in ("kms:Encrypt", "kms:Decrypt"):
        assert set(allowing(action)) == set().union(*(may(action, seal) for seal in SEALS))
    for more in (
        "ReEncryptFrom",
        "GenerateDataKey",
        "CreateGrant",
        "PutKeyPolicy",
        "DisableKey",
        "ScheduleKeyDeletion",
    ):
        assert allowing(f"kms:{more}") == {}
    policies = [(name, policy) for name, function in FUNCTIONS.items() for policy in function.get("Policies", [])]
    assert [name for name, policy in policies if isinstance(policy, str)] == []


@pytest.mark.parametrize("action", ["kms:Encrypt", "kms:Decrypt"])
@pytest.mark.parametrize("seal", SEALS, ids=lambda seal: seal.key)
def test_key_is_used_alone_and_with_our_binding_as_context(seal, action):
    for name in may(action, seal):
        (statement,) = allowing(action)[name]
        assert statement["Action"] == action
        assert statement["Resource"] == {"Fn::GetAtt": [seal.key, "Arn"]}
        allowed = statement["Condition"]["ForAllValues:StringEquals"]["kms:EncryptionContextKeys"]
        assert set(allowed) == seal.context


def test_contexts_are_those_that_the_code_binds_to():
    assert set(Binding("acc_1", "prj_1", "crd_1", 1).to_context()) == VAULT.context
    assert set(context_of("acc_1", "whk_1", 1)) == WEBHOOKS.context
    assert set(totp.context_of("acc_1", "usr_1")) == FACTORS.context


@pytest.mark.parametrize("seal", SEALS, ids=lambda seal: seal.key)
def test_key_is_rotated_and_administered_by_the_account_alone(seal):
    key = sam_template.resources("AWS::KMS::Key")[seal.key]
    (statement,) = key["KeyPolicy"]["Statement"]

    assert key["EnableKeyRotation"] is True
    assert statement["Principal"] == {"AWS": {"Fn::Sub": "arn:${AWS::Partition}:iam::${AWS::AccountId}:root"}}
