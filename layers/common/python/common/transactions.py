"""DynamoDB transactions: several writes at once, or none of them; and why one was cancelled."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from botocore.exceptions import ClientError

from common.attributes import from_attributes
from common.aws import unavailable_on_outage
from common.dynamo import Item, Write, dynamodb
from common.errors import ChangedMeanwhile, Unavailable


class TransactionFailed(Exception):
    """A transaction did not apply; `failed` has the positions of the writes whose condition failed.

    It is not a `DomainError`, for the same reason as `ConditionFailed`: the store says what it means.
    """

    def __init__(self, failed: tuple[int, ...], items: Mapping[int, Item]) -> None:
        super().__init__(f"conditions failed: {failed}")
        self.failed = failed
        self.items = items


def transact(writes: Iterable[Write]) -> None:
    """All of the writes, or none: one call.

    Args:
        writes: from `Table.putting…`, `updating`, `deleting`; at most 100.

    Raises:
        TransactionFailed: a condition did not hold.
        ChangedMeanwhile: another transaction held one of the rows; read again and retry.
        Unavailable: DynamoDB throttles or cannot be reached.
    """
    try:
        with unavailable_on_outage():
            dynamodb().transact_write_items(TransactItems=list(writes))
    except ClientError as error:
        if error.response["Error"]["Code"] != "TransactionCanceledException":
            raise
        _raise_cancelled(error, error.response["CancellationReasons"])


def _raise_cancelled(error: ClientError, reasons: Sequence[Mapping[str, Any]]) -> None:
    """One error for a list with a reason for each write; "None" for those that were not to blame.

    A failed condition goes before a throttle: it is certain that the same writes will fail again, and why. What is not
    named here (ValidationError, ItemCollectionSizeLimitExceeded) is a defect of ours or a limit we did not foresee:
    it stays the `ClientError` that it is, so that the log gets its traceback.
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
