from __future__ import annotations

from common.ids import is_id
from domain.projects.identifiers import derived_id

PROJECT = "prj_01JNB3ZK8R5V6W7X8Y9Z0A1B2C"


def test_derived_id_is_the_same_for_the_same_thing_alone() -> None:
    things = [
        ("apr", PROJECT, "scope", 1),
        ("apr", PROJECT, "scope", 2),
        ("apr", PROJECT, "roadmap", 1),
        ("apr", PROJECT, "scope1"),
        ("apr", PROJECT.replace("2C", "2D"), "scope", 1),
        ("dec", PROJECT, "scope", 1),
    ]

    assert len({derived_id(*thing) for thing in things * 2}) == 6


def test_derived_ids_are_ids_that_sort_by_sequence() -> None:
    names = [derived_id("apr", PROJECT, "x", number, sequence=number) for number in (0, 1, 31, 32, 999)]

    assert names == sorted(names)
    assert all(is_id("apr", name) for name in names)
