"""The authorizer counts a request in the area of the door that answers it."""

from __future__ import annotations

import re

import sam_template
from domain.usage.areas import area_of
from domain.usage.records import AREAS
from doors import load

BY_AUTHORIZER = [
    (event["Properties"]["Path"], name)
    for name, function in sam_template.resources("AWS::Serverless::Function").items()
    for event in function.get("Events", {}).values()
    if event["Type"] == "Api" and event["Properties"].get("Auth") != {"Authorizer": "NONE"}
]


def test_every_route_is_counted_where_its_door_counts_errors():
    counted = {path: area_of(path) for path, _ in BY_AUTHORIZER}
    answered = {path: _area_of_door(name) for path, name in BY_AUTHORIZER}

    assert counted == answered
    assert set(counted.values()) <= set(AREAS)


def _area_of_door(function: str) -> str:
    folder = re.sub("(?<!^)([A-Z])", r"_\1", function.removesuffix("Function")).lower()
    if folder == "mcp":
        return "mcp"
    area: str = load(folder).door.area
    return area
