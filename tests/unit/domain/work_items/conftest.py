from __future__ import annotations

import os

import pytest

from domain.keys.service import key_service
from domain.projects.service import ProjectService
from domain.projects.store import project_store
from domain.vault.store import vault_store
from domain.vault.team_requests import TeamRequests
from domain.work.queue import WorkQueue
from domain.work_items.reviewing import ReviewService
from domain.work_items.service import WorkService
from domain.work_items.store import work_store
from domain.work_items.working import WorkerService
from work import OWNER, new_item, working_project


@pytest.fixture
def work(aws, clock):
    queue = WorkQueue(os.environ["CEO_QUEUE_URL"])
    projects = ProjectService(project_store(), clock, queue)
    return WorkService(work_store(), projects, TeamRequests(vault_store()), queue, clock)


@pytest.fixture
def workers(work, clock):
    return WorkerService(work, clock)


@pytest.fixture
def reviews(work, clock):
    return ReviewService(work, key_service().lines_of, clock)


@pytest.fixture
def project(aws):
    return working_project()


@pytest.fixture
def item(work, project):
    return work.create(OWNER, project.id, new_item())
