"""The operator's way to have an account's index of search made again from the tables.

    python -m tools.reindex --stack atrium --account acc_01J…

It finds the queue of a deployed stack with the AWS credentials of its environment and sends one message to the worker.
Nothing is deleted: the old index serves until the new one is there.
"""

from __future__ import annotations

import argparse
import os
import sys

import boto3

from common.ids import is_id


def main() -> int:
    """Parse the command line, send the message; 1 when that is no account's id."""
    options = argparse.ArgumentParser(prog="python -m tools.reindex", description="Makes an index of search again.")
    options.add_argument("--account", required=True, help="the account's id, acc_…")
    options.add_argument("--stack", default="atrium", help="the name of the CloudFormation stack")
    chosen = options.parse_args()
    if not is_id("acc", chosen.account):
        sys.stderr.write("That is not the id of an account: acc_ and 26 letters and digits.\n")
        return 1
    found = boto3.client("cloudformation").describe_stack_resource(
        StackName=chosen.stack, LogicalResourceId="SearchQueue"
    )
    os.environ["SEARCH_QUEUE_URL"] = found["StackResourceDetail"]["PhysicalResourceId"]
    reindex(chosen.account)
    sys.stdout.write(f"The worker makes the index of {chosen.account} again; that takes some seconds.\n")
    return 0


def reindex(account_id: str) -> None:
    """Send the message; the environment names the queue. Raises `Unavailable`."""
    from common.clock import utc_now  # noqa: PLC0415 - the environment is set by now
    from common.ids import new_id  # noqa: PLC0415
    from common.settings import settings  # noqa: PLC0415
    from domain.search.queue import IndexWork  # noqa: PLC0415
    from domain.work.queue import WorkQueue  # noqa: PLC0415

    work = IndexWork(account_id, anew=True)
    WorkQueue(settings.search_queue_url).send(work, deduplication_id=new_id("anew", utc_now()))


if __name__ == "__main__":
    sys.exit(main())
