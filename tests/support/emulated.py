"""What the emulated account holds: emptied, saved and put back without a call to it."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from moto.core.models import DEFAULT_ACCOUNT_ID

REGION = "eu-central-1"
Rows = dict[str, Any]
_REMEMBERED: dict[str, tuple[Any, Rows, Any]] = {}


def empty() -> None:
    """No row in any table, no message in any queue, no schedule; the template's queues and schedule group anew."""
    for table in backend("dynamodb").tables.values():
        table.items.clear()
    backend("scheduler").reset()
    backend("scheduler").create_schedule_group("runs", [])
    backend("sqs").reset()
    for queue in ("ceo.fifo", "think.fifo", "events.fifo", "search.fifo", "repository.fifo"):
        backend("sqs").create_queue(queue, FifoQueue="true")
    for queue in ("mails", "runs", "deliveries"):
        backend("sqs").create_queue(queue)


def saved_rows() -> Rows:
    """The rows of every table, as they are now."""
    return {name: copy.deepcopy(table.items) for name, table in backend("dynamodb").tables.items()}


def put_back(rows: Rows) -> None:
    """Make the tables hold exactly the saved rows."""
    for name, table in backend("dynamodb").tables.items():
        table.items = copy.deepcopy(rows[name])


def remembered[T](name: str, clock: Any, make: Callable[[], T]) -> T:
    """What `make` returns, with the rows that it wrote and the moment at which it ended.

    It runs once in a process; then what it left is put back. It begins with an empty account, and leaves nothing in any
    object of the test that asks. What it left in the queues is dropped.
    """
    if name in _REMEMBERED:
        made, rows, clock.moment = _REMEMBERED[name]
        put_back(rows)
    else:
        made = make()
        _REMEMBERED[name] = (made, saved_rows(), clock.moment)
        for queue in backend("sqs").queues:
            backend("sqs").purge_queue(queue)
    return made


def put_rows(table: str, rows: Iterable[Mapping[str, Any]]) -> None:
    """Store rows in a table, in DynamoDB's attribute values."""
    for row in rows:
        backend("dynamodb").put_item(table, row)


def backend(service: str) -> Any:
    """The emulator's own object of a service."""
    from moto.backends import get_backend  # noqa: PLC0415 - after moto has taken over

    return get_backend(service)[  # type: ignore[call-overload]  # one overload for each service
        DEFAULT_ACCOUNT_ID
    ][REGION]
