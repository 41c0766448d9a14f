"""Takes messages of a FIFO queue so that those of a killed worker come back within seconds (ADR 7).

A queue must hide a message for longer than its function may run, which is minutes. While a message is hidden, its whole
group waits. So a worker first shortens the time to `HELD`, and renews it while it lives.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import timedelta
from threading import Event, Thread
from typing import Any

from common.batches import Delivery, take_each
from common.errors import Unavailable
from common.telemetry import logger
from domain.work.queue import WorkQueue

HELD = timedelta(seconds=20)
_RENEWED_EVERY = timedelta(seconds=5)


def take_in_order(
    queue: WorkQueue, event: Mapping[str, Any], take_up: Callable[[Delivery], None]
) -> dict[str, list[dict[str, str]]]:
    """`take_each` for a FIFO queue: messages that fail come back within seconds, a killed worker's after `HELD`."""
    records = event["Records"]
    with held(queue, records):
        response = take_each(event, take_up)
    queue.retry_soon(records, {failure["itemIdentifier"] for failure in response["batchItemFailures"]})
    return response


@contextmanager
def held(
    queue: WorkQueue, records: Sequence[Mapping[str, Any]], *, every: timedelta = _RENEWED_EVERY
) -> Iterator[None]:
    """Keep the messages hidden from other workers within the block, while the process lives."""
    done = Event()

    def renew() -> None:
        while not done.wait(every.total_seconds()):
            _hold(queue, records)

    _hold(queue, records)
    renewing = Thread(target=renew, daemon=True)
    renewing.start()
    try:
        yield
    finally:
        done.set()
        renewing.join()


def _hold(queue: WorkQueue, records: Sequence[Mapping[str, Any]]) -> None:
    """Hide the messages for `HELD` from now; when SQS refuses, they stay hidden for as long as before."""
    try:
        queue.hide([record["receiptHandle"] for record in records], HELD)
    except Unavailable:
        logger.warning("messages_not_held", queue=queue.url.rpartition("/")[2])
