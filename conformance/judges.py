"""The judges: the official conformance suite, for servers and for authorization, and the official inspector.

All run once per era of the protocol.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import httpx

from conformance.node import SCRATCH, Node
from local.paths import REPOSITORY

# The last revision of each era of the protocol → the inspector's name for the era.
REVISIONS = {"2026-07-28": "modern", "2025-11-25": "legacy"}
ANSI = re.compile(r"\x1b\[\d*m")
SUMMARY = re.compile(r"=== SUMMARY ===\n(.*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a judge found no fault, and what it printed."""

    judge: str
    passed: bool
    words: str


@dataclass(frozen=True, slots=True)
class Bench:
    """Runs the installed judges: a Node, and the folder of their packages."""

    node: Node
    packages: Path

    def conformance(self, url: str, revision: str) -> Verdict:
        """Run every scenario of the suite. Exactly those that the baseline lists must fail."""
        program = self.packages / "@modelcontextprotocol" / "conformance" / "dist" / "index.js"
        baseline = REPOSITORY / "conformance" / f"baseline-{revision}.yml"
        done = self._run(
            *(str(program), "server", "--url", url, "--suite", "all", "--spec-version", revision),
            *("--expected-failures", str(baseline), "--output-dir", str(SCRATCH / f"results-{revision}")),
        )
        summary = SUMMARY.search(done.stdout)
        passed = done.returncode == 0 and summary is not None
        words = ANSI.sub("", summary.group(1).strip() if summary else done.stdout + done.stderr)
        return Verdict(f"conformance {revision}", passed, words)

    def authorization(
        self, issuer: str, client_id: str, port: int, revision: str, visit: Callable[[str], None]
    ) -> Verdict:
        """Run the suite's part for authorization servers. No check of it may fail, warn or be skipped.

        The suite listens at `port` of this machine, where the client's redirect URI leads, and prints an address of
        the authorization endpoint; `visit` does there what a person does, and brings the answer back.
        """
        program = self.packages / "@modelcontextprotocol" / "conformance" / "dist" / "index.js"
        results = SCRATCH / f"results-authorization-{revision}"
        shutil.rmtree(results, ignore_errors=True)
        command = self._command(
            *(str(program), "authorization", "--url", issuer, "--client-id", client_id, "--port", str(port)),
            *("--resource", f"{issuer}/mcp", "--spec-version", revision, "--output-dir", str(results)),
        )
        with subprocess.Popen(
            command, cwd=SCRATCH, env=self._environment(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        ) as running:
            assert running.stdout is not None  # noqa: S101 - it is a pipe
            lines = []
            for line in running.stdout:
                lines.append(line)
                if line.startswith(f"{issuer}/oauth/authorize?"):
                    try:
                        visit(line.strip())
                    except httpx.HTTPError as error:
                        lines.append(f"{error!r}\n")
                        running.kill()
        checks = [check for file in results.rglob("checks.json") for check in json.loads(file.read_text())]
        passed = running.returncode == 0 and bool(checks) and all(one["status"] == "SUCCESS" for one in checks)
        words = "\n".join(f"{one['status']} {one['id']} {one.get('errorMessage', '')}".strip() for one in checks)
        return Verdict(f"authorization {revision}", passed, words or ANSI.sub("", "".join(lines)))

    def inspection(self, url: str, key: str, revision: str) -> Verdict:
        """Let the inspector read the tool list strictly, as many clients would. Its warnings are only shown."""
        program = self.packages / ".bin" / "mcp-inspector"
        done = self._run(
            *(str(program), "--cli", "--transport", "http", "--server-url", url),
            *("--header", f"Authorization: Bearer {key}", "--protocol-era", REVISIONS[revision]),
            *("--stored-auth-only", "--strict", "--format", "json", "--method", "tools/list"),
        )
        passed = done.returncode == 0 and '"tools":[{' in done.stdout
        return Verdict(f"inspector {revision}", passed, done.stderr.strip() or f"{len(done.stdout)} bytes of tools")

    def _run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            self._command(*arguments),
            cwd=SCRATCH,
            env=self._environment(),
            capture_output=True,
            text=True,
            check=False,
        )

    def _command(self, *arguments: str) -> Sequence[str]:
        return (str(self.node.program), *arguments)

    def _environment(self) -> Mapping[str, str]:
        home = SCRATCH / "home"
        home.mkdir(exist_ok=True)
        return self.node.environment(home=home)
