"""Fetches the packages of a layer or function: once for each list of them, for all builds to link.

The list is exact and complete, so pip has nothing to resolve. What a function's layer brings is not on its list.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

from local import fingerprint
from local.console import Problem
from local.paths import REPOSITORY, SAM_OUTPUT
from local.prune import prune

PACKAGES = SAM_OUTPUT / "packages"
MAKERS = [REPOSITORY / "local" / name for name in ("packages.py", "prune.py")]
PYTHON = "3.13"
GLIBC = ("manylinux_2_34", "manylinux_2_28", "manylinux_2_17", "manylinux2014")  # what runs on AWS with that Python
MACHINES = {"x86_64": "x86_64", "arm64": "aarch64"}
LAST_LINES = 15


def fetched(requirements: Path, architecture: str) -> Path:
    """The folder with these packages, pruned and compiled; fetched unless it is there. Raises `Problem`.

    Args:
        requirements: the file with the exact list.
        architecture: x86_64 or arm64, whichever the packages will run on.
    """
    name = fingerprint.of_files([requirements, *MAKERS], also=[sys.version])
    folder = PACKAGES / architecture / name
    if not folder.exists():
        unfinished = folder.with_suffix(".unfinished")
        shutil.rmtree(unfinished, ignore_errors=True)
        _install(requirements, unfinished, architecture)
        prune(unfinished)
        compile_sources([unfinished], within=unfinished)
        unfinished.rename(folder)
    return folder


def link(packages: Path, folder: Path) -> None:
    """Put the packages into `folder` by hard links, without copying a byte."""
    shutil.copytree(packages, folder, copy_function=os.link, dirs_exist_ok=True)


def forget_all_but(kept: Iterable[Path], architecture: str) -> None:
    """Delete an architecture's package folders except `kept`; builds that linked a deleted one keep its files."""
    for folder in {*(PACKAGES / architecture).glob("*")} - {*kept}:
        shutil.rmtree(folder)


def compile_sources(parts: Iterable[Path], *, within: Path) -> None:
    """Write bytecode beside every source: functions can't write to their disk, so each cold start would compile.

    Python does not check it against the sources: zipping changes the times that it would compare. Raises `Problem`.
    """
    _run(
        *("compileall", "-q", "-f", "--invalidation-mode", "unchecked-hash"),
        *("-s", str(within), "-p", "/", *map(str, parts)),
    )


def _install(requirements: Path, folder: Path, architecture: str) -> None:
    platforms = [part for libc in GLIBC for part in ("--platform", f"{libc}_{MACHINES[architecture]}")]
    _run(
        *("pip", "install", "--quiet", "--no-input", "--disable-pip-version-check", "--no-deps", "--no-compile"),
        *("--only-binary=:all:", "--implementation", "cp", "--python-version", PYTHON, *platforms),
        *("--target", str(folder), "--require-hashes", "--requirement", str(requirements)),
    )


def _run(*module: str) -> None:
    done = subprocess.run([sys.executable, "-m", *module], capture_output=True, text=True, check=False)
    if done.returncode:
        last = "\n".join((done.stdout + done.stderr).splitlines()[-LAST_LINES:])
        raise Problem(f"{module[0]} failed:\n{last}", fix="mend what it names, then run again")
