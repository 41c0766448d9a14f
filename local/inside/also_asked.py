"""Permissions that AWS asks for beside the one that a request is named for; MiniStack 1.5.33 asks for that one alone.

Who makes a schedule hands over its role, and so needs `iam:PassRole`. A mail is sent from an identity and with a
configuration set. That an object is missing is told only to those who may list its bucket; others get a 403.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any

_SCHEDULER = "scheduler.amazonaws.com"
Asked = tuple[str, str, str, dict[str, Any]]
"""Action, service, resource and condition keys."""


class Resource(str):
    """The ARN that a permission is checked on, and what is asked for besides."""

    besides: list[Asked]

    __slots__ = ("besides",)


def of_schedule(arn: str, request: Mapping[str, Any]) -> str:
    """A schedule that is made or changed, with the role that it is given."""
    named = Resource(arn)
    role = request.get("Target", {}).get("RoleArn")
    named.besides = [("iam:PassRole", "iam", role, {"iam:PassedToService": _SCHEDULER})] if role else []
    return named


def of_mail(account: str, request: Mapping[str, Any]) -> str:
    """The sender of a mail, with its configuration set; `account` is how ARNs of this account's SES begin."""
    sender, configuration_set = request["FromEmailAddress"], request.get("ConfigurationSetName")
    named = Resource(f"{account}:identity/{sender}")
    besides = ("ses:SendEmail", "sesv2", f"{account}:configuration-set/{configuration_set}", from_address(sender))
    named.besides = [besides] if configuration_set else []
    return named


def from_address(sender: str) -> dict[str, Any]:
    """The condition key of whoever sends a mail."""
    return {"ses:FromAddress": sender}


def also_asked(action: str, resource: str) -> Iterator[Asked]:
    """What is asked for beside an action on a resource."""
    if isinstance(resource, Resource):
        yield from resource.besides
    if action == "s3:GetObject" and _is_missing(resource):
        yield "s3:ListBucket", "s3", resource.partition("/")[0], {}


def _is_missing(resource: str) -> bool:
    s3: Any = import_module("ministack.services.s3")  # only the emulator has it, not the functions that it runs
    bucket, _, key = resource.rpartition(":::")[2].partition("/")
    found = s3._buckets.get(bucket)  # noqa: SLF001 - it has no function that tells without reading the object
    return found is not None and key not in found["objects"]
