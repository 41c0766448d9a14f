"""Every type of entry that the security log promises is noted somewhere in the product."""

from __future__ import annotations

import re

import sam_template
from domain.audit.records import EntryType


def test_every_type_is_noted_somewhere():
    rooms = (sam_template.ROOT / "layers/domain/python/domain", sam_template.ROOT / "functions")
    files = [file for room in rooms for file in room.rglob("*.py") if file.parent.name != "audit"]

    noted = {name for file in files for name in re.findall(r"\bEntryType\.([A-Z_]+)", file.read_text())}

    assert {kind.name for kind in EntryType} - noted == set()
