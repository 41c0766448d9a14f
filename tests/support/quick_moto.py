"""Makes moto quicker, and changes nothing else, as `test_quick_moto.py` checks."""

from __future__ import annotations

from functools import cache
from typing import Any

from botocore.model import StructureShape
from moto.core import responses
from moto.core.serialize import SERVICE_SPECIFIC_SERIALIZERS, JSONSerializer

_SCALARS = frozenset({"S", "N", "BOOL", "NULL"})


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
    SERVICE_SPECIFIC_SERIALIZERS["dynamodb"] = {"json": RowSerializer}
    # moto inspects the service's class anew for every request.
    responses.method_names_from_class = cache(responses.method_names_from_class)
