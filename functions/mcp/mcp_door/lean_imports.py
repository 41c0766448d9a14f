"""Halves the time to import the protocol library, which would otherwise be four fifths of a cold start."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from pydantic import BaseModel

from common.cold_start import skip_init

PACKAGES = ("mcp", "mcp.server")


def skip_client_side() -> None:
    """Skip the `__init__` of the library's packages, which would import the library's client as well.

    Call this before the first import of the library.
    """
    for package in PACKAGES:
        skip_init(package)


def import_plainly() -> None:
    """Forget what was imported of the library and the door, so that the next import runs every `__init__`.

    This is for a version of the library that lean imports fail with: the start takes longer, and nothing else changes.
    """
    for name in [*sys.modules]:
        if name.partition(".")[0] in {"mcp", "mcp_types", "mcp_door"} and name != __name__:
            del sys.modules[name]


@contextmanager
def lean_imports() -> Iterator[None]:
    """Within the block, imports skip two kinds of work.

    Pydantic models build their validators when they are first used: the library defines 500 models, and a request
    needs few of them. The garbage collector is off, and afterwards ignores what was imported, because it stays alive.
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
