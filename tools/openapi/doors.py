"""Finds the doors: every function whose `handler.py` has a `door`."""

from __future__ import annotations

import importlib.util
import sys
import warnings
from collections.abc import Iterator

from common.http import Door
from tools.openapi import REPOSITORY

# The resolver warns about settings that matter only inside a function; here it only describes routes.
warnings.filterwarnings("ignore", module="aws_lambda_powertools")


def doors() -> Iterator[Door]:
    """Import the handlers, and yield every door, in the order of the folders' names."""
    for file in sorted((REPOSITORY / "functions").glob("*/handler.py")):
        if "Door(" not in file.read_text():
            continue  # the authorizer, the workers and the pages have no door; don't even import them
        name = f"door_{file.parent.name}"
        spec = importlib.util.spec_from_file_location(name, file)
        assert spec is not None  # noqa: S101 - the file is there
        assert spec.loader is not None  # noqa: S101 - and is Python
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module  # pydantic looks up a module's annotations there
        spec.loader.exec_module(module)
        if isinstance(getattr(module, "door", None), Door):
            yield module.door
