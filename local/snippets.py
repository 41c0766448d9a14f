"""The snippets that connect AI assistants to Atrium's MCP server: one per client, ready to be pasted.

`make run` prints them with the demo key; docs/mcp.md shows them with placeholders, and a test holds the two together.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Snippet:
    """The name of an AI client, the file or place that the text goes to, and the text."""

    client: str
    goes_to: str
    text: str


def snippets(base_url: str, key: str) -> tuple[Snippet, ...]:
    """Every client's snippet for one deployment and one API key."""
    url, bearer = f"{base_url}/mcp", f"Bearer {key}"
    headers = {"Authorization": bearer}
    claude_code = f'claude mcp add --transport http atrium {url} --header "Authorization: {bearer}"'
    # Claude Desktop's file takes local programs only. The header is not in `args`: on Windows a space would split it.
    desktop = {
        "command": "npx",
        "args": ["-y", "mcp-remote", url, "--transport", "http-only", "--header", "Authorization:${AUTHORIZATION}"],
        "env": {"AUTHORIZATION": bearer},
    }
    return (
        Snippet("Claude Code", "a terminal", claude_code),
        Snippet("Claude Desktop", "claude_desktop_config.json", _json({"mcpServers": {"atrium": desktop}})),
        Snippet("Cursor", "~/.cursor/mcp.json", _json({"mcpServers": {"atrium": {"url": url, "headers": headers}}})),
        Snippet(
            "VS Code",
            ".vscode/mcp.json",
            _json({"servers": {"atrium": {"type": "http", "url": url, "headers": headers}}}),
        ),
    )


def _json(content: dict[str, Any]) -> str:
    return json.dumps(content)
