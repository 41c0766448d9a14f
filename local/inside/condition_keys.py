"""Adds condition keys that AWS evaluates and MiniStack 1.5.33 leaves out, and records which permissions were checked.

`dynamodb:LeadingKeys` are the partition keys that a request names, `kms:EncryptionContextKeys` the names in its
encryption context, `ses:FromAddress` is a mail's sender. With them the emulator holds the functions to the conditions
in `template.yaml`, as AWS does.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping
from typing import Any

import also_asked

# The file to which each new kind of permission check is appended as a line of JSON; without it none is recorded.
RECORD = os.environ.get("ATRIUM_RECORD_PERMISSIONS")
LEADING_KEYS = "dynamodb:LeadingKeys"
# What a partition key begins with tells the kind of its row: `USER#` of `USER#ada@example.org`, `key_` of `key_01J…`.
KIND = re.compile(r"(?:[A-Za-z_]+#|[A-Za-z]+_|[A-Z]{1,7}$|)")
_EQUALITY = re.compile(r"[#\w]+\s*=\s*(:\w+)")


class ItemAction(str):
    """The action of one item of a transaction, with the partition key of that item."""

    leading_keys: list[str]

    __slots__ = ("leading_keys",)


def complete_requests(permissions: Any) -> None:
    """Have MiniStack's module `permissions` give each request the condition keys that it has at AWS."""
    of_tags, of_transaction = permissions.request_tag_context, permissions.dynamodb_transaction_checks

    def request_tag_context(service: str, iam_action: str, body: bytes, params: Any) -> dict[str, Any]:
        return {**of_tags(service, iam_action, body, params), **condition_keys(service, body)}

    def dynamodb_transaction_checks(iam_action: str, body: bytes, *where: str) -> list[tuple[str, str]]:
        checks = of_transaction(iam_action, body, *where)
        details = (
            [detail for item in _read(body).get("TransactItems", []) for detail in item.values()] if checks else []
        )
        return [(_item_action(action, detail), arn) for (action, arn), detail in zip(checks, details, strict=True)]

    permissions.request_tag_context = request_tag_context
    permissions.dynamodb_transaction_checks = dynamodb_transaction_checks


def complete_evaluation(evaluator: Any) -> None:
    """Have `evaluator` check each item of a transaction by its own key, and what AWS checks besides; record checks."""
    enforce, evaluate = evaluator.enforce, evaluator.evaluate
    asked: list[Any] = []
    seen: set[str] = set()

    def enforce_item(access_key: str, iam_action: str, *where: Any, **options: Any) -> Any:
        if isinstance(iam_action, ItemAction):
            options["service_context"] = {**options["service_context"], LEADING_KEYS: iam_action.leading_keys}
        resource = options.get("resource_arn", "*")
        if iam_action == "ses:SendEmail":  # `sitecustomize` names the sender as the resource
            options["service_context"] = also_asked.from_address(resource.rpartition("identity/")[2])
        denied = enforce_one(access_key, iam_action, *where, **options)
        for action, service, arn, keys in also_asked.also_asked(iam_action, resource):
            if not denied:
                denied = enforce_one(access_key, action, service, *where[1:], resource_arn=arn, service_context=keys)
        return denied

    def enforce_one(access_key: str, iam_action: str, *where: Any, **options: Any) -> Any:
        asked.clear()
        denied = enforce(access_key, iam_action, *where, **options)
        if asked:  # the first evaluation is of the role's own policies, others of what the resource allows
            _record(asked[0], "Deny" if denied else "Allow", seen)
        return denied

    def evaluate_noticed(context: Any, *policies: Any) -> Any:
        asked.append(context)
        return evaluate(context, *policies)

    evaluator.enforce = enforce_item
    if RECORD:
        evaluator.evaluate = evaluate_noticed


def condition_keys(service: str, body: bytes) -> dict[str, Any]:
    """The condition keys of a request to DynamoDB or KMS; empty for any other."""
    if service == "dynamodb":
        leading = sorted(set(_leading_keys(_read(body))))
        return {LEADING_KEYS: leading} if leading else {}
    if service == "kms":
        context = _read(body).get("EncryptionContext") or {}
        named = {f"kms:EncryptionContext:{name}": value for name, value in context.items()}
        return {**named, "kms:EncryptionContextKeys": sorted(context)} if context else {}
    return {}


def _leading_keys(request: Mapping[str, Any]) -> Iterator[str]:
    """The partition keys that a request names: in `pk`, or in the equality of a query's key condition."""
    yield from (_partition_key(row) for row in (request.get("Key"), request.get("Item")) if row)
    for asked in request.get("RequestItems", {}).values():
        keys = asked["Keys"] if isinstance(asked, dict) else [_written_in_batch(write) for write in asked]
        yield from map(_partition_key, keys)
    if equality := _EQUALITY.search(request.get("KeyConditionExpression", "")):
        yield from request["ExpressionAttributeValues"][equality[1]].values()


def _written_in_batch(write: Mapping[str, Any]) -> Mapping[str, Any]:
    ((_, request),) = write.items()
    found: Mapping[str, Any] = request.get("Key") or request["Item"]
    return found


def _partition_key(row: Mapping[str, Any]) -> str:
    return str(row["pk"]["S"])


def _item_action(action: str, detail: Mapping[str, Any]) -> ItemAction:
    item = ItemAction(action)
    item.leading_keys = [_partition_key(detail.get("Key") or detail["Item"])]
    return item


def _record(context: Any, decision: str, seen: set[str]) -> None:
    """Append a check to the record unless `seen` has one of the same kind."""
    told = {name: value for name, value in context.service_context.items() if value is not None}
    kinds = sorted({found[0] for key in told.get(LEADING_KEYS.lower(), []) if (found := KIND.match(key))})
    names = sorted(name for name in told if name != LEADING_KEYS.lower())
    principal, action, resource = context.principal_arn, context.action, context.resource_arn
    kind = json.dumps([principal, action, resource, kinds, names, decision])
    if kind in seen:
        return
    seen.add(kind)
    asked = {"principal": principal, "action": str(action), "resource": resource, "context": told, "decision": decision}
    with open(str(RECORD), "a", encoding="utf-8") as record:  # noqa: PTH123 - the emulator's own start has no pathlib yet
        record.write(json.dumps(asked) + "\n")


def _read(body: bytes) -> dict[str, Any]:
    try:
        read = json.loads(body or b"{}")
    except ValueError:
        return {}
    return read if isinstance(read, dict) else {}
