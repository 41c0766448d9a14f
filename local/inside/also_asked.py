"""Permissions that AWS checks besides the one of a request's own action; MiniStack 1.5.33 checks only that one.

Whoever makes a schedule passes a role to it, which needs `iam:PassRole`. Sending a mail needs a permission on its
configuration set, too. Only callers who may list a bucket learn that an object is missing; others get a 403.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any

_SCHEDULER = "scheduler.amazonaws.com"
Asked = tuple[str, str, str, dict[str, Any]]
"""Action, service, resource and condition keys."""


class Resource(str):
    """The ARN that a permission is checked on; `besides` has the further permissions that the request needs."""

    besides: list[Asked]

    __slots__ = ("besides",)


def of_schedule(arn: str, request: Mapping[str, Any]) -> str:
    """The resource of a request that makes or changes a schedule; passing its role needs a permission besides."""
    named = Resource(arn)
    role = request.get("Target", {}).get("RoleArn")
    named.besides = [("iam:PassRole", "iam", role, {"iam:PassedToService": _SCHEDULER})] if role else []
    return named


def of_mail(account: str, request: Mapping[str, Any]) -> str:
    """The resource of a mail: the sender's identity; `besides` has its configuration set. `account` begins the ARNs."""
    sender, configuration_set = request["FromEmailAddress"], request.get("ConfigurationSetName")
    named = Resource(f"{account}:identity/{sender}")
    besides = ("ses:SendEmail", "sesv2", f"{account}:configuration-set/{configuration_set}", from_address(sender))
    named.besides = [besides] if configuration_set else []
    return named


def from_address(sender: str) -> dict[str, Any]:
    """The condition key `ses:FromAddress` for the sender of a mail."""
    return {"ses:FromAddress": sender}


def also_asked(action: str, resource: str) -> Iterator[Asked]:
    """The further permissions that AWS checks when an action on a resource is asked for."""
    if isinstance(resource, Resource):
        yield from resource.besides
    if action == "s3:GetObject" and _is_missing(resource):
        yield "s3:ListBucket", "s3", resource.partition("/")[0], {}


def _is_missing(resource: str) -> bool:
    s3: Any = import_module("ministack.services.s3")  # only the emulator has it, not the functions that it runs
    bucket, _, key = resource.rpartition(":::")[2].partition("/")
    found = s3._buckets.get(bucket)  # noqa: SLF001 - it has no function that tells without reading the object
    return found is not None and key not in found["objects"]
