"""Holds the functions to the permissions in `template.yaml` as AWS does, where MiniStack 1.5.33 checks less.

Condition keys: `dynamodb:LeadingKeys` are the partition keys that a request names, `kms:EncryptionContextKeys` the
names in its encryption context, `ses:FromAddress` is a mail's sender. Besides a request's own action: whoever makes a
schedule passes a role to it, which needs `iam:PassRole`; a mail needs a permission on its configuration set, too; only
callers who may list a bucket learn that an object is missing, others get a 403. It also records what was checked.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any

# The file to which each new kind of permission check is appended as a line of JSON; without it none is recorded.
RECORD = os.environ.get("ATRIUM_RECORD_PERMISSIONS")
LEADING_KEYS = "dynamodb:LeadingKeys"
ANY_GROUP = ":schedule/default/"
# What a partition key begins with tells the kind of its row: `USER#` of `USER#ada@example.org`, `key_` of `key_01J…`.
KIND = re.compile(r"(?:[A-Za-z_]+#|[A-Za-z]+_|[A-Z]{1,7}$|)")
_EQUALITY = re.compile(r"[#\w]+\s*=\s*(:\w+)")
Asked = tuple[str, str, str, dict[str, Any]]
"""Action, service, resource and condition keys."""


class Resource(str):
    """The ARN that a permission is checked on; `besides` has the further permissions that the request needs."""

    besides: list[Asked]

    __slots__ = ("besides",)


class ItemAction(str):
    """The action of one item of a transaction, with the partition key of that item."""

    leading_keys: list[str]

    __slots__ = ("leading_keys",)


def correct(actions: Any) -> None:
    """Have MiniStack's module `actions` check the actions, resources and condition keys that AWS checks."""
    of_tags, of_transaction = actions.request_tag_context, actions.dynamodb_transaction_checks
    arn_of, action_of = actions.extract_resource_arn, actions.extract_iam_action

    def request_tag_context(service: str, iam_action: str, body: bytes, params: Any) -> dict[str, Any]:
        return {**of_tags(service, iam_action, body, params), **condition_keys(service, body)}

    def dynamodb_transaction_checks(iam_action: str, body: bytes, *where: str) -> list[tuple[str, str]]:
        checks = of_transaction(iam_action, body, *where)
        details = (
            [detail for item in _read(body).get("TransactItems", []) for detail in item.values()] if checks else []
        )
        return [(_item_action(action, detail), arn) for (action, arn), detail in zip(checks, details, strict=True)]

    def extract_iam_action(service: str, *request: Any) -> str | None:
        """A batch of SQS is checked by the action of one entry; MiniStack asks for `…Batch` actions."""
        action: str | None = action_of(service, *request)
        return action.removesuffix("Batch") if service == "sqs" and action else action

    def extract_resource_arn(service: str, method: str, path: str, *request: Any) -> str:
        """A mail is checked on its sender's identity, a schedule in its own group; MiniStack takes `*`, `default`."""
        _headers, body, query, region, account_id = request
        if service == "ses" and path.endswith("/outbound-emails"):
            return _of_mail(f"arn:aws:ses:{region}:{account_id}", json.loads(body))
        arn: str = arn_of(service, method, path, *request)
        if service != "scheduler" or ANY_GROUP not in arn:
            return arn
        return _of_schedule(arn, json.loads(body) if body else {}, query)

    actions.request_tag_context = request_tag_context
    actions.dynamodb_transaction_checks = dynamodb_transaction_checks
    actions.extract_iam_action = extract_iam_action
    actions.extract_resource_arn = extract_resource_arn


def _of_mail(account: str, request: Mapping[str, Any]) -> str:
    """The resource of a mail: the sender's identity, and besides its configuration set. `account` begins the ARNs."""
    sender, configuration_set = request["FromEmailAddress"], request.get("ConfigurationSetName")
    named = Resource(f"{account}:identity/{sender}")
    besides = ("ses:SendEmail", "sesv2", f"{account}:configuration-set/{configuration_set}", _from_address(sender))
    named.besides = [besides] if configuration_set else []
    return named


def _from_address(sender: str) -> dict[str, Any]:
    return {"ses:FromAddress": sender}


def _of_schedule(arn: str, request: Mapping[str, Any], query: Mapping[str, Any]) -> str:
    """The resource of a request about a schedule, in its own group; to make or change one passes its role besides."""
    group = request.get("GroupName") if request else query.get("groupName")
    named = Resource(
        arn.replace(ANY_GROUP, f":schedule/{(group[0] if isinstance(group, list) else group) or 'default'}/")
    )
    role = request.get("Target", {}).get("RoleArn")
    passed = {"iam:PassedToService": "scheduler.amazonaws.com"}
    named.besides = [("iam:PassRole", "iam", role, passed)] if role else []
    return named


def complete_evaluation(evaluator: Any) -> None:
    """Have `evaluator` check each item of a transaction by its own key, and what AWS checks besides; record checks."""
    enforce, evaluate = evaluator.enforce, evaluator.evaluate
    asked: list[Any] = []
    seen: set[str] = set()

    def enforce_item(access_key: str, iam_action: str, *where: Any, **options: Any) -> Any:
        if isinstance(iam_action, ItemAction):
            options["service_context"] = {**options["service_context"], LEADING_KEYS: iam_action.leading_keys}
        resource = options.get("resource_arn", "*")
        if iam_action == "ses:SendEmail":  # `_of_mail` names the sender as the resource
            options["service_context"] = _from_address(resource.rpartition("identity/")[2])
        denied = enforce_one(access_key, iam_action, *where, **options)
        for action, service, arn, keys in _also_asked(iam_action, resource):
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


def _also_asked(action: str, resource: str) -> Iterator[Asked]:
    """The further permissions that AWS checks when an action on a resource is asked for."""
    if isinstance(resource, Resource):
        yield from resource.besides
    if action == "s3:GetObject" and _is_missing(resource):
        yield "s3:ListBucket", "s3", resource.partition("/")[0], {}


def _is_missing(resource: str) -> bool:
    s3: Any = import_module("ministack.services.s3")  # only the emulator has it, not the functions that it runs
    bucket, _, key = resource.rpartition(":::")[2].partition("/")
    found = s3._buckets.get(bucket)  # noqa: SLF001 - it has no function that tells without reading the object
    return found is not None and key not in found["objects"]


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
