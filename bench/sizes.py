"""The zipped size of each function and layer, and whether every source has its bytecode beside it."""

from __future__ import annotations

import io
import zipfile
from importlib.util import cache_from_source
from pathlib import Path

from bench.figures import Figure, Section, at_most, exactly
from local.build import artifacts

KIB = 1024
GATES_KIB = {"CommonLayer": 10 * KIB}


def measure() -> Section:
    """Measure every built folder."""
    figures = []
    for artifact in artifacts():
        bound = GATES_KIB.get(artifact.name)
        size = zipped_bytes(artifact) / KIB
        figures.append(Figure(f"{artifact.name} zipped", size, "KiB", at_most(bound) if bound else None))
        uncompiled, sources = without_bytecode(artifact)
        figures.append(Figure(f"{artifact.name} sources without bytecode", uncompiled, "", exactly(0), f"of {sources}"))
    return Section("sizes", figures, ("Zipped as `sam deploy` uploads it, bytecode included.",))


def zipped_bytes(folder: Path) -> int:
    """The size of `folder` as a deflated ZIP file."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in sorted(folder.rglob("*")):
            archive.write(file, file.relative_to(folder))
    return len(content.getvalue())


def without_bytecode(folder: Path) -> tuple[int, int]:
    """How many sources lack bytecode, and how many there are. Raises `ValueError` for a folder that holds no source."""
    sources = list(folder.rglob("*.py"))
    if not sources:
        raise ValueError(f"nothing was built into {folder}")
    return sum(not Path(cache_from_source(source)).exists() for source in sources), len(sources)
