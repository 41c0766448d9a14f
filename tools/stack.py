"""Finds a deployed stack for the operator's commands: its tables and queues become this process's environment."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Mapping
from typing import Any

import boto3

from common.errors import NotFound

NAMED = {
    "IDENTITY_TABLE": "IdentityTable",
    "MAIL_TABLE": "MailTable",
    "EVENTS_TABLE": "EventsTable",
    "LIMITS_TABLE": "LimitsTable",
    "EVENTS_QUEUE_URL": "EventsQueue",
    "MAILS_QUEUE_URL": "MailsQueue",
    "SEARCH_QUEUE_URL": "SearchQueue",
}
Stack = Mapping[str, Any]
"""CloudFormation's description of a stack."""


def operate(option: str, about: str, do: Callable[[str, Stack], str]) -> int:
    """Parse the command line, print what `do` says of the option and the stack; returns 1 on `NotFound`, else 0."""
    options = argparse.ArgumentParser()
    options.add_argument(f"--{option}", required=True, help=about)
    options.add_argument("--stack", default="atrium", help="the name of the CloudFormation stack")
    chosen = vars(options.parse_args())
    try:
        sys.stdout.write(f"{do(chosen[option], use_stack(chosen['stack']))}\n")
    except NotFound as error:
        sys.stderr.write(f"{error.message}\n")
        return 1
    return 0


def use_stack(name: str) -> Stack:
    """Put the names of the stack's tables and queues into the environment; returns the stack's description."""
    cloudformation = boto3.client("cloudformation")
    pages = cloudformation.get_paginator("list_stack_resources").paginate(StackName=name)
    found = {
        one["LogicalResourceId"]: one["PhysicalResourceId"] for page in pages for one in page["StackResourceSummaries"]
    }
    os.environ |= {variable: found[logical_id] for variable, logical_id in NAMED.items()}
    stack: Stack = cloudformation.describe_stacks(StackName=name)["Stacks"][0]
    return stack


def mail_from(stack: Stack) -> str:
    """The address that a stack sends mail from; empty where it sends none."""
    return _parameters(stack).get("MailFrom", "")


def public_url(stack: Stack) -> str:
    """The address at which people reach a stack, without a slash at its end; empty if the stack names none."""
    given = _parameters(stack)
    outputs = {one["OutputKey"]: one["OutputValue"] for one in stack.get("Outputs", [])}
    domain = given.get("DomainName", "")
    return str(given.get("PublicUrl") or (f"https://{domain}" if domain else outputs.get("ApiUrl", ""))).rstrip("/")


def _parameters(stack: Stack) -> dict[str, str]:
    return {one["ParameterKey"]: one.get("ParameterValue", "") for one in stack.get("Parameters", [])}
