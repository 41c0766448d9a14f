"""What a caller may do at the MCP door: which tools they are shown, and which calls are refused.

A tool names its scopes (`Tool.scopes`); a caller who holds one of them may list and call it. A key that is limited to
projects may list and call the tools that work on one project, and those that narrow what they show (`Tool.narrows`).
Who connects to `/mcp?readonly=1` may list and call the tools that change nothing, whatever the key could.
"""

from __future__ import annotations

from common.caller import Caller
from common.envelope import RequestModel
from common.errors import Forbidden, KeyLimitedToProjects, MissingScope
from mcp_door.arguments import InProject
from mcp_door.tool import Tool


class ReadOnlyConnection(Forbidden):
    """The client connected with `?readonly=1`, and the tool changes something."""

    code = "READ_ONLY"
    default_message = "This connection only reads (?readonly=1). The customer can connect without it."


def is_allowed(caller: Caller, tool: Tool, *, read_only: bool = False) -> bool:
    """Whether the caller may list and call the tool, by scope, by reach, and on a `read_only` connection."""
    return _has_scope(caller, tool) and _has_reach(caller, tool) and (tool.reads or not read_only)


def require_allowed(caller: Caller, tool: Tool, *, read_only: bool = False) -> None:
    """Return when the caller may call the tool.

    Raises: `MissingScope`, naming the first of the tool's scopes, `KeyLimitedToProjects`, `ReadOnlyConnection`.
    """
    if not _has_scope(caller, tool):
        raise MissingScope(tool.scopes[0])
    if not _has_reach(caller, tool):
        raise KeyLimitedToProjects
    if read_only and not tool.reads:
        raise ReadOnlyConnection


def may_see_account(caller: Caller) -> bool:
    """Whether the caller may see what belongs to no project: False for a key that is limited to projects."""
    return caller.project_ids is None


def require_reach(caller: Caller, arguments: RequestModel) -> None:
    """Raise `NotFound` when a tool that works on one project is called for one that the caller may not see."""
    if isinstance(arguments, InProject):
        caller.require_project(arguments.project_id)


def _has_scope(caller: Caller, tool: Tool) -> bool:
    return not caller.scopes.isdisjoint(tool.scopes)


def _has_reach(caller: Caller, tool: Tool) -> bool:
    return caller.project_ids is None or tool.narrows or issubclass(tool.arguments, InProject)
