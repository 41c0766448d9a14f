"""Makes cold starts shorter (ADR 6). `common/__init__.py` calls `shorten` before our other modules are imported."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.machinery import ModuleSpec
from importlib.util import LazyLoader, find_spec, module_from_spec
from types import ModuleType
from typing import Any, Self

_POWERTOOLS = "aws_lambda_powertools"
_EVENTS = f"{_POWERTOOLS}.utilities.data_classes"

# The `__init__` of these packages imports far more than we need: metrics, tracing, resolvers for GraphQL (which import
# asyncio), the events of thirty services. We skip it, and import what we use by the full name of its module. Powertools
# itself imports names from these packages: we look for such a name in the modules listed here, and run the skipped
# `__init__` when none of them has it.
WITHOUT_INIT = {
    _POWERTOOLS: (f"{_POWERTOOLS}.logging",),
    f"{_POWERTOOLS}.event_handler": (f"{_POWERTOOLS}.event_handler.api_gateway",),
    _EVENTS: tuple(
        f"{_EVENTS}.{name}"
        for name in (
            "api_gateway_proxy_event",
            "alb_event",
            "bedrock_agent_event",
            "lambda_function_url_event",
            "vpc_lattice",
        )
    ),
    "botocore.docs": (),
}

# Powertools imports asyncio for features that we never call, so asyncio is loaded only when something uses it.
WHEN_ASKED = ("asyncio",)

# botocore describes each method of a client in a text for developers, for which it imports a parser of HTML. It finds
# these names here instead, and every text is empty.
DESCRIBING = "botocore.docs.docstring"
DESCRIPTIONS = ("ClientMethodDocstring", "PaginatorDocstring", "WaiterDocstring", "LazyLoadedDocstring")

# The garbage collector runs after this many new objects. A start makes some hundred thousand objects and needs all of
# them, so that a run would find nothing.
GARBAGE_THRESHOLD = 200_000


def shorten() -> None:
    """Let the garbage collector run rarely, skip modules that nobody needs, and load asyncio only when it is used."""
    gc.set_threshold(GARBAGE_THRESHOLD)
    for package, sources in WITHOUT_INIT.items():
        if (module := skip_init(package)) is not None:
            module.__dict__["__getattr__"] = _names_of(module, sources)
    if DESCRIBING not in sys.modules:
        sys.modules[DESCRIBING] = undescribed = ModuleType(DESCRIBING)
        undescribed.__dict__.update(dict.fromkeys(DESCRIPTIONS, _NoDescription))
    for package in WHEN_ASKED:
        if package not in sys.modules:
            spec = _spec_of(package)
            assert spec.loader is not None  # noqa: S101 - only namespace packages have no loader
            spec.loader = loader = LazyLoader(spec.loader)
            sys.modules[package] = module = module_from_spec(spec)
            loader.exec_module(module)


def skip_init(package: str) -> ModuleType | None:
    """Register a package without running its `__init__`.

    Returns the empty module, or None when the package was imported before. Of an empty package, only modules that are
    imported by their full names can be used.
    """
    if package in sys.modules:
        return None
    sys.modules[package] = module = module_from_spec(_spec_of(package))
    return module


class _NoDescription(str):  # boto3, which only the tools use, has classes of its own that inherit from it
    __slots__ = ()

    def __new__(cls, *_asked: Any, **_described: Any) -> Self:
        return super().__new__(cls)


def _spec_of(package: str) -> ModuleSpec:
    spec = find_spec(package)
    assert spec is not None  # noqa: S101 - the package is in requirements.txt or part of Python
    return spec


def _names_of(module: ModuleType, sources: Sequence[str]) -> Callable[[str], Any]:
    def find(name: str) -> Any:
        if name.startswith("__") or find_spec(f"{module.__name__}.{name}"):  # after this, Python imports the module
            raise AttributeError(name=name, obj=module)
        for source in sources:
            found = getattr(import_module(source), name, None)
            if found is not None:
                return found
        del module.__dict__["__getattr__"]
        loader = _spec_of(module.__name__).loader
        assert loader is not None  # noqa: S101 - only namespace packages have no loader
        loader.exec_module(module)
        return getattr(module, name)

    return find
