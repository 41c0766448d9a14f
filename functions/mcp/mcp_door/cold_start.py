"""Halves the import of the protocol library, which would otherwise be four fifths of a cold start."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec, module_from_spec

from pydantic import BaseModel


def skip_client_side() -> None:
    """Make the library's packages known without running their `__init__`, which would import its client, too.

    Only what is imported from them by its full name is there then; it has to be called before the first such import.
    """
    for package in ("mcp", "mcp.server"):
        if package not in sys.modules:
            spec = find_spec(package)
            assert spec is not None  # noqa: S101 - requirements.txt brings it
            sys.modules[package] = module_from_spec(spec)


@contextmanager
def lean_imports() -> Iterator[None]:
    """Import without what costs time and gains nothing.

    Models defined within build their validators when first used: the library has 500 models, a request needs few.
    What an import makes stays, so nothing of it is looked at as garbage, neither now nor later.
    """
    collects, deferred = gc.isenabled(), BaseModel.model_config.get("defer_build", False)
    gc.disable()
    BaseModel.model_config["defer_build"] = True
    try:
        yield
    finally:
        BaseModel.model_config["defer_build"] = deferred
        if collects:
            gc.freeze()
            gc.enable()
