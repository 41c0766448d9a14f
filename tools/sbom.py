"""Prints the bill of materials (CycloneDX 1.6, JSON) of what is deployed: every package of the functions and the pages.

Run it with the interpreter of `.venvs/scan`, which has the library. It reads the exact lists that the build installs.
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

from cyclonedx.model.bom import Bom, BomMetaData
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.output import make_outputter
from cyclonedx.schema import OutputFormat, SchemaVersion
from packageurl import PackageURL

ROOT = Path(__file__).resolve().parents[1]
# Packages of development that are copied into the pages: the icons, and the reader of the API's documentation.
COPIED = ("node_modules/lucide-static", "node_modules/swagger-ui-dist")
PINNED = re.compile(r"^(?P<name>[A-Za-z0-9._-]+)(?:\[[^\]]*\])?==(?P<version>[^\s;\\]+)")


def bill(root: Path) -> Bom:
    """The bill of materials of the product whose repository is `root`."""
    project = tomllib.loads((root / "pyproject.toml").read_text())["project"]
    product = Component(name=project["name"], version=project["version"], type=ComponentType.APPLICATION)
    packages = {*python_packages(root), *page_packages(root)}
    made = Bom(components=packages, metadata=BomMetaData(component=product))
    made.register_dependency(product, packages)
    return made


def python_packages(root: Path) -> Iterator[Component]:
    """Every Python package that a layer or a function lists; one that several list comes several times."""
    for listed in sorted([*root.glob("layers/*/python/requirements.txt"), *root.glob("functions/*/requirements.txt")]):
        for line in listed.read_text().splitlines():
            if pinned := PINNED.match(line):
                yield _component("pypi", None, pinned["name"].lower().replace("_", "-"), pinned["version"])


def page_packages(root: Path) -> Iterator[Component]:
    """Every npm package whose code the pages bring to the browser, those that are copied into them included."""
    packages = json.loads((root / "web" / "package-lock.json").read_text())["packages"]
    for path, package in packages.items():
        if path in COPIED or (path and not package.get("dev")):
            scope, _, name = path.rpartition("node_modules/")[2].rpartition("/")
            yield _component("npm", scope or None, name, package["version"])


def _component(kind: str, scope: str | None, name: str, version: str) -> Component:
    return Component(
        name=name, group=scope, version=version, type=ComponentType.LIBRARY, purl=PackageURL(kind, scope, name, version)
    )


if __name__ == "__main__":
    sys.stdout.write(make_outputter(bill(ROOT), OutputFormat.JSON, SchemaVersion.V1_6).output_as_string(indent=1))
