"""Requests are counted by areas of the product, errors too; each route has one."""

from __future__ import annotations

import sam_template
from domain.usage.areas import OTHER, area_of
from domain.usage.records import AREAS


def test_every_route_has_an_area_and_every_area_a_route():
    areas = {
        event["Properties"]["Path"]: area_of(event["Properties"]["Path"])
        for function in sam_template.resources("AWS::Serverless::Function").values()
        for event in function.get("Events", {}).values()
        if event["Type"] == "Api" and event["Properties"].get("Auth") != {"Authorizer": "NONE"}
    }

    assert [path for path, area in areas.items() if area not in AREAS or area == OTHER] == []
    assert {*areas.values(), area_of("/mcp")} == set(AREAS)
