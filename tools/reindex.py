"""The operator's way to have an account's index of search made again from the tables.

    python -m tools.reindex --stack atrium --account acc_01J…

It finds the queue of a deployed stack with the AWS credentials of its environment and sends one message to the worker.
Nothing is deleted: the old index serves until the new one is there.
"""

from __future__ import annotations

import sys

from common.clock import utc_now
from common.errors import NotFound
from common.ids import is_id, new_id
from common.settings import settings
from domain.search.queue import IndexWork
from domain.work.queue import WorkQueue
from tools.stack import Stack, operate


def main() -> int:
    """Send the message to the worker; returns 1 when the argument is no account's id."""
    return operate("account", "the account's id, acc_…", _done)


def _done(account_id: str, _stack: Stack) -> str:
    if not is_id("acc", account_id):
        raise NotFound("That is not the id of an account: acc_ and 26 letters and digits.")
    reindex(account_id)
    return f"The worker makes the index of {account_id} again; that takes some seconds."


def reindex(account_id: str) -> None:
    """Have the worker make an account's index again; the environment names the queue. Raises `Unavailable`."""
    work = IndexWork(account_id, anew=True)
    WorkQueue(settings.search_queue_url).send(work, deduplication_id=new_id("anew", utc_now()))


if __name__ == "__main__":
    sys.exit(main())
