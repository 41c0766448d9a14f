"""FastMCP's client connects by sign-in alone: `connect.py URL`, run by the environment `clients`.

It opens the browser that BROWSER names, waits for it to come back, and prints the names of the tools.
"""

import asyncio
import json
import sys

from fastmcp import Client  # type: ignore[import-not-found]  # it is in that environment alone


async def _connect(url: str) -> None:
    async with Client(url, auth="oauth") as client:
        sys.stdout.write(json.dumps([tool.name for tool in await client.list_tools()]) + "\n")


asyncio.run(_connect(sys.argv[1]))
