"""Every type of entry that the security log promises is noted somewhere in the product."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

import sam_template
from domain.audit.records import EntryType

ROOMS = ("layers/domain/python/domain", "functions")


def named_types() -> Iterator[str]:
    """The entry types that code outside the log's own room names."""
    for room in ROOMS:
        for file in sorted((sam_template.ROOT / room).rglob("*.py")):
            if file.parent.name != "audit":
                yield from re.findall(r"\bEntryType\.([A-Z_]+)", file.read_text(encoding="utf-8"))


NOTED = frozenset(named_types())


@pytest.mark.parametrize("kind", list(EntryType))
def test_type_is_noted_somewhere(kind):
    assert kind.name in NOTED
