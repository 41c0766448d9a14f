"""Makes the OpenAPI document: the routes of all doors, each with the errors that it can really answer."""

import sys
from pathlib import Path
from typing import Any

import yaml

REPOSITORY = Path(__file__).resolve().parents[2]
WORDS: dict[str, Any] = yaml.safe_load(Path(__file__).with_name("document.yaml").read_text(encoding="utf-8"))

# The layers are not installed packages: a function finds them on its path, and so must we.
sys.path[:0] = [str(REPOSITORY / "layers" / name / "python") for name in ("common", "domain")]
