"""Reads each list at each of its sizes, from the tables of a running cloud, and hands over what that took."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from itertools import batched
from typing import Any

import boto3
from botocore.httpsession import URLLib3Session

from bench.calls.meter import metering
from bench.growth.subjects import Subject, subjects, thread_row
from bench.product import hand_over
from common.attributes import to_attributes
from common.dynamo import Item, dynamodb
from common.settings import settings

PAIRS = 11
SLOW_PAIRS = 5
SLOW_FROM = 10_000
PATIENCE_SECONDS = 60
BATCH = 25


def main() -> None:
    """Measure every list at every size."""
    _be_patient()
    _put(settings.conversations_table, [thread_row()])
    hand_over([look for subject in subjects() for look in _grow(subject)])


def _grow(subject: Subject) -> Iterator[dict[str, Any]]:
    bare = boto3.client("dynamodb")
    present = 0
    for size in subject.sizes:
        _put(subject.table, (subject.row(number) for number in range(present, size)))
        present = size
        subject.read_page()
        with metering() as metered:
            subject.read_page()
        calls = metered.calls
        ratios = []
        for _ in range(PAIRS if size < SLOW_FROM else SLOW_PAIRS):
            own = _seconds(subject.read_page)
            ratios.append(own / _seconds(lambda: bare.query(TableName=subject.table, **subject.bare)))
        yield {
            "subject": subject.name,
            "size": size,
            "operations": [call.operation for call in calls],
            "read_units": sum(call.read_units for call in calls),
            "write_units": sum(call.write_units for call in calls),
            "bytes": sum(call.bytes for call in calls),
            "ratios": ratios,
        }


def _be_patient() -> None:
    """Wait longer for DynamoDB: the emulator reads 100,000 rows for a page and exceeds the product's time-out."""
    endpoint = dynamodb()._endpoint  # noqa: SLF001 - an existing client has no setting for it
    options = endpoint.http_session._socket_options  # noqa: SLF001 - without them Nagle's algorithm costs 40 ms
    endpoint.http_session = URLLib3Session(timeout=PATIENCE_SECONDS, socket_options=options)


def _put(table: str, items: Iterable[Item]) -> None:
    for batch in batched(items, BATCH, strict=False):
        requests = [{"PutRequest": {"Item": to_attributes(item)}} for item in batch]
        dynamodb().batch_write_item(RequestItems={table: requests})


def _seconds(work: Callable[[], Any]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


if __name__ == "__main__":
    main()
