"""The MCP door's entry; `mcp_door.door` is what it does."""

from __future__ import annotations

from mcp_door.lean_imports import lean_imports, skip_client_side

skip_client_side()
with lean_imports():
    from mcp_door.door import lambda_handler

__all__ = ["lambda_handler"]
