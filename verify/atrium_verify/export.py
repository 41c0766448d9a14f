"""Checks an account's export: every file, both chains, and every figure that has a receipt."""

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

from atrium_verify import events, receipts, records, security_log
from atrium_verify.canonical import canonical, sha256, without_nulls

FORMAT = "atrium-export-1"
ALGORITHM = "RSASSA_PKCS1_V1_5_SHA_256"
MANIFEST = "manifest.json"
# What reading a file of a damaged zip may raise; RuntimeError and its kind when it seems to be encrypted.
_UNREADABLE = (zipfile.BadZipFile, zlib.error, EOFError, OSError, RuntimeError)
_OF_ACCOUNT = ("vault/requests.jsonl", "vault/credentials.jsonl", "tasks.jsonl", "reports.jsonl")
_OF_PROJECT = ("approvals", "decisions", "changes", "conversation")


@dataclass
class Outcome:
    """What was found: `problems`, and how much there was to check."""

    problems: list[str] = field(default_factory=list)
    files: int = 0
    events: int = 0
    entries: int = 0
    answers: int = 0
    figures: int = 0
    quotations: int = 0
    open: int = 0
    records: int = 0
    public_key: str = ""

    @property
    def summary(self) -> str:
        """In a sentence."""
        return (
            f"The export is whole: {self.files} files, {self.events} events, {self.entries} entries of the security "
            f"log. {self.answers} answers and reports: {self.figures} figures recomputed, {self.quotations} quotations "
            f"in their places, {self.open} numbers without a derivation, {self.records} records compared."
        )


def verified(export: Path | BinaryIO, public_key: str | None = None, seen: dict[int, str] | None = None) -> Outcome:
    """Check an export.

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
        """Everything that is wrong, one after the other."""
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
        yield from self._of_receipts(told)

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

    def _of_receipts(self, told: list[dict[str, Any]]) -> Iterator[str]:
        named = {event["subject_id"]: event["receipt_hash"] for event in told if event.get("receipt_hash")}
        exported = self._records()
        for receipt, texts in self._receipts():
            self.outcome.answers += 1
            for name in ("figures", "quotations", "open"):
                setattr(self.outcome, name, getattr(self.outcome, name) + len(receipt.get(name, [])))
            subject = receipt["subject_id"]
            if texts is None:
                yield f"There is a receipt of {subject}, but no such answer."
                continue
            yield from receipts.problems(receipt, texts)
            self.outcome.records += len(list(records.comparable(receipt, exported)))
            yield from records.problems(receipt, exported)
            if named.pop(subject, receipt["sha256"]) != receipt["sha256"]:
                yield f"The receipt of {subject} is another than the one that the events tell of."
        kept = {row["id"] for _, rows in self._texts() for row in rows}
        for subject in sorted(named.keys() & kept):
            yield f"The receipt of {subject}, of which the events tell, is missing."

    def _receipts(self) -> Iterator[tuple[dict[str, Any], dict[str, str] | None]]:
        for folder, rows in self._texts():
            by_id = {row["id"]: _texts_of(row) for row in rows}
            for receipt in self._rows(f"{folder}receipts.jsonl"):
                yield receipt, by_id.get(receipt["subject_id"])

    def _texts(self) -> Iterator[tuple[str, list[dict[str, Any]]]]:
        """Folders that may have receipts, with the rows that these are about."""
        asked = self._rows("assistant.jsonl")
        answers = [{"id": f"answer_{row['sequence']:012}", "content": row["answer"]["response"]} for row in asked]
        yield "", [*self._rows("reports.jsonl"), *answers]
        for name in sorted(self.archive.namelist()):
            if name.endswith("/conversation.jsonl"):
                yield name.removesuffix("conversation.jsonl"), self._rows(name)

    def _records(self) -> records.Exported:
        """What receipts may name. A document has its project's state, and its text in a file of its own."""
        found = {row["id"]: (records.state_of(row), row) for name in _OF_ACCOUNT for row in self._rows(name)}
        for name in self.archive.namelist():
            if not name.endswith("/project.jsonl"):
                continue
            folder = name.removesuffix("project.jsonl")
            (project,) = self._rows(name)
            found[project["id"]] = (records.state_of(project), project)
            for row in self._rows(f"{folder}intake.jsonl"):
                found[f"intake_{project['id']}"] = (records.state_of(row), row)
            for kind in _OF_PROJECT:
                found |= {row["id"]: (records.state_of(row), row) for row in self._rows(f"{folder}{kind}.jsonl")}
            for row in self._rows(f"{folder}documents.jsonl"):
                file = f"{folder}documents/{row['kind']}-revision-{row['revision']}.md"
                text = {"content": self.archive.read(file).decode()} if file in self.archive.namelist() else {}
                found[row["id"]] = (str(project["version"]), {**row, **text})
        return found

    def _rows(self, name: str) -> list[dict[str, Any]]:
        if name not in self.archive.namelist():
            return []
        return [without_nulls(json.loads(line)) for line in self.archive.read(name).decode().splitlines() if line]


def _is_base64(text: str) -> bool:
    """Whether this is the one way to write these bytes."""
    return base64.b64encode(base64.b64decode(text)).decode() == text


def _texts_of(row: dict[str, Any]) -> dict[str, str]:
    summaries = {f"contributions.{number}": one["summary"] for number, one in enumerate(row.get("contributions", []))}
    return {"content": row["content"], **summaries}
