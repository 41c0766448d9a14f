"""Makes moto quicker, and changes nothing else, as `test_quick_moto.py` checks."""

from __future__ import annotations

import copy
from functools import cache
from itertools import count
from operator import attrgetter
from typing import Any

from botocore import parsers
from botocore.awsrequest import AWSPreparedRequest
from botocore.endpoint import Endpoint
from botocore.model import StructureShape
from moto.core import parse, responses
from moto.core.botocore_stubber import BotocoreStubber
from moto.core.models import DEFAULT_ACCOUNT_ID
from moto.core.serialize import SERVICE_SPECIFIC_SERIALIZERS, JSONSerializer
from moto.core.utils import get_service_model
from moto.dynamodb.comparisons import ConditionExpressionParser
from moto.dynamodb.models import DynamoDBBackend
from moto.dynamodb.models import dynamo_type as types
from moto.dynamodb.models import table as tables
from moto.dynamodb.parsing import ast_nodes, validators
from moto.dynamodb.parsing.expressions import UpdateExpressionParser
from moto.dynamodb.responses import DynamoHandler
from moto.sqs import models as queues

_SCALARS = frozenset({"S", "N", "BOOL", "NULL"})
_UNSIGNED = frozenset({"dynamodb", "sqs"})
_NUMBERS = count()
_create_request = Endpoint.create_request
_process_request = BotocoreStubber.process_request
_parse_structure = parse.BaseJSONParser._parse_structure
_handle_structure = parsers.BaseJSONParser._handle_structure
_lex_one_node = ConditionExpressionParser._lex_one_node
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


class Unsigned(AWSPreparedRequest):
    """A request as botocore has put it together, before it would be signed and made a message of HTTP."""

    action = ""


def create_request(endpoint: Any, params: dict[str, Any], operation_model: Any = None) -> Any:
    """The request that is sent. moto does not look at signatures, and making one takes a tenth of a call's time."""
    if operation_model is None or operation_model.service_model.service_name not in _UNSIGNED:
        return _create_request(endpoint, params, operation_model)
    # moto reads the region of a queue there.
    region = {"Authorization": f"AWS4-HMAC-SHA256 Credential=test/0/{params['context']['client_region']}/queue"}
    headers = {**params["headers"], **region}
    request = Unsigned(params["method"], params["url"], headers, params["body"], stream_output=False)
    request.action = operation_model.name
    return request


def process_request(stubber: Any, request: Any) -> Any:
    """The answer. What is for DynamoDB goes to its handler at once; moto makes a request of werkzeug's of it."""
    if not isinstance(request, Unsigned) or not request.headers["X-Amz-Target"].startswith("DynamoDB"):
        return _process_request(stubber, request)
    handler = DynamoHandler()
    handler.headers, handler.response_headers = request.headers, {"server": "amazon.com"}
    handler.querystring = {}
    handler.current_account, handler.region = DEFAULT_ACCOUNT_ID, _region(request.url)
    model = get_service_model("dynamodb").operation_model(request.action)
    body: Any = {"body": request.body}  # a parser of JSON reads nothing else
    handler.params = parse.JSONParser(model, map_type=handler.PROTOCOL_PARSER_MAP_TYPE).parse(body)
    return handler.call_action()


@cache
def _region(url: str) -> str:
    found = DynamoHandler.region_regex.search(url)
    assert found is not None
    return str(found[1])


def request_id(headers: dict[str, Any] | None = None) -> str:
    """A request's own id: a number. moto draws 52 random letters."""
    number = f"{next(_NUMBERS):052}"
    if headers is not None:
        headers["x-amzn-requestid"] = number
    return number


def parse_structure(parser: Any, shape: Any, value: Any) -> Any:
    """What is in a structure of a request. A row's attribute names its one type; moto looks for each of the ten."""
    if shape.name != "AttributeValue" or not value:
        return _parse_structure(parser, shape, value)
    return {kind: _attribute(parser._parse_shape, shape, kind, content) for kind, content in value.items()}


def handle_structure(parser: Any, shape: Any, value: Any) -> Any:
    """What is in a structure of an answer, in the same way."""
    if shape.name != "AttributeValue" or not value:
        return _handle_structure(parser, shape, value)
    return {kind: _attribute(parser._parse_shape, shape, kind, content) for kind, content in value.items()}


def _attribute(read: Any, shape: Any, kind: str, content: Any) -> Any:
    return content if kind in _SCALARS else read(shape.members[kind], content)


@cache
def lexed(text: str) -> Any:
    """The first node of a condition, and the text after it. moto compiles its patterns anew for every node."""
    return _lex_one_node(ConditionExpressionParser, text)


def lex_one_node(_parser: Any, text: str) -> Any:
    """The same for each parser."""
    return lexed(text)


def at_the_root(check: str) -> Any:
    """Check a whole expression once. moto checks each of its parts by itself, too, with all that is below it.

    What is wrong in a part is wrong in the whole. Then moto's own way finds it again, and says it in moto's words.
    """

    def traverse_root(traverser: Any, node: Any) -> Any:
        try:
            return getattr(traverser, check)(node)
        except Exception:  # noqa: BLE001 - whatever it is, moto raises it here
            return traverse(traverser, node)

    return traverse_root


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


def traverse(traverser: Any, root: Any, child_id: int = -1) -> Any:
    """Process a node after those below it. moto asks for the table of processors anew for every node."""
    table = tuple(traverser._processing_map().items())
    known: dict[type, Any] = {}
    prepares = type(traverser).pre_processing_of_child is not ast_nodes.DepthFirstTraverser.pre_processing_of_child

    def visit(node: Any, child_id: int) -> Any:
        for at, child in enumerate(node.children or ()):
            if prepares:
                traverser.pre_processing_of_child(node, at)
            if isinstance(child, ast_nodes.Node):
                visit(child, at)
        kind = type(node)
        if kind not in known:
            known[kind] = next((process for one, process in table if issubclass(kind, one)), None)
        process = known[kind]
        if process is not None:
            parent = node.parent
            node = process(node)
            node.parent = parent
            if parent:
                parent.children[child_id] = node
        return node

    return visit(root, child_id) if isinstance(root, ast_nodes.Node) else root


# What is replaced: whose it is, its name, and what stands in its place.
QUICKER: tuple[tuple[Any, str, Any], ...] = (
    (Endpoint, "create_request", create_request),
    (BotocoreStubber, "process_request", process_request),
    (responses, "gen_amzn_requestid_long", request_id),
    (parse.BaseJSONParser, "_parse_structure", parse_structure),
    (parsers.BaseJSONParser, "_handle_structure", handle_structure),
    (ConditionExpressionParser, "_lex_one_node", lex_one_node),
    (validators.ActionCountValidator, "traverse", at_the_root("verify_action_counts")),
    (validators.OverlappingPathsValidator, "traverse", at_the_root("check_for_overlapping_paths")),
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
