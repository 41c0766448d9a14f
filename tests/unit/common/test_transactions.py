from __future__ import annotations

import pytest
from botocore.exceptions import ClientError
from botocore.stub import Stubber

from common.dynamo import Table, dynamodb
from common.errors import ChangedMeanwhile, Unavailable
from common.settings import settings
from common.transactions import TransactionFailed, transact

NONE, FAILED = {"Code": "None"}, {"Code": "ConditionalCheckFailed", "Item": {"pk": {"S": "theirs"}}}
HELD, THROTTLED = {"Code": "TransactionConflict"}, {"Code": "ThrottlingError"}
OVER_CAPACITY = {"Code": "ProvisionedThroughputExceeded"}


def cancelled(reasons):
    """What `transact` makes of a transaction that DynamoDB cancelled for these reasons."""
    with Stubber(dynamodb()) as stubber:
        stubber.add_client_error(
            "transact_write_items",
            "TransactionCanceledException",
            http_status_code=400,
            modeled_fields={"CancellationReasons": reasons},
        )
        transact([])


@pytest.mark.parametrize(
    ("reasons", "raised"),
    [
        ([HELD], ChangedMeanwhile),
        ([NONE, HELD], ChangedMeanwhile),
        ([THROTTLED], Unavailable),
        ([NONE, OVER_CAPACITY], Unavailable),
        ([HELD, THROTTLED], Unavailable),
        ([{"Code": "ValidationError"}], ClientError),
        ([{"Code": "ItemCollectionSizeLimitExceeded"}], ClientError),
        ([HELD, {"Code": "ValidationError"}], ClientError),
    ],
    ids=lambda value: "+".join(one["Code"] for one in value) if isinstance(value, list) else value.__name__,
)
def test_cancelled_transaction_raises_what_each_reason_means(aws, reasons, raised):
    with pytest.raises(raised) as caught:
        cancelled(reasons)

    assert type(caught.value).__mro__[0].__name__ in {raised.__name__, "TransactionCanceledException"}


def test_failed_condition_goes_before_a_throttle_and_names_its_write_and_row(aws):
    with pytest.raises(TransactionFailed) as caught:
        cancelled([THROTTLED, FAILED])

    assert (caught.value.failed, caught.value.items) == ((1,), {1: {"pk": "theirs"}})


def test_single_write_to_a_row_held_by_a_transaction_may_be_tried_again(aws):
    with Stubber(dynamodb()) as stubber:
        stubber.add_client_error("update_item", "TransactionConflictException", http_status_code=400)
        with pytest.raises(ChangedMeanwhile):
            Table(settings.usage_table).update({"pk": "p", "sk": "s"}, "ADD n :one", {"one": 1})
