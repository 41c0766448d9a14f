"""All tools by name, in the order in which a client lists them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

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

_ALL: tuple[Tool[Any], ...] = (
    *status_tools.TOOLS,
    *agent_tools.TOOLS,
    *project_tools.TOOLS,
    *work_tools.TOOLS,
    *assistant_tools.TOOLS,
    *card_tools.TOOLS,
    *inbox_tools.TOOLS,
    *vault_tools.TOOLS,
    *dashboard_tools.TOOLS,
    *search_tools.TOOLS,
)
TOOLS: Mapping[str, Tool[Any]] = MappingProxyType({tool.name: tool for tool in _ALL})
