"""The libraries of language models are the thinker's alone: they are 20 MB and seconds of CPU at each cold start."""

from __future__ import annotations

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
