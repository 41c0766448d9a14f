"""Sends messages, each alone in a fresh copy of its world, and hands over the answers and what changed beside them."""

from __future__ import annotations

import copy
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import emulated
from bench.conversations.world import World, parsed_moment
from bench.product import hand_over
from common.aws import client
from domain.work.queue import WorkItem
from local.paths import REPOSITORY

WORLDS = REPOSITORY / "data" / "worlds.json"
# What a message may add: itself with its answer and cards, a note, events, counts of use, and what search has to read.
_SAID = ("MSG#", "THREAD", "CARD#", "ASKED", "CHANGE#", "EVENT#", "CHANGED#")
_COUNTS = ("Usage", "Counters", "Events")


@dataclass(frozen=True, slots=True)
class Built:
    """A world as it was when its last project was built; `rows` are those of all tables."""

    world: World
    rows: emulated.Rows

    def fresh(self) -> World:
        """Put the stored rows back, and return a world that knows of nothing later."""
        emulated.empty()
        emulated.put_back(self.rows)
        return copy.deepcopy(World(self.world.caller, self.world.clock, self.world.projects))


def build(plain: Mapping[str, Any], clock: str) -> Built:
    """Build one world of the file of worlds; `clock` is the moment at which it begins."""
    emulated.empty()
    world = World.signed_up(plain["account"], parsed_moment(clock))
    for project in plain["projects"]:
        world.build(project)
    for project_id in world.projects.values():  # what time brings, such as reminders, is no message's doing
        world.turns.run(WorkItem(world.account_id, project_id, project_id), run_id="settled", sent_at=world.clock())
    return Built(world, emulated.saved_rows())


def answered(message: Mapping[str, Any], world: World) -> Mapping[str, Any]:
    """Put a message to the world; returns it with the answer, and the keys of rows that changed elsewhere."""
    before = _records()
    project = message.get("project")
    answer = world.ask_ceo(project, message["text"]) if project else world.ask_assistant(message["text"], as_task=False)
    after = _records()
    changed = sorted({*before.items()} ^ {*after.items()})
    return {**message, "answer": answer, "changed": [key for key, _ in changed]}


def _records() -> dict[str, str]:
    """Every row that an action would change, as JSON, by table and key."""
    dynamodb, found = client("dynamodb"), {}
    for table in dynamodb.list_tables()["TableNames"]:
        for row in dynamodb.scan(TableName=table)["Items"]:
            key = " ".join(str(row[name]["S"]) for name in ("pk", "sk") if name in row)
            if not any(mark in key for mark in _SAID) and not any(name in table for name in _COUNTS):
                found[f"{table} {key}"] = json.dumps(row, sort_keys=True, default=str)
    return found


def played(messages: Sequence[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """Each message with its answer and what it changed, in a fresh world; messages of one world come together."""
    worlds = json.loads(WORLDS.read_text(encoding="utf-8"))
    for key, plain in worlds["worlds"].items():
        wanted = [one for one in messages if one["world"] == key]
        if wanted:
            built = build(plain, plain.get("clock", worlds["clock"]))
            yield from (answered(one, built.fresh()) for one in wanted)


def main(file: str) -> None:
    """Play the messages of a file, one JSON object a line: `id`, `world`, `project` (none: the assistant), `text`."""
    messages = [json.loads(line) for line in Path(file).read_text(encoding="utf-8").splitlines()]
    with emulated.account():
        hand_over(list(played(messages)))


if __name__ == "__main__":
    main(sys.argv[1])
