"""Counts the AWS calls of a piece of work, by hooks on the product's own botocore clients."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from bench.calls.units import Row, index_write_units, item_bytes, read_units, write_units
from common.aws import client

SERVICES = ("dynamodb", "sqs", "kms", "scheduler")
_READS = {"GetItem", "Query"}
_SINGLE_WRITES = {"PutItem", "UpdateItem", "DeleteItem"}
_TRANSACTION_FACTOR = 2  # a transaction prepares and commits, and both are billed
_EVENTS = ("before-parameter-build", "before-call", "after-call")


@dataclass(slots=True)
class Call:
    """One request to AWS. `tables`: what it reads or writes, with `/index`; `images`: rows before a write."""

    service: str
    operation: str
    parameters: Mapping[str, Any]
    tables: tuple[str, ...] = ()
    read_units: float = 0
    write_units: float = 0
    bytes: int = 0
    images: list[Row | None] = field(default_factory=list, repr=False)


@dataclass(slots=True)
class Metered:
    """All AWS calls of one piece of work, in order."""

    calls: list[Call] = field(default_factory=list)

    def of(self, service: str) -> list[Call]:
        """The calls of one service."""
        return [call for call in self.calls if call.service == service]


@contextmanager
def metering() -> Iterator[Metered]:
    """Count the calls to `SERVICES` that this process makes within the block; yields the counts."""
    metered = Metered()
    meter = _Meter(metered)
    handlers = (meter.begin, meter.send, meter.end)
    for service in SERVICES:
        for event, handler in zip(_EVENTS, handlers, strict=True):
            client(service).meta.events.register(event, handler, unique_id=f"meter-{event}")
    try:
        yield metered
    finally:
        for service in SERVICES:
            for event, handler in zip(_EVENTS, handlers, strict=True):
                client(service).meta.events.unregister(event, handler, unique_id=f"meter-{event}")


class _Meter:
    """Handlers of botocore's events. The meter reads each written row before and after; its own reads don't count."""

    def __init__(self, metered: Metered) -> None:
        self.metered = metered
        self.looking = False

    def begin(self, params: Mapping[str, Any], model: Any, context: dict[str, Any], **_rest: Any) -> None:
        if not self.looking:
            service = model.service_model.service_name
            context["metered"] = Call(service, model.name, dict(params))

    def send(self, params: Mapping[str, Any], context: dict[str, Any], **_rest: Any) -> None:
        call: Call | None = context.get("metered")
        if call is None:
            return
        call.bytes = _wire_bytes(params["body"])
        call.images = [self._row(write) for write in _writes(call)]

    def end(self, http_response: Any, parsed: Mapping[str, Any], context: dict[str, Any], **_rest: Any) -> None:
        call: Call | None = context.get("metered")
        if call is None:
            return
        call.bytes += len(http_response.content) if http_response else _wire_bytes(parsed)
        if call.operation == "BatchGetItem":
            call.tables = tuple(call.parameters["RequestItems"])
            rows = [row for found in parsed["Responses"].values() for row in found]
            call.read_units = sum(read_units(item_bytes(row), consistent=True) for row in rows)
        if call.operation in _READS:
            call.tables = ("/".join(filter(None, (call.parameters["TableName"], call.parameters.get("IndexName")))),)
            call.read_units = self._read_units(call, parsed)
        for before, write in zip(call.images, _writes(call), strict=True):
            call.tables += (write["TableName"],)
            call.write_units += self._write_units(call, write["TableName"], before, self._row(write))
        self.metered.calls.append(call)

    def _read_units(self, call: Call, parsed: Mapping[str, Any]) -> float:
        consistent = call.parameters.get("ConsistentRead", False)
        narrowed = {"ProjectionExpression", "FilterExpression"} & call.parameters.keys()
        whole = self._whole_answer(call.parameters) if narrowed and call.operation == "Query" else parsed
        rows = whole["Items"] if call.operation == "Query" else [parsed["Item"]] if "Item" in parsed else []
        return read_units(sum(item_bytes(row) for row in rows), consistent=consistent)

    def _whole_answer(self, parameters: Mapping[str, Any]) -> Mapping[str, Any]:
        """The same query without filter and projection: DynamoDB bills the rows and attributes that these drop, too."""
        wanted = {
            name: value
            for name, value in parameters.items()
            if name not in {"ProjectionExpression", "FilterExpression"}
        }
        used = wanted["KeyConditionExpression"]
        for attribute in ("ExpressionAttributeNames", "ExpressionAttributeValues"):
            kept = {name: value for name, value in wanted.pop(attribute, {}).items() if name in used}
            wanted |= {attribute: kept} if kept else {}
        with self._unmetered():
            answer: Mapping[str, Any] = client("dynamodb").query(**wanted)
        return answer

    def _write_units(self, call: Call, table: str, before: Row | None, after: Row | None) -> float:
        factor = _TRANSACTION_FACTOR if call.operation == "TransactWriteItems" else 1
        with self._unmetered():
            described = client("dynamodb").describe_table(TableName=table)["Table"]
        names = [part["AttributeName"] for part in described["KeySchema"]]
        indexes = [*described.get("GlobalSecondaryIndexes", []), *described.get("LocalSecondaryIndexes", [])]
        held = [
            (tuple(part["AttributeName"] for part in index["KeySchema"]), index["Projection"].get("NonKeyAttributes"))
            for index in indexes
        ]
        in_indexes = sum(index_write_units(before, after, key, shown and (*names, *shown)) for key, shown in held)
        return factor * write_units(before, after) + in_indexes

    def _row(self, write: Mapping[str, Any]) -> Row | None:
        with self._unmetered():
            described = client("dynamodb").describe_table(TableName=write["TableName"])["Table"]
            names = [part["AttributeName"] for part in described["KeySchema"]]
            key = write.get("Key") or {name: write["Item"][name] for name in names}
            found = client("dynamodb").get_item(TableName=write["TableName"], Key=key, ConsistentRead=True)
        return dict(found["Item"]) if "Item" in found else None

    @contextmanager
    def _unmetered(self) -> Iterator[None]:
        self.looking = True
        try:
            yield
        finally:
            self.looking = False


def _wire_bytes(body: Any) -> int:
    """The length of a message in bytes; one that was made in this process counts as the JSON it would be."""
    return len(body or b"") if isinstance(body, str | bytes | None) else len(json.dumps(body, default=repr))


def _writes(call: Call) -> list[Mapping[str, Any]]:
    if call.operation == "TransactWriteItems":
        return [write for entry in call.parameters["TransactItems"] for write in entry.values()]
    return [call.parameters] if call.operation in _SINGLE_WRITES else []
