from __future__ import annotations

import os

import pytest
from pytest_socket import socket_allow_hosts

from domain.projects.service import ProjectService
from domain.projects.store import project_store
from domain.vault.cipher import vault_cipher
from domain.vault.deposits import DepositService
from domain.vault.service import VaultService
from domain.vault.store import vault_store
from domain.vault.team_requests import TeamRequests
from domain.work.queue import WorkQueue


@pytest.fixture
def loopback(socket_enabled):
    """For tests that call a host on this machine."""
    socket_allow_hosts(["127.0.0.1"], allow_unix_socket=True)


@pytest.fixture
def projects(aws, clock):
    return ProjectService(project_store(), clock, WorkQueue(os.environ["CEO_QUEUE_URL"]))


@pytest.fixture
def asking(aws):
    return TeamRequests(vault_store())


@pytest.fixture
def vault(projects):
    return VaultService(vault_store(), projects)


@pytest.fixture
def deposits(projects, clock):
    return DepositService(vault_store(), vault_cipher(), projects, projects.queue, clock)
