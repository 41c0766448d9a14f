"""One digest for a set of files, so that work is done again only when what it reads has changed."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from pathlib import Path


def of_files(roots: Iterable[Path], *, also: Iterable[str] = ()) -> str:
    """A hex digest over names and contents below `roots`, and over the texts in `also`.

    Caches (`__pycache__`, hidden files) don't count, nor does the order of `roots`. A root that doesn't exist
    counts as empty.
    """
    digest = hashlib.sha256()
    for root in sorted(roots):
        for file in sorted(_sources(root)):
            digest.update(f"{root.name}/{file.relative_to(root)}\0".encode())
            digest.update(hashlib.sha256(file.read_bytes()).digest())
    for text in also:
        digest.update(f"{text}\0".encode())
    return digest.hexdigest()


def _sources(root: Path) -> Iterator[Path]:
    if root.is_file():
        yield root
        return
    for file in root.rglob("*"):
        inside = file.relative_to(root).parts
        if file.is_file() and not any(part == "__pycache__" or part.startswith(".") for part in inside):
            yield file
