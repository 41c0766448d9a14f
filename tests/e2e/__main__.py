"""`python -m tests.e2e`: every end-to-end test and the judges of the MCP protocol, on three clouds.

Most tests share no state and run side by side on one cloud, and the judges after them. What moves the clock, stops the
cloud or needs it deployed otherwise runs by itself: one test after another, much of it waiting, on two other clouds at
the same time. One of these is deployed with production's limits, then with a model. All clouds write down what
permissions are asked for, and at last those are judged.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager

from local.cloud import running
from local.console import Problem, guarded, say, step
from local.limits import PRODUCTION
from local.paths import DEVELOPMENT, REPOSITORY, Home

FAILURE_LOGS = DEVELOPMENT.root / "failed-test-logs"
# Three keep two cores busy, for much of a test is waiting; more only find the one emulator busy.
SIDE_BY_SIDE = "3"
STEPS = (
    ("side by side", "pytest", "-n", SIDE_BY_SIDE, "--dist", "loadfile", "tests/e2e", "--ignore", "tests/e2e/alone"),
    ("conformance", "conformance"),
)
ALONE = ("pytest", "tests/e2e/alone", "-m", "not redeployed")
REDEPLOYED = ("pytest", "tests/e2e/alone", "-m", "redeployed")


def main() -> None:
    """Raises `Problem` when a step failed; the steps after it have run all the same."""
    names = ("alone", "redeployed", "shared")
    homes = own, redeployed, shared = tuple(Home(DEVELOPMENT.root / f"test-{os.getpid()}-{name}") for name in names)
    with ExitStack() as clouds:
        with ThreadPoolExecutor() as beside:
            clouds.enter_context(_cloud(own))
            alone = {"alone": beside.submit(_run, ALONE, own, output=subprocess.PIPE)}
            clouds.enter_context(_cloud(redeployed, limits=PRODUCTION))
            alone["redeployed"] = beside.submit(_run, REDEPLOYED, redeployed, output=subprocess.PIPE)
            clouds.enter_context(_cloud(shared))
            failed = [title for title, *module in STEPS if not _passes(title, *module, homes=(shared,))]
            for title, beside_it in alone.items():
                done = beside_it.result()
                say(f"\nEnd to end, {title}, meanwhile\n\n{done.stdout}")
                failed += [title] if done.returncode else []
        if not _passes("permissions", "tests.permissions", homes=homes):
            failed.append("permissions")
        if failed:
            for home in homes:
                shutil.copytree(home.logs, FAILURE_LOGS / home.root.name, dirs_exist_ok=True)
    if failed:
        raise Problem(f"Failed: {', '.join(failed)}.", fix=f"read what they said, and {FAILURE_LOGS}")


@contextmanager
def _cloud(home: Home, *, limits: str = "") -> Iterator[None]:
    os.environ |= _environment(home)
    with running(home.root, limits=limits):
        yield


def _environment(*homes: Home) -> dict[str, str]:
    """Tells a process which clouds it has, and where those write down what permissions are asked for."""
    return {
        "ATRIUM_TEST_CLOUD_IS_OURS": "1",
        "ATRIUM_TEST_CLOUD": os.pathsep.join(str(home.root) for home in homes),
        "ATRIUM_RECORD_PERMISSIONS": os.pathsep.join(str(home.logs / "permissions.jsonl") for home in homes),
    }


def _passes(title: str, *module: str, homes: tuple[Home, ...]) -> bool:
    with step(f"\nEnd to end, {title}\n"):
        return _run(module, *homes).returncode == 0


def _run(module: tuple[str, ...], *homes: Home, output: int | None = None) -> subprocess.CompletedProcess[str]:
    command, environment = [sys.executable, "-m", *module], os.environ | _environment(*homes)
    return subprocess.run(
        command,
        cwd=REPOSITORY,
        env=environment,
        check=False,
        text=True,
        stdout=output,
        stderr=output and subprocess.STDOUT,
    )


if __name__ == "__main__":
    sys.exit(guarded(main))
