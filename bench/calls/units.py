"""DynamoDB's request units, computed from item sizes as AWS bills them; the emulators report flat numbers.

https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

READ_UNIT_BYTES = 4096
WRITE_UNIT_BYTES = 1024
_CONTAINER_BYTES = 3

Attribute = Mapping[str, Any]
Row = Mapping[str, Attribute]


def item_bytes(item: Row) -> int:
    """The size of a row in bytes, as DynamoDB counts it: attribute names and values."""
    return sum(len(name.encode()) + value_bytes(value) for name, value in item.items())


def value_bytes(attribute: Attribute) -> int:
    """The size of one attribute value in bytes. Raises `ValueError` for a set: no row of ours has one."""
    ((kind, value),) = attribute.items()
    match kind:
        case "S":
            return len(str(value).encode())
        case "N":
            digits = len(str(value).lstrip("-").replace(".", "").strip("0")) or 1
            return math.ceil(digits / 2) + 1 + str(value).startswith("-")
        case "B":
            return len(value)
        case "NULL" | "BOOL":
            return 1
        case "L":
            return _CONTAINER_BYTES + sum(1 + value_bytes(entry) for entry in value)
        case "M":
            return _CONTAINER_BYTES + sum(1 + len(name.encode()) + value_bytes(entry) for name, entry in value.items())
    raise ValueError(f"no row of ours has a {kind}")


def read_units(size_bytes: int, *, consistent: bool) -> float:
    """The read units of a GetItem, or of all rows that a Query read: at least 1, or 0.5 unless `consistent`."""
    units = max(1, math.ceil(size_bytes / READ_UNIT_BYTES))
    return units if consistent else units / 2


def write_units(before: Row | None, after: Row | None) -> int:
    """The write units of a write to the table, by the larger of old and new row: at least 1. None stands for no row."""
    return max(1, math.ceil(max(item_bytes(before or {}), item_bytes(after or {})) / WRITE_UNIT_BYTES))


def index_write_units(
    before: Row | None, after: Row | None, key: tuple[str, ...], projected: tuple[str, ...] | None = None
) -> int:
    """The write units that the same write costs in an index on `key`: 0 where the index does not change.

    The index holds only rows that have all attributes of the key, and of these the `projected` ones; None means all.
    """
    old, new = (_shown(row, key, projected) for row in (before, after))
    if old == new:
        return 0
    if old and new and any(old[name] != new[name] for name in key):
        return write_units(old, None) + write_units(None, new)
    return write_units(old, new)


def _shown(row: Row | None, key: tuple[str, ...], projected: tuple[str, ...] | None) -> Row | None:
    if not row or not all(name in row for name in key):
        return None
    return row if projected is None else {name: row[name] for name in row if name in key or name in projected}
