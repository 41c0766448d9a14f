"""`python -m tools.openapi FILE`: write the document; leave the file alone when nothing has changed."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from tools.openapi.document import document


def write(file: Path) -> None:
    """Write the document to `file`. An unchanged file keeps its time stamp, so the build does not redo its work."""
    text = json.dumps(document(), indent=1, ensure_ascii=False) + "\n"
    if not file.exists() or file.read_text() != text:
        file.write_text(text)


if __name__ == "__main__":
    write(Path(sys.argv[1]))
