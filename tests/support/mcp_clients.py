"""An AI assistant at a deployed Atrium: the official client over real HTTP."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp_types import Tool

MODES = ("auto", "legacy", "2026-07-28")


class Refused(Exception):
    """A tool said no; the text is `CODE: message`."""


class Assistant:
    """A connected client that has read the tool list."""

    def __init__(self, client: Client, tools: list[Tool]) -> None:
        self.client = client
        self.tools = {tool.name: tool for tool in tools}
        self.called: set[str] = set()

    async def call(self, name: str, /, **arguments: Any) -> dict[str, Any]:
        """The structured result, which is told twice. Raises `Refused`."""
        result = await self.client.call_tool(name, arguments)
        (content,) = result.content
        if result.is_error:
            assert result.structured_content is None
            raise Refused(content.text)
        assert json.loads(content.text) == result.structured_content
        self.called.add(name)
        return result.structured_content

    async def refusal(self, name: str, /, **arguments: Any) -> str:
        """What a refused call says; the tool need not be listed."""
        result = await self.client.call_tool(name, arguments)
        (content,) = result.content
        assert result.is_error, content.text
        return content.text


@asynccontextmanager
async def assistant(base_url: str, key: str, *, mode: str = "auto") -> AsyncIterator[Assistant]:
    """Connect with a key, in one of `MODES`."""
    headers = {"Authorization": f"Bearer {key}"}
    async with (
        httpx2.AsyncClient(headers=headers, timeout=60) as http,
        Client(streamable_http_client(f"{base_url}/mcp", http_client=http), mode=mode) as client,
    ):
        listed = await client.list_tools()
        yield Assistant(client, listed.tools)
