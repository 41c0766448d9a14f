"""Plays conversations for which a person recorded the model's part: the product gets the recording as its model.

A person reads what the model is given for a message, and records: the tools that a good model would call, its answer,
and a second answer where the check finds a fault in the first. A recording names facts by the numbers that they had
then; `facts` keeps how each fact's sentence begins, so that the recording still plays when the numbers are others. With
`MODEL` in the environment that model answers instead.

A line of a file: a message (`play.played`), and beside it `{"calls": [[{"tool", "arguments"}]], "roles": {"CTO": "…"},
"answer": {…}, "again": {…}, "facts"}`.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ValidationError

import emulated
from bench.conversations.play import Message, played
from bench.conversations.world import World
from bench.product import hand_over
from common.aws import client
from domain.agents.model_handover import HandOver
from domain.agents.store import conversation_store
from domain.pa.colleague import Colleague, Question
from domain.pa.models import AskAssistant
from domain.pa.thinker import answer_assistant
from domain.thinking.asking import Asking
from domain.thinking.service import ThinkingService
from domain.thinking.store import thinking_store
from domain.thinking.task import Failure, ModelFailed, Task, Thought, prompt_of, tokens_in
from domain.usage.store import usage_store
from domain.usage.tokens import TokenLedger
from domain.work.queue import ThoughtWork, think_queue, work_queue

_NUMBER = re.compile(r"(?<=[\[,; ])f\d+(?=[\],;])")
_DEADLINE = timedelta(seconds=120)


@dataclass
class Person:
    """Plays the recording of one message as a `Model`.

    `left`: what the check found in the last answer. `calls`, `read`: rounds and tokens of the model.
    """

    recording: Mapping[str, Any]
    left: str = ""
    calls: int = 0
    read: int = 0

    def think[Output: BaseModel](self, task: Task[Output], *, seconds: float) -> Thought[Output]:  # noqa: ARG002
        """The recorded answer to a task. Raises `ModelFailed` where none is recorded, or where it is malformed."""
        self.calls += 1
        self.read += tokens_in(task.instructions, prompt_of(task))
        if "answer" not in self.recording or task.name not in {"answer", "role"}:
            raise ModelFailed(Failure.REFUSED)
        if task.name == "role":
            roles = self.recording["roles"].items()
            said = next((text for role, text in roles if f"You are the {role} " in task.instructions), "")
            return Thought(task.output.model_validate({"text": self._numbered(said, task)}), 0, 0)
        tools = {tool.__name__: tool for tool in task.tools}
        for round_of_calls in self.recording.get("calls", ()):
            self.calls += 1
            for one in round_of_calls:
                tools[one["tool"]](**one["arguments"])
        answer = self._answer(task, self.recording["answer"])
        self.left = task.check(answer) if task.check else ""
        if self.left and (again := self.recording.get("again")):
            self.calls += 1
            answer = self._answer(task, again)
            self.left = task.check(answer) if task.check else ""
        return Thought(answer, 1, 1)

    def _answer[Output: BaseModel](self, task: Task[Output], recorded: Mapping[str, Any]) -> Output:
        text = self._numbered(recorded["text"], task)
        try:
            return task.output.model_validate({**recorded, "text": text})
        except ValidationError as problem:
            raise ModelFailed(Failure.UNUSABLE) from problem

    def _numbered(self, text: str, task: Task[Any]) -> str:
        """The text with the recorded numbers of facts replaced by the numbers that these facts have now."""
        lines = str(task.data["facts"]).splitlines()
        now = [(number, said) for number, _, said in (line.partition(": ") for line in lines)]
        then = self.recording.get("facts") or {}

        def number_of(found: re.Match[str]) -> str:
            began = then.get(found[0])
            return next((number for number, said in now if began and said.startswith(began)), found[0])

        return _NUMBER.sub(number_of, text)


@dataclass
class Real(Person):
    """Asks the model that the environment names; counts its calls and the tokens that it read."""

    def think[Output: BaseModel](self, task: Task[Output], *, seconds: float) -> Thought[Output]:
        """Ask the model, and return its answer; `left` keeps what the check finds in it. Raises `ModelFailed`."""
        from model_wire.model import WireModel  # noqa: PLC0415 - likewise
        from model_wire.providers import ModelChoice  # noqa: PLC0415 - its libraries take a second of CPU

        base_url, key = os.environ.get("MODEL_BASE_URL") or None, os.environ.get("MODEL_KEY") or None
        thought = WireModel(ModelChoice.parse(os.environ["MODEL"], base_url=base_url, key=key)).think(
            task, seconds=seconds
        )
        self.calls, self.read = self.calls + 1, self.read + thought.input_tokens
        self.left = (task.check(thought.output) if task.check else "") or self.left
        return thought


def outcome(message: Message, world: World) -> Message:
    """Put a recorded message to the product; returns it with what the customer sees and what the model did."""
    person = Real(message) if os.environ.get("MODEL") else Person(message)
    ledger = TokenLedger(usage_store(), 10**9, world.clock)
    asking = Asking(person, "person:by hand", thinking_store(), ledger, world.clock)
    found = (_from_ceo if message.get("project") else _from_assistant)(message, world, asking)
    return {"set": message["set"], **found, "left": person.left, "model_calls": person.calls, "read": person.read}


def _from_ceo(message: Message, world: World, asking: Asking) -> dict[str, Any]:
    queue = think_queue()
    handover = HandOver(conversation_store(), queue, asking.ledger, _DEADLINE, world.clock)
    world.turns = replace(world.turns, handover=handover)
    service = ThinkingService(world.turns.answering, asking, work_queue(), world.clock)
    world.ask_ceo(message["project"], message["text"])
    for body in _taken(queue.url):
        service.think_about(ThoughtWork.from_body(body), seconds=100)
    project_id = world.projects[message["project"]]
    page = world.turns.answering.conversations.find_newest(world.account_id, project_id, limit=5)
    reply = next((one for one in (page.messages if page else ()) if one.reply_to), None)
    if reply is None:
        return {"by": "", "sentences": []}
    return {"by": reply.by, "sentences": [one.model_dump() for one in reply.sentences]}


def _from_assistant(message: Message, world: World, asking: Asking) -> dict[str, Any]:
    def invoke(payload: str) -> str:
        question = Question.model_validate_json(payload)
        return answer_assistant(asking, question, 100, world.assistant.cards.facts_of).model_dump_json()

    assistant = replace(world.assistant, thinks=True, colleague=Colleague(invoke, invoke, world.clock))
    world.clock.advance(timedelta(minutes=1))
    found = assistant.ask(world.caller, AskAssistant(message=message["text"]))
    return {"by": found.by, "sentences": [one.model_dump() for one in found.sentences]}


def _taken(url: str) -> Iterator[str]:
    sqs = client("sqs")
    for one in sqs.receive_message(QueueUrl=url, MaxNumberOfMessages=10).get("Messages", ()):
        sqs.delete_message(QueueUrl=url, ReceiptHandle=one["ReceiptHandle"])
        yield one["Body"]


if __name__ == "__main__":
    messages = [json.loads(line) for line in Path(sys.argv[1]).read_text(encoding="utf-8").splitlines()]
    with emulated.account():
        hand_over(list(played(messages, outcome)))
