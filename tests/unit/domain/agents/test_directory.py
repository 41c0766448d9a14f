from __future__ import annotations

from domain.agents.directory import DIRECTORY, REMITS
from domain.projects.states import Role


def test_directory_has_the_fields_and_values_of_interface_2_3():
    directory = DIRECTORY.model_dump()

    assert directory["point_of_contact"].keys() == {"id", "name", "role", "description", "capabilities"}
    assert directory["point_of_contact"]["id"] == "ceo"
    assert directory["point_of_contact"]["role"] == "CEO"
    assert directory["point_of_contact"]["capabilities"] == [
        "project_updates",
        "status_reports",
        "strategic_decisions",
        "general_questions",
        "team_coordination",
    ]
    assert [member["role"] for member in directory["team"]] == ["CTO", "CPO", "CDO", "CMO"]
    assert all(member.keys() == {"role", "description"} for member in directory["team"])
    assert "through the CEO agent" in directory["note"]


def test_every_role_has_a_remit_of_its_own():
    assert set(REMITS) == set(Role)
    assert len(set(REMITS.values())) == len(Role)
