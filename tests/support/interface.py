"""Every route, as its handler declares it."""

from __future__ import annotations

import inspect
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from common.http import Route as Declared
from common.http import query_names
from doors import FUNCTIONS, load
from tools.openapi.agreed import AGREED, ANY, PUBLIC, SCOPES, SESSION, needs_of
from tools.openapi.samples import IDS, example_of

__all__ = ["AGREED", "ANY", "DOORS", "PUBLIC", "ROUTES", "SCOPES", "SESSION", "STANDARD", "UNKNOWN_IDS", "parameters"]


@dataclass(frozen=True)
class Route:
    """A route and its declaration."""

    method: str
    path: str
    door: str
    declared: Declared = field(hash=False, repr=False)

    @property
    def id(self) -> str:
        return f"{self.method} {self.path}"

    @property
    def needs(self) -> tuple[str, ...] | str:
        """Who may call the route: one of these scopes, or a word such as `SESSION`."""
        return needs_of(self.declared.access)

    @cached_property
    def body(self) -> Any:
        """A well-formed body for the route; None for a route without one."""
        return example_of(self.declared)

    @cached_property
    def query(self) -> str:
        """The query string, with its `?`, of a well-formed request; empty where none is required."""
        handler = self.declared.handler
        taken = inspect.signature(handler).parameters.values()
        needed = {one.name for one in taken if one.default is one.empty} & query_names(handler)
        return "?" + "&".join(f"{name}=hosting" for name in sorted(needed)) if needed else ""


DOORS = tuple(file.parent.name for file in sorted(FUNCTIONS.glob("*/handler.py")) if " = Door(" in file.read_text())
ROUTES = tuple(
    Route(method, path, door, found) for door in DOORS for (method, path), found in load(door).door.routes.items()
)
STANDARD = tuple(load("oauth").ENDPOINTS)
"""Added: OAuth's own endpoints, public, which answer in their standards' shapes instead of the envelope."""

UNKNOWN_IDS = {name: f"{known.partition('_')[0]}_01J00000000000000000000000" for name, known in IDS.items()} | {
    "revision": "1",
    "entry_id": "R999",
    "line_id": "R999.9",
    "comment_id": "c999",
    "choice_id": "D999",
    "sequence": "999999999999",
    "session_id": "ses_00000000000000000000000000",
    "connect_id": "nobody-asked-for-this",
    "connection_id": "con_00000000",
    "grant_id": "grt_00000000000000000000000000000000",
    "kind": "usage",
}
"""For each name of a path's variable part a value that nobody has."""


def parameters(route: Route, known: dict[str, str] | None = None) -> dict[str, str]:
    """A value for every path parameter of `route`: the known id, else one that nobody has."""
    ids = UNKNOWN_IDS | (known or {})
    return {name: value for name, value in ids.items() if f"{{{name}}}" in route.path}
