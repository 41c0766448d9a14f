"""How models are declared, so that a start is short (ADR 16)."""

from __future__ import annotations

import ast
from pathlib import Path

LAYERS = Path(__file__).parents[3] / "layers"
OF_MODELS = ("models.py", "records.py", "requests.py")


def test_modules_of_models_do_without_postponed_annotations():
    files = [path for path in LAYERS.rglob("*.py") if path.name.endswith(OF_MODELS)]
    postponed = [
        path.name
        for path in files
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.ImportFrom) and node.module == "__future__"
    ]

    assert len(files) > 30
    assert postponed == []
