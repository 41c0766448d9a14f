"""The sources of the playbooks, TOML files: read into models, and packed for a build."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from domain.playbooks.knowledge import LIBRARY, Knowledge, Library
from domain.playbooks.library import KNOWLEDGE, OTHER, PACKED
from domain.playbooks.records import Playbooks, Stems
from domain.playbooks.words import stems_of

FAMILIES = ("kinds", "guides", "systems", "platforms", "foundation")
_VERSION_LENGTH = 12
_KNOWN = frozenset(Knowledge.model_fields)


def read_playbooks(folder: Path) -> Playbooks:
    """The playbooks in the TOML files below `folder`; `other` comes last in its family."""
    found: dict[str, dict[str, Any]] = {family: {} for family in FAMILIES}
    digest = hashlib.sha256()
    for family, file in _files(folder):
        digest.update(file.read_bytes())
        table = tomllib.loads(file.read_text(encoding="utf-8"))
        found[family][file.stem] = _with_stems({name: value for name, value in table.items() if name not in _KNOWN})
    return Playbooks.model_validate({"version": digest.hexdigest()[:_VERSION_LENGTH], **found})


def read_knowledge(folder: Path) -> Library:
    """The knowledge in the TOML files below `folder`, by family and id: all but titles, signs and effort."""
    found: dict[str, dict[str, Any]] = {family: {} for family in FAMILIES}
    for family, file in _files(folder):
        table = tomllib.loads(file.read_text(encoding="utf-8"))
        found[family][file.stem] = {name: value for name, value in table.items() if name in _KNOWN}
    return LIBRARY.validate_python(found)


def pack(folder: Path) -> None:
    """Replace the TOML files below `folder` by two files, for a build."""
    packed, known = read_playbooks(folder).model_dump_json(exclude_defaults=True), read_knowledge(folder)
    for _, file in [*_files(folder)]:
        file.unlink()
    for family in FAMILIES:
        (folder / family).rmdir()
    (folder / PACKED).write_text(packed, encoding="utf-8")
    (folder / KNOWLEDGE).write_bytes(LIBRARY.dump_json(known, exclude_defaults=True))


def _files(folder: Path) -> Iterator[tuple[str, Path]]:
    for family in FAMILIES:
        for file in sorted((folder / family).glob("*.toml"), key=lambda one: (one.stem == OTHER, one.stem)):
            yield family, file


def _with_stems(table: dict[str, Any]) -> dict[str, Any]:
    signs = table.get("signs", {}).items()
    stems = {name: sorted({(_groups if name == "pairs" else stems_of)(sign) for sign in each}) for name, each in signs}
    return {**table, "signs": stems}


def _groups(pair: str) -> tuple[Stems, ...]:
    """The groups of stems in a pair such as "who + has/took + key": a group for each part between the plus signs."""
    return tuple(tuple(sorted(set(stems_of(words)))) for words in pair.split("+"))
