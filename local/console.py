"""Talks to a person at the terminal: progress with times, problems with their fix, what a command complained about."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

NAMED_BY, LAST_LINES = 4, 20


class Problem(Exception):
    """Something only the person at the terminal can mend; `fix` says how, in one line."""

    def __init__(self, what: str, *, fix: str) -> None:
        super().__init__(f"{what}\n  Fix: {fix}")
        self.what = what
        self.fix = fix


def say(line: str = "") -> None:
    """Print one line at once, into a pipe as well."""
    print(line, flush=True)


def complain(problem: Problem) -> None:
    """Put a problem and its fix on standard error."""
    print(f"\n{problem}", file=sys.stderr, flush=True)


@contextmanager
def step(title: str) -> Iterator[None]:
    """Announce a piece of work, then print how long it took, or `failed` when the block raises."""
    print(f"{title} … ", end="", flush=True)
    began = time.monotonic()
    try:
        yield
    except BaseException:
        say("failed")
        raise
    say(f"{time.monotonic() - began:.1f} s")


def guarded(command: Callable[[], None]) -> int:
    """Run a command and return the exit code: 0, or 1 after a `Problem`, which is shown instead of a traceback."""
    try:
        command()
    except Problem as problem:
        complain(problem)
        return 1
    return 0


NETWORK = "check the network, then run again"
"""The fix for a command that fetches packages."""


def run(
    folder: Path,
    *command: str,
    environment: Mapping[str, str] | None = None,
    fix: str = "mend what it names, then run again",
) -> str:
    """Run a command in a folder; returns its output. Raises `Problem` with its first words and its last lines."""
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        name = " ".join([Path(command[0]).name, *command[1:NAMED_BY]])
        last = "\n".join((done.stdout + done.stderr).splitlines()[-LAST_LINES:])
        raise Problem(f"{name} … ended with {done.returncode}:\n{last}", fix=fix)
    return done.stdout
