from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest
from botocore.exceptions import ClientError
from moto.core.serialize import SERVICE_SPECIFIC_SERIALIZERS

import emulated
from quick_moto import RowSerializer

TABLE = {"TableName": "test-ProjectsTable"}
KEY = {"pk": {"S": "A"}, "sk": {"S": "1"}}
EVERY_KIND = KEY | {
    "text": {"S": "é 漢字 \u202e"},
    "empty": {"S": ""},
    "number": {"N": "-1.50"},
    "bytes": {"B": b"\x00\xff"},
    "true": {"BOOL": True},
    "false": {"BOOL": False},
    "nothing": {"NULL": True},
    "texts": {"SS": ["a", "b"]},
    "numbers": {"NS": ["1", "2.5"]},
    "many bytes": {"BS": [b"\x01", b"\x02"]},
    "list": {"L": [{"S": "x"}, {"L": []}, {"M": {"inner": {"B": b"\x03"}}}]},
    "map": {"M": {"S": {"N": "1"}, "list": {"L": [{"NULL": True}]}, "none": {"M": {}}}},
}
WRITE_ONCE = {"ConditionExpression": "attribute_not_exists(pk)", "ReturnValuesOnConditionCheckFailure": "ALL_OLD"}


def answers(aws: Any) -> list[bytes]:
    """What DynamoDB sends back when it finds nothing, finds, changes, refuses and does not know the table."""
    emulated.empty()
    dynamodb = aws("dynamodb")
    bodies: list[bytes] = []

    def keep(http_response: Any, **_rest: Any) -> None:
        bodies.append(http_response.content)

    put_once = TABLE | {"Item": EVERY_KIND} | WRITE_ONCE
    dynamodb.meta.events.register("after-call.dynamodb", keep)
    dynamodb.get_item(Key=KEY, **TABLE)
    dynamodb.put_item(**put_once)
    dynamodb.get_item(Key=KEY, **TABLE)
    dynamodb.update_item(Key=KEY, UpdateExpression="SET added = texts", ReturnValues="ALL_NEW", **TABLE)
    dynamodb.query(KeyConditionExpression="pk = :pk", ExpressionAttributeValues={":pk": {"S": "A"}}, **TABLE)
    dynamodb.scan(ReturnConsumedCapacity="TOTAL", **TABLE)
    for refused in (
        lambda: dynamodb.put_item(**put_once),
        lambda: dynamodb.transact_write_items(TransactItems=[{"Put": put_once}]),
        lambda: dynamodb.get_item(TableName="unknown", Key=KEY),
    ):
        with suppress(ClientError):
            refused()
    dynamodb.meta.events.unregister("after-call.dynamodb", keep)
    return bodies


def test_quick_answers_are_the_emulators_own_to_the_byte(aws: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    assert SERVICE_SPECIFIC_SERIALIZERS["dynamodb"] == {"json": RowSerializer}
    quick = answers(aws)
    monkeypatch.delitem(SERVICE_SPECIFIC_SERIALIZERS, "dynamodb")

    assert quick == answers(aws)
    assert len(quick) == 9
    assert b"ConditionalCheckFailed" in quick[-2]
