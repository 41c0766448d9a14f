"""Schemathesis, with all its checks, over an OpenAPI document and wherever it is served."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from local.paths import REPOSITORY, interpreter

SUPPORT = REPOSITORY / "tests" / "support"


def fuzz(
    document: Path,
    url: str,
    key: str,
    *,
    phases: str,
    examples: int,
    timeout_seconds: float,
) -> subprocess.CompletedProcess[str]:
    """Run schemathesis on the API at `url`; its exit code is 0 when nothing is wrong.

    Args:
        phases: of examples, coverage, fuzzing and stateful, with commas between.
        examples: how many at most for each operation, in the phases that make them up.
    """
    command = [
        *(str(interpreter("dev").parent / "schemathesis"), "--config-file", str(SUPPORT / "schemathesis.toml")),
        *("run", str(document), "--url", url),
        *("--header", f"Authorization: Bearer {key}", "--checks", "all", "--continue-on-failure"),
        *("--phases", phases, "--max-examples", str(examples), "--seed", "7", "--no-color"),
        *("--suppress-health-check", "all", "--generation-database", "none", "--warnings", "off"),
    ]
    environment = os.environ | {"SCHEMATHESIS_HOOKS": "openapi_hooks", "PYTHONPATH": str(SUPPORT)}
    return subprocess.run(
        command,
        env=environment,
        cwd=document.parent,
        capture_output=True,
        text=True,
        timeout=timeout_seconds,
        check=False,
    )
