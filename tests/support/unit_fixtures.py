"""What tests without a network share: an emulated account and a clock."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from moto import mock_aws
from moto.core.models import DEFAULT_ACCOUNT_ID
from pytest_socket import disable_socket

import sam_template

REGION = "eu-central-1"
START = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
_RESET_FOR_EACH_TEST = ("scheduler", "sqs")


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
    }
    with mock_aws():
        from common.aws import client  # noqa: PLC0415 - after moto has taken over

        os.environ["VAULT_KEY_ID"] = client("kms").create_key()["KeyMetadata"]["Arn"]
        _backend("dynamodb").reset()
        os.environ |= sam_template.create_tables(client("dynamodb"))
        yield client


@pytest.fixture
def aws(emulated_account: Any) -> Any:
    """The emulated account with the template's tables, empty, and its queues, empty; a client factory."""
    for service in _RESET_FOR_EACH_TEST:
        _backend(service).reset()
    for table in _backend("dynamodb").tables.values():
        table.items.clear()
    emulated_account("scheduler").create_schedule_group(Name="runs")
    sqs = emulated_account("sqs")
    ceo_queue = sqs.create_queue(QueueName="ceo.fifo", Attributes={"FifoQueue": "true"})
    os.environ["CEO_QUEUE_URL"] = ceo_queue["QueueUrl"]
    os.environ["RUNS_QUEUE_URL"] = sqs.create_queue(QueueName="runs")["QueueUrl"]
    return emulated_account


def _backend(service: str) -> Any:
    from moto.backends import get_backend  # noqa: PLC0415 - as above

    return get_backend(service)[DEFAULT_ACCOUNT_ID][REGION]
