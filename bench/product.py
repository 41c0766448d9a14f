"""Runs a benchmark module in a new process that can import the product, and returns the module's result."""

from __future__ import annotations

import json
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

from local import aws
from local.console import run
from local.paths import REPOSITORY

PATHS = (".", "layers/common/python", "layers/domain/python", "functions/thinker", "tests/support", "verify")


def found_by(module: str, *arguments: str) -> Any:
    """Run `module` with this command line; returns what it passes to `hand_over`. Raises `Problem` if it fails."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "found.json"
        own = {name: value for name, value in os.environ.items() if not name.startswith("AWS_")}
        paths = os.pathsep.join(str(REPOSITORY / path) for path in PATHS)
        variables = {**own, **aws.SETTINGS, "PYTHONPATH": paths, "BENCH_FOUND": str(file)}
        run(REPOSITORY, sys.executable, "-m", module, *arguments, environment=variables)
        return json.loads(file.read_text())


def hand_over(found: Any) -> None:
    """Give JSON-ready results to the process that called `found_by`, by a file: standard output is full of logs."""
    Path(os.environ["BENCH_FOUND"]).write_text(json.dumps(found))
