"""The gate against drift: what is generated is what the routes' declarations give now."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from local.client import GENERATED, generate
from local.paths import REPOSITORY
from openapi_service import described


def test_generated_code_is_what_the_openapi_document_gives(tmp_path: Path) -> None:
    document, package = tmp_path / "openapi.json", tmp_path / "generated"
    # In a process of its own: the document's examples of errors are those of the modules that are imported.
    subprocess.run([sys.executable, "-m", "tools.openapi", str(document)], cwd=REPOSITORY, check=True)

    generate(document, package)

    assert described() == json.loads(document.read_text())
    assert _sources(GENERATED) == _sources(package)


def _sources(folder: Path) -> dict[str, str]:
    return {str(file.relative_to(folder)): file.read_text() for file in folder.rglob("*.py")}
