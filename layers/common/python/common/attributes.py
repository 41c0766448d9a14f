"""Converts Python values to DynamoDB's attribute values and back.

boto3 has such a converter too, but `import boto3` would make every cold start much slower (ADR 6).
Values: str, int, bool, None, bytes, lists and string-keyed dicts of these. No floats: a store keeps exact numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def to_attribute(value: Any) -> dict[str, Any]:
    """The attribute value of a Python value. Raises `TypeError` for a kind that the module does not list."""
    match value:
        case None:
            return {"NULL": True}
        case bool():
            return {"BOOL": value}
        case str():
            return {"S": value}
        case int():
            return {"N": str(value)}
        case bytes():
            return {"B": value}
        case list() | tuple():
            return {"L": [to_attribute(entry) for entry in value]}
        case dict():
            return {"M": {key: to_attribute(entry) for key, entry in value.items()}}
    raise TypeError(f"cannot store a {type(value).__name__}")


def from_attribute(attribute: Mapping[str, Any]) -> Any:
    """The Python value of an attribute value: the inverse of `to_attribute`, but a tuple comes back as a list."""
    ((kind, value),) = attribute.items()
    match kind:
        case "NULL":
            return None
        case "N":
            return int(value)
        case "L":
            return [from_attribute(entry) for entry in value]
        case "M":
            return from_attributes(value)
    return value


def to_attributes(item: Mapping[str, Any]) -> dict[str, Any]:
    """The attribute values of a row. None is left out: a row without an index's key does not appear in that index."""
    return {key: to_attribute(value) for key, value in item.items() if value is not None}


def from_attributes(attributes: Mapping[str, Any]) -> dict[str, Any]:
    """The row that these attribute values hold. What `to_attributes` left out, because it was None, is missing."""
    return {key: from_attribute(value) for key, value in attributes.items()}
