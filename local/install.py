"""Installs the tool environments below `.venvs`: dev, sam, cloud and scan; others on demand.

dev has checks, tests and these commands, sam the SAM CLI, cloud the emulator, scan the scanner of the template, train
what `make reader` learns with, model what `make model` serves, hashes what `make hashes` pins with,
audit what `make audit` asks with, clients a client of MCP for `make test-nightly`: `python -m local.install train`.

Runs under the bare interpreter, before any of them exists: standard library only.
"""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from importlib.util import find_spec
from pathlib import Path

from local import fingerprint
from local.console import Problem, guarded, run, step
from local.paths import REPOSITORY, REQUIREMENTS, VENVS, interpreter, locked

# Which files say what is in an environment; the functions' own packages are part of `dev`, where they are tested.
ENVIRONMENTS = {
    "dev": (
        REQUIREMENTS / "dev.txt",
        REPOSITORY / "layers" / "common" / "python" / "requirements.txt",
        REPOSITORY / "functions" / "egress" / "requirements.txt",
        REPOSITORY / "functions" / "factors" / "requirements.txt",
        REPOSITORY / "functions" / "mcp" / "requirements.txt",
        REPOSITORY / "functions" / "session" / "requirements.txt",
        REPOSITORY / "functions" / "thinker" / "requirements.txt",
    ),
    "sam": (REQUIREMENTS / "sam.txt",),
    "cloud": (REQUIREMENTS / "cloud.txt",),
    "scan": (REQUIREMENTS / "scan.txt",),
}
ON_DEMAND = {
    **{name: (REQUIREMENTS / f"{name}.txt",) for name in ("model", "hashes", "audit", "clients")},
    # What learns reads with the product's own code, which needs its packages.
    "train": (REQUIREMENTS / "train.txt", REPOSITORY / "layers" / "common" / "python" / "requirements.txt"),
}
PYTHON = (3, 13)
INCOMPLETE = {"model"}  # on purpose: see its file


def install(*wanted: str) -> None:
    """Create missing environments and rebuild outdated ones; an up-to-date one takes no time. Raises `Problem`.

    Args:
        wanted: names of environments; none means all but those on demand.
    """
    _require_python()
    with locked(VENVS / ".lock"):
        outdated = [name for name in wanted or ENVIRONMENTS if not _is_current(name)]
        if outdated:
            with step(f"Installing {', '.join(f'.venvs/{name}' for name in outdated)}"), ThreadPoolExecutor() as pool:
                list(pool.map(_rebuild, outdated))


def _require_python() -> None:
    """Raises `Problem` unless this is Python 3.13, as the functions have it, with `venv` and `pip`."""
    if sys.version_info[:2] != PYTHON:
        raise Problem(
            f"Python 3.13 is needed; this is {sys.version.split()[0]} ({sys.executable}).",
            fix="install it (apt, brew install python@3.13, pyenv install 3.13), or name it: make PYTHON=<its path>",
        )
    missing = [module for module in ("venv", "ensurepip") if find_spec(module) is None]
    if missing:
        raise Problem(
            f"This Python comes without {' and '.join(missing)} ({sys.executable}).",
            fix="apt install python3.13-venv, or take Python from https://www.python.org/downloads",
        )


def _is_current(name: str) -> bool:
    stamp = VENVS / name / ".installed"
    return interpreter(name).exists() and stamp.exists() and stamp.read_text() == _wanted(name)


def _wanted(name: str) -> str:
    return fingerprint.of_files(_files(name), also=[sys.version])


def _files(name: str) -> tuple[Path, ...]:
    return (ENVIRONMENTS | ON_DEMAND)[name]


def _rebuild(name: str) -> None:
    """Make an environment from nothing, so that it holds what its file lists and no leftovers.

    This matters most for `cloud`: the emulator runs the functions with its own interpreter, and a package left there
    would hide one that a layer forgot to bring.
    """
    run(REPOSITORY, sys.executable, "-m", "venv", "--clear", str(VENVS / name))
    # Everything is pinned, so nothing is to be resolved; and Python compiles what is used when it is used: together
    # they halve the time.
    run(
        REPOSITORY,
        *(str(interpreter(name)), "-m", "pip", "install", "--quiet", "--no-input", "--disable-pip-version-check"),
        *("--no-deps", "--no-compile", "--require-hashes", "--requirement", str(_files(name)[0])),
        fix="check the network (packages come from PyPI, or from the index pip is configured for), then run again",
    )
    if name not in INCOMPLETE:
        run(REPOSITORY, str(interpreter(name)), "-m", "pip", "check", "--disable-pip-version-check")
    (VENVS / name / ".installed").write_text(_wanted(name))


if __name__ == "__main__":
    sys.exit(guarded(partial(install, *sys.argv[1:])))
