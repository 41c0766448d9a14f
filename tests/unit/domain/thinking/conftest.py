from __future__ import annotations

import pytest

from briefs import submitted_project
from house import furnished
from thoughts import ThinkingHouse, with_a_model


@pytest.fixture
def team(aws, clock) -> ThinkingHouse:
    """A team that thinks with a model."""
    return with_a_model(furnished(aws, clock))


@pytest.fixture
def project_id(team) -> str:
    project_id = submitted_project(team.house.projects, "acc_1")
    team.run_all()
    return project_id
