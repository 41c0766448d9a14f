from __future__ import annotations

from typing import Any

import pytest

from factor_house import House, Person
from unit_fixtures import Clock


@pytest.fixture
def house(aws: Any, clock: Clock) -> House:
    return House(clock)


@pytest.fixture
def ada(house: House) -> Person:
    return house.person()


@pytest.fixture
def eve(house: House) -> Person:
    """A customer of ours who means no good."""
    return house.person("eve@example.org")
