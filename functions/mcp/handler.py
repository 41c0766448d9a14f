"""The entry of the MCP function: imports the door (`mcp_door.door`) in the way that makes a cold start short."""

from __future__ import annotations

from common.telemetry import logger
from mcp_door.lean_imports import import_plainly, lean_imports, skip_client_side

skip_client_side()
try:
    with lean_imports():
        from mcp_door.door import lambda_handler
except (ImportError, AttributeError):
    logger.warning("lean_import_failed", exc_info=True)
    import_plainly()
    from mcp_door.door import lambda_handler

__all__ = ["lambda_handler"]
