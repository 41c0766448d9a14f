"""Loads the playbooks: the packed file of a build, or the TOML files beside this module."""

from __future__ import annotations

import hashlib
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from domain.playbooks.records import Playbooks, Stems
from domain.playbooks.words import stems_of

FOLDER = Path(__file__).parent
PACKED = "packed.json"
FAMILIES = ("kinds", "guides", "systems", "platforms", "foundation")
OTHER = "other"
_VERSION_LENGTH = 12


@cache
def playbooks() -> Playbooks:
    """All of them. A build packs them, because reading and stemming a hundred files takes longer than a request."""
    packed = FOLDER / PACKED
    return Playbooks.model_validate_json(packed.read_bytes()) if packed.exists() else read_playbooks(FOLDER)


def read_playbooks(folder: Path) -> Playbooks:
    """The playbooks of the TOML files below `folder`; `other` comes last in each family."""
    found: dict[str, dict[str, Any]] = {}
    digest = hashlib.sha256()
    for family in FAMILIES:
        found[family] = {}
        for file in sorted((folder / family).glob("*.toml"), key=lambda one: (one.stem == OTHER, one.stem)):
            digest.update(file.read_bytes())
            found[family][file.stem] = _with_stems(tomllib.loads(file.read_text(encoding="utf-8")))
    return Playbooks.model_validate({"version": digest.hexdigest()[:_VERSION_LENGTH], **found})


def pack(folder: Path) -> None:
    """Replace the TOML files below `folder` by one file, for a build."""
    packed = read_playbooks(folder).model_dump_json(exclude_defaults=True)
    (folder / PACKED).write_text(packed, encoding="utf-8")
    for family in FAMILIES:
        for file in (folder / family).glob("*.toml"):
            file.unlink()
        (folder / family).rmdir()


def _with_stems(table: dict[str, Any]) -> dict[str, Any]:
    signs = table.get("signs", {}).items()
    stems = {name: sorted({(_groups if name == "pairs" else stems_of)(sign) for sign in each}) for name, each in signs}
    return {**table, "signs": stems}


def _groups(pair: str) -> tuple[Stems, ...]:
    """The stems of each word of a pair such as "who + has/took + key"."""
    return tuple(tuple(sorted(set(stems_of(words)))) for words in pair.split("+"))
