"""Requests are counted by areas of the product, errors too; each route has one."""

from __future__ import annotations

import pytest

import sam_template
from domain.usage.areas import OTHER, area_of
from domain.usage.records import AREAS

PATHS = sorted(
    {
        event["Properties"]["Path"]
        for function in sam_template.resources("AWS::Serverless::Function").values()
        for event in function.get("Events", {}).values()
        if event["Type"] == "Api" and event["Properties"].get("Auth") != {"Authorizer": "NONE"}
    }
)


@pytest.mark.parametrize("path", PATHS)
def test_every_route_has_an_area(path):
    assert area_of(path) in set(AREAS) - {OTHER}


def test_every_area_has_a_route():
    assert {area_of(path) for path in [*PATHS, "/mcp"]} == set(AREAS)
