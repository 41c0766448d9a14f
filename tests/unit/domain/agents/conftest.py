from __future__ import annotations

import pytest

from domain.agents.exactly_once import TurnService
from domain.agents.service import AgentService
from domain.agents.store import conversation_store
from domain.agents.sweep import SweepService
from domain.projects.requests import CreateProject
from domain.projects.service import ProjectService
from domain.projects.store import project_store
from domain.usage.service import usage_service
from domain.vault.opening import opening_service
from domain.vault.service import vault_service
from domain.work.queue import work_queue
from house import EchoBrain, House


@pytest.fixture
def house(aws, clock, monkeypatch):
    projects = ProjectService(project_store(), work_queue(), clock)
    brain = EchoBrain()
    return House(
        clock=clock,
        brain=brain,
        projects=projects,
        agents=AgentService(conversation_store(), projects, work_queue(), clock, lambda _seconds: None),
        turns=TurnService(
            conversation_store(),
            projects,
            vault_service(),
            opening_service(),
            brain,
            usage_service(),
            clock,
            lambda _seconds: None,
        ),
        sweep=SweepService(conversation_store(), projects, vault_service(), work_queue(), clock),
        sqs=aws("sqs"),
        queue_url=work_queue().url,
    )


@pytest.fixture
def project_id(house) -> str:
    return house.projects.create("acc_1", CreateProject(name="Bakery")).id
