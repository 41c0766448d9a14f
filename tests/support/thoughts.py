"""A model for unit tests that says what it is told to, and the house with a team that thinks with it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any

from pydantic import BaseModel, ValidationError, validate_call

from common.caller import Caller
from domain.agents import documents
from domain.agents.model_handover import HandOver
from domain.agents.records import Message
from domain.agents.speaking import reply_to
from domain.agents.store import conversation_store
from domain.thinking.asking import Asking
from domain.thinking.service import ThinkingService
from domain.thinking.store import thinking_store
from domain.thinking.task import Failure, ModelFailed, Task, Thought
from domain.thinking.writing import WritingService
from domain.usage.store import usage_store
from domain.usage.tokens import TokenLedger
from domain.work.queue import ThoughtWork, WorkItem, think_queue, work_queue
from house import ME, House
from model_wire.tools import bounded

Script = Callable[[Task[Any]], Mapping[str, Any]]
DEADLINE = timedelta(seconds=45)
READ, WRITTEN = 1_000, 100


def plainly(task: Task[Any]) -> Mapping[str, Any]:
    """A script that answers with the fact about the project's state."""
    return {"text": said_of(task, "The project is")}


def said_of(task: Task[Any], beginning: str) -> str:
    """The text of the first fact that begins with `beginning`, followed by its number in brackets."""
    lines = str(task.data["facts"]).splitlines()
    number, _, text = next(line for line in lines if line.partition(": ")[2].startswith(beginning)).partition(": ")
    return f"{text} [{number}]"


def call(task: Task[Any], name: str, **arguments: Any) -> str:
    """Call a tool of the task as the library does: by its name, with arguments validated by its types."""
    tool = next(tool for tool in task.tools if tool.__name__ == name)
    answer: str = validate_call(tool)(**arguments)
    return answer


@dataclass
class ScriptedThoughts:
    """Implements `Model`. Each call takes `seconds` of the clock; `fault` spoils all of them.

    As the wire does, it bounds the tools, and shows an answer with something wrong once more to its script, with the
    reasons in the data's `wrong`; `repairs` keeps these. Each answer of the script costs the same.
    """

    clock: Any
    script: Script = plainly
    documents: Script = lambda task: {"edits": []} if task.name == "document" else {"comments": []}
    fault: str = ""
    seconds: float = 1.0
    asked: list[Task[Any]] = field(default_factory=list)
    repairs: list[str] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def think[Output: BaseModel](self, task: Task[Output], *, seconds: float) -> Thought[Output]:
        with self.lock:
            self.asked.append(task)
            self.clock.advance(seconds=seconds if self.fault == "hang" else min(seconds, self.seconds))
        if self.fault == "hang":
            raise ModelFailed(Failure.TIMED_OUT)
        if self.fault == "refuse":
            raise ModelFailed(Failure.REFUSED)
        offered = replace(task, tools=tuple(bounded(task.tools)))
        output = self._answered(offered)
        if task.check is None or not (wrong := task.check(output)):
            return Thought(output, READ, WRITTEN)
        self.repairs.append(wrong)
        mended = self._answered(replace(offered, data={**offered.data, "wrong": wrong}))
        return Thought(mended, 2 * READ, 2 * WRITTEN)

    def _answered[Output: BaseModel](self, task: Task[Output]) -> Output:
        script = self.documents if task.name in {"document", "comments"} else self.script
        answer = dict(script(task))
        answer = SPOILT[self.fault](task, answer) if self.fault in SPOILT else answer
        try:
            return task.output.model_validate(answer)
        except ValidationError as problem:
            raise ModelFailed(Failure.UNUSABLE) from problem


SPOILT: Mapping[str, Callable[[Task[Any], dict[str, Any]], dict[str, Any]]] = {
    "oversize": lambda _task, answer: {name: value * 2_000 for name, value in answer.items()},
    "babble": lambda _task, _answer: {"sentences": "bla bla bla"},
}


@dataclass
class ThinkingHouse:
    """A house whose team thinks with `model`."""

    house: House
    model: ScriptedThoughts
    service: ThinkingService
    writing: WritingService

    def limit_tokens(self, limit: int) -> None:
        """Limit every account to so many tokens a month."""
        ledger = replace(self.service.asking.ledger, limit=limit)
        asking = replace(self.service.asking, ledger=ledger)
        self.service, self.writing = replace(self.service, asking=asking), replace(self.writing, asking=asking)
        handover = self.house.turns.handover
        assert handover is not None
        self.house.turns = replace(self.house.turns, handover=replace(handover, tokens=ledger))

    def think(self, work: WorkItem, *, seconds: float = 290) -> None:
        if isinstance(work, ThoughtWork) and work.kind == documents.KIND:
            self.writing.write(work, seconds=seconds)
        else:
            self.service.think_about(work, seconds=seconds)

    def run_all(self) -> None:
        """Run the CEO and the thinker in turns until both queues are empty."""
        while True:
            self.house.run_all()
            handed_over = self.house.taken(think_queue().url)
            if not handed_over:
                return
            for work in handed_over:
                self.think(work)

    def ask(self, project_id: str, text: str, caller: Caller = ME) -> Message:
        """Ask, run all turns, and return the reply."""
        question = self.house.ask(project_id, text, caller)
        self.run_all()
        return next(message for message in self.conversation(project_id) if message.reply_to == question)

    def conversation(self, project_id: str, account_id: str = ME.account_id) -> list[Message]:
        page = conversation_store().find_newest(account_id, project_id, limit=200)
        return list(reversed(page.messages)) if page else []


def with_a_model(house: House) -> ThinkingHouse:
    """The house with a model that answers by `plainly`."""
    clock: Any = house.clock
    ledger = TokenLedger(usage_store(), 100_000_000, clock)
    handover = HandOver(conversation_store(), think_queue(), ledger, DEADLINE, clock)
    house.turns = replace(house.turns, handover=handover, speak=reply_to)
    model = ScriptedThoughts(clock)
    asking = Asking(model, "scripted:one", thinking_store(), ledger, clock)
    service = ThinkingService(house.turns.answering, asking, work_queue(), clock)
    return ThinkingHouse(house, model, service, WritingService(house.turns.answering, asking, work_queue(), clock))
