"""DynamoDB in memory, which answers `common/dynamo.py` in tests without a network.

It answers a real botocore client (`served.py`). `tests/contract/test_tables.py` holds the same cases against this, and
`tests/e2e/test_tables.py` against MiniStack.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from operator import itemgetter
from threading import RLock
from typing import Any

from expressions import Invalid, Read, read_condition, read_projection, read_update
from served import client_error

Item = Mapping[str, Mapping[str, Any]]
Request = Mapping[str, Any]
Key = tuple[str | bytes | int, ...]
Rows = dict[str, dict[Key, Item]]
PAGE_BYTES = 1024 * 1024
ITEM_BYTES = 400 * 1024
TRANSACTION_BYTES = 4 * 1024 * 1024
TRANSACTION_WRITES = BATCH_READS = 100
_FAILED = "The conditional request failed"


class Failed(Exception):
    """The condition of a write does not hold; `standing` is the row as it is, for writes that ask for it."""

    def __init__(self, standing: Item | None) -> None:
        super().__init__(_FAILED)
        self.standing = standing


@dataclass(frozen=True)
class Index:
    """A table's own order or an index's: the names of its keys, and what it holds of a row (None: all)."""

    keys: tuple[str, ...]
    holds: frozenset[str] | None = None
    is_global: bool = False


@dataclass
class Table:
    """The rows by their key. A stored row never changes: a write puts another in its place."""

    primary: Index
    kinds: Mapping[str, str]
    indexes: Mapping[str, Index]
    definition: Request
    rows: dict[Key, Item] = field(default_factory=dict)

    def key_of(self, given: Item, *, alone: bool = False) -> Key:
        """The key in a row, or the key that is given alone."""
        names = self.primary.keys
        if alone and given.keys() != set(names):
            raise Invalid("The provided key element does not match the schema")
        for name, attribute in given.items():
            wanted = self.kinds.get(name)
            if wanted and (wanted not in attribute or attribute[wanted] in {"", b""}):
                raise Invalid(f"The key attribute {name} has another type or is empty")
        if not given.keys() >= set(names):
            raise Invalid("One of the required keys was not given a value")
        return tuple(_sortable(given[name]) for name in names)


class MemoryTables:
    """All tables of one account. Each request is one step: threads wait for each other."""

    def __init__(self) -> None:
        self.tables: dict[str, Table] = {}
        self._alone = RLock()

    def answer(self, operation: str, request: Request) -> dict[str, Any]:
        """Answer an operation as DynamoDB does. Raises `ClientError`."""
        with self._alone:
            try:
                answer: dict[str, Any] = _OPERATIONS[operation](self, request)
            except Invalid as error:
                raise client_error(operation, "ValidationException", str(error)) from None
            except Failed as failed:
                asked = request.get("ReturnValuesOnConditionCheckFailure") == "ALL_OLD"
                standing = {"Item": failed.standing} if asked and failed.standing else {}
                raise client_error(operation, "ConditionalCheckFailedException", _FAILED, **standing) from None
        return answer

    def create(self, definition: Request) -> dict[str, Any]:
        kinds = {one["AttributeName"]: one["AttributeType"] for one in definition["AttributeDefinitions"]}
        primary = _index(definition["KeySchema"])
        indexes = {
            one["IndexName"]: _index(one["KeySchema"], primary, one["Projection"], is_global=kind[0] == "G")
            for kind in ("GlobalSecondaryIndexes", "LocalSecondaryIndexes")
            for one in definition.get(kind, ())
        }
        self.tables[definition["TableName"]] = Table(primary, kinds, indexes, definition)
        return {}

    def describe(self, request: Request) -> dict[str, Any]:
        return {"Table": self._table(request).definition}

    def empty(self) -> None:
        for table in self.tables.values():
            table.rows.clear()

    def saved(self) -> Rows:
        """The rows of every table as they are now."""
        return {name: dict(table.rows) for name, table in self.tables.items()}

    def put_back(self, rows: Rows) -> None:
        for name, table in self.tables.items():
            table.rows = dict(rows[name])

    # Operations

    def get_item(self, request: Request) -> dict[str, Any]:
        table = self._table(request)
        row = table.rows.get(table.key_of(request["Key"], alone=True))
        return {"Item": _projected(row, request)} if row is not None else {}

    def batch_get_item(self, request: Request) -> dict[str, Any]:
        wanted = request["RequestItems"]
        if sum(len(asked["Keys"]) for asked in wanted.values()) > BATCH_READS:
            raise Invalid("Too many items requested for the BatchGetItem call")
        found = {}
        for name, asked in wanted.items():
            table = self._table({"TableName": name})
            keys = [table.key_of(key, alone=True) for key in asked["Keys"]]
            if len(set(keys)) < len(keys):
                raise Invalid("Provided list of item keys contains duplicates")
            found[name] = [_projected(table.rows[key], asked) for key in keys if key in table.rows]
        return {"Responses": found, "UnprocessedKeys": {}}

    def write(self, request: Request, *, kind: str) -> dict[str, Any]:
        """One write, of a kind as it is named in transactions."""
        before, after, apply = self._prepared(kind, request)
        apply()
        wanted = request.get("ReturnValues", "NONE")
        row = {"NONE": None, "ALL_OLD": before, "ALL_NEW": after}[wanted]
        return {"Attributes": dict(row)} if row else {}

    def transact_write_items(self, request: Request) -> dict[str, Any]:
        writes = [next(iter(write.items())) for write in request["TransactItems"]]
        if not 1 <= len(writes) <= TRANSACTION_WRITES:
            raise Invalid(f"Member must have length less than or equal to {TRANSACTION_WRITES}")
        touched = {(write["TableName"], self._key(write)) for _, write in writes}
        if len(touched) < len(writes):
            raise Invalid("Transaction request cannot include multiple operations on one item")
        reasons: list[dict[str, Any]] = []
        prepared = []
        for kind, write in writes:
            try:
                prepared.append(self._prepared(kind, write))
                reasons.append({"Code": "None"})
            except Failed as failed:
                asked = write.get("ReturnValuesOnConditionCheckFailure") == "ALL_OLD" and failed.standing
                item = {"Item": failed.standing} if asked else {}
                reasons.append({"Code": "ConditionalCheckFailed", "Message": _FAILED, **item})
        if any(reason["Code"] != "None" for reason in reasons):
            codes = ", ".join(reason["Code"] for reason in reasons)
            text = f"Transaction cancelled, please refer cancellation reasons for specific reasons [{codes}]"
            operation = "TransactWriteItems"
            raise client_error(operation, "TransactionCanceledException", text, CancellationReasons=reasons)
        if sum(_bytes(after) for _, after, _ in prepared if after) > TRANSACTION_BYTES:
            raise Invalid("Aggregated size of items in the transaction exceeds 4 MB")
        for _, _, apply in prepared:
            apply()
        return {}

    def query(self, request: Request) -> dict[str, Any]:
        table = self._table(request)
        index = table.indexes[request["IndexName"]] if "IndexName" in request else table.primary
        if index.is_global and request.get("ConsistentRead"):
            raise Invalid("Consistent reads are not supported on global secondary indexes")
        named = _names(request)
        condition = read_condition(request["KeyConditionExpression"], named)
        others = [read_condition(request["FilterExpression"], named)] if "FilterExpression" in request else []
        values = request.get("ExpressionAttributeValues", {})
        _check_used(request, condition, *others)
        partition = index.keys[0]
        if partition not in condition.equalities:
            raise Invalid("Query condition missed key schema element")
        wanted = _sortable(values[condition.equalities[partition]])
        rows = (row for row in table.rows.values() if partition in row and _sortable(row[partition]) == wanted)
        found = [row for row in rows if index.keys[-1] in row and condition.meaning(row, values)]
        order = _order(index, table.primary)
        found.sort(key=order, reverse=not request.get("ScanIndexForward", True))
        return self._page(request, table, index, found, others[0].meaning if others else None)

    def scan(self, request: Request) -> dict[str, Any]:
        table = self._table(request)
        condition = (
            read_condition(request["FilterExpression"], _names(request)) if "FilterExpression" in request else None
        )
        found = sorted(table.rows.values(), key=_order(table.primary, table.primary))
        return self._page(request, table, table.primary, found, condition and condition.meaning)

    def list_tables(self, _request: Request) -> dict[str, Any]:
        return {"TableNames": sorted(self.tables)}

    def _page(
        self, request: Request, table: Table, index: Index, found: list[Item], wanted: Callable[..., bool] | None
    ) -> dict[str, Any]:
        """The rows after `ExclusiveStartKey`, up to `Limit` of them or a megabyte, less those that the filter drops."""
        if start := request.get("ExclusiveStartKey"):
            order, backwards = _order(index, table.primary), not request.get("ScanIndexForward", True)
            if start.keys() != {*index.keys, *table.primary.keys}:
                raise Invalid("The provided starting key is invalid")
            at = order(start)
            found = [row for row in found if (order(row) < at if backwards else order(row) > at)]
        values, limit = request.get("ExpressionAttributeValues", {}), request.get("Limit")
        page: list[Item] = []
        size = 0
        last = None
        for number, row in enumerate(found, 1):
            page.append(row)
            size += _bytes(row)
            if number == limit or (size > PAGE_BYTES and number < len(found)):
                last = {name: row[name] for name in {*index.keys, *table.primary.keys}}
                break
        held = [row for row in page if wanted is None or wanted(row, values)]
        answer: dict[str, Any] = {"Items": [_projected(_held(row, index), request) for row in held]}
        answer |= {"Count": len(held), "ScannedCount": len(page)}
        return answer | ({"LastEvaluatedKey": last} if last else {})

    # Writes

    def _prepared(self, kind: str, request: Request) -> tuple[Item | None, Item | None, Callable[[], None]]:
        """The row before a write, the row after it, and a function that does the write. Raises `Failed`."""
        table = self._table(request)
        key = self._key(request)
        row, values, names = table.rows.get(key), request.get("ExpressionAttributeValues", {}), _names(request)
        read = []
        if "ConditionExpression" in request:
            read.append(read_condition(request["ConditionExpression"], names))
        update = read_update(request["UpdateExpression"], names) if "UpdateExpression" in request else None
        _check_used(request, *read, *([update] if update else ()))
        if read and not read[0].meaning(row or {}, values):
            raise Failed(row)
        after: Item | None = {"Put": request.get("Item"), "ConditionCheck": row}.get(kind)
        if kind == "Update":
            after = self._updated(table, row, request, update)
        if after is not None and _bytes(after) > ITEM_BYTES:
            raise Invalid("Item size has exceeded the maximum allowed size")

        def apply() -> None:
            if after is None:
                table.rows.pop(key, None)
            else:
                table.rows[key] = after

        return row, after, apply

    @staticmethod
    def _updated(table: Table, row: Item | None, request: Request, update: Read | None) -> Item:
        made = dict(row or request["Key"])
        for step in update.meaning if update else ():
            step(row or request["Key"], request.get("ExpressionAttributeValues", {}), made)
        if any(made.get(name) != value for name, value in request["Key"].items()):
            raise Invalid("Cannot update attribute. This attribute is part of the key")
        table.key_of(made)
        return made

    def _table(self, request: Request) -> Table:
        name = request["TableName"]
        if name not in self.tables:
            raise client_error("", "ResourceNotFoundException", "Requested resource not found")
        return self.tables[name]

    def _key(self, request: Request) -> Key:
        table = self._table(request)
        return table.key_of(request["Item"]) if "Item" in request else table.key_of(request["Key"], alone=True)


_OPERATIONS: dict[str, Callable[[MemoryTables, Request], dict[str, Any]]] = {
    "CreateTable": MemoryTables.create,
    "DescribeTable": MemoryTables.describe,
    "GetItem": MemoryTables.get_item,
    "BatchGetItem": MemoryTables.batch_get_item,
    "PutItem": partial(MemoryTables.write, kind="Put"),
    "UpdateItem": partial(MemoryTables.write, kind="Update"),
    "DeleteItem": partial(MemoryTables.write, kind="Delete"),
    "TransactWriteItems": MemoryTables.transact_write_items,
    "Query": MemoryTables.query,
    "Scan": MemoryTables.scan,
    "ListTables": MemoryTables.list_tables,
}


def _index(
    schema: Sequence[Mapping[str, str]],
    primary: Index | None = None,
    projection: Mapping[str, Any] | None = None,
    *,
    is_global: bool = False,
) -> Index:
    keys = tuple(part["AttributeName"] for part in sorted(schema, key=itemgetter("KeyType")))
    if primary is None or projection is None or projection["ProjectionType"] == "ALL":
        return Index(keys, None, is_global)
    return Index(keys, frozenset({*keys, *primary.keys, *projection.get("NonKeyAttributes", ())}), is_global)


@cache
def _order(index: Index, primary: Index) -> Callable[[Item], Any]:
    """The sort key of rows in a table or an index; rows with equal keys of an index are sorted by primary key."""
    names = (*index.keys[1:], *primary.keys)
    return lambda row: tuple(_sortable(row[name]) for name in names)


def _sortable(attribute: Mapping[str, Any]) -> Any:
    """A key's value in a form that sorts as in DynamoDB: text by its UTF-8 bytes."""
    ((kind, value),) = attribute.items()
    return int(value) if kind == "N" else value.encode() if kind == "S" else value


