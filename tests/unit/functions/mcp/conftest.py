from __future__ import annotations

import pytest

import emulated
from accounts import client
from briefs import submitted_project
from domain.identity.models import SignUp
from domain.identity.service import identity_service
from house import Ticking, furnished

ACCOUNT = "acc_1"


@pytest.fixture
def account_id(aws) -> str:
    """A customer who signed up."""
    request = SignUp(email="a@example.org", password="four random words walk", name="A customer")
    return identity_service().sign_up(request, client())[0].account.id


@pytest.fixture
def house(aws):
    return furnished(aws, Ticking())


@pytest.fixture
def project_id(house, clock):
    """A project with three documents that wait for the customer."""

    def write() -> str:
        project_id = submitted_project(house.projects, ACCOUNT)
        house.run_all()
        return project_id

    return emulated.remembered("a project for tools", clock, write)
