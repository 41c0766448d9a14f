from __future__ import annotations

import json
import shlex

import pytest

from local.paths import REPOSITORY
from local.snippets import snippets

SHOWN = {one.client: one for one in snippets("http://localhost:8000", "YOUR_KEY")}
DOCUMENT = (REPOSITORY / "docs" / "mcp.md").read_text()


def test_every_client_has_its_snippet() -> None:
    assert list(SHOWN) == ["Claude Code", "Claude Desktop", "Cursor", "VS Code"]


@pytest.mark.parametrize("client", SHOWN)
def test_document_shows_what_is_printed(client: str) -> None:
    assert f"**{client}**" in DOCUMENT
    assert f"\n{SHOWN[client].text}\n```" in DOCUMENT


def test_shell_snippet_is_understood_by_a_shell() -> None:
    words = shlex.split(SHOWN["Claude Code"].text)

    assert words[-3:] == ["http://localhost:8000/mcp", "--header", "Authorization: Bearer YOUR_KEY"]


@pytest.mark.parametrize("client", ["Claude Desktop", "Cursor", "VS Code"])
def test_other_snippets_are_json_with_address_and_key(client: str) -> None:
    (servers,) = json.loads(SHOWN[client].text).values()

    assert list(servers) == ["atrium"]
    assert "http://localhost:8000/mcp" in json.dumps(servers)
    assert "Bearer YOUR_KEY" in json.dumps(servers)