def _names(request: Request) -> tuple[tuple[str, str], ...]:
    return tuple(request.get("ExpressionAttributeNames", {}).items())


def _check_used(request: Request, *read: Read) -> None:
    """Refuse, as DynamoDB does, placeholders that no expression uses, and used ones that are not given."""
    given = {*request.get("ExpressionAttributeNames", ()), *request.get("ExpressionAttributeValues", ())}
    used = {name for one in read for name in one.used}
    if "ProjectionExpression" in request:
        used |= read_projection(request["ProjectionExpression"], _names(request)).used
    if unused := given - used:
        raise Invalid(f"Value provided in ExpressionAttributeValues unused in expressions: {sorted(unused)}")
    if missing := used - given:
        raise Invalid(f"An expression attribute value used in expression is not defined: {sorted(missing)}")


def _projected(row: Item, request: Request) -> dict[str, Any]:
    if "ProjectionExpression" not in request:
        return dict(row)
    paths = read_projection(request["ProjectionExpression"], _names(request)).meaning
    return {name: row[name] for (name,) in paths if name in row}


def _held(row: Item, index: Index) -> Item:
    return row if index.holds is None else {name: value for name, value in row.items() if name in index.holds}


def _bytes(row: Item) -> int:
    """A row's size as DynamoDB counts it: names and values in UTF-8, three bytes a list or map, one a part of it."""
    return sum(len(name.encode()) + _size(attribute) for name, attribute in row.items())


def _size(attribute: Mapping[str, Any]) -> int:
    ((kind, value),) = attribute.items()
    match kind:
        case "S":
            return len(value.encode())
        case "B":
            return len(value)
        case "N":
            return len(value) // 2 + 2
        case "L":
            return 3 + sum(1 + _size(part) for part in value)
        case "M":
            return 3 + sum(1 + len(name.encode()) + _size(part) for name, part in value.items())
    return 1
