"""Empties, saves and puts back the contents of the emulated account, without a call to it.

Its tables and queues are in memory (`memory_tables.py`, `memory_queues.py`); moto stands in for the other services.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any

from moto import mock_aws
from moto.core.models import DEFAULT_ACCOUNT_ID

import sam_template
from memory_queues import MemoryQueues
from memory_tables import MemoryTables, Rows
from served import serve

REGION = "eu-central-1"
TABLES = MemoryTables()
QUEUES = MemoryQueues(
    ("ceo.fifo", "think.fifo", "events.fifo", "search.fifo", "repository.fifo", "mails", "runs", "deliveries")
)
_SETTINGS = {
    "AWS_ACCESS_KEY_ID": "test",
    "AWS_SECRET_ACCESS_KEY": "test",
    "AWS_DEFAULT_REGION": REGION,
    "SCHEDULE_GROUP": "runs",
    "SCHEDULE_ROLE_ARN": f"arn:aws:iam::{DEFAULT_ACCOUNT_ID}:role/scheduler",
    "RUNS_QUEUE_ARN": f"arn:aws:sqs:{REGION}:{DEFAULT_ACCOUNT_ID}:runs",
    "EXPORTS_BUCKET": "exports",
    "SEARCH_BUCKET": "indexes",
    "EXPORTS_PER_DAY": "5",
    "COUNTERS_KEY": f"arn:aws:cloudformation:{REGION}:1:stack/atrium/1",
    "LEAVER_FUNCTION": "leaver",
    "EGRESS_FUNCTION": "egress",
    "MODEL_MONTHLY_TOKENS": "100000",
    "MODEL_DEADLINE_SECONDS": "45",
    "LEAK_REPORTS_PER_MINUTE": "10000",
}
_SEALING = {"KeySpec": "SYMMETRIC_DEFAULT", "KeyUsage": "ENCRYPT_DECRYPT"}
_KEYS = {
    "VAULT_KEY_ID": _SEALING,
    "WEBHOOKS_KEY_ID": _SEALING,
    "FACTORS_KEY_ID": _SEALING,
    "AUDIT_KEY_ID": {"KeySpec": "RSA_2048", "KeyUsage": "SIGN_VERIFY"},
}
_REMEMBERED: dict[str, tuple[Any, Rows, Any]] = {}
_MADE: dict[str, str] = {}  # this process's keys, by variable


@contextmanager
def account() -> Iterator[Any]:
    """An empty account with the template's tables, queues, keys and buckets; yields a factory of clients.

    It sets the environment variables that name them. One at a time: the clients are those of the whole process.
    """
    os.environ.pop("AWS_ENDPOINT_URL", None)
    os.environ |= _SETTINGS
    with mock_aws():
        from common.aws import client  # noqa: PLC0415 - after moto has taken over

        serve(client("dynamodb"), TABLES.answer)
        serve(client("sqs"), QUEUES.answer)
        kms = client("kms")
        for variable, kind in _KEYS.items():
            if variable not in _MADE:  # one set of fixtures is in use beside another: what they cached stays good
                _MADE[variable] = kms.create_key(**kind)["KeyMetadata"]["Arn"]
        os.environ |= _MADE
        os.environ |= sam_template.create_tables(client("dynamodb")) | sam_template.limits()
        for name in QUEUES.names:
            variable = f"{name.removesuffix('.fifo').upper()}_QUEUE_URL"
            os.environ[variable] = client("sqs").get_queue_url(QueueName=name)["QueueUrl"]
        empty()
        with suppress(client("s3").exceptions.BucketAlreadyOwnedByYou):
            client("s3").create_bucket(Bucket="indexes", CreateBucketConfiguration={"LocationConstraint": REGION})
        yield client


def empty() -> None:
    """Delete all rows, messages and schedules; make the template's queues and schedule group anew."""
    TABLES.empty()
    backend("scheduler").reset()
    backend("scheduler").create_schedule_group("runs", [])
    QUEUES.empty()


def saved_rows() -> Rows:
    """The rows of every table, as they are now."""
    return TABLES.saved()


def put_back(rows: Rows) -> None:
    """Make the tables hold exactly the saved rows."""
    TABLES.put_back(rows)


def remembered[T](name: str, clock: Any, make: Callable[[], T]) -> T:
    """The result of `make`, with the rows that it wrote stored, and the clock at the moment at which it ended.

    It runs once in a process; then what it left is put back. It begins with an empty account, and leaves nothing in any
    object of the test that asks. What it left in the queues is dropped.
    """
    if name in _REMEMBERED:
        made, rows, clock.moment = _REMEMBERED[name]
        put_back(rows)
    else:
        made = make()
        _REMEMBERED[name] = (made, saved_rows(), clock.moment)
        QUEUES.purge()
    return made


def put_rows(table: str, rows: Iterable[Mapping[str, Any]]) -> None:
    """Store rows in a table, in DynamoDB's attribute values."""
    for row in rows:
        TABLES.answer("PutItem", {"TableName": table, "Item": row})


def backend(service: str) -> Any:
    """The emulator's own object of a service."""
    from moto.backends import get_backend  # noqa: PLC0415 - after moto has taken over

    return get_backend(service)[  # type: ignore[call-overload]  # one overload for each service
        DEFAULT_ACCOUNT_ID
    ][REGION]
