"""Holds a recorded conversation once more: the customer's messages, the rules, and the recorded words of the model.

A recording names a fact by words that the model was shown of it, such as `{{the deadline is}}`; what is replayed is the
id of the one fact whose line has these words. So a recording fails when the facts are no longer what its author read.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, cast

from domain.agents.brain.protocol import ProjectFacts, Reply
from domain.agents.brain.rules import RuleBrain
from pydantic import BaseModel

from brain_stories import story
from domain.agents import consequences
from domain.agents.handover import is_settled
from domain.agents.records import Message
from domain.thinking.asking import Asking
from domain.thinking.task import Failure, Model, ModelFailed, Task, Thought
from domain.thinking.turn import Turn

RECORDINGS = Path(__file__).with_name("recordings")
SECONDS = 60
_NAMED = re.compile(r"\{\{([^}]+)\}\}")


@dataclass
class Recorded:
    """Implements `Model` with the words of one recorded turn; `tasks` are those that were asked."""

    turn: Mapping[str, Any]
    tasks: list[Task[Any]] = field(default_factory=list)

    def think[Output: BaseModel](self, task: Task[Output], *, seconds: float) -> Thought[Output]:
        del seconds
        self.tasks.append(task)
        words = self.turn.get(task.name)
        if task.name == "consult" and words is not None:
            words = words.get(str(task.data["you"])[:3])
        if words is None:
            raise ModelFailed(Failure.UNUSABLE)
        return Thought(task.output.model_validate(_with_ids(words, task)), 0, 0)


@dataclass
class Unbooked:
    """What `Asking` does, without its books."""

    model: Model
    name: str = "recorded"

    def ask(self, task: Task[Any], _subject: object, *, seconds: float, role: str = "") -> Thought[Any]:
        del role
        return self.model.think(task, seconds=seconds)


@dataclass(frozen=True)
class Held:
    """One turn as it was held: the recorded one, what was replied, and the facts before and after."""

    turn: Mapping[str, Any]
    reply: Reply
    before: ProjectFacts
    after: ProjectFacts
    tasks: tuple[str, ...]
    failure: str = ""


def recordings() -> list[Path]:
    """The files of the recorded conversations."""
    return sorted(RECORDINGS.glob("*.toml"))


def held(recording: Path, model: Model | None = None) -> Iterator[Held]:
    """Each turn of a conversation, with its recorded words or by another `model`."""
    told = tomllib.loads(recording.read_text(encoding="utf-8"))
    facts = story(told["story"]).facts
    for number, turn in enumerate(told["turns"]):
        question = _message(facts, number, turn["customer"])
        facts = replace(facts, recent=(*facts.recent, question))
        recorded = Recorded(turn)
        reply, failure = _reply(question, facts, model or recorded)
        outcome = consequences.of_reply(facts, question, reply, now=facts.now)
        answer = question.model_copy(
            update={
                "id": f"{question.id[:-1]}Z",
                "sender_type": "agent",
                "content": reply.content,
                "about": reply.about,
                "reply_to": question.id,
            }
        )
        yield Held(turn, reply, facts, outcome.facts, tuple(task.name for task in recorded.tasks), failure)
        facts = replace(outcome.facts, recent=(*outcome.facts.recent, answer))


def _reply(question: Message, facts: ProjectFacts, model: Model) -> tuple[Reply, str]:
    ruled = RuleBrain().answer(question, facts)
    if is_settled(question, facts, ruled):
        return ruled, ""
    return thought_about(question, facts, ruled, model)


def thought_about(question: Message, facts: ProjectFacts, ruled: Reply, model: Model) -> tuple[Reply, str]:
    """The thinker's reply, or the rules' and why the model's words were of no use."""
    began = datetime.now(tz=facts.now.tzinfo)
    turn = Turn(
        question,
        facts,
        ruled,
        RuleBrain(),
        cast(Asking, Unbooked(model)),
        began + timedelta(seconds=SECONDS),
        lambda: datetime.now(tz=facts.now.tzinfo),
        lambda _roles: None,
    )
    try:
        return turn.reply(), ""
    except ModelFailed as failed:
        return ruled, failed.failure.value


def _message(facts: ProjectFacts, number: int, text: str) -> Message:
    return Message(
        id=f"msg_01JNB3ZK8R5V6W7X8Y9Z{number:04}AA",
        account_id=facts.project.account_id,
        project_id=facts.project.id,
        sender_type="customer",
        content=text,
        created_at=facts.now,
        may_decide=True,
    )


def _with_ids(words: Any, task: Task[Any]) -> Any:
    """The recorded words with the ids of the facts that they name."""
    match words:
        case str():
            return _NAMED.sub(lambda match: f"{{{{{_id_of(match[1], task)}}}}}", words)
        case list():
            return [_with_ids(entry, task) for entry in words]
        case dict():
            return {name: _with_ids(entry, task) for name, entry in words.items()}
    return words


def _id_of(words: str, task: Task[Any]) -> str:
    lines: dict[str, str] = {**cast(dict[str, str], task.data["facts"]), **cast(dict[str, str], task.data["passages"])}
    # An answer repeats the clause of its fact: it is meant where its question is named.
    said = {fact_id: line.partition("?:")[0] if "| answer to:" in line else line for fact_id, line in lines.items()}
    found = [fact_id for fact_id, line in said.items() if words in line]
    exact = [fact_id for fact_id in found if lines[fact_id].endswith((f"| {words}", f": {words}"))]
    if len(exact or found) != 1:
        raise LookupError(f"{words!r} names {len(exact or found)} facts")
    return (exact or found)[0]
