"""What the library sends first for the largest project that we have, tools and all: counted, and within its bound."""

from __future__ import annotations

import asyncio
import json
from datetime import timedelta
from types import SimpleNamespace

import pytest
from pydantic_ai import ToolOutput
from pydantic_ai.messages import ModelRequest, ModelResponse, ToolCallPart
from pydantic_ai.models.function import AgentInfo, FunctionModel

from bench.conversations.play import WORLDS, build
from domain.agents.records import Message
from domain.agents.speaking import Said
from domain.thinking.agent import Agent
from domain.thinking.bounds import tokens_in
from domain.thinking.ceo import ground_of
from domain.thinking.task import Failure, ModelFailed
from model_wire import model as wire
from model_wire.providers import Opened
from model_wire.transport import BoundedTransport

MOST_TOKENS = 8_000


@pytest.fixture
def facts(aws):
    worlds = json.loads(WORLDS.read_text(encoding="utf-8"))
    world = build(worlds["worlds"]["C2"], worlds["clock"]).world
    return world._facts_of(world.account_id, world.projects["classdesk"])


def task_of(facts, earlier):
    """The task of an answer, as the agent puts it."""

    def message(number, text):
        ids = {"id": f"msg_{number:02}", "account_id": "acc_1", "project_id": facts.project.id}
        return Message(**ids, sender_type="customer", content=text, created_at=facts.now)

    tasks = []

    def ask(task, *_subject, **_bounds):
        tasks.append(task)
        raise ModelFailed(Failure.REFUSED)

    said = Said(message(99, "How much is it, and when?"), [message(*one) for one in enumerate(earlier)], facts)
    agent = Agent(ground_of(said), SimpleNamespace(ask=ask), facts.now + timedelta(minutes=1), lambda: facts.now)
    with pytest.raises(ModelFailed):
        agent.answer()
    return tasks[0]


def tokens_of_first_call(task):
    seen: list[str] = []

    def answered(messages: list[ModelRequest], info: AgentInfo) -> ModelResponse:
        tools = [*info.function_tools, *info.output_tools]
        shown = [
            {"name": one.name, "description": one.description, "parameters": one.parameters_json_schema}
            for one in tools
        ]
        seen.extend((info.instructions, *(part.content for part in messages[0].parts), json.dumps(shown)))
        return ModelResponse([ToolCallPart(info.output_tools[0].name, {"text": "It is on record."})])

    asyncio.run(wire._ask(Opened(FunctionModel(answered), ToolOutput, BoundedTransport()), task))
    return tokens_in(*seen)


def test_first_call_is_within_its_bound_with_and_without_a_long_conversation(facts):
    plain = tokens_of_first_call(task_of(facts, ()))
    long = tokens_of_first_call(task_of(facts, ["word " * 400] * 12))

    assert 3_000 < plain < long <= MOST_TOKENS
