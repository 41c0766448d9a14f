"""Merges the OpenAPI documents that Powertools' resolver makes for each door, and corrects their mistakes."""

from __future__ import annotations

import importlib.util
import json
import sys
import tomllib
import warnings
from collections.abc import Iterator
from typing import Any

from common.http import Door
from tools.openapi import REPOSITORY, WORDS, schemas
from tools.openapi.operations import JSON, RESPONSES, Operation, describe
from tools.openapi.samples import sample

METHODS = frozenset({"get", "post", "put", "patch", "delete"})


# The resolver warns about settings that matter only inside a function; here it only describes routes.
warnings.filterwarnings("ignore", module="aws_lambda_powertools")


def doors() -> Iterator[Door]:
    """Import the handlers, and yield every door, in the order of the folders' names."""
    for file in sorted((REPOSITORY / "functions").glob("*/handler.py")):
        if "Door(" not in file.read_text():
            continue  # the authorizer, the workers and the pages have no door; don't even import them
        name = f"door_{file.parent.name}"
        spec = importlib.util.spec_from_file_location(name, file)
        assert spec is not None  # noqa: S101 - the file is there
        assert spec.loader is not None  # noqa: S101 - and is Python
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module  # pydantic looks up a module's annotations there
        spec.loader.exec_module(module)
        if isinstance(getattr(module, "door", None), Door):
            yield module.door


def document() -> dict[str, Any]:
    """The OpenAPI 3.1 document of all doors. Raises `ValueError` if two doors give one name to different schemas."""
    found = sorted(doors(), key=lambda door: [*WORDS["tags"]].index(door.area))
    paths: dict[str, Any] = {}
    components: dict[str, Any] = {}
    for door in found:
        raw = _raw(door)
        for path, methods in raw["paths"].items():
            described = {
                name: describe(Operation(door.area, name.upper(), path, door.routes[name.upper(), path]), methods[name])
                for name in methods
                if name in METHODS
            }
            paths[path] = paths.get(path, {}) | described  # several doors may serve methods of one path
        _merge(components, raw.get("components", {}).get("schemas", {}))
    body = {"paths": paths, "components": {"schemas": schemas.corrected(components, paths)}}
    body = schemas.with_plain_names(body)
    for operation in (one for of_path in body["paths"].values() for one in of_path.values()):
        answered = next(answer for status, answer in operation["responses"].items() if status < "4")["content"][JSON]
        answered["example"] = sample(answered["schema"], body["components"]["schemas"])
    body["components"] |= {"responses": RESPONSES, "securitySchemes": WORDS["security_schemes"]}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Atrium", "version": _version(), "description": WORDS["description"]},
        "servers": [{"url": ".", "description": "Where this document came from"}],
        "tags": [{"name": door.area, "description": WORDS["tags"][door.area]} for door in found],
        **body,
    }


def _raw(door: Door) -> dict[str, Any]:
    text = door.app.get_openapi_json_schema(title="Atrium", version="0", openapi_version="3.1.0")
    raw: dict[str, Any] = json.loads(text)
    return raw


def _merge(components: dict[str, Any], added: dict[str, Any]) -> None:
    for name, schema in added.items():
        if components.setdefault(name, schema) != schema:
            raise ValueError(f"Two doors mean different things by {name}")


def _version() -> str:
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text())["project"]
    return str(project["version"])
