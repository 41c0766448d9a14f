"""What the operator of a deployed stack does by hand, with the AWS credentials of the environment.

    python -m tools.operator reset-password ada@example.org --stack atrium
    python -m tools.operator remove-factors ada@example.org --stack atrium
    python -m tools.operator reindex acc_01J… --stack atrium

`reset-password` prints a link that is good once and for 30 minutes; whoever has it sets the password. `remove-factors`
is for somebody who lost passkeys, app and recovery codes: afterwards the password alone signs in, and a mail tells the
owner. The account's security log has both. `reindex` has a worker make an account's index of search again from the
tables; the old one serves meanwhile.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Mapping
from typing import Any

import boto3

from common.clock import utc_now
from common.errors import NotFound
from common.ids import is_id, new_id
from common.settings import settings
from domain.identity.lost_factors import lost_factor_service
from domain.identity.password_changes import password_service
from domain.search.queue import IndexWork
from domain.work.queue import WorkQueue

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


def reset_password(email: str, stack: Stack) -> str:
    """A link to set a new password, and what to know of it. Raises `NotFound`: no such user."""
    link = link_for(email, public_url(stack))
    return f"{link}\nIt is good once, for 30 minutes. Hand it to the owner of the account alone."


def link_for(email: str, url: str) -> str:
    """The link to the page, with a new token; the environment names the tables. Raises `NotFound`: no such user."""
    return f"{url}/app/#/reset/{password_service().link_by_operator(email.strip().lower())}"


def remove_factors(email: str, stack: Stack) -> str:
    """Remove all factors of a user; returns which. Raises `NotFound`: no such user, or nothing to remove."""
    os.environ |= {"MAIL_FROM": _parameters(stack).get("MailFrom", ""), "PUBLIC_URL": public_url(stack)}
    removed = lost_factor_service().remove(email.strip().lower())
    return f"Removed: {', '.join(removed)}. Every session has ended; the password alone signs in now."


def reindex(account_id: str, _stack: Stack | None = None) -> str:
    """Have the worker make an account's index again. Raises `NotFound`: no id of an account."""
    if not is_id("acc", account_id):
        raise NotFound("That is not the id of an account: acc_ and 26 letters and digits.")
    work = IndexWork(account_id, anew=True)
    WorkQueue(settings.search_queue_url).send(work, deduplication_id=new_id("anew", utc_now()))
    return f"The worker makes the index of {account_id} again; that takes some seconds."


COMMANDS: Mapping[str, Callable[[str, Stack], str]] = {
    "reset-password": reset_password,
    "remove-factors": remove_factors,
    "reindex": reindex,
}


def main() -> int:
    """Do what the command line says, and print what came of it; returns 1 where nothing was found, else 0."""
    options = argparse.ArgumentParser(prog="python -m tools.operator")
    options.add_argument("command", choices=COMMANDS)
    options.add_argument("whose", help="the address that the user signs in with, or the account's id, acc_…")
    options.add_argument("--stack", default="atrium", help="the name of the CloudFormation stack")
    chosen = options.parse_args()
    try:
        sys.stdout.write(f"{COMMANDS[chosen.command](chosen.whose, use_stack(chosen.stack))}\n")
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


def public_url(stack: Stack) -> str:
    """The address at which people reach a stack, without a slash at its end; empty if the stack names none."""
    given = _parameters(stack)
    outputs = {one["OutputKey"]: one["OutputValue"] for one in stack.get("Outputs", [])}
    domain = given.get("DomainName", "")
    return str(given.get("PublicUrl") or (f"https://{domain}" if domain else outputs.get("ApiUrl", ""))).rstrip("/")


def _parameters(stack: Stack) -> dict[str, str]:
    return {one["ParameterKey"]: one.get("ParameterValue", "") for one in stack.get("Parameters", [])}


if __name__ == "__main__":
    sys.exit(main())
