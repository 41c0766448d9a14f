"""All tools by name, in the order in which a client lists them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from mcp_door import (
    agent_tools,
    assistant_tools,
    card_tools,
    dashboard_tools,
    inbox_tools,
    project_tools,
    search_tools,
    status_tools,
    vault_tools,
    work_tools,
)
from mcp_door.tool import Tool

_ROOMS = (
    *(status_tools, agent_tools, project_tools, work_tools, assistant_tools),
    *(card_tools, inbox_tools, vault_tools, dashboard_tools, search_tools),
)
TOOLS: Mapping[str, Tool] = MappingProxyType(
    {one.name: one for room in _ROOMS for one in vars(room).values() if isinstance(one, Tool)}
)
