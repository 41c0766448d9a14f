"""Makes moto quicker, and changes nothing else, as `test_quick_moto.py` checks."""

from __future__ import annotations

import copy
from functools import cache
from operator import attrgetter
from typing import Any

from botocore.model import StructureShape
from moto.core import responses
from moto.core.serialize import SERVICE_SPECIFIC_SERIALIZERS, JSONSerializer
from moto.dynamodb.models import DynamoDBBackend
from moto.dynamodb.models import dynamo_type as types
from moto.dynamodb.models import table as tables
from moto.dynamodb.parsing import ast_nodes
from moto.dynamodb.parsing.expressions import UpdateExpressionParser
from moto.sqs import models as queues

_SCALARS = frozenset({"S", "N", "BOOL", "NULL"})
_update_item = DynamoDBBackend.update_item
_cast_value = types.DynamoType.cast_value.fget


class RowSerializer(JSONSerializer):
    """Words DynamoDB's answers.

    moto looks for each of the ten types that an attribute of a row may have, under up to ten names each. A row's
    attribute is a dict that names its one type, so that nothing need be looked for.
    """

    def _serialize_type_structure(self, serialized: Any, value: Any, shape: StructureShape, key: str) -> None:
        if shape.name != "AttributeValue" or not isinstance(value, dict):
            super()._serialize_type_structure(serialized, value, shape, key)
            return
        attribute: dict[str, Any] = {}
        for kind, content in value.items():
            if kind in _SCALARS:
                attribute[kind] = content
            else:
                self._serialize(attribute, content, shape.members[kind], kind)
        self._default_serialize(serialized, attribute, shape, key)


def install() -> None:
    """Make moto work so in this process."""
    for owner, name, quick in QUICKER:
        setattr(owner, name, quick)
    SERVICE_SPECIFIC_SERIALIZERS["dynamodb"] = {"json": RowSerializer}


def cast_value(attribute: Any) -> Any:
    """What an attribute is in Python. Most are strings."""
    return attribute.value if attribute.type == "S" else _cast_value(attribute)


def begin_row(row: Any, hash_key: Any, range_key: Any, attrs: dict[str, Any]) -> None:
    """Make a row. Its size is checked with its last attribute; moto checks it with each of them."""
    row.hash_key, row.range_key, row.attrs = hash_key, range_key, types.LimitedSizeDict()
    row.attrs.update({name: types.DynamoType(value) for name, value in attrs.items()})
    for name in list(attrs)[-1:]:
        row.attrs[name] = row.attrs.pop(name)


def all_items(table: Any) -> list[Any]:
    """The rows of a table in order, by keys that Python compares without moto's help."""
    if not table.range_key_attr:
        return sorted(table.items.values(), key=attrgetter("hash_key.cast_value"))
    rows = (row for part in table.items.values() for row in part.values())
    return sorted(rows, key=attrgetter("hash_key.cast_value", "range_key.cast_value"))


def update_item(backend: Any, table_name: str, key: dict[str, Any], *arguments: Any, **options: Any) -> Any:
    """Change a copy of the row and put it in the row's place, so that rows once stored never change."""
    table = backend.get_table(table_name)
    values = [types.DynamoType(key[name]) for name in (table.hash_key_attr, table.range_key_attr) if name]
    row = table.get_item(*values)
    if row is not None:
        part = table.items[values[0]] if table.range_key_attr else table.items
        part[values[-1]] = copy.deepcopy(row)
    return _update_item(backend, table_name, key, *arguments, **options)


def copied_table(table: Any, _memo: Any) -> Any:
    """A table that shares its rows with the first one, as rows never change."""
    copied = copy.copy(table)
    copied.items = copy.copy(table.items)
    if table.range_key_attr:
        copied.items.update({key: part.copy() for key, part in table.items.items()})
    return copied


def copied_node(node: Any, memo: dict[int, Any]) -> Any:
    """A node of a parsed expression with copies of the nodes below it."""
    copied = object.__new__(type(node))
    memo[id(node)] = copied
    copied.__dict__.update(node.__dict__)
    if node.children is not None:
        copied.children = [copy.deepcopy(child, memo) for child in node.children]
    if node.parent is not None:
        copied.parent = memo.get(id(node.parent), node.parent)
    return copied


def traverse(traverser: Any, node: Any, child_id: int = -1) -> Any:
    """Process a node after those below it. moto asks for the table of processors anew for every node."""
    if not isinstance(node, ast_nodes.Node):
        return node
    for at, child in enumerate(node.children or ()):
        traverser.pre_processing_of_child(node, at)
        traverse(traverser, child, at)
    process = _processor(traverser, type(node))
    if process is None:
        return node
    parent = node.parent
    node = process(node)
    node.parent = parent
    if parent:
        parent.children[child_id] = node
    return node


def _processor(traverser: Any, kind: type) -> Any:
    """What the traverser does with nodes of a kind; None if nothing."""
    known = traverser.__dict__.setdefault("_processors", {})
    if kind not in known:
        table = traverser.__dict__.setdefault("_table", traverser._processing_map())
        known[kind] = next((process for one, process in table.items() if issubclass(kind, one)), None)
    return known[kind]


# What is replaced: whose it is, its name, and what stands in its place.
QUICKER: tuple[tuple[Any, str, Any], ...] = (
    # moto inspects the service's class anew for every request.
    (responses, "method_names_from_class", cache(responses.method_names_from_class)),
    (queues, "camelcase_to_underscores", cache(queues.camelcase_to_underscores)),
    # A parsed expression is copied before it is changed.
    (UpdateExpressionParser, "make", cache(UpdateExpressionParser.make)),
    (ast_nodes.Node, "__deepcopy__", copied_node),
    (ast_nodes.DepthFirstTraverser, "traverse_node_recursively", traverse),
    (types.DynamoType, "cast_value", property(cast_value)),
    (types.Item, "__init__", begin_row),
    (tables.Table, "all_items", all_items),
    # moto copies a table with all its rows before each write of a transaction, in case one of them fails.
    (DynamoDBBackend, "update_item", update_item),
    (tables.Table, "__deepcopy__", copied_table),
)
MOTOS_OWN = tuple((owner, name, getattr(owner, name, None)) for owner, name, _ in QUICKER)
