"""The MCP function's entry while it is judged: the function's own entry, plus the tools that the suite calls."""

from __future__ import annotations

from handler import lambda_handler

# isort: split
# `handler` must come first: it prepares the import of the protocol library, which suite_tools imports as well.
from suite_tools import mount  # type: ignore[import-not-found]  # beside this module in the layer

from mcp_door.server import protocol_server

mount(protocol_server())

__all__ = ["lambda_handler"]
