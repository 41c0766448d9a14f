"""Other people's programs connect by sign-in alone: they open a page, a person says yes, and they see tools."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from atrium import Customer
from conformance.consent import Person
from conformance.judges import REVISIONS
from conformance.node import Node, find_node, install
from local.paths import REPOSITORY, interpreter
from local.ports import LOOPBACK, any_free
from protocol import HANDSHAKE, tools_for

pytestmark = pytest.mark.nightly

PAGE = re.compile(r"https?://\S+/oauth/authorize\?\S+")
SCOPES = ("projects:read", "agents:read")
Talk = subprocess.Popen[str]


@pytest.fixture(scope="module")
def node() -> Node:
    found = find_node()
    if found is None:
        pytest.skip("there is no Node of the judges' age")
    return found


@pytest.fixture(scope="module")
def packages(node: Node) -> Path:
    return install(node)


def environment(node: Node, home: Path) -> Mapping[str, str]:
    """Of a program that finds nothing kept from before, and whose browser does nothing: we read what it prints."""
    return {**node.environment(home=home), "BROWSER": "true", "MCP_AUTO_OPEN_ENABLED": "true"}


@contextmanager
def running(command: Sequence[str | Path], env: Mapping[str, str]) -> Iterator[Talk]:
    """A program that we read, and write to; it ends with the block."""
    pipe = subprocess.PIPE
    with subprocess.Popen(command, env=env, stdin=pipe, stdout=pipe, stderr=subprocess.STDOUT, text=True) as program:
        try:
            yield program
        finally:
            program.kill()


def line_with(program: Talk, pattern: str | re.Pattern[str]) -> re.Match[str]:
    """The next line in which this is found, passing over all others."""
    assert program.stdout
    read = []
    for line in program.stdout:
        read.append(line)
        if found := re.search(pattern, line):
            return found
    raise AssertionError("".join(read))


def say_yes(program: Talk, customer: Customer) -> None:
    """Go where the program sends its user, and come back."""
    Person(customer.session).allow_and_return(line_with(program, PAGE)[0], *SCOPES)


def send(program: Talk, message: Mapping[str, Any]) -> None:
    assert program.stdin
    program.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
    program.stdin.flush()


def names_in(tools: list[dict[str, Any]]) -> list[str]:
    return [tool["name"] for tool in tools]


def test_typescript_client(customer: Customer, node: Node, packages: Path) -> None:
    script = REPOSITORY / "conformance" / "connect.mjs"
    with running([node.program, script, packages, f"{customer.base_url}/mcp"], os.environ) as program:
        address = line_with(program, PAGE)[0]
        assert program.stdin
        program.stdin.write(Person(customer.session).allow(address, *SCOPES) + "\n")
        program.stdin.flush()

        assert json.loads(line_with(program, r"^\[.*\]$")[0]) == tools_for(*SCOPES)


@pytest.mark.parametrize("era", REVISIONS.values())
def test_inspector(customer: Customer, node: Node, packages: Path, tmp_path: Path, era: str) -> None:
    command = [
        *(node.program, packages / ".bin" / "mcp-inspector", "--cli", "--transport", "http"),
        *("--server-url", f"{customer.base_url}/mcp", "--protocol-era", era, "--format", "json"),
        *("--callback-url", f"http://{LOOPBACK}:{any_free()}/oauth/callback", "--method", "tools/list"),
    ]
    with running(command, environment(node, tmp_path)) as program:
        say_yes(program, customer)

        listed = json.loads(line_with(program, r'^\{"result":.*\}$')[0])

    assert names_in(listed["result"]["tools"]) == tools_for(*SCOPES)


def test_mcp_remote(customer: Customer, node: Node, packages: Path, tmp_path: Path) -> None:
    """It passes on what a program that knows no sign-in says to its standard input."""
    proxy = packages / "mcp-remote" / "dist" / "proxy.js"
    command = [node.program, proxy, f"{customer.base_url}/mcp", str(any_free())]
    told = {"protocolVersion": HANDSHAKE, "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
    with running(command, environment(node, tmp_path)) as program:
        send(program, {"id": 1, "method": "initialize", "params": told})
        say_yes(program, customer)
        line_with(program, r'^\{.*"id":1\b.*"result"')
        send(program, {"method": "notifications/initialized"})
        send(program, {"id": 2, "method": "tools/list", "params": {}})

        listed = json.loads(line_with(program, r'^\{.*"id":2\b.*\}$')[0])

    assert names_in(listed["result"]["tools"]) == tools_for(*SCOPES)


def test_fastmcp(customer: Customer) -> None:
    subprocess.run([sys.executable, "-m", "local.install", "clients"], cwd=REPOSITORY, check=True)
    command = [interpreter("clients"), REPOSITORY / "conformance" / "connect.py", f"{customer.base_url}/mcp"]
    # Its browser prints the address on one line; the program's own log breaks it.
    with running(command, {**os.environ, "BROWSER": "echo %s", "FASTMCP_LOG_LEVEL": "ERROR"}) as program:
        say_yes(program, customer)

        assert json.loads(line_with(program, r"^\[.*\]$")[0]) == tools_for(*SCOPES)
