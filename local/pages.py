"""Builds what the web function serves: the OpenAPI document, the dashboard's pages, the documentation; tests the pages.

Without Node the pages of the last build are served, or none: the API and its OpenAPI document need no Node.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

from local import fingerprint
from local.console import Problem, say, step
from local.paths import REPOSITORY, SAM_OUTPUT, interpreter

WEB = REPOSITORY / "web"
DOCUMENTS = REPOSITORY / "docs"
SERVED = REPOSITORY / "functions" / "web"
ASSETS = SERVED / "assets"
OPENAPI = SERVED / "openapi.json"
DOCUMENT_STAMP = SAM_OUTPUT / "openapi.fingerprint"
PACKAGES_STAMP = SAM_OUTPUT / "packages.fingerprint"
PAGES_STAMP = SAM_OUTPUT / "pages.fingerprint"
LAST_LINES = 15


def build_pages() -> None:
    """Bring the OpenAPI document and the pages up to date; without changes, do nothing. Raises `Problem`."""
    describe()
    if shutil.which("npm") is None:
        say(f"Node.js is missing; {'the last build of the pages is' if ASSETS.exists() else 'no pages are'} served.")
        return
    _fetch()
    once(PAGES_STAMP, ASSETS / "app", _page_sources(), "Building the pages", _build_pages)


def test_pages() -> None:
    """Check the pages' types and run their own tests, whose report goes to the terminal.

    Raises:
        Problem: a test failed, or there is no Node to run them.
    """
    if shutil.which("npm") is None:
        raise Problem("Node.js is missing: the pages' tests can't run.", fix="install Node.js 20.19 or newer, with npm")
    describe()
    _fetch()
    if subprocess.run(["npm", "test", "--silent"], cwd=WEB, check=False).returncode:
        raise Problem("The pages' tests failed; their report is above.", fix="mend what it names, then run again")


def describe() -> None:
    """Write the OpenAPI document anew if what it is made of has changed. Raises `Problem`."""
    once(DOCUMENT_STAMP, OPENAPI, _document_sources(), "Describing the API", _write_document)


def _fetch() -> None:
    packages = [WEB / name for name in ("package.json", "package-lock.json", ".npmrc")]
    once(PACKAGES_STAMP, WEB / "node_modules", packages, "Fetching the pages' packages", _fetch_packages)


def once(stamp: Path, product: Path, sources: Sequence[Path], title: str, make: Callable[[], None]) -> None:
    """Call `make` unless `product` is there and `stamp` shows that it was made of the very same `sources`."""
    if product.exists() and stamp.exists() and stamp.read_text() == fingerprint.of_files(sources):
        return
    with step(title):
        make()
    stamp.parent.mkdir(exist_ok=True)
    stamp.write_text(fingerprint.of_files(sources))


def _document_sources() -> list[Path]:
    doors = sorted((REPOSITORY / "functions").glob("*/handler.py"))
    return [REPOSITORY / "layers", REPOSITORY / "tools", REPOSITORY / "pyproject.toml", *doors]


def _page_sources() -> list[Path]:
    """Everything in `web` but the installed packages and the tests, and the documents that are served with it.

    The OpenAPI document is one of them, because the types in `web` are made from it.
    """
    return [
        OPENAPI,
        *DOCUMENTS.glob("*.md"),
        *(entry for entry in WEB.iterdir() if entry.name not in {"node_modules", "tests"}),
    ]


def _write_document() -> None:
    run(REPOSITORY, str(interpreter("dev")), "-m", "tools.openapi", str(OPENAPI))


def _fetch_packages() -> None:
    run(WEB, "npm", "ci", "--loglevel=error")


def _build_pages() -> None:
    run(WEB, "npm", "run", "build", "--silent")


def run(folder: Path, *command: str, named_by: int = 3, fix: str = "mend what it names, then run again") -> None:
    """Run a command in a folder. Raises `Problem` with the first `named_by` words and the last lines of its output."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        last = "\n".join((done.stdout + done.stderr).splitlines()[-LAST_LINES:])
        raise Problem(f"{' '.join(command[:named_by])} failed:\n{last}", fix=fix)
