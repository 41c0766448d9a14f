from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest
from botocore.exceptions import ClientError
from moto.core.serialize import SERVICE_SPECIFIC_SERIALIZERS

import emulated
from quick_moto import MOTOS_OWN, RowSerializer

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


CHANGES = {
    "UpdateExpression": "SET #t = if_not_exists(#t, :one), #m.#k = :two, added = list_append(#l, :more), kept = #t"
    " REMOVE #e, #l[0] ADD #n :one, #ns :three",
    "ConditionExpression": "attribute_exists(pk) AND #n < :nine AND begins_with(#t, :letter)",
    "ExpressionAttributeNames": {
        "#t": "text",
        "#m": "map",
        "#k": "new",
        "#l": "list",
        "#e": "empty",
        "#n": "number",
        "#ns": "numbers",
    },
    "ExpressionAttributeValues": {
        ":one": {"N": "1"},
        ":two": {"S": "two"},
        ":three": {"NS": ["3"]},
        ":nine": {"N": "9"},
        ":letter": {"S": "é"},
        ":more": {"L": [{"S": "y"}]},
    },
}
FAILING = {
    "ConditionCheck": TABLE
    | {"Key": {"pk": {"S": "B"}, "sk": {"S": "0"}}, "ConditionExpression": "attribute_exists(pk)"}
}


def answers(aws: Any) -> list[bytes]:
    """What DynamoDB sends back when it finds nothing, finds, changes, refuses and does not know the table."""
    emulated.empty()
    dynamodb = aws("dynamodb")
    bodies: list[bytes] = []

    def keep(http_response: Any, **_rest: Any) -> None:
        bodies.append(http_response.content)

    put_once = TABLE | {"Item": EVERY_KIND} | WRITE_ONCE
    others = [TABLE | {"Item": {"pk": {"S": pk}, "sk": {"S": sk}}} for pk, sk in ("B2", "A9", "B1", "A0", "C5")]
    change = {"Update": TABLE | {"Key": KEY} | CHANGES}
    too_large = TABLE | {"Item": KEY | {"a": {"S": "x" * 300_000}, "b": {"S": "x" * 200_000}}}
    of_a = {"KeyConditionExpression": "pk = :pk", "ExpressionAttributeValues": {":pk": {"S": "A"}}}
    dynamodb.meta.events.register("after-call.dynamodb", keep)
    dynamodb.get_item(Key=KEY, **TABLE)
    dynamodb.put_item(**put_once)
    dynamodb.get_item(Key=KEY, **TABLE)
    dynamodb.update_item(Key=KEY, UpdateExpression="SET added = texts", ReturnValues="ALL_NEW", **TABLE)
    dynamodb.transact_write_items(TransactItems=[{"Put": other} for other in others])
    for tried in (
        lambda: dynamodb.put_item(**put_once),
        lambda: dynamodb.transact_write_items(TransactItems=[{"Put": put_once}]),
        lambda: dynamodb.transact_write_items(TransactItems=[{"Delete": TABLE | {"Key": KEY}}, FAILING]),
        lambda: dynamodb.transact_write_items(TransactItems=[change, _of_no_row(change), FAILING]),
        lambda: dynamodb.put_item(**too_large),
        lambda: dynamodb.get_item(TableName="unknown", Key=KEY),
        lambda: dynamodb.transact_write_items(TransactItems=[change, _of_no_row(change)]),
        lambda: dynamodb.update_item(Key=KEY, UpdateExpression="SET pk = :x, :y", **TABLE),
    ):
        with suppress(ClientError):
            tried()
        dynamodb.query(**of_a, **TABLE)
    dynamodb.query(**of_a, ScanIndexForward=False, Limit=2, **TABLE)
    dynamodb.scan(ReturnConsumedCapacity="TOTAL", **TABLE)
    dynamodb.meta.events.unregister("after-call.dynamodb", keep)
    return bodies


def _of_no_row(change: dict[str, Any]) -> dict[str, Any]:
    """The same change of a row that is not there yet, which it begins."""
    update = change["Update"] | {"Key": {"pk": {"S": "A"}, "sk": {"S": "new"}}}
    kept = {name: value for name, value in update.items() if name != "ConditionExpression"}
    return {"Update": kept | {"UpdateExpression": "SET #t = :two", "ExpressionAttributeNames": {"#t": "text"}}}


def test_quick_answers_are_the_emulators_own_to_the_byte(aws: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    assert SERVICE_SPECIFIC_SERIALIZERS["dynamodb"] == {"json": RowSerializer}
    quick = answers(aws)
    monkeypatch.delitem(SERVICE_SPECIFIC_SERIALIZERS, "dynamodb")
    for owner, name, own in MOTOS_OWN:
        if own is None:
            monkeypatch.delattr(owner, name)
        else:
            monkeypatch.setattr(owner, name, own)

    assert quick == answers(aws)
    assert len(quick) == 23
    assert b"ConditionalCheckFailed" in b"".join(quick)
    assert b"size has exceeded" in b"".join(quick)
    assert b"two" in quick[-1]
