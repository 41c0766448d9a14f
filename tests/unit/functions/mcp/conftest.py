from __future__ import annotations

import pytest

from briefs import submitted_project
from house import Ticking, furnished

ACCOUNT = "acc_1"


@pytest.fixture
def house(aws):
    return furnished(aws, Ticking())


@pytest.fixture
def project_id(house):
    """A project with three documents that wait for the customer."""
    project_id = submitted_project(house.projects, ACCOUNT)
    house.run_all()
    return project_id
