"""Checks what this machine must have; whatever is missing is named with its fix before any work begins."""

from __future__ import annotations

import importlib.util
import sys

from local.console import Problem
from local.ports import is_free, next_free, who_listens

PYTHON = (3, 13)


def require_python() -> None:
    """Raises `Problem` unless this is Python 3.13, as the functions have it, with `venv` and `pip`."""
    if sys.version_info[:2] != PYTHON:
        found = f"{sys.version_info.major}.{sys.version_info.minor}"
        raise Problem(
            f"Python 3.13 is needed; this is {found} ({sys.executable}).",
            fix="install it (apt, brew install python@3.13, pyenv install 3.13), or name it: make PYTHON=<its path>",
        )
    missing = [module for module in ("venv", "ensurepip") if importlib.util.find_spec(module) is None]
    if missing:
        raise Problem(
            f"This Python comes without {' and '.join(missing)} ({sys.executable}).",
            fix="apt install python3.13-venv, or take Python from https://www.python.org/downloads",
        )


def require_free_port(port: int, *, variable: str) -> None:
    """Raises `Problem` when `port` of the loopback interface is taken; `variable` of `make` chooses another."""
    if is_free(port):
        return
    holder = who_listens(port)
    by = f" by {holder}" if holder else ""
    raise Problem(
        f"Port {port} is in use{by}.",
        fix=f"stop that program, or choose another port: make up {variable}={next_free(port + 1)}",
    )
