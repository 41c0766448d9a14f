"""Plays what is held out, each conversation or message in a fresh copy of its world, and hands over what came of it."""

from __future__ import annotations

import copy
import json
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import emulated
from bench.conversations.grading import Conversation, Played, Turn, grade
from bench.conversations.records import read_records
from bench.conversations.world import World, everything_stored, parsed_moment
from bench.product import hand_over
from bench.words import HELD_OUT


@dataclass(frozen=True, slots=True)
class Built:
    """A world as it was when its last project was built; `rows` is all that is stored."""

    world: World
    rows: emulated.Rows

    def fresh(self) -> World:
        """The world as it was then."""
        emulated.empty()
        emulated.put_back(self.rows)
        return copy.deepcopy(World(self.world.caller, self.world.clock, self.world.projects))


def build(plain: Mapping[str, Any], clock: str) -> Built:
    """Build a world from the file of worlds."""
    emulated.empty()
    world = World.signed_up(plain["account"], parsed_moment(clock))
    for project in plain["projects"]:
        world.build(project)
    return Built(world, emulated.saved_rows())


def play(conversation: Conversation, world: World) -> Iterator[Mapping[str, Any]]:
    """Play one conversation; each turn's words, answer and complaints."""
    for number, turn in enumerate(conversation.turns, start=1):
        graded = grade(turn, played := _played(conversation, turn, world))
        yield {
            "id": f"{conversation.id}.{number}",
            "to": conversation.addressee,
            "kind": turn.kind,
            "text": turn.text,
            "answer": played.answer,
            "right": graded.right,
            "false": bool(graded.false),
            "leaked": bool(graded.leaked),
            "changed_by_question": graded.wrongly_changed and bool(played.changes) and "none" in turn.changes,
            "complaints": list(graded.complaints()),
        }


def _played(conversation: Conversation, turn: Turn, world: World) -> Played:
    before = read_records(world.turns, world.tasks, world.account_id)
    answer = _answer(world, conversation.addressee, conversation.project, turn.text, as_task=turn.to_task)
    changes = before.changes_to(read_records(world.turns, world.tasks, world.account_id))
    stored = everything_stored() if turn.secrets else ""
    return Played(answer, changes, tuple(secret for secret in turn.secrets if secret in stored))


def answered(message: Mapping[str, Any], world: World) -> Mapping[str, Any]:
    """A message with its answer."""
    return {**message, "answer": _answer(world, message["to"], message.get("project", ""), message["text"])}


def _answer(world: World, addressee: str, project: str, text: str, *, as_task: bool = False) -> str:
    return world.ask_ceo(project, text) if addressee == "ceo" else world.ask_assistant(text, as_task=as_task)


def main(name: str) -> None:
    """Play `conversations` or `messages`."""
    file = json.loads((HELD_OUT / "worlds.json").read_text(encoding="utf-8"))
    held_out = [json.loads(line) for line in (HELD_OUT / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]
    found: list[Mapping[str, Any]] = []
    with emulated.account():
        for key, plain in file["worlds"].items():
            built = build(plain, plain.get("clock", file["clock"]))  # sets written on other days keep theirs
            for one in held_out:
                if one["world"] != key:
                    continue
                if name == "conversations":
                    found.extend(play(Conversation.from_plain(one), built.fresh()))
                else:
                    found.append(answered(one, built.fresh()))
    hand_over(found)


if __name__ == "__main__":
    main(sys.argv[1])
