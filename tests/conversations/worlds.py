"""Holds conversations of `data/conversations/tuning` with a hand-written model, graded by the turns' own graders.

A file of `tests/conversations/worlds` has the replies of a person who played the model, by conversation and turn. Other
turns are answered by the rules. The thinker's reply is committed by the CEO's own turn, in its account.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import emulated
from bench.conversations.grading import Conversation, Played, grade
from bench.conversations.play import build
from bench.conversations.records import read_records
from bench.conversations.world import BETWEEN_TURNS, NOWHERE, World
from domain.agents.brain.protocol import Brain, ProjectFacts, Reply
from domain.agents.brain.rules import RuleBrain
from domain.agents.handover import is_settled
from domain.agents.models import AskCeo
from domain.agents.records import Message
from tests.conversations.replay import Recorded, thought_about

SETS = Path(__file__).parents[2] / "data" / "conversations" / "tuning"
RECORDINGS = Path(__file__).with_name("worlds")


@dataclass
class Recorder:
    """A brain: the rules, and for a turn with recorded words what the thinker makes of them."""

    words: Mapping[str, Any]
    rules: Brain
    model: Recorded | None = None
    failure: str = ""

    def answer(self, question: Message, facts: ProjectFacts) -> Reply:
        """The reply to `question`; the rules' where they settle it, as in the product."""
        ruled = self.rules.answer(question, facts)
        if is_settled(question, facts, ruled):
            return ruled
        self.model = Recorded(self.words)
        reply, self.failure = thought_about(question, facts, ruled, self.model)
        return reply


@dataclass(frozen=True)
class Told:
    """One turn: its id, what was asked and answered, by whom, and what its graders complain about."""

    id: str
    text: str
    answer: str
    by: str
    complaints: tuple[str, ...]
    is_false: bool
    model: Recorded | None
    failure: str


def told(recorded: Mapping[str, Any]) -> Iterator[Told]:
    """Each turn of the conversations that `recorded` has replies for: by their id, then by the turn's number from 1."""
    file = json.loads((SETS / "worlds.json").read_text(encoding="utf-8"))
    lines = (SETS / "conversations.jsonl").read_text(encoding="utf-8").splitlines()
    plain = [one for line in lines if (one := json.loads(line))["id"] in recorded]
    with emulated.account():
        for key in sorted({one["world"] for one in plain}):
            built = build(file["worlds"][key], file["clock"])
            for one in plain:
                if one["world"] == key:
                    yield from _held(Conversation.from_plain(one), built.fresh(), recorded[one["id"]])


def held() -> list[Told]:
    """Each turn of the recorded conversations, without what was asked of the model."""
    return [replace(turn, model=None) for turn in told(recorded_turns())]


def recorded_turns() -> Mapping[str, Any]:
    """All recorded replies."""
    found: dict[str, Any] = {}
    for path in sorted(RECORDINGS.glob("*.toml")):
        found |= tomllib.loads(path.read_text(encoding="utf-8"))
    return found


def _held(conversation: Conversation, world: World, words: Mapping[str, Any]) -> Iterator[Told]:
    for number, turn in enumerate(conversation.turns, start=1):
        recorder = Recorder(words.get(str(number), {}), RuleBrain())
        turns = replace(world.turns, brain=recorder)
        world.__dict__["turns"] = turns
        before = read_records(turns, world.tasks, world.account_id)
        answer, by = _asked(world, conversation.project, turn.text)
        changes = before.changes_to(read_records(turns, world.tasks, world.account_id))
        graded = grade(turn, Played(answer, changes))
        name, complaints = f"{conversation.id}.{number}", tuple(graded.complaints())
        yield Told(name, turn.text, answer, by, complaints, bool(graded.false), recorder.model, recorder.failure)


def _asked(world: World, project: str, text: str) -> tuple[str, str]:
    world.clock.advance(BETWEEN_TURNS)
    project_id = world.projects[project]
    asked = world.agents.ask(world.caller, project_id, AskCeo(message=text), NOWHERE).message_id
    world.let_the_team_work()
    page = world.turns.answering.conversations.find_newest(world.account_id, project_id, limit=50)
    reply = next(message for message in page.messages if message.reply_to == asked) if page else None
    return (reply.content, reply.by or "rules") if reply else ("", "")
