"""Builds what the web function serves: the OpenAPI document, the dashboard's pages, the documentation; tests the pages.

Without Node the pages of the last build are served, or none: the API and its OpenAPI document need no Node.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from local import fingerprint
from local.console import Problem, run, say, step
from local.paths import REPOSITORY, SAM_OUTPUT, interpreter

WEB = REPOSITORY / "web"
DOCUMENTS = REPOSITORY / "docs"
SERVED = REPOSITORY / "functions" / "web"
ASSETS = SERVED / "assets"
OPENAPI = SERVED / "openapi.json"
DOCUMENT_STAMP = SAM_OUTPUT / "openapi.fingerprint"
PACKAGES_STAMP = SAM_OUTPUT / "packages.fingerprint"
PAGES_STAMP = SAM_OUTPUT / "pages.fingerprint"


def build_pages() -> None:
    """Bring the OpenAPI document and the pages up to date; without changes, do nothing. Raises `Problem`."""
    describe()
    if shutil.which("npm") is None:
        say(f"Node.js is missing; {'the last build of the pages is' if ASSETS.exists() else 'no pages are'} served.")
        return
    _fetch()
    build = partial(run, WEB, "npm", "run", "build", "--silent")
    once(PAGES_STAMP, ASSETS / "app", _page_sources(), "Building the pages", build)


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
    doors = sorted((REPOSITORY / "functions").glob("*/handler.py"))
    sources = [REPOSITORY / "layers", REPOSITORY / "tools", REPOSITORY / "pyproject.toml", *doors]
    write = partial(run, REPOSITORY, str(interpreter("dev")), "-m", "tools.openapi", str(OPENAPI))
    once(DOCUMENT_STAMP, OPENAPI, sources, "Describing the API", write)


def _fetch() -> None:
    fetch = partial(run, WEB, "npm", "ci", "--loglevel=error")
    packages = [WEB / name for name in ("package.json", "package-lock.json", ".npmrc")]
    once(PACKAGES_STAMP, WEB / "node_modules", packages, "Fetching the pages' packages", fetch)


def once(stamp: Path, product: Path, sources: Sequence[Path], title: str, make: Callable[[], object]) -> None:
    """Call `make` unless `product` is there and `stamp` shows that it was made of the very same `sources`."""
    if product.exists() and stamp.exists() and stamp.read_text() == fingerprint.of_files(sources):
        return
    with step(title):
        make()
    stamp.parent.mkdir(exist_ok=True)
    stamp.write_text(fingerprint.of_files(sources))


def _page_sources() -> list[Path]:
    """Everything in `web` but the installed packages and the tests, and the documents that are served with it.

    The OpenAPI document is one of them, because the types in `web` are made from it.
    """
    return [
        OPENAPI,
        *DOCUMENTS.glob("*.md"),
        *(entry for entry in WEB.iterdir() if entry.name not in {"node_modules", "tests"}),
    ]
