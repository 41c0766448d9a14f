from __future__ import annotations

import shlex

from local.aws import Access
from local.cloud import Cloud
from local.commands import introduction
from local.seed import Customer

CLOUD = Cloud("http://localhost:8001", Access("http://127.0.0.1:4566", "AKIAKEY", "secret"), "abc123", {})
CUSTOMER = Customer("demo@atrium.example", "a-long-pass-phrase", "atr_key")


def test_introduction_has_all_a_newcomer_needs() -> None:
    text = introduction(CLOUD, CUSTOMER)

    for needed in ("http://localhost:8001", "demo@atrium.example", "a-long-pass-phrase", "atr_key"):
        assert needed in text


def test_introduction_has_a_curl_line_that_a_shell_understands() -> None:
    line = next(line for line in introduction(CLOUD, CUSTOMER).splitlines() if line.strip().startswith("curl"))

    assert shlex.split(line) == ["curl", "-s", "http://localhost:8001/agents", "-H", "Authorization: Bearer atr_key"]


def test_introduction_has_an_mcp_line_that_a_shell_understands() -> None:
    line = next(line for line in introduction(CLOUD, CUSTOMER).splitlines() if "mcp add" in line)

    assert shlex.split(line)[-3:] == ["http://localhost:8001/mcp", "--header", "Authorization: Bearer atr_key"]
