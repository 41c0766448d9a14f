"""The playbooks, each file read once for each process: as a build packs them, or from their sources.

A build packs them, because reading and stemming a hundred files takes longer than a request. One file has what is
needed to read a brief and to cost it; the other has the lines of the documents, which few requests need.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from domain.playbooks.records import Playbooks

if TYPE_CHECKING:
    from domain.playbooks.knowledge import Library

FOLDER = Path(__file__).parent
PACKED = "packed.json"
KNOWLEDGE = "knowledge.json"
OTHER = "other"
SLOT = re.compile(r"\{([a-z_]+)\}")
"""A slot in a line of knowledge (`knowledge.py`)."""


@cache
def playbooks() -> Playbooks:
    """All playbooks, without their knowledge."""
    packed = FOLDER / PACKED
    if packed.exists():
        return Playbooks.model_validate_json(packed.read_bytes())
    from domain.playbooks.sources import read_playbooks  # noqa: PLC0415 - never in a build

    return read_playbooks(FOLDER)


@cache
def knowledge() -> Library:
    """The knowledge of each topic, by family and id."""
    packed = FOLDER / KNOWLEDGE
    if packed.exists():
        from domain.playbooks.knowledge import LIBRARY  # noqa: PLC0415 - few requests need it

        return LIBRARY.validate_json(packed.read_bytes())
    from domain.playbooks.sources import read_knowledge  # noqa: PLC0415 - never in a build

    return read_knowledge(FOLDER)
