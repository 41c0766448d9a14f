"""DynamoDB in plain Python values: the operations that the stores need, and an exception for each kind of failure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Literal, TypedDict, Unpack

from botocore.exceptions import ClientError

from common.attributes import from_attributes, to_attribute, to_attributes
from common.aws import client, unavailable_on_outage
from common.errors import ChangedMeanwhile, Unavailable
from common.paging import PAGE_BYTES, fitting
from common.services import frozen

Item = dict[str, Any]
Write = dict[str, Any]
_BATCH = 100  # DynamoDB's limit
_BATCH_ATTEMPTS = 3  # what is too much for one answer comes with the next


class ConditionFailed(Exception):
    """The condition of a write did not hold. `item` is the row as it stands, if it exists and the write asked for it.

    This is no `DomainError`, because only the store knows what its condition means to a customer.
    """

    def __init__(self, item: Item | None = None) -> None:
        super().__init__("condition failed")
        self.item = item


@frozen
class Page:
    """Rows of a query. `last_key` is the key after which the next page starts, or None when no row follows."""

    items: list[Item]
    last_key: Item | None

    @property
    def has_more(self) -> bool:
        """Whether rows follow this page."""
        return self.last_key is not None


class QueryOptions(TypedDict, total=False):
    """Options of a query, besides its key condition."""

    index: str
    """Read this index instead of the table. Reads of a table are strongly consistent, of a global index eventually."""
    consistent: bool
    """Read a local index with strong consistency."""
    backwards: bool
    """Begin with the highest sort key."""
    start: Item | None
    """Continue after this key: the `last_key` of the page before."""
    filter: str
    """Return only the rows that fulfil this expression."""
    projection: str
    """Names of the attributes to return, separated by spaces or commas."""


@cache
def dynamodb() -> Any:
    """The DynamoDB client, built once for each process."""
    return client("dynamodb")


@frozen
class Table:
    """One table, by name. Methods in -ing (`putting`, `checking`, …) make writes for `transact`; others call DynamoDB.

    Raises (all methods that call): `Unavailable` when DynamoDB throttles or cannot be reached.
    Raises (all methods that write): `ChangedMeanwhile` while a transaction is changing the row.
    """

    name: str

    def get(self, key: Item, *, projection: str | None = None) -> Item | None:
        """The row at `key`, strongly consistent, or None; with `projection` (see `QueryOptions`) only a part of it."""
        request: dict[str, Any] = {"TableName": self.name, "Key": to_attributes(key), "ConsistentRead": True}
        if projection:
            request |= _projected(projection)
        with unavailable_on_outage():
            answer = dynamodb().get_item(**request)
        return from_attributes(answer["Item"]) if "Item" in answer else None

    def get_many(self, pks: Sequence[str]) -> dict[str, Item]:
        """Rows by distinct partition keys, strongly consistent, a hundred a call. A key without a row is left out."""
        found: dict[str, Item] = {}
        for first in range(0, len(pks), _BATCH):
            keys = [to_attributes({"pk": pk}) for pk in pks[first : first + _BATCH]]
            wanted: dict[str, Any] = {self.name: {"Keys": keys, "ConsistentRead": True}}
            for _ in range(_BATCH_ATTEMPTS):
                with unavailable_on_outage():
                    answer = dynamodb().batch_get_item(RequestItems=wanted)
                found |= {item["pk"]["S"]: from_attributes(item) for item in answer["Responses"].get(self.name, ())}
                wanted = answer.get("UnprocessedKeys") or {}
                if not wanted:
                    break
            else:
                raise Unavailable
        return found

    def put_new(self, item: Item, *, key: str = "pk") -> None:
        """Store a new row; `key` is an attribute of its key. Raises `ConditionFailed` if another row has that key."""
        request = self.putting_new(item, key=key)["Put"] | {"ReturnValuesOnConditionCheckFailure": "ALL_OLD"}
        try:
            self._conditional("put_item", request)
        except ConditionFailed as refused:
            # When an answer is lost, the SDK sends the request again. Then the row in the way is the one just stored.
            if refused.item != from_attributes(to_attributes(item)):
                raise

    def put_overwriting(self, item: Item) -> None:
        """Store a row; another row with its key is overwritten, whatever it holds."""
        self._conditional("put_item", self.putting(item)["Put"])

    def update(
        self,
        key: Item,
        expression: str,
        values: Mapping[str, Any],
        *,
        condition: str | None = None,
        returning: Literal["ALL_NEW"] | None = None,
    ) -> Item | None:
        """Change a row by an update expression; make the row if there is none and `condition` allows that.

        Args:
            key: the key of the row.
            expression: the update expression; `#status` stands for the attribute `status`.
            values: the value of each placeholder, named without its colon.
            condition: an expression that the row must fulfil.
            returning: "ALL_NEW" returns the row as it is after the update; None returns nothing.

        Raises:
            ConditionFailed: the condition did not hold; its `item` is the row as it stands.
        """
        request = self.updating(key, expression, values, condition=condition)["Update"]
        if returning:
            request["ReturnValues"] = returning
        answer = self._conditional("update_item", request)
        return from_attributes(answer["Attributes"]) if "Attributes" in answer else None

    def delete(self, key: Item) -> None:
        """Remove a row; nothing happens when there is none."""
        self._conditional("delete_item", {"TableName": self.name, "Key": to_attributes(key)})

    def query_page(
        self,
        condition: str,
        values: Mapping[str, Any],
        *,
        limit: int,
        key: Sequence[str] = ("pk", "sk"),
        **options: Unpack[QueryOptions],
    ) -> Page:
        """A page for an answer: the first `limit` rows, fewer where more would not fit in (`common.paging.fitting`).

        Args:
            condition: the key condition.
            values: the value of each placeholder, named without its colon.
            limit: how many rows. With a filter, DynamoDB looks at so many; few or none may pass although more follow.
            key: the attributes that say where a row lies in the table or index.
            options: see `QueryOptions`.
        """
        if "filter" in options:
            read = self._read(condition, values, limit, options)
            first = fitting(read.items, limit)
            return read if len(first) == len(read.items) else Page(first, {name: first[-1][name] for name in key})
        items, more = self.query_up_to(condition, values, limit=limit, most_bytes=PAGE_BYTES, **options)
        return Page(items, {name: items[-1][name] for name in key} if more else None)

    def query_up_to(
        self,
        condition: str,
        values: Mapping[str, Any],
        *,
        limit: int,
        most_bytes: int | None = None,
        **options: Unpack[QueryOptions],
    ) -> tuple[list[Item], bool]:
        """The first `limit` rows, read in one call per MB, and whether there are more; `most_bytes` as in `fitting`."""
        items: list[Item] = []
        while True:
            read = self._read(condition, values, limit + 1 - len(items), options)
            items += read.items
            first = fitting(items, limit, most_bytes=most_bytes)
            if len(first) < len(items) or read.last_key is None:
                return first, len(first) < len(items)
            options["start"] = read.last_key

    def query_all(self, condition: str, values: Mapping[str, Any], **options: Unpack[QueryOptions]) -> list[Item]:
        """Every row of a query, in one call per MB. Use it only where a limit of ours bounds the partition's size."""
        page = self._read(condition, values, None, options)
        items = page.items
        while page.last_key:
            options["start"] = page.last_key
            page = self._read(condition, values, None, options)
            items += page.items
        return items

    def _read(self, condition: str, values: Mapping[str, Any], limit: int | None, options: QueryOptions) -> Page:
        """The rows that one call returns. DynamoDB stops when it has looked at `limit` rows or at 1 MB."""
        request: dict[str, Any] = {
            "TableName": self.name,
            "KeyConditionExpression": condition,
            "ExpressionAttributeValues": _placeholders(values),
            "ScanIndexForward": not options.get("backwards", False),
            "ConsistentRead": options.get("consistent", "index" not in options),
        }
        if index := options.get("index"):
            request["IndexName"] = index
        if limit:
            request["Limit"] = limit
        if start := options.get("start"):
            request["ExclusiveStartKey"] = to_attributes(start)
        if expression := options.get("filter"):
            request["FilterExpression"] = expression
        if projection := options.get("projection"):
            request |= _projected(projection)
        if names := _names(condition, options.get("filter", "")) | request.get("ExpressionAttributeNames", {}):
            request["ExpressionAttributeNames"] = names
        with unavailable_on_outage():
            answer = dynamodb().query(**request)
        last_key = answer.get("LastEvaluatedKey")
        return Page([from_attributes(item) for item in answer["Items"]], last_key and from_attributes(last_key))

    def putting(self, item: Item, *, condition: str | None = None, values: Mapping[str, Any] | None = None) -> Write:
        """A `Put` for `transact`: it overwrites a row that is there, and fails where `condition` does not hold."""
        request: dict[str, Any] = {"TableName": self.name, "Item": to_attributes(item)}
        if condition:
            request["ConditionExpression"] = condition
            if names := _names(condition):
                request["ExpressionAttributeNames"] = names
        if values:
            request["ExpressionAttributeValues"] = _placeholders(values)
        return {"Put": request}

    def putting_new(self, item: Item, *, key: str = "pk") -> Write:
        """A `Put` for `transact` that fails when a row has the key of `item`; `key` is one attribute of that key."""
        write = self.putting(item)
        write["Put"]["ConditionExpression"] = f"attribute_not_exists({key})"
        return write

    def updating(self, key: Item, expression: str, values: Mapping[str, Any], *, condition: str | None = None) -> Write:
        """An `Update` for `transact`; the arguments are those of `update`."""
        request: dict[str, Any] = {
            "TableName": self.name,
            "Key": to_attributes(key),
            "UpdateExpression": expression,
            "ReturnValuesOnConditionCheckFailure": "ALL_OLD",
        }
        if values:
            request["ExpressionAttributeValues"] = _placeholders(values)
        if condition:
            request["ConditionExpression"] = condition
        if names := _names(expression, condition or ""):
            request["ExpressionAttributeNames"] = names
        return {"Update": request}

    def deleting(self, key: Item, values: Mapping[str, Any] | None = None, *, condition: str | None = None) -> Write:
        """A `Delete` for `transact` that fails when the row does not fulfil `condition`."""
        request: dict[str, Any] = {"TableName": self.name, "Key": to_attributes(key)}
        if condition:
            request["ConditionExpression"] = condition
            if names := _names(condition):
                request["ExpressionAttributeNames"] = names
        if values:
            request["ExpressionAttributeValues"] = _placeholders(values)
        return {"Delete": request}

    def checking(self, key: Item, condition: str, values: Mapping[str, Any]) -> Write:
        """A `ConditionCheck` for `transact`: it changes nothing, and fails unless the row fulfils the condition."""
        return {
            "ConditionCheck": {
                "TableName": self.name,
                "Key": to_attributes(key),
                "ConditionExpression": condition,
                "ExpressionAttributeValues": _placeholders(values),
                **({"ExpressionAttributeNames": names} if (names := _names(condition)) else {}),
            }
        }

    def _conditional(self, operation: str, request: dict[str, Any]) -> dict[str, Any]:
        try:
            with unavailable_on_outage():
                answer: dict[str, Any] = getattr(dynamodb(), operation)(**request)
        except ClientError as error:
            match error.response["Error"]["Code"]:
                case "ConditionalCheckFailedException":
                    standing: Any = error.response.get("Item")
                    raise ConditionFailed(standing and from_attributes(standing)) from error
                case "TransactionConflictException":
                    raise ChangedMeanwhile from error
            raise
        return answer


def assignments(attributes: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """An update expression and its values: it sets each attribute, and removes those whose value is None."""
    values = {name: value for name, value in attributes.items() if value is not None}
    parts = []
    if values:
        parts.append("SET " + ", ".join(f"#{name} = :{name}" for name in values))
    if removed := [f"#{name}" for name in attributes if name not in values]:
        parts.append("REMOVE " + ", ".join(removed))
    return " ".join(parts), values


def _placeholders(values: Mapping[str, Any]) -> dict[str, Any]:
    return {f":{name}": to_attribute(value) for name, value in values.items()}


def _names(*expressions: str) -> dict[str, str]:
    """`ExpressionAttributeNames` for these expressions: `#status` always stands for the attribute `status`."""
    words = " ".join(expressions).replace("(", " ").replace(")", " ").replace(",", " ").split()
    return {word: word[1:] for word in words if word.startswith("#")}


def _projected(projection: str) -> dict[str, Any]:
    names = {f"#{name}": name for name in projection.replace(",", " ").split()}
    return {"ProjectionExpression": ",".join(names), "ExpressionAttributeNames": names}
