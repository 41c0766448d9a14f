from __future__ import annotations

import pytest

from assistants import ACCOUNT, DeadlyStore, FailingReader, Office
from domain.agents.service import AgentService
from domain.agents.store import conversation_store
from domain.pa.attention_store import attention_store
from domain.pa.chat import chat_store
from domain.pa.eventbridge import run_scheduler
from domain.pa.missed_runs import MissedRunService
from domain.pa.portfolio import PortfolioReader
from domain.pa.runs import RunService
from domain.pa.service import AssistantService
from domain.pa.store import assistant_store
from domain.pa.tasks import TaskService
from domain.projects.requests import CreateProject
from domain.projects.service import ProjectService
from domain.projects.store import project_store
from domain.usage.service import UsageService
from domain.usage.store import usage_store
from domain.vault.service import vault_service
from domain.work.queue import work_queue


class Zones:
    """Every account's zone."""

    timezone = "Europe/Berlin"

    def timezone_of(self, _account_id: str) -> str:
        return self.timezone


@pytest.fixture
def office(aws, clock) -> Office:
    projects = ProjectService(project_store(), work_queue(), clock)
    agents = AgentService(
        conversation_store(), projects, work_queue(), UsageService(usage_store(), clock), clock, lambda _seconds: None
    )
    reader = FailingReader(PortfolioReader(projects, agents, vault_service(), attention_store(), clock))
    store = DeadlyStore(assistant_store())
    tasks = TaskService(store, run_scheduler(), projects, Zones(), clock)
    return Office(
        clock=clock,
        store=store,
        reader=reader,
        projects=projects,
        tasks=tasks,
        runs=RunService(store, run_scheduler(), UsageService(usage_store(), clock), reader, clock),
        overdue=MissedRunService(store, run_scheduler(), clock),
        assistant=AssistantService(reader, tasks, vault_service(), Zones(), chat_store(), clock),
        sqs=aws("sqs"),
        eventbridge=aws("scheduler"),
    )


@pytest.fixture
def project_id(office) -> str:
    return office.projects.create(ACCOUNT, CreateProject(name="Bakery")).id
