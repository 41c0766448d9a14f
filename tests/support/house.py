"""The domain's services over one emulated account, with a brain and a queue that tests hold in their hands."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from common.caller import Caller
from common.clock import utc_now
from domain.agents.answering import Answering
from domain.agents.cards import ProjectCards
from domain.agents.exactly_once import TurnService
from domain.agents.models import AskCeo
from domain.agents.moves import Reply
from domain.agents.records import Message
from domain.agents.service import AgentService
from domain.agents.speaking import Said
from domain.agents.store import conversation_store
from domain.agents.sweep import sweep_work
from domain.answers.card_store import project_card_store
from domain.keys.scopes import SCOPES
from domain.projects.service import ProjectService
from domain.projects.store import project_store
from domain.usage.service import usage_service
from domain.vault.team_requests import team_requests
from domain.work.queue import ThoughtWork, WorkItem, work_queue

ME = Caller("acc_1", "api_key", "key_1", frozenset(SCOPES))
NEIGHBOUR = Caller("acc_2", "api_key", "key_2", frozenset(SCOPES))


class Ticking:
    """A clock that shows the real time, and can be moved ahead."""

    def __init__(self) -> None:
        self.ahead = timedelta()

    def __call__(self) -> datetime:
        return utc_now() + self.ahead

    def advance(self, **delta: float) -> None:
        self.ahead += timedelta(**delta)


@dataclass
class EchoBrain:
    """Answers with the question, or with `reply`; the next `failures` calls raise. `asked` is what it was given."""

    failures: int = 0
    asked: list[Said] = field(default_factory=list)
    reply: Reply | None = None

    def answer(self, said: Said) -> Reply:
        if self.failures:
            self.failures -= 1
            raise RuntimeError("the brain is tired")
        self.asked.append(said)
        return self.reply or Reply(f"You said: {said.question.content}")


@dataclass
class House:
    """The domain's services over one emulated account, and a queue that is taken from by hand."""

    clock: object
    brain: EchoBrain
    projects: ProjectService
    cards: ProjectCards
    agents: AgentService
    turns: TurnService
    sqs: object
    queue_url: str

    def ask(self, project_id: str, text: str = "How is it going?", caller: Caller = ME) -> str:
        self.clock.advance(milliseconds=5)
        return self.agents.ask(caller, project_id, AskCeo(message=text)).message_id

    def nudges(self) -> list[WorkItem]:
        """Take everything off the CEO's queue; returns it, oldest first."""
        return self.taken(self.queue_url)

    def taken(self, url: str) -> list[WorkItem]:
        """Take everything off a queue; returns it, oldest first."""
        items: list[WorkItem] = []
        while messages := self.sqs.receive_message(QueueUrl=url, MaxNumberOfMessages=10, AttributeNames=["All"]).get(
            "Messages", []
        ):
            for message in messages:
                fields = json.loads(message["Body"])
                items.append(ThoughtWork(**fields) if "kind" in fields else WorkItem(**fields))
                self.sqs.delete_message(QueueUrl=url, ReceiptHandle=message["ReceiptHandle"])
        return items

    def sweep(self) -> int:
        return sweep_work(self.clock())

    def run(self, item: WorkItem, run_id: str = "run-1") -> None:
        self.turns.run(item, run_id=run_id, sent_at=self.clock())

    def run_without_a_model(self) -> None:
        """Call `run_all` as if no model were configured."""
        with_one, self.turns = self.turns, replace(self.turns, handover=None)
        self.run_all()
        self.turns = with_one

    def run_all(self) -> None:
        while items := self.nudges():
            for item in items:
                self.clock.advance(milliseconds=5)
                self.run(item, run_id=f"run-{item.subject_id}")

    def conversation(self, project_id: str) -> list[Message]:
        page = conversation_store().find_newest(ME.account_id, project_id, limit=100)
        return list(reversed(page.messages)) if page else []


def furnished(aws: object, clock: object) -> House:
    """A house with an `EchoBrain`, and without a model."""
    projects = ProjectService(project_store(), clock, work_queue())
    brain = EchoBrain()
    cards = project_card_store()
    answering = Answering(conversation_store(), cards, projects, team_requests(), usage_service(), clock)
    project_cards = ProjectCards(cards, answering, clock)
    return House(
        clock=clock,
        brain=brain,
        projects=projects,
        cards=project_cards,
        agents=AgentService(
            conversation_store(), projects, work_queue(), usage_service(), project_cards, clock, lambda _seconds: None
        ),
        turns=TurnService(answering, brain.answer, None, lambda _seconds: None),
        sqs=aws("sqs"),
        queue_url=work_queue().url,
    )
