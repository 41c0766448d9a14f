"""The entry of the MCP function: imports the door (`mcp_door.door`) in the way that makes a cold start short."""

from __future__ import annotations

from mcp_door.lean_imports import lean_imports, skip_client_side

skip_client_side()
with lean_imports():
    from mcp_door.door import lambda_handler

__all__ = ["lambda_handler"]
