"""The libraries of language models are the thinker's alone: they are 20 MB and seconds of CPU at each cold start."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]
LIBRARIES = frozenset({"anthropic", "openai", "pydantic_ai", "genai_prices", "tiktoken"})
FUNCTIONS = sorted(file.parent.name for file in (ROOT / "functions").glob("*/handler.py"))
OTHERS = [name for name in FUNCTIONS if name != "thinker"]


def test_no_other_function_starts_with_them() -> None:
    """All in one process: what any of them imports is loaded in the end."""
    folders = ["functions/mail", "functions/mcp", "layers/common/python", "layers/domain/python", "tests/support"]
    code = (
        f"import sys; sys.path[:0] = {[str(ROOT / folder) for folder in folders]!r}\n"
        f"import common\nfrom doors import load\nfor name in {OTHERS!r}: load(name)\nprint(*sys.modules)"
    )

    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()

    assert {f"functions_{name}" for name in OTHERS} <= set(shown)
    assert LIBRARIES.isdisjoint(shown)


def test_no_other_source_names_them() -> None:
    """Not even where they would be imported later than at the start."""
    sources = [*(ROOT / "layers").rglob("*.py")]
    sources += [file for name in OTHERS for file in (ROOT / "functions" / name).rglob("*.py")]
    imported = {
        (str(source.relative_to(ROOT)), name.partition(".")[0])
        for source in sources
        for node in ast.walk(ast.parse(source.read_text()))
        for name in names(node)
    }

    assert len(sources) > 100
    assert [entry for entry in sorted(imported) if entry[1] in LIBRARIES] == []


def names(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    return [node.module or ""] if isinstance(node, ast.ImportFrom) else []
