from __future__ import annotations

import pytest

from domain.projects.requests import CreateProject
from house import House, furnished


@pytest.fixture
def house(aws, clock) -> House:
    return furnished(aws, clock)


@pytest.fixture
def project_id(house) -> str:
    return house.projects.create("acc_1", CreateProject(name="Bakery")).id
