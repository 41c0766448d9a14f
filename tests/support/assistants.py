"""The assistant's services over one emulated account, a scheduler and a queue that tests look into and take from."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import islice
from typing import Any

import emulated
from common.caller import Caller
from common.dynamo import dynamodb
from domain.keys.scopes import SCOPES
from domain.pa.cards import AccountCards
from domain.pa.eventbridge import Occasion
from domain.pa.missed_runs import MissedRunService
from domain.pa.models import AskAssistant, AssignTask, AssistantAnswer
from domain.pa.portfolio import Portfolio, PortfolioReader
from domain.pa.records import Task
from domain.pa.runs import RunService
from domain.pa.service import AssistantService
from domain.pa.store import AssistantStore
from domain.pa.tasks import TaskService
from domain.projects.service import ProjectService

ACCOUNT, OTHER_ACCOUNT = "acc_1", "acc_2"
ASKER = Caller(ACCOUNT, "api_key", "key_1", frozenset(SCOPES))


def put_copies(table: str, record_id: str, count: int) -> None:
    """Store `count` copies of a record's rows; the emulation takes minutes to create hundreds one by one."""
    rows = [json.dumps(row) for row in dynamodb().scan(TableName=table)["Items"]]
    # Later ids sort later, as those of records created later do; one of 5,000 records ends as one of its copies would.
    endings = (ending for number in range(count + 1) if (ending := f"{number:04d}") != record_id[-4:])
    for ending in islice(endings, count):
        another = f"{record_id[:-4]}{ending}"
        emulated.put_rows(table, [json.loads(row.replace(record_id, another)) for row in rows if record_id in row])


@dataclass
class FailingReader:
    """A reader of portfolios whose next `failures` readings raise."""

    reader: PortfolioReader
    failures: int = 0

    def read(self, account_id: str, *, timezone: str, with_work: bool = False) -> Portfolio:
        if self.failures:
            self.failures -= 1
            raise RuntimeError("the reader is tired")
        return self.reader.read(account_id, timezone=timezone, with_work=with_work)


@dataclass
class Killed(BaseException):
    """The worker is gone; no handler of ours sees it."""


@dataclass
class DeadlyStore:
    """The store; raises `Killed` right before the write number `dies_before`, from 0; never for None."""

    store: AssistantStore
    dies_before: int | None = None
    writes: list[str] = field(default_factory=list)

    def __getattr__(self, name: str) -> Any:
        return self._deadly(name, getattr(self.store, name))

    def _deadly(self, name: str, found: Any) -> Any:
        if name not in {"claim_run", "save_task", "finish_run"}:
            return found

        def write(*args: Any, **options: Any) -> Any:
            if len(self.writes) == self.dies_before:
                raise Killed
            self.writes.append(name)
            return found(*args, **options)

        return write


@dataclass
class Office:
    """The assistant's services, and the scheduler, queue and store that tests look into."""

    clock: Any
    store: DeadlyStore
    reader: FailingReader
    projects: ProjectService
    tasks: TaskService
    runs: RunService
    overdue: MissedRunService
    assistant: AssistantService
    cards: AccountCards
    sqs: Any
    eventbridge: Any
    assigned: dict[str, Task] = field(default_factory=dict)

    def assign(self, text: str, **fields: Any) -> Task:
        self.clock.advance(milliseconds=5)
        task_id = self.tasks.assign(ACCOUNT, AssignTask(task=text, **fields)).task_id
        self.assigned[task_id] = self.task(task_id)
        return self.assigned[task_id]

    def task(self, task_id: str) -> Task:
        return self.store.get_task(ACCOUNT, task_id)

    def ask(self, text: str) -> AssistantAnswer:
        return self.assistant.ask(ASKER, AskAssistant(message=text))

    def armed(self) -> list[Occasion]:
        """The occasions of every armed schedule, the earliest first."""
        names = [one["Name"] for one in self.eventbridge.list_schedules(GroupName="runs")["Schedules"]]
        found = [self.eventbridge.get_schedule(Name=name, GroupName="runs") for name in names]
        occasions = [Occasion.from_body(one["Target"]["Input"]) for one in found]
        for schedule, occasion in zip(found, occasions, strict=True):
            assert schedule["ScheduleExpression"] == f"at({occasion.moment:%Y-%m-%dT%H:%M:%S})"
        return sorted(occasions, key=lambda occasion: occasion.due_at)

    def armed_at(self) -> list[datetime]:
        return [occasion.moment for occasion in self.armed()]

    def delivered(self) -> list[Occasion]:
        """Take everything off the runs queue; returns the occasions."""
        occasions = []
        while messages := self.sqs.receive_message(QueueUrl=self.tasks.scheduler.queue_url, MaxNumberOfMessages=10).get(
            "Messages", []
        ):
            for message in messages:
                occasions.append(Occasion(**json.loads(message["Body"])))
                self.sqs.delete_message(QueueUrl=self.tasks.scheduler.queue_url, ReceiptHandle=message["ReceiptHandle"])
        return occasions

    def fire(self) -> Occasion:
        """Move the clock to the earliest schedule and delete it, as firing does; returns its occasion, not run."""
        occasion = self.armed()[0]
        self.clock.moment = max(self.clock.moment, occasion.moment)
        name = f"{occasion.task_id}-{int(occasion.moment.timestamp())}"
        self.eventbridge.delete_schedule(Name=name, GroupName="runs")
        return occasion

    def fire_and_run(self) -> Occasion:
        occasion = self.fire()
        self.runs.run(occasion)
        return occasion

    def run_delivered(self) -> None:
        for occasion in self.delivered():
            self.runs.run(occasion)

    def reports(self, task_id: str | None = None) -> list[Any]:
        """The reports with their content, the latest first."""
        page = self.tasks.list_reports(ACCOUNT, limit=100, before=None, task_id=task_id)
        return [self.tasks.get_report(ACCOUNT, report.id) for report in page.reports]

    def run_states(self, task_id: str) -> list[tuple[str, str]]:
        """(due, state) of each run, the earliest first, also when the task is deleted."""
        runs, _ = self.store.list_runs(self.assigned.get(task_id) or self.task(task_id), limit=100, cursor=None)
        return [(f"{run.due_at:%m-%d %H:%M}", run.state.value) for run in reversed(runs)]


def utc(text: str) -> datetime:
    """The moment in UTC that a text such as `2026-03-02 09:00` names."""
    return datetime.fromisoformat(text).replace(tzinfo=UTC)
