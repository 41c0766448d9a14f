"""Scopes at the MCP door: which tools a caller is shown, and which calls are refused.

A tool names its scopes (`Tool.scopes`); a caller who holds one of them may list and call it.
"""

from __future__ import annotations

from typing import Any

from common.caller import Caller
from common.errors import MissingScope
from mcp_door.all_tools import TOOLS
from mcp_door.tool import Tool


def tools_of(caller: Caller) -> list[Tool[Any]]:
    """The tools that the caller may call, in the order of `TOOLS`."""
    return [tool for tool in TOOLS.values() if _may_call(caller, tool)]


def require_scope(caller: Caller, tool: Tool[Any]) -> None:
    """Raise `MissingScope`, naming the first of the tool's scopes, unless the caller may call the tool."""
    if not _may_call(caller, tool):
        raise MissingScope(tool.scopes[0])


def _may_call(caller: Caller, tool: Tool[Any]) -> bool:
    return not caller.scopes.isdisjoint(tool.scopes)
