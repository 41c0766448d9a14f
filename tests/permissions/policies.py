"""The policies of the deployed roles and keys, as the cloud has them, and which of their permissions nothing used."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from fnmatch import fnmatchcase
from typing import Any

from local.cloud import Cloud
from tests.permissions.requests import Request

# AWS acts with these of a function's permissions, and not the function itself.
OF_AWS = ("logs:*", "sqs:ReceiveMessage", "sqs:DeleteMessage", "sqs:GetQueueAttributes", "sqs:ChangeMessageVisibility")

Policies = Mapping[str, list[dict[str, Any]]]


def role_policies(cloud: Cloud) -> Policies:
    """For each role of a function its policies, by the role's name."""
    iam = cloud.client("iam")
    roles = [one for logical, one in cloud.resources.items() if logical.endswith("FunctionRole")]
    policies = {}
    for role in roles:
        names = iam.list_role_policies(RoleName=role)["PolicyNames"]
        policies[role] = [iam.get_role_policy(RoleName=role, PolicyName=name)["PolicyDocument"] for name in names]
    return policies


def key_policies(cloud: Cloud) -> Mapping[str, dict[str, Any]]:
    """For each KMS key, by its ARN, its policy."""
    kms = cloud.client("kms")
    policies = {}
    for logical, key in cloud.resources.items():
        if logical.endswith("Key"):
            arn = kms.describe_key(KeyId=key)["KeyMetadata"]["Arn"]
            policies[arn] = json.loads(kms.get_key_policy(KeyId=key, PolicyName="default")["Policy"])
    return policies


def unused(policies: Policies, requests: Iterable[Request]) -> Iterator[tuple[str, str, str]]:
    """The role, action and resource of each permission by which no request was allowed."""
    asked = list(requests)
    for role, documents in policies.items():
        for statement in (one for document in documents for one in _listed(document["Statement"])):
            for action in _listed(statement["Action"]):
                for resource in _listed(statement["Resource"]):
                    if not any(fnmatchcase(action, pattern) for pattern in OF_AWS) and not any(
                        request.role == role
                        and fnmatchcase(request.action.lower(), action.lower())
                        and fnmatchcase(request.resource, resource)
                        for request in asked
                    ):
                        yield role, action, resource


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]
