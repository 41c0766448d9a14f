"""An AI assistant at a deployed Atrium: the official client over real HTTP."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any, ClassVar, Literal, override

import httpx2
import mcp_types as types
from mcp import Client, ClientSession
from mcp.client.extension import ClaimContext, ClientExtension, ResultClaim
from mcp.client.streamable_http import streamable_http_client
from mcp_types import Tool

MODES = ("auto", "legacy", "2026-07-28")
FINAL = frozenset({"completed", "cancelled", "failed"})


class Refused(Exception):
    """A tool refused the call; the text is `CODE: message`."""


class Assistant:
    """A connected client that has read the tool list."""

    def __init__(self, client: Client, tools: list[Tool]) -> None:
        self.client = client
        self.tools = {tool.name: tool for tool in tools}
        self.called: set[str] = set()

    async def call(self, name: str, /, **arguments: Any) -> dict[str, Any]:
        """A tool's structured result, after a check that its text says the same. Raises `Refused`."""
        result = await self.client.call_tool(name, arguments)
        (content,) = result.content
        if result.is_error:
            assert result.structured_content is None
            raise Refused(content.text)
        assert json.loads(content.text) == result.structured_content
        self.called.add(name)
        return result.structured_content

    async def refusal(self, name: str, /, **arguments: Any) -> str:
        """The text of a call that must be refused; the tool need not be listed."""
        result = await self.client.call_tool(name, arguments)
        (content,) = result.content
        assert result.is_error, content.text
        return content.text


@asynccontextmanager
async def assistant(base_url: str, key: str, *, mode: str = "auto", **client_can: Any) -> AsyncIterator[Assistant]:
    """Connect with a key, in one of `MODES`. `client_can`: what `Client` takes besides, such as callbacks."""
    headers = {"Authorization": f"Bearer {key}"}
    async with (
        httpx2.AsyncClient(headers=headers, timeout=60) as http,
        Client(streamable_http_client(f"{base_url}/mcp", http_client=http), mode=mode, **client_can) as client,
    ):
        listed = await client.list_tools()
        yield Assistant(client, listed.tools)


class Task(types.Result):
    """The state of a task."""

    result_type: str
    task_id: str
    status: str
    result: dict[str, Any] | None = None


class Created(Task):
    """The answer to a tool call that became a task."""

    result_type: Literal["task"]


class TaskRequest(types.Request[dict[str, Any], str]):
    """A request about a task, which names it in a header, too."""

    name_param: ClassVar[str | None] = "taskId"


class Tasks(ClientExtension):
    """Takes tasks, and looks until each has ended; `seen` has every state that it was told."""

    identifier = "io.modelcontextprotocol/tasks"

    def __init__(self) -> None:
        self.seen: list[Task] = []

    @override
    def claims(self) -> Sequence[ResultClaim[Any]]:
        return [ResultClaim(result_type="task", model=Created, resolve=self._wait)]

    async def _wait(self, created: Created, context: ClaimContext) -> types.CallToolResult:
        self.seen.append(created)
        while self.seen[-1].status not in FINAL:
            await asyncio.sleep(0.5)
            self.seen.append(await of_task(context.session, "get", created.task_id))
        return types.CallToolResult.model_validate(self.seen[-1].result)


async def of_task(session: ClientSession, verb: str, task_id: str, **also: Any) -> Task:
    """Send `tasks/<verb>`: `get` returns the task's state, any other verb an empty result."""
    request = TaskRequest(method=f"tasks/{verb}", params={"taskId": task_id} | also)
    return await session.send_request(request, Task if verb == "get" else types.EmptyResult)
