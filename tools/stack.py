"""A deployed stack, for the operator's commands: its tables and queues become the environment of this process."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

import boto3

NAMED = {
    "IDENTITY_TABLE": "IdentityTable",
    "MAIL_TABLE": "MailTable",
    "EVENTS_TABLE": "EventsTable",
    "LIMITS_TABLE": "LimitsTable",
    "EVENTS_QUEUE_URL": "EventsQueue",
    "MAILS_QUEUE_URL": "MailsQueue",
}


def use_stack(name: str) -> Mapping[str, Any]:
    """Name the stack's tables and queues in the environment; returns CloudFormation's description of the stack."""
    cloudformation = boto3.client("cloudformation")
    pages = cloudformation.get_paginator("list_stack_resources").paginate(StackName=name)
    found = {
        one["LogicalResourceId"]: one["PhysicalResourceId"] for page in pages for one in page["StackResourceSummaries"]
    }
    os.environ |= {variable: found[logical_id] for variable, logical_id in NAMED.items()}
    stack: Mapping[str, Any] = cloudformation.describe_stacks(StackName=name)["Stacks"][0]
    return stack


def mail_from(stack: Mapping[str, Any]) -> str:
    """The address that a stack sends mail from; empty where it sends none."""
    return _parameters(stack).get("MailFrom", "")


def public_url(stack: Mapping[str, Any]) -> str:
    """Under which address people reach a stack."""
    given = _parameters(stack)
    outputs = {one["OutputKey"]: one["OutputValue"] for one in stack.get("Outputs", [])}
    domain = given.get("DomainName", "")
    return str(given.get("PublicUrl") or (f"https://{domain}" if domain else outputs.get("ApiUrl", ""))).rstrip("/")


def _parameters(stack: Mapping[str, Any]) -> dict[str, str]:
    return {one["ParameterKey"]: one.get("ParameterValue", "") for one in stack.get("Parameters", [])}
