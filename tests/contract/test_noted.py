"""Every type of entry that the security log promises is noted somewhere in the product."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

import sam_template
from domain.audit.records import EntryType

# Connections come with the next part of the product.
TO_COME = {EntryType.CONNECTION_GRANTED, EntryType.CONNECTION_REVOKED}
ROOMS = ("layers/domain/python/domain", "functions")


def named_types() -> Iterator[str]:
    """The entry types that code outside the log's own room names."""
    for room in ROOMS:
        for file in sorted((sam_template.ROOT / room).rglob("*.py")):
            if file.parent.name != "audit":
                yield from re.findall(r"\bEntryType\.([A-Z_]+)", file.read_text(encoding="utf-8"))


NOTED = frozenset(named_types())


@pytest.mark.parametrize("kind", [one for one in EntryType if one not in TO_COME])
def test_type_is_noted_somewhere(kind):
    assert kind.name in NOTED


def test_what_is_to_come_is_not_noted_yet():
    assert {one.name for one in TO_COME}.isdisjoint(NOTED)
