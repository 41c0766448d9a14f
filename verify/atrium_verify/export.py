"""Checks an account's export: every file, both chains, and the signature."""

from __future__ import annotations

import base64
import json
import struct
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

from atrium_verify import events, security_log
from atrium_verify.canonical import canonical, sha256, without_nulls

FORMAT = "atrium-export-1"
ALGORITHM = "RSASSA_PKCS1_V1_5_SHA_256"
MANIFEST = "manifest.json"
# What reading a file of a damaged zip may raise; RuntimeError and its kind when it seems to be encrypted.
_UNREADABLE = (zipfile.BadZipFile, zlib.error, EOFError, OSError, RuntimeError)


@dataclass
class Outcome:
    """The result of a check: the `problems` found, and how much was checked."""

    problems: list[str] = field(default_factory=list)
    files: int = 0
    events: int = 0
    entries: int = 0
    public_key: str = ""

    @property
    def summary(self) -> str:
        """A sentence for an export without problems."""
        whole = f"{self.files} files, {self.events} events, {self.entries} entries of the security log"
        return f"The export is whole: {whole}."


def verified(export: Path | BinaryIO, public_key: str | None = None, seen: dict[int, str] | None = None) -> Outcome:
    """Check an export; whatever is wrong, even a file that can't be read, is in the outcome's `problems`.

    Args:
        export: the zip file.
        public_key: the key that you noted earlier, in base64; without one, the one in the manifest.
        seen: hashes of entries of the security log that you noted earlier, by their numbers.
    """
    outcome = Outcome()
    try:
        with zipfile.ZipFile(export) as archive:
            outcome.problems += _damaged(archive)
            if not outcome.problems:
                outcome.problems += _Checking(archive, public_key, seen, outcome).problems()
    except (*_UNREADABLE, struct.error, KeyError, TypeError, ValueError) as problem:
        outcome.problems.append(f"This is not an export that can be read: {type(problem).__name__}: {problem}")
    return outcome


def _damaged(archive: zipfile.ZipFile) -> list[str]:
    names = archive.namelist()
    if len(names) != len(set(names)):
        return ["A file stands in the export twice."]
    for name in names:
        try:
            archive.read(name)
        except _UNREADABLE:
            return [f"{name} is damaged."]
    return [] if MANIFEST in names else [f"The export has no {MANIFEST}."]


@dataclass
class _Checking:
    archive: zipfile.ZipFile
    public_key: str | None
    seen: dict[int, str] | None
    outcome: Outcome

    def problems(self) -> Iterator[str]:
        """A sentence for each thing that is wrong; counts what is checked into the outcome."""
        manifest = json.loads(self.archive.read(MANIFEST))
        yield from self._of_manifest(manifest)
        told = self._rows("events.jsonl")
        self.outcome.events = len(told)
        yield from events.problems(told, manifest["account_id"], manifest["events"])
        log = json.loads(self.archive.read("security-log.json"))
        self.outcome.entries = len(log["entries"])
        if log["account_id"] != manifest["account_id"]:
            yield "The security log is another account's."
        yield from security_log.problems(log, self.public_key or manifest["public_key"], self.seen)

    def _of_manifest(self, manifest: dict[str, Any]) -> Iterator[str]:
        if manifest["format"] != FORMAT:
            yield f"The export is of a kind that this program does not know: {manifest['format']}."
        unsigned = {name: value for name, value in manifest.items() if name != "signature"}
        message = canonical(
            {"account_id": manifest["account_id"], "format": FORMAT, "manifest": sha256(canonical(unsigned))}
        )
        self.outcome.public_key = manifest["public_key"]
        if manifest["algorithm"] != ALGORITHM or not _is_base64(manifest["signature"]):
            yield "The signature of the manifest is not as it was written."
        if self.public_key is not None and manifest["public_key"] != self.public_key:
            yield "The manifest names another key than the one you noted."
        if not security_log.verifies(message, manifest["signature"], self.public_key or manifest["public_key"]):
            yield "The signature of the manifest is wrong."
        names = set(self.archive.namelist()) - {MANIFEST}
        self.outcome.files = len(names)
        for name in sorted(names ^ manifest["files"].keys()):
            yield f"{name} is {'missing' if name in manifest['files'] else 'not one of the files that were written'}."
        for name in sorted(names & manifest["files"].keys()):
            if sha256(self.archive.read(name)) != manifest["files"][name]:
                yield f"{name} is not as it was written."

    def _rows(self, name: str) -> list[dict[str, Any]]:
        if name not in self.archive.namelist():
            return []
        return [without_nulls(json.loads(line)) for line in self.archive.read(name).decode().splitlines() if line]


def _is_base64(text: str) -> bool:
    """Whether the text is the one canonical base64 of its bytes."""
    return base64.b64encode(base64.b64decode(text)).decode() == text
