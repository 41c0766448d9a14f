"""`python -m tests.e2e`: the end-to-end tests, on one cloud of their own.

Those that share no state run side by side. Then those that move the clock or stop the cloud run one after another. At
night there are more tests, and two judges: the official tests of the MCP protocol, and one of permissions.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

from local.cloud import running
from local.console import Problem, guarded, step
from local.paths import DEVELOPMENT, REPOSITORY, Home

NIGHTLY = "ATRIUM_TEST_NIGHTLY" in os.environ
FAILURE_LOGS = DEVELOPMENT.root / "failed-test-logs"
# Three keep two cores busy, for much of a test is waiting; more only find the one emulator busy. By their names, long
# journeys in a browser begin before the short tests.
SIDE_BY_SIDE = ("-n", "3", "--dist", "loadfile", "--no-loadscope-reorder")
STEPS = [
    ("side by side", "pytest", *SIDE_BY_SIDE, "tests/e2e", "--ignore", "tests/e2e/alone"),
    *([("conformance", "conformance")] if NIGHTLY else []),
    ("one after another", "pytest", "tests/e2e/alone"),
    *([("permissions", "tests.permissions")] if NIGHTLY else []),
]


def main() -> None:
    """Raises `Problem` when a step failed; the steps after it have run all the same."""
    home = Home(DEVELOPMENT.root / f"test-{os.getpid()}")
    os.environ |= {"ATRIUM_TEST_CLOUD_IS_OURS": "1", "ATRIUM_TEST_CLOUD": str(home.root)}
    if NIGHTLY:
        os.environ["ATRIUM_RECORD_PERMISSIONS"] = str(home.logs / "permissions.jsonl")
    with running(home.root):
        failed = [title for title, *module in STEPS if not _passes(title, *module)]
        if failed:
            shutil.copytree(home.logs, FAILURE_LOGS / home.root.name, dirs_exist_ok=True)
    if failed:
        raise Problem(f"Failed: {', '.join(failed)}.", fix=f"read what they said, and {FAILURE_LOGS}")


def _passes(title: str, *module: str) -> bool:
    with step(f"\nEnd to end, {title}\n"):
        return subprocess.run([sys.executable, "-m", *module], cwd=REPOSITORY, check=False).returncode == 0


if __name__ == "__main__":
    sys.exit(guarded(main))
