"""Halves the import of the protocol library, which would otherwise be four fifths of a cold start."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

from pydantic import BaseModel

from common.cold_start import skip_init


def skip_client_side() -> None:
    """Skip the `__init__` of the library's packages, which would import its client, too. Before their first import."""
    for package in ("mcp", "mcp.server"):
        skip_init(package)


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
