"""Puts messages, each alone in a fresh copy of its world, and tells the answers and what changed beside them."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

import emulated
from bench.conversations.world import World
from common.aws import client
from domain.work.queue import WorkItem
from local.paths import REPOSITORY

WORLDS = REPOSITORY / "data" / "worlds.json"
# What a message may add: itself with its answer and cards, a note, events, counts of use, and what search has to read.
_SAID = ("MSG#", "THREAD", "CARD#", "ASKED", "CHANGE#", "EVENT#", "CHANGED#")
_COUNTS = ("Usage", "Counters", "Events")
Message = Mapping[str, Any]


def answered(message: Message, world: World) -> Message:
    """Put a message to the world; returns it with the answer, and the keys of rows that changed elsewhere."""
    before = _records()
    project = message.get("project")
    answer = world.ask_ceo(project, message["text"]) if project else world.ask_assistant(message["text"])
    changed = sorted({*before.items()} ^ {*_records().items()})
    return {**message, "answer": answer, "changed": [key for key, _ in changed]}


def played(messages: Sequence[Message], put: Callable[[Message, World], Message] = answered) -> Iterator[Message]:
    """What `put` returns for each message in a fresh world; messages of one world come together.

    A message: `id`, `world` and `project` (the keys of a world and of a project of its in `data/worlds.json`; without
    a project the assistant is asked) and `text`.
    """
    worlds = json.loads(WORLDS.read_text(encoding="utf-8"))
    for key, plain in worlds["worlds"].items():
        wanted = [one for one in messages if one["world"] == key]
        if wanted:
            built = _built(plain, datetime.fromisoformat(plain.get("clock", worlds["clock"])).astimezone(UTC))
            rows = emulated.saved_rows()
            for one in wanted:
                emulated.empty()
                emulated.put_back(rows)
                yield put(one, copy.deepcopy(World(built.caller, built.clock, built.projects)))


def _built(plain: Mapping[str, Any], began: datetime) -> World:
    emulated.empty()
    world = World.signed_up(plain["account"], began)
    for project in plain["projects"]:
        world.build(project)
    for project_id in world.projects.values():  # what time brings, such as reminders, is no message's doing
        world.turns.run(WorkItem(world.account_id, project_id, project_id), run_id="settled", sent_at=world.clock())
    return world


def _records() -> dict[str, str]:
    """Every row that an action would change, as JSON, by table and key."""
    dynamodb, found = client("dynamodb"), {}
    for table in dynamodb.list_tables()["TableNames"]:
        for row in dynamodb.scan(TableName=table)["Items"]:
            key = " ".join(str(row[name]["S"]) for name in ("pk", "sk") if name in row)
            if not any(mark in key for mark in _SAID) and not any(name in table for name in _COUNTS):
                found[f"{table} {key}"] = json.dumps(row, sort_keys=True, default=str)
    return found
