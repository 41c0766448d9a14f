from __future__ import annotations

from domain.agents.directory import REMITS, directory
from domain.projects.states import Role


def test_directory_has_the_fields_and_values_of_interface_2_3():
    shown = directory().model_dump()

    assert shown["point_of_contact"].keys() == {"id", "name", "role", "description", "capabilities"}
    assert shown["point_of_contact"]["id"] == "ceo"
    assert shown["point_of_contact"]["role"] == "CEO"
    assert shown["point_of_contact"]["capabilities"] == [
        "project_updates",
        "status_reports",
        "strategic_decisions",
        "general_questions",
        "team_coordination",
    ]
    assert [member["role"] for member in shown["team"]] == ["CTO", "CPO", "CDO", "CMO"]
    assert all(member.keys() == {"role", "description"} for member in shown["team"])
    assert "through the CEO agent" in shown["note"]


def test_every_role_has_a_remit_of_its_own():
    assert set(REMITS) == set(Role)
    assert len(set(REMITS.values())) == len(Role)
