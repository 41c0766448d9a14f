from __future__ import annotations

import pytest

from assistants import ACCOUNT, DeadlyStore, FailingReader, Office
from domain.agents.answering import Answering
from domain.agents.reading import conversation_reader
from domain.agents.store import conversation_store
from domain.answers.card_store import account_card_store, project_card_store
from domain.answers.project_facts import ProjectFacts
from domain.dashboard.service import DashboardService
from domain.events.filing import FilingService
from domain.events.log import filing_queue
from domain.events.store import event_store
from domain.keys.service import key_service
from domain.pa.cards import AccountCards
from domain.pa.chat import chat_store
from domain.pa.eventbridge import run_scheduler
from domain.pa.inbox import InboxService
from domain.pa.missed_runs import MissedRunService
from domain.pa.need_events import NeedEventService
from domain.pa.need_store import need_store
from domain.pa.portfolio import PortfolioReader
from domain.pa.runs import RunService
from domain.pa.scheduled import ScheduledTasks
from domain.pa.service import AssistantService
from domain.pa.store import assistant_store
from domain.pa.tasks import TaskService
from domain.projects.requests import CreateProject
from domain.projects.service import ProjectService
from domain.projects.store import project_store
from domain.thinking.standing import standing_service
from domain.usage.service import UsageService, usage_service
from domain.usage.store import usage_store
from domain.vault.team_requests import team_requests
from domain.work.queue import WorkItem, work_queue


class Zones:
    """Every account's zone."""

    timezone = "Europe/Berlin"

    def timezone_of(self, _account_id: str) -> str:
        return self.timezone


@pytest.fixture
def office(aws, clock) -> Office:
    projects = ProjectService(project_store(), clock, work_queue())
    usage = UsageService(usage_store(), clock)
    of_projects = project_card_store()
    answering = Answering(conversation_store(), of_projects, projects, team_requests(), usage, clock)

    def facts_of(account_id: str, project_id: str) -> ProjectFacts:
        return answering.read(WorkItem(account_id, project_id, project_id))[0]

    reader = FailingReader(PortfolioReader(projects, conversation_reader(), team_requests(), need_store(), clock))
    store = DeadlyStore(assistant_store())
    tasks = TaskService(store, run_scheduler(), projects, Zones(), clock)
    scheduled = ScheduledTasks(store)
    cards = AccountCards(account_card_store(), scheduled, facts_of, clock)
    return Office(
        clock=clock,
        store=store,
        reader=reader,
        projects=projects,
        tasks=tasks,
        runs=RunService(store, run_scheduler(), usage, reader, clock),
        overdue=MissedRunService(store, run_scheduler(), clock),
        assistant=AssistantService(reader, scheduled, cards, Zones(), chat_store(), clock),
        cards=cards,
        sqs=aws("sqs"),
        eventbridge=aws("scheduler"),
    )


@pytest.fixture
def attending(office) -> NeedEventService:
    return NeedEventService(office.reader, need_store(), office.clock)


@pytest.fixture
def inbox(office) -> InboxService:
    return InboxService(office.reader, need_store(), filing_queue(), Zones(), office.clock)


@pytest.fixture
def dashboard(office) -> DashboardService:
    tasks = ScheduledTasks(office.store)
    return DashboardService(
        office.reader, Zones(), key_service(), tasks, usage_service(), standing_service(), office.clock
    )


@pytest.fixture
def told(office):
    """The kinds and sentences of all events of attention, filed now, in the order of the feed."""

    def tell() -> list[tuple[str, str]]:
        FilingService(event_store(), filing_queue(), [], office.clock).file_all(ACCOUNT)
        filed = event_store().list_filed(ACCOUNT, after=0, limit=100)
        return [(one.type.value, one.summary) for one in filed if one.type.value.startswith("attention.")]

    return tell


@pytest.fixture
def project_id(office) -> str:
    return office.projects.create(ACCOUNT, CreateProject(name="Bakery")).id
