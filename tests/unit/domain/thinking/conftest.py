from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Annotated, Any

import pytest
from pydantic import BaseModel, Field

import emulated
from briefs import submitted_project
from common.transactions import transact
from deaths import killed_at
from domain.answers.project_facts import ProjectFacts
from domain.thinking.asking import Asking
from domain.thinking.store import thinking_store
from domain.thinking.task import Failure, ModelFailed, Subject, Task, Thought
from domain.usage.service import UsageService
from domain.usage.store import usage_store
from domain.usage.tokens import TokenLedger
from domain.work.queue import WorkItem
from house import furnished
from thoughts import ThinkingHouse, with_a_model

LIMIT = 20_000


class Answer(BaseModel):
    """An answer."""

    text: Annotated[str, Field(max_length=200)]


@dataclass
class TalkingModel:
    """Says `text`, or fails; `asked` has every task that it was given."""

    text: str = "Friday"
    failure: Failure | None = None
    cost: tuple[int, int] = (300, 20)
    before: Callable[[], Any] = lambda: None
    asked: list[Task[Any]] = field(default_factory=list)

    def think(self, task: Task[Any], *, seconds: float) -> Thought[Any]:
        self.asked.append(task)
        self.before()
        if self.failure is not None:
            raise ModelFailed(self.failure)
        return Thought(Answer(text=self.text), *self.cost)


@dataclass
class Desk:
    """A model with its books, for one account."""

    model: TalkingModel
    asking: Asking
    usage: UsageService
    subject: Subject

    def ask(self, task: Task[Answer], *, subject: Subject | None = None, role: str = "") -> Thought[Answer]:
        return self.asking.ask(task, subject or self.subject, seconds=5, role=role)

    def ask_until_spent(self, task: Task[Answer]) -> None:
        """One message after the other."""
        for number in range(100):
            self.ask(task, subject=replace(self.subject, subject_id=f"msg_{number}"))

    def spend(self, tokens: int) -> None:
        """As if so many had been spent in the present month."""
        transact([self.ledger.store.settling_tokens("acc_1", self.ledger.month(), reserved=0, spent=tokens)])

    @property
    def ledger(self) -> TokenLedger:
        return self.asking.ledger

    def promised_and_spent(self, account_id: str = "acc_1") -> tuple[int, int]:
        counts = self.ledger.standing(account_id).counts
        return counts.promised, counts.spent

    def counted(self) -> dict[str, int]:
        day = self.usage.now().date()
        return {row.principal: row.measure("model_calls") for row in self.usage.list_rows("acc_1", day, day)}


@pytest.fixture
def desk(aws, clock) -> Desk:
    model = TalkingModel()
    ledger = TokenLedger(usage_store(), LIMIT, clock)
    asking = Asking(model, "openai:some-model", thinking_store(), ledger, clock)
    return Desk(model, asking, UsageService(usage_store(), clock), Subject("acc_1", "msg_1", 7))


@pytest.fixture
def question() -> Task[Answer]:
    return Task(
        name="answer",
        version=1,
        instructions="Answer.",
        data={"question": "When?"},
        output=Answer,
        max_tokens=500,
    )


@pytest.fixture
def team(aws, clock) -> ThinkingHouse:
    """A team that thinks with a model."""
    return with_a_model(furnished(aws, clock))


@pytest.fixture
def project_id(team, clock) -> str:
    """A submitted project, whose first documents are written by rules."""

    def write() -> str:
        project_id = submitted_project(team.house.projects, "acc_1")
        team.house.run_without_a_model()
        return project_id

    return emulated.remembered("a team's project", clock, write)


@pytest.fixture
def facts(team, project_id) -> ProjectFacts:
    """All of that project."""
    answering = team.house.turns.answering
    return answering.with_work(answering.read(WorkItem("acc_1", project_id, project_id))[0])


@pytest.fixture
def deaths_of(clock) -> Callable[..., Iterator[int]]:
    """Kills work before or after its first write, then its second and so on, each time from the same rows and moment.

    Whoever asks for the deaths goes on after each; there must be so many `at_least`.
    """

    def deaths_of(work: Callable[[], object], *, after: bool, at_least: int) -> Iterator[int]:
        rows, moment, deaths = emulated.saved_rows(), clock.moment, 0
        while killed_at(deaths + 1, work, after=after):
            deaths += 1
            yield deaths
            emulated.put_back(rows)
            emulated.QUEUES.empty()
            clock.moment = moment
        assert deaths >= at_least

    return deaths_of
