"""What `make run` tells a newcomer: the snippets of `docs/mcp.md`, with an address and a key that work."""

from __future__ import annotations

import json
import shlex

from local.aws import Access
from local.cloud import Cloud
from local.commands import introduction
from local.seed import Customer

CLOUD = Cloud("http://localhost:9000", Access("http://127.0.0.1:4566", "AKIAKEY", "secret"), "abc123", {})


def test_every_assistant_has_a_snippet_that_can_be_pasted() -> None:
    told = introduction(CLOUD, Customer("demo@atrium.example", "a long pass phrase", "atr_known")).splitlines()
    first = told.index("  Claude Code (a terminal):")

    places, (command, *files) = told[first::2], [line.strip() for line in told[first + 1 :: 2]]

    assert places[1:] == [
        "  Claude Desktop (claude_desktop_config.json):",
        "  Cursor (~/.cursor/mcp.json):",
        "  VS Code (.vscode/mcp.json):",
    ]
    assert shlex.split(command)[-3:] == ["http://localhost:9000/mcp", "--header", "Authorization: Bearer atr_known"]
    for file in files:
        (servers,) = json.loads(file).values()
        assert list(servers) == ["atrium"]
        assert "http://localhost:9000/mcp" in file
        assert "Bearer atr_known" in file
