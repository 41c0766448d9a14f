"""Runs a benchmark module in a new process that can import the product, and returns the module's result."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from local import aws
from local.paths import REPOSITORY

PATHS = (".", "layers/common/python", "layers/domain/python", "functions/thinker", "tests/support", "verify")
LAST_LINES = 20


def found_by(module: str, *arguments: str, environment: Mapping[str, str] | None = None) -> Any:
    """Run `module` and return what it passes to `hand_over`. Raises `RuntimeError`, with its last output, if it fails.

    Args:
        module: its name, such as `bench.calls.inside`.
        arguments: its command line.
        environment: more variables, such as the addresses of a cloud.
    """
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "found.json"
        own = {name: value for name, value in os.environ.items() if not name.startswith("AWS_")}
        paths = os.pathsep.join(str(REPOSITORY / path) for path in PATHS)
        variables = {**own, **aws.SETTINGS, "PYTHONPATH": paths, "BENCH_FOUND": str(file), **(environment or {})}
        command = [sys.executable, "-m", module, *arguments]
        done = subprocess.run(command, env=variables, cwd=REPOSITORY, capture_output=True, text=True, check=False)
        if done.returncode:
            last = "\n".join((done.stdout + done.stderr).splitlines()[-LAST_LINES:])
            raise RuntimeError(f"{module} failed:\n{last}")
        return json.loads(file.read_text())


def hand_over(found: Any) -> None:
    """Give JSON-ready results to the process that called `found_by`, by a file: standard output is full of logs."""
    Path(os.environ["BENCH_FOUND"]).write_text(json.dumps(found))
