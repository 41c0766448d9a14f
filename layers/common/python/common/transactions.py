"""DynamoDB transactions: several writes that are all applied or none; and an error for each reason to cancel one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from botocore.exceptions import ClientError

from common.attributes import from_attributes
from common.aws import unavailable_on_outage
from common.dynamo import Item, Table, Write, dynamodb
from common.errors import AnswerLost, ChangedMeanwhile, Unavailable
from common.once import running

MOST_WRITES = 100  # of one transaction, says DynamoDB


class TransactionFailed(Exception):
    """Conditions of a transaction did not hold, so nothing was written.

    `failed` has the positions of the writes whose condition failed; `items`, by position, the rows that updates met.
    This is no `DomainError`, because only the store knows what its condition means to a customer.
    """

    def __init__(self, failed: tuple[int, ...], items: Mapping[int, Item]) -> None:
        super().__init__(f"conditions failed: {failed}")
        self.failed = failed
        self.items = items


def transact(writes: Iterable[Write]) -> None:
    """Apply all writes or none, in one call. The first call of a request with an idempotency key marks the key, too.

    Args:
        writes: what the methods of `Table` in -ing return; at most 100, or 99 where a key is marked (`common.once`).

    Raises:
        TransactionFailed: a condition did not hold.
        ChangedMeanwhile: another transaction was changing one of the rows; read again and retry.
        Unavailable: DynamoDB throttles or cannot be reached.
        AnswerLost: an earlier attempt with this key has done the work.
    """
    attempt, all_writes = running.get(), list(writes)
    marked = attempt is not None and not attempt.done
    if attempt is not None and marked:
        all_writes.append(attempt.marking(attempt.made))
    try:
        with unavailable_on_outage():
            dynamodb().transact_write_items(TransactItems=all_writes)
    except ClientError as error:
        if error.response["Error"]["Code"] != "TransactionCanceledException":
            raise
        reasons = error.response["CancellationReasons"]
        if marked and reasons[-1]["Code"] == "ConditionalCheckFailed":
            raise AnswerLost from error
        _raise_cancelled(error, reasons)
    if attempt is not None:
        attempt.done = True


@contextmanager
def changed_if_failed() -> Iterator[None]:
    """Turn a `TransactionFailed` into `ChangedMeanwhile`, so that `common.optimistic.settle` tries again."""
    try:
        yield
    except TransactionFailed as error:
        raise ChangedMeanwhile from error


def delete_all(table: Table, keys: Sequence[Item]) -> None:
    """Delete the rows at these keys, a hundred in each transaction. A key without a row is passed over.

    Transactions cost twice as much as batches, but need no right to put rows. Raises as `transact`.
    """
    for first in range(0, len(keys), MOST_WRITES):
        transact([table.deleting(key) for key in keys[first : first + MOST_WRITES]])


def rows_of(writes: Iterable[Write]) -> set[str]:
    """Table and key of each row that the writes touch, as text. DynamoDB refuses to touch a row twice in one call."""
    touched = set()
    for write in writes:
        (request,) = write.values()
        key = request.get("Key") or {name: request["Item"][name] for name in ("pk", "sk") if name in request["Item"]}
        touched.add(f"{request['TableName']} {sorted(key.items())}")
    return touched


def _raise_cancelled(error: ClientError, reasons: Sequence[Mapping[str, Any]]) -> None:
    """Raise one error for a cancelled transaction.

    DynamoDB gives a reason for each write; the reason "None" means that the write was not the cause. A failed condition
    counts before a throttle: with a failed condition it is certain that the same writes would fail again. Other reasons
    (ValidationError, ItemCollectionSizeLimitExceeded) are a defect of ours or a limit that we did not foresee. Then the
    `ClientError` is raised as it is, so that the log gets its traceback.
    """
    codes = {str(reason["Code"]) for reason in reasons}
    if "ConditionalCheckFailed" in codes:
        failed = tuple(at for at, reason in enumerate(reasons) if reason["Code"] == "ConditionalCheckFailed")
        items = {at: from_attributes(reasons[at]["Item"]) for at in failed if reasons[at].get("Item")}
        raise TransactionFailed(failed, items) from error
    match codes - {"None"}:
        case found if found <= {"TransactionConflict"}:
            raise ChangedMeanwhile from error
        case found if found <= {"TransactionConflict", "ThrottlingError", "ProvisionedThroughputExceeded"}:
            raise Unavailable from error
    raise error
