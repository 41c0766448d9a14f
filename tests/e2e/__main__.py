"""`python -m tests.e2e`: every end-to-end test and the judges of the MCP protocol, on one cloud.

Most tests share no state and run side by side. What moves the clock, puts a model behind the CEO, gives the MCP door
other tools or stops the cloud runs after them, by itself. The cloud writes down what permissions all of them ask for,
and at last those are judged.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

from local.cloud import running
from local.console import Problem, guarded, step
from local.paths import DEVELOPMENT, REPOSITORY, Home

FAILURE_LOGS = DEVELOPMENT.root / "failed-test-logs"
# Three keep two cores busy, for much of a test is waiting; more only find the one emulator busy.
SIDE_BY_SIDE = "3"
STEPS = (
    ("side by side", "pytest", "-n", SIDE_BY_SIDE, "--dist", "loadfile", "tests/e2e", "--ignore", "tests/e2e/alone"),
    ("alone", "pytest", "tests/e2e/alone"),
    ("conformance", "conformance"),
    ("permissions", "tests.permissions"),
)


def main() -> None:
    """Raises `Problem` when a step failed; the steps after it have run all the same."""
    home = Home(DEVELOPMENT.root / f"test-{os.getpid()}")
    os.environ |= {"ATRIUM_TEST_CLOUD": str(home.root), "ATRIUM_TEST_CLOUD_IS_OURS": "1"}
    os.environ["ATRIUM_RECORD_PERMISSIONS"] = str(home.logs / "permissions.jsonl")
    with running(home.root):
        failed = [title for title, *module in STEPS if not _passes(title, *module)]
        if failed:
            shutil.copytree(home.logs, FAILURE_LOGS, dirs_exist_ok=True)
    if failed:
        raise Problem(f"Failed: {', '.join(failed)}.", fix=f"read what they said, and {FAILURE_LOGS}")


def _passes(title: str, *module: str) -> bool:
    with step(f"\nEnd to end, {title}\n"):
        return subprocess.run([sys.executable, "-m", *module], cwd=REPOSITORY, check=False).returncode == 0


if __name__ == "__main__":
    sys.exit(guarded(main))
