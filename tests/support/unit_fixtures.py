"""What tests without a network share: an emulated account and a clock."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from threading import RLock
from typing import Any

import pytest
from argon2 import PasswordHasher
from moto import mock_aws
from moto.core.models import DEFAULT_ACCOUNT_ID
from moto.dynamodb.models import DynamoDBBackend
from pytest_socket import disable_socket

import emulated
import quick_moto
import sam_template
from domain.identity import evening, passwords
from domain.usage.store import UsageStore
from emulated import REGION

START = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)


@pytest.fixture(autouse=True)
def no_network() -> None:
    disable_socket(allow_unix_socket=True)


@dataclass
class Clock:
    """A clock that stands still until it is told to move."""

    moment: datetime = START

    def __call__(self) -> datetime:
        return self.moment

    def advance(self, **delta: float) -> datetime:
        self.moment += timedelta(**delta)
        return self.moment


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(scope="session")
def emulated_account() -> Iterator[Any]:
    """One emulated account for all tests, so that the clients they share stay good; yields a client factory."""
    os.environ.pop("AWS_ENDPOINT_URL", None)
    os.environ |= {
        "AWS_ACCESS_KEY_ID": "test",
        "AWS_SECRET_ACCESS_KEY": "test",
        "AWS_DEFAULT_REGION": REGION,
        "SCHEDULE_GROUP": "runs",
        "SCHEDULE_ROLE_ARN": f"arn:aws:iam::{DEFAULT_ACCOUNT_ID}:role/scheduler",
        "RUNS_QUEUE_ARN": f"arn:aws:sqs:{REGION}:{DEFAULT_ACCOUNT_ID}:runs",
        "EXPORTS_BUCKET": "exports",
        "SEARCH_BUCKET": "indexes",
        "EXPORTS_PER_DAY": "5",
        "COUNTERS_KEY": "arn:aws:cloudformation:eu-central-1:1:stack/atrium/1",
        "LEAVER_FUNCTION": "leaver",
        "EGRESS_FUNCTION": "egress",
        "MODEL_MONTHLY_TOKENS": "100000",
        "MODEL_DEADLINE_SECONDS": "45",
        "LEAK_REPORTS_PER_MINUTE": "10000",
    }
    quick_moto.install()
    _one_at_a_time()
    with mock_aws():
        from common.aws import client  # noqa: PLC0415 - after moto has taken over

        for variable in ("VAULT_KEY_ID", "WEBHOOKS_KEY_ID", "FACTORS_KEY_ID"):
            os.environ[variable] = client("kms").create_key()["KeyMetadata"]["Arn"]
        made = client("kms").create_key(KeySpec="RSA_2048", KeyUsage="SIGN_VERIFY")
        os.environ["AUDIT_KEY_ID"] = made["KeyMetadata"]["Arn"]
        emulated.backend("dynamodb").reset()
        os.environ |= sam_template.create_tables(client("dynamodb")) | sam_template.limits()
        emulated.empty()
        with suppress(client("s3").exceptions.BucketAlreadyOwnedByYou):
            client("s3").create_bucket(Bucket="indexes", CreateBucketConfiguration={"LocationConstraint": REGION})
        for name, variable in {
            "ceo.fifo": "CEO_QUEUE_URL",
            "think.fifo": "THINK_QUEUE_URL",
            "mails": "MAILS_QUEUE_URL",
            "runs": "RUNS_QUEUE_URL",
            "deliveries": "DELIVERIES_QUEUE_URL",
            "events.fifo": "EVENTS_QUEUE_URL",
            "search.fifo": "SEARCH_QUEUE_URL",
            "repository.fifo": "REPOSITORY_QUEUE_URL",
        }.items():
            os.environ[variable] = client("sqs").get_queue_url(QueueName=name)["QueueUrl"]
        yield client


@pytest.fixture
def aws(emulated_account: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The emulated account with the template's tables, empty, and its queues, empty; a client factory.

    Passwords are hashed with the least work there is: full strength costs more than most tests that sign somebody in.
    Nor does a refused sign-in wait for its time.
    """
    monkeypatch.setattr(passwords, "_hasher", _least_work)
    monkeypatch.setattr(evening, "REFUSED_AFTER_SECONDS", 0.0)
    emulated.empty()
    return emulated_account


@cache
def _least_work() -> PasswordHasher:
    return PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


def _one_at_a_time() -> None:
    """Each request to a table is one step, as in DynamoDB.

    moto lets threads between a write's condition and the write; and a transaction that fails puts the whole table
    back, with what others wrote meanwhile.
    """
    lock = RLock()

    def alone(request: Any) -> Any:
        def locked(*arguments: Any, **options: Any) -> Any:
            with lock:
                return request(*arguments, **options)

        return locked

    for name in ("get_item", "query", "update_item", "put_item", "delete_item", "transact_write_items"):
        setattr(DynamoDBBackend, name, alone(getattr(DynamoDBBackend, name)))


@pytest.fixture
def uncounted(emulated_account: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Requests are not counted: the emulator takes longer for the counter than a door takes to refuse a request."""
    monkeypatch.setattr(UsageStore, "add_error", lambda *_counted: 0)
    monkeypatch.setattr(UsageStore, "put_refusal", lambda *_kept: None)
