"""Conversations as people hold them: each reply says what the records say, and does what was told and nothing else."""

from __future__ import annotations

import json
import re
from pathlib import Path

from domain.agents.brain.protocol import Reply
from grounding import Ground
from tables import for_each
from talks import Talk, facts_of

TALKS = [
    json.loads(line)
    for line in (Path(__file__).parents[5] / "data/conversations/ceo_tuning.jsonl").read_text().splitlines()
]


@for_each("talk", TALKS, ids=lambda talk: f"{talk['project']}: {talk['turns'][0][0]}")
def test_every_turn_is_answered_rightly(talk):
    conversation = Talk(facts_of(talk["project"]))
    wrong = []
    for text, expected, *done in talk["turns"]:
        reply = conversation.say(text)
        if not _is_right(reply, expected, done) or Ground.of(conversation.facts).unfounded(reply):
            wrong.append((text, reply.content, reply.actions))

    assert wrong == []


def _is_right(reply: Reply, expected: list[str], done: list[list[str]]) -> bool:
    acted = [type(action).__name__ for action in reply.actions]
    said = all(re.search(pattern, reply.content, re.IGNORECASE | re.DOTALL) for pattern in expected)
    return said and acted == (done[0] if done else [])
