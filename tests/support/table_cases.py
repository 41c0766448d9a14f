"""The behaviour of DynamoDB that the product relies on, as cases to run against each emulation of it.

Each case is a function of a client and an empty table. The table has the keys `pk` and `sk`, a global index `by_owner`
(`owned_by`, `at`) that holds `title` beside the keys, and a local one `by_rank` (`pk`, `rank`) that holds everything. A
case asserts what AWS does, by the DynamoDB Developer Guide and API Reference.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from botocore.exceptions import ClientError

DEFINITION = {
    "AttributeDefinitions": [
        {"AttributeName": name, "AttributeType": kind}
        for name, kind in {"pk": "S", "sk": "S", "owned_by": "S", "at": "N", "rank": "S"}.items()
    ],
    "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}, {"AttributeName": "sk", "KeyType": "RANGE"}],
    "GlobalSecondaryIndexes": [
        {
            "IndexName": "by_owner",
            "KeySchema": [
                {"AttributeName": "owned_by", "KeyType": "HASH"},
                {"AttributeName": "at", "KeyType": "RANGE"},
            ],
            "Projection": {"ProjectionType": "INCLUDE", "NonKeyAttributes": ["title"]},
        }
    ],
    "LocalSecondaryIndexes": [
        {
            "IndexName": "by_rank",
            "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}, {"AttributeName": "rank", "KeyType": "RANGE"}],
            "Projection": {"ProjectionType": "ALL"},
        }
    ],
    "BillingMode": "PAY_PER_REQUEST",
}
CASES: list[Callable[[Tried], None]] = []
KEY = {"pk": {"S": "A"}, "sk": {"S": "1"}}
ROW = KEY | {
    "title": {"S": "Ünïcode 漢字 \u202e"},
    "count": {"N": "3"},
    "octets": {"B": b"\x00\xff"},
    "on": {"BOOL": True},
    "none": {"NULL": True},
    "parts": {"L": [{"S": "a"}, {"N": "1"}, {"M": {"deep": {"S": "x"}}}]},
    "run": {"M": {"id": {"S": "r1"}, "until": {"N": "5"}}},
}


@dataclass(frozen=True)
class Tried:
    """A client and the table that it is tried on."""

    client: Any
    table: str

    def put(self, *rows: dict[str, Any]) -> None:
        for row in rows:
            self.client.put_item(TableName=self.table, Item=row)

    def row(self, key: dict[str, Any] | None = None) -> Any:
        return self.client.get_item(TableName=self.table, Key=key or KEY, ConsistentRead=True).get("Item")

    def update(self, expression: str, values: dict[str, Any] | None = None, **more: Any) -> Any:
        given = {"ExpressionAttributeValues": values} if values else {}
        wanted = {"TableName": self.table, "Key": KEY, "UpdateExpression": expression}
        return self.client.update_item(**(wanted | given | more)).get("Attributes")

    def query(self, condition: str, values: dict[str, Any], **more: Any) -> Any:
        return self.client.query(
            TableName=self.table, KeyConditionExpression=condition, ExpressionAttributeValues=values, **more
        )

    def sort_keys(self, condition: str, values: dict[str, Any], **more: Any) -> list[str]:
        return [item["sk"]["S"] for item in self.query(condition, values, **more)["Items"]]

    def transact(self, *writes: tuple[str, dict[str, Any]]) -> None:
        self.client.transact_write_items(
            TransactItems=[{kind: {"TableName": self.table, **write}} for kind, write in writes]
        )

    def holds(self, condition: str, values: dict[str, Any] | None = None, **more: Any) -> bool:
        """Whether the row fulfils a condition."""
        check = {"Key": KEY, "ConditionExpression": condition, **more}
        if values:
            check["ExpressionAttributeValues"] = values
        try:
            self.transact(("ConditionCheck", check))
        except ClientError as error:
            assert error.response["Error"]["Code"] == "TransactionCanceledException", error  # noqa: PT017
            return False
        return True


def _case(case: Callable[[Tried], None]) -> Callable[[Tried], None]:
    CASES.append(case)
    return case


def _refused(code: str) -> Any:
    return pytest.raises(ClientError, match=code)


@_case
def batch_returns_the_rows_that_there_are(tried: Tried) -> None:
    tried.put(ROW)
    keys = [KEY, {"pk": {"S": "A"}, "sk": {"S": "none"}}]

    found = tried.client.batch_get_item(RequestItems={tried.table: {"Keys": keys, "ConsistentRead": True}})

    assert found["Responses"][tried.table] == [ROW]
    with _refused("ValidationException"):
        tried.client.batch_get_item(RequestItems={tried.table: {"Keys": [KEY, KEY]}})


@_case
def failed_put_tells_the_row_in_the_way(tried: Tried) -> None:
    tried.put(ROW)

    with pytest.raises(ClientError) as refused:
        tried.client.put_item(
            TableName=tried.table,
            Item=KEY,
            ConditionExpression="attribute_not_exists(pk)",
            ReturnValuesOnConditionCheckFailure="ALL_OLD",
        )

    assert refused.value.response["Error"]["Code"] == "ConditionalCheckFailedException"
    assert refused.value.response.get("Item") == ROW
    assert tried.row() == ROW


@_case
def conditions_mean_what_the_guide_says(tried: Tried) -> None:
    tried.put(ROW)
    held = {
        "attribute_exists(title) AND attribute_not_exists(absent)": {},
        "NOT attribute_exists(absent)": {},
        "#count = :n OR absent = :n": {":n": {"N": "3"}},
        "#count BETWEEN :low AND :high": {":low": {"N": "3"}, ":high": {"N": "10"}},
        "#count IN (:one, :three)": {":one": {"N": "1"}, ":three": {"N": "3.0"}},
        "#count < :ten": {":ten": {"N": "10"}},
        "absent <> :n": {":n": {"N": "3"}},
        "title <> :n": {":n": {"N": "3"}},
        "begins_with(title, :start)": {":start": {"S": "Ün"}},
        "contains(parts, :part)": {":part": {"S": "a"}},
        "run.id = :id": {":id": {"S": "r1"}},
        "attribute_exists(absent) OR (attribute_exists(pk) AND #count >= :n)": {":n": {"N": "3"}},
    }
    failed = {
        "#count = :text": {":text": {"S": "3"}},
        "#count < :text": {":text": {"S": "9"}},
        "absent < :n": {":n": {"N": "3"}},
        "absent = :n": {":n": {"N": "3"}},
        "NOT (#count = :n)": {":n": {"N": "3"}},
        "attribute_exists(pk) AND NOT contains(parts, :part)": {":part": {"N": "1"}},
        "attribute_exists(absent) OR attribute_exists(absent) AND attribute_exists(pk)": {},
    }

    names = {"ExpressionAttributeNames": {"#count": "count"}}
    wrong = [text for text, values in held.items() if not tried.holds(text, values, **(names if "#" in text else {}))]
    wrong += [text for text, values in failed.items() if tried.holds(text, values, **(names if "#" in text else {}))]

    assert wrong == []


@_case
def text_is_ordered_by_its_bytes(tried: Tried) -> None:
    tried.put(*(KEY | {"sk": {"S": text}} for text in ("b", "B", "é", "a1", "a", "\U0001f600", "\ufb01")))

    assert tried.sort_keys("pk = :p", {":p": {"S": "A"}}) == ["B", "a", "a1", "b", "é", "\ufb01", "\U0001f600"]


@_case
def update_changes_what_it_names_from_the_row_as_it_was(tried: Tried) -> None:
    tried.put(ROW)

    after = tried.update(
        "SET title = :new, was = title, #c = #c + :two, fresh = if_not_exists(fresh, :two),"
        " parts = list_append(parts, :more) REMOVE octets ADD hits :two",
        {":new": {"S": "New"}, ":two": {"N": "2"}, ":more": {"L": [{"S": "b"}]}},
        ExpressionAttributeNames={"#c": "count"},
        ReturnValues="ALL_NEW",
    )

    assert after == tried.row()
    assert after == KEY | {
        "title": {"S": "New"},
        "was": ROW["title"],
        "count": {"N": "5"},
        "run": ROW["run"],
        "fresh": {"N": "2"},
        "parts": {"L": [*ROW["parts"]["L"], {"S": "b"}]},
        "on": {"BOOL": True},
        "none": {"NULL": True},
        "hits": {"N": "2"},
    }


@_case
def wrong_updates_are_refused(tried: Tried) -> None:
    tried.put(ROW)
    one = {":one": {"N": "1"}}
    wrong: list[tuple[str, dict[str, Any]]] = [
        ("SET pk = :one", {":one": {"S": "B"}}),
        ("SET absent.inner = :one", one),
        ("SET title = title + :one", one),
        ("SET title = absent", {}),
        ("SET title = :one, title = :one", one),
        ("SET run = :one, run.id = :one", one),
        ("SET count = :one", one),
        ("SET title = :two", one),
        ("SET title = :one", one | {":two": {"N": "2"}}),
        ("SET title :one", one),
    ]

    passed = []
    for expression, values in wrong:
        try:
            tried.update(expression, values)
        except ClientError as error:
            assert error.response["Error"]["Code"] == "ValidationException", expression  # noqa: PT017
        else:
            passed.append(expression)

    assert passed == []
    assert tried.row() == ROW


@_case
def delete_with_a_condition_leaves_a_row_that_does_not_fulfil_it(tried: Tried) -> None:
    tried.put(ROW)

    with _refused("ConditionalCheckFailedException"):
        tried.client.delete_item(TableName=tried.table, Key=KEY, ConditionExpression="attribute_exists(absent)")
    assert tried.row() == ROW
    tried.client.delete_item(TableName=tried.table, Key=KEY)
    tried.client.delete_item(TableName=tried.table, Key=KEY)
    assert tried.row() is None


@_case
def transaction_writes_all_or_nothing_and_says_which_failed(tried: Tried) -> None:
    tried.put(ROW)
    other = {"pk": {"S": "A"}, "sk": {"S": "2"}}

    with pytest.raises(ClientError) as refused:
        tried.transact(
            ("Put", {"Item": other}),
            (
                "Update",
                {
                    "Key": KEY,
                    "UpdateExpression": "SET title = :t",
                    "ConditionExpression": "attribute_not_exists(pk)",
                    "ExpressionAttributeValues": {":t": {"S": "x"}},
                    "ReturnValuesOnConditionCheckFailure": "ALL_OLD",
                },
            ),
        )

    assert refused.value.response["Error"]["Code"] == "TransactionCanceledException"
    reasons = refused.value.response["CancellationReasons"]
    assert [reason["Code"] for reason in reasons] == ["None", "ConditionalCheckFailed"]
    assert reasons[1]["Item"] == ROW
    assert (tried.row(other), tried.row()) == (None, ROW)


@_case
def wrong_transactions_are_refused(tried: Tried) -> None:
    rows = [{"pk": {"S": "A"}, "sk": {"S": str(number)}} for number in range(101)]

    with _refused("ValidationException"):
        tried.transact(("Put", {"Item": KEY}), ("Delete", {"Key": KEY}))
    with _refused("ValidationException"):
        tried.transact(*(("Put", {"Item": row}) for row in rows))
    assert tried.query("pk = :p", {":p": {"S": "A"}})["Items"] == []


@_case
def keys_of_another_shape_are_refused(tried: Tried) -> None:
    wrong: list[dict[str, Any]] = [
        {"pk": {"S": "A"}},
        KEY | {"sk": {"S": ""}},
        KEY | {"sk": {"N": "1"}},
        KEY | {"owned_by": {"N": "1"}},
        KEY | {"owned_by": {"S": ""}},
    ]

    for row in wrong:
        with _refused("ValidationException"):
            tried.put(row)
    with _refused("ValidationException"):
        tried.row({"pk": {"S": "A"}})


@_case
def items_over_400_kilobytes_are_refused(tried: Tried) -> None:
    most = 400 * 1024 - len("pkAsk1octets")

    tried.put(KEY | {"octets": {"S": "x" * most}})
    with _refused("ValidationException"):
        tried.put(KEY | {"octets": {"S": "x" * (most + 1)}})
    with _refused("ValidationException"):
        tried.update("SET more = :m", {":m": {"S": "x"}})


@_case
def query_returns_its_range_in_order(tried: Tried) -> None:
    tried.put(
        *({"pk": {"S": "A"}, "sk": {"S": text}} for text in ("a1", "a2", "b1", "c")),
        {"pk": {"S": "B"}, "sk": {"S": "a1"}},
    )
    part = {":p": {"S": "A"}}

    assert tried.sort_keys("pk = :p", part) == ["a1", "a2", "b1", "c"]
    assert tried.sort_keys("pk = :p", part, ScanIndexForward=False) == ["c", "b1", "a2", "a1"]
    assert tried.sort_keys("pk = :p AND begins_with(sk, :s)", part | {":s": {"S": "a"}}) == ["a1", "a2"]
    assert tried.sort_keys("pk = :p AND sk < :s", part | {":s": {"S": "b1"}}) == ["a1", "a2"]
    assert tried.sort_keys("pk = :p AND sk >= :s", part | {":s": {"S": "b1"}}) == ["b1", "c"]
    between = part | {":low": {"S": "a2"}, ":high": {"S": "b1"}}
    assert tried.sort_keys("pk = :p AND sk BETWEEN :low AND :high", between) == ["a2", "b1"]


@_case
def query_goes_on_where_a_page_ended(tried: Tried) -> None:
    tried.put(*({"pk": {"S": "A"}, "sk": {"S": str(number)}} for number in range(5)))
    part = {":p": {"S": "A"}}

    first = tried.query("pk = :p", part, Limit=2, ScanIndexForward=False)
    second = tried.query("pk = :p", part, Limit=3, ScanIndexForward=False, ExclusiveStartKey=first["LastEvaluatedKey"])

    assert first["LastEvaluatedKey"] == {"pk": {"S": "A"}, "sk": {"S": "3"}}
    assert [item["sk"]["S"] for item in (*first["Items"], *second["Items"])] == ["4", "3", "2", "1", "0"]
    # It stopped for its limit, so it does not know that this was all.
    assert second["LastEvaluatedKey"] == {"pk": {"S": "A"}, "sk": {"S": "0"}}


@_case
def limit_counts_rows_before_the_filter(tried: Tried) -> None:
    tried.put(*({"pk": {"S": "A"}, "sk": {"S": str(n)}, "even": {"BOOL": n % 2 == 0}} for n in range(6)))
    values = {":p": {"S": "A"}, ":yes": {"BOOL": True}}

    page = tried.query("pk = :p", values, Limit=3, FilterExpression="even = :yes")

    assert ([item["sk"]["S"] for item in page["Items"]], page["Count"], page["ScannedCount"]) == (["0", "2"], 2, 3)


@_case
def page_ends_at_a_megabyte(tried: Tried) -> None:
    tried.put(*({"pk": {"S": "A"}, "sk": {"S": str(number)}, "octets": {"S": "x" * 300_000}} for number in range(5)))
    part = {":p": {"S": "A"}}

    first = tried.query("pk = :p", part, Limit=5)
    second = tried.query("pk = :p", part, Limit=5, ExclusiveStartKey=first["LastEvaluatedKey"])

    assert 3 <= len(first["Items"]) <= 4
    assert len(first["Items"]) + len(second["Items"]) == 5
    assert "LastEvaluatedKey" not in second


@_case
def global_index_holds_rows_with_its_keys_and_what_it_projects(tried: Tried) -> None:
    full = KEY | {"owned_by": {"S": "o"}, "at": {"N": "10"}, "title": {"S": "t"}, "other": {"S": "x"}}
    tried.put(
        full, full | {"sk": {"S": "2"}, "at": {"N": "9"}}, {"pk": {"S": "A"}, "sk": {"S": "3"}, "owned_by": {"S": "o"}}
    )

    found = tried.query("owned_by = :o", {":o": {"S": "o"}}, IndexName="by_owner")["Items"]

    assert [item["at"]["N"] for item in found] == ["9", "10"]
    assert found[1] == {name: value for name, value in full.items() if name != "other"}
    with _refused("ValidationException"):
        tried.query("owned_by = :o", {":o": {"S": "o"}}, IndexName="by_owner", ConsistentRead=True)


@_case
def index_pages_go_on_among_equal_keys(tried: Tried) -> None:
    tried.put(*({"pk": {"S": "A"}, "sk": {"S": str(n)}, "owned_by": {"S": "o"}, "at": {"N": "1"}} for n in range(3)))
    seen: list[str] = []
    start: dict[str, Any] = {}

    for _ in range(4):
        page = tried.query("owned_by = :o", {":o": {"S": "o"}}, IndexName="by_owner", Limit=1, **start)
        seen += [item["sk"]["S"] for item in page["Items"]]
        if "LastEvaluatedKey" not in page:
            break
        assert page["LastEvaluatedKey"].keys() == {"pk", "sk", "owned_by", "at"}
        start = {"ExclusiveStartKey": page["LastEvaluatedKey"]}

    assert sorted(seen) == ["0", "1", "2"]


@_case
def local_index_is_read_consistently(tried: Tried) -> None:
    tried.put(ROW | {"rank": {"S": "b"}}, ROW | {"sk": {"S": "2"}, "rank": {"S": "a"}}, ROW | {"sk": {"S": "3"}})

    found = tried.query("pk = :p", {":p": {"S": "A"}}, IndexName="by_rank", ConsistentRead=True)["Items"]

    assert [item["sk"]["S"] for item in found] == ["2", "1"]
    assert found[1] == ROW | {"rank": {"S": "b"}}


@_case
def wrong_queries_are_refused(tried: Tried) -> None:
    part = {":p": {"S": "A"}}

    for condition, values, more in (
        ("sk = :p", part, {}),
        ("pk = :p", part | {":unused": {"S": "x"}}, {}),
        ("pk = :absent", part, {}),
        ("pk = :p", part, {"ExpressionAttributeNames": {"#unused": "x"}}),
    ):
        with _refused("ValidationException"):
            tried.query(condition, values, **more)


@_case
def starting_key_that_is_none_is_refused(tried: Tried) -> None:
    with _refused("ValidationException"):
        tried.query("pk = :p", {":p": {"S": "A"}}, ExclusiveStartKey={"pk": {"S": "A"}})


@_case
def one_of_many_that_count_at_once_is_not_lost(tried: Tried) -> None:
    tried.put(KEY | {"n": {"N": "0"}})

    def count() -> None:
        for _ in range(5):
            tried.update("ADD n :one", {":one": {"N": "1"}})

    threads = [threading.Thread(target=count) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert tried.row()["n"] == {"N": "20"}
