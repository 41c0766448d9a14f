from __future__ import annotations

from common.ids import is_id
from domain.projects.identifiers import derived_id

PROJECT = "prj_01JNB3ZK8R5V6W7X8Y9Z0A1B2C"


def test_derived_id_has_the_form_of_an_id() -> None:
    assert is_id("dlv", derived_id("dlv", PROJECT, "scope", sequence=1))


def test_derived_id_is_the_same_for_the_same_thing() -> None:
    assert derived_id("apr", PROJECT, "scope", 2) == derived_id("apr", PROJECT, "scope", 2)


def test_derived_id_differs_for_another_thing_project_or_kind() -> None:
    names = {
        derived_id("apr", PROJECT, "scope", 1),
        derived_id("apr", PROJECT, "scope", 2),
        derived_id("apr", PROJECT, "roadmap", 1),
        derived_id("apr", PROJECT, "scope1"),
        derived_id("apr", PROJECT.replace("2C", "2D"), "scope", 1),
        derived_id("dec", PROJECT, "scope", 1),
    }

    assert len(names) == 6


def test_derived_id_sorts_by_sequence() -> None:
    names = [derived_id("apr", PROJECT, "x", number, sequence=number) for number in (0, 1, 31, 32, 999)]

    assert names == sorted(names)
