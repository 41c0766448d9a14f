"""`python -m tools.openapi FILE`: write the document, and nothing when it has not changed."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from tools.openapi.document import document


def write(file: Path) -> None:
    """Put the document in `file`; an unchanged one keeps its time, so that nothing is built anew for it."""
    text = json.dumps(document(), indent=1, ensure_ascii=False) + "\n"
    if not file.exists() or file.read_text() != text:
        file.write_text(text)


if __name__ == "__main__":
    write(Path(sys.argv[1]))
