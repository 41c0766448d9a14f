"""The MCP function's entry while it is judged: the function's own entry, plus what the suite asks for by name."""

from __future__ import annotations

from handler import lambda_handler

# isort: split
# `handler` must come first: it prepares the import of the protocol library, which the others import as well.
import suite_offers  # type: ignore[import-not-found]  # beside this module in the layer
import suite_tools  # type: ignore[import-not-found]

from mcp_door.server import protocol_server

suite_tools.mount(protocol_server())
suite_offers.mount(protocol_server())

__all__ = ["lambda_handler"]
