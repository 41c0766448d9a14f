"""What the MCP function's entry is while it is judged: its own, with the suite's tools beside ours."""

from __future__ import annotations

from handler import lambda_handler

# isort: split
# After it, for it prepares the import of the protocol library.
from suite_tools import mount  # type: ignore[import-not-found]  # beside this module in the layer

from mcp_door.server import protocol_server

mount(protocol_server())

__all__ = ["lambda_handler"]
