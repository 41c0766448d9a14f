"""What makes a cold start shorter (ADR 16). Runs before anything else is imported by us."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.machinery import ModuleSpec
from importlib.util import LazyLoader, find_spec, module_from_spec
from types import ModuleType
from typing import Any

_POWERTOOLS = "aws_lambda_powertools"
_EVENTS = f"{_POWERTOOLS}.utilities.data_classes"

# Their `__init__` imports far more than we need: metrics and tracing; resolvers for GraphQL, with them asyncio; the
# events of thirty services. What we use of them we import by its full name; what the library asks of them by their
# short one is looked for in the modules named here, and runs their `__init__` after all if it is in none.
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
            "s3_event",
        )
    ),
}

# Imported by what we use, for what we do not: loaded when first asked for anything.
WHEN_ASKED = ("asyncio",)

# Objects made since the last look through the youngest, before there is another. A start makes some hundred thousand,
# and all of them stay.
GARBAGE_THRESHOLD = 200_000


def shorten() -> None:
    """Look for garbage seldom; make packages known without running their `__init__`, or put it off."""
    gc.set_threshold(GARBAGE_THRESHOLD)
    for package, sources in WITHOUT_INIT.items():
        if (module := skip_init(package)) is not None:
            module.__dict__["__getattr__"] = _names_of(module, sources)
    for package in WHEN_ASKED:
        if package not in sys.modules:
            spec = _spec_of(package)
            assert spec.loader is not None  # noqa: S101 - it is no namespace
            spec.loader = loader = LazyLoader(spec.loader)
            sys.modules[package] = module = module_from_spec(spec)
            loader.exec_module(module)


def skip_init(package: str) -> ModuleType | None:
    """Make a package known without running its `__init__`; the empty module, or None when it is imported already.

    Only what is imported from it by its full name is there then.
    """
    if package in sys.modules:
        return None
    sys.modules[package] = module = module_from_spec(_spec_of(package))
    return module


def _spec_of(package: str) -> ModuleSpec:
    spec = find_spec(package)
    assert spec is not None  # noqa: S101 - requirements.txt brings it, or Python itself
    return spec


def _names_of(module: ModuleType, sources: Sequence[str]) -> Callable[[str], Any]:
    def find(name: str) -> Any:
        if name.startswith("__") or find_spec(f"{module.__name__}.{name}"):  # a module of its own is imported then
            raise AttributeError(name=name, obj=module)
        for source in sources:
            found = getattr(import_module(source), name, None)
            if found is not None:
                return found
        del module.__dict__["__getattr__"]
        loader = _spec_of(module.__name__).loader
        assert loader is not None  # noqa: S101 - as above
        loader.exec_module(module)
        return getattr(module, name)

    return find
