"""How models are declared, so that a start is short (ADR 6)."""

from __future__ import annotations

import re
from pathlib import Path

LAYERS = Path(__file__).parents[3] / "layers"
OF_MODELS = ("models.py", "records.py", "requests.py")
MODEL = re.compile(r"^class \w+\(\w*(?:Model|View|Record)\b", re.MULTILINE)


def test_modules_of_models_do_without_postponed_annotations():
    texts = {path: path.read_text(encoding="utf-8") for path in LAYERS.rglob("*.py") if path.name.endswith(OF_MODELS)}
    models = {path: text for path, text in texts.items() if MODEL.search(text)}
    postponed = [str(path) for path, text in models.items() if "from __future__ import annotations" in text]

    assert len(models) > 30
    assert postponed == []
