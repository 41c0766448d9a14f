"""The two judges: the official conformance suite and the official inspector; both run once per era of the protocol."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

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
    """The installed judges."""

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
        command: Sequence[str] = (str(self.node.program), *arguments)
        home = SCRATCH / "home"
        home.mkdir(exist_ok=True)
        return subprocess.run(
            command, cwd=SCRATCH, env=self.node.environment(home=home), capture_output=True, text=True, check=False
        )
