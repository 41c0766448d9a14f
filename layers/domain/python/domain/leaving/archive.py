"""The zip file of an export: written entry by entry and sent to S3 part by part, so that memory stays bounded."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, override

from common.dynamo import Item
from domain.leaving.layout import shown
from domain.leaving.objects import ExportFiles, Upload

MANIFEST = "manifest.json"
PART_BYTES = 8 * 1024 * 1024  # S3 takes 10,000 parts of 5 MB or more; the last may be smaller


class _Parts(io.RawIOBase):
    """A stream that uploads what is written to it, part by part. It cannot be rewound; zipfile does not need that."""

    def __init__(self, files: ExportFiles, upload: Upload) -> None:
        super().__init__()
        self.files, self.upload = files, upload
        self.buffer = bytearray()
        self.tags: list[str] = []
        self.size = 0

    @override
    def writable(self) -> bool:
        return True

    @override
    def write(self, data: Any) -> int:
        self.buffer += data
        self.size += len(data)
        while len(self.buffer) >= PART_BYTES:
            self._send(PART_BYTES)
        return len(data)

    def finish(self) -> None:
        """Upload the bytes that are left, and complete the file."""
        self._send(len(self.buffer))
        self.files.complete(self.upload, self.tags)

    def _send(self, size: int) -> None:
        part = bytes(self.buffer[:size])
        del self.buffer[:size]
        self.tags.append(self.files.add(self.upload, len(self.tags) + 1, part))


class Archive:
    """A zip file that is being written. We choose the names of entries: no text of a customer is in them unchanged."""

    def __init__(self, parts: _Parts) -> None:
        self._parts = parts
        self._zip = zipfile.ZipFile(parts, "w", zipfile.ZIP_DEFLATED)
        self.rows = 0
        self.hashes: dict[str, str] = {}

    @property
    def size(self) -> int:
        """How many bytes were written so far."""
        return self._parts.size

    def add_manifest(self, sealed: Callable[[dict[str, str]], str]) -> None:
        """Add the last entry: the text that `sealed` makes of the hashes of all entries before it, by name."""
        self._zip.writestr(MANIFEST, sealed(self.hashes))

    def add_text(self, name: str, text: str) -> None:
        """Add an entry with this text."""
        self._zip.writestr(name, text)
        self.hashes[name] = hashlib.sha256(text.encode()).hexdigest()

    def add_rows(self, name: str, rows: Iterable[Item]) -> int:
        """Add an entry with one JSON object a line, unless there are no rows. Returns how many there were."""
        first = next(iterator := iter(rows), None)
        if first is None:
            return 0
        count = 0
        digest = hashlib.sha256()
        with self._zip.open(name, "w", force_zip64=True) as entry:
            for row in _chained(first, iterator):
                line = json.dumps(shown(row), ensure_ascii=False, sort_keys=True).encode() + b"\n"
                entry.write(line)
                digest.update(line)
                count += 1
        self.hashes[name] = digest.hexdigest()
        self.rows += count
        return count

    def close(self) -> None:
        """Write the zip's directory and complete the file in S3."""
        self._zip.close()
        self._parts.finish()

    def drop(self) -> None:
        """Detach the file, so that zipfile writes nothing more when Python cleans up."""
        self._zip.fp = None


@contextmanager
def archive(files: ExportFiles, key: str) -> Iterator[Archive]:
    """Give the block a zip file to write at `key`; if the block or the upload fails, there is no file."""
    upload = files.begin(key)
    made = Archive(_Parts(files, upload))
    try:
        yield made
        made.close()
    except BaseException:
        made.drop()
        files.abort(upload)
        raise


def _chained(first: Item, rest: Iterator[Item]) -> Iterator[Item]:
    yield first
    yield from rest
