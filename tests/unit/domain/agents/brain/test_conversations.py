"""Conversations as people hold them: each reply says what the records say, and does what was told and nothing else."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from brain_stories import message
from domain.agents.brain.protocol import RecordWish, Reply
from domain.agents.brain.rules import RuleBrain
from domain.language.dialogue import About
from domain.projects.records import Revision
from domain.projects.states import Role
from grounding import Ground
from tables import by_day, for_each
from talks import Talk, facts_of

DATA = Path(__file__).parents[5] / "data"
TALKS = [json.loads(line) for line in (DATA / "conversations/ceo_tuning.jsonl").read_text().splitlines()]
SET_ASIDE = [json.loads(line) for line in (DATA / "conversations/ceo_set_aside.jsonl").read_text().splitlines()]
LEAST_SHARE_RIGHT = 0.9
# What changes no record, whatever it is about.
HARMLESS = {
    "question",
    "weigh",
    "withheld",
    "statement",
    "greeting",
    "presence",
    "complaint",
    "deed",
    "override",
    "secret",
}


@for_each("talk", by_day(TALKS, every=2), ids=lambda talk: f"{talk['project']}: {talk['turns'][0][0]}")
def test_every_turn_is_answered_rightly(talk):
    conversation = Talk(facts_of(talk["project"]))
    wrong = []
    for text, expected, *done in talk["turns"]:
        reply = conversation.say(text)
        if not _is_right(reply, expected, done) or Ground.of(conversation.facts).unfounded(reply):
            wrong.append((text, reply.content, reply.actions))

    assert wrong == []


def test_most_turns_that_nothing_was_tuned_on_are_answered_rightly_and_none_states_or_does_anything_wrong():
    right, turns = 0, 0
    for talk in SET_ASIDE:
        conversation = Talk(facts_of(talk["project"]))
        for text, expected, *done in talk["turns"]:
            reply = conversation.say(text)
            turns += 1
            right += _is_right(reply, expected, done)
            assert [type(action).__name__ for action in reply.actions] == (done[0] if done else []), text
            assert Ground.of(conversation.facts).unfounded(reply) == set(), text

    assert right / turns >= LEAST_SHARE_RIGHT


def test_no_record_is_changed_by_a_sentence_that_tells_nothing():
    lines = (DATA / "intents/ceo.jsonl").read_text().splitlines()[::9]
    rows = [json.loads(line) for line in by_day(lines, every=4)]
    facts = facts_of("planning")

    acted = [
        row["text"]
        for row in rows
        if row["intents"][0] in HARMLESS and RuleBrain().answer(message(row["text"]), facts).actions
    ]

    assert acted == []


def _is_right(reply: Reply, expected: list[str], done: list[list[str]]) -> bool:
    acted = [type(action).__name__ for action in reply.actions]
    said = all(re.search(pattern, reply.content, re.IGNORECASE | re.DOTALL) for pattern in expected)
    return said and acted == (done[0] if done else [])


def test_question_whether_a_thing_can_be_dropped_is_confirmed_as_dropping_it():
    conversation = Talk(facts_of("design"))

    conversation.say("can we drop the vouchers?")
    reply = conversation.say("yes")

    assert reply.actions == (RecordWish("please drop the vouchers", Role.CPO),)


def test_wish_is_not_taken_back_when_it_is_written_into_a_document():
    conversation = Talk(facts_of("planning"))
    conversation.say("please add gift cards")
    (wish,) = conversation.facts.change_requests
    document = conversation.facts.deliverables[0]
    entry = Revision(revision=2, at=wish.at, content_hash="x", comment="add a must-have: gift cards")
    written = document.model_copy(update={"history": (*document.history, entry)})
    conversation.facts = replace(conversation.facts, deliverables=(written, *conversation.facts.deliverables[1:]))

    reply = conversation.say("undo that")

    assert reply.actions == ()
    assert "is written into the **Product brief** already" in reply.content


def test_older_wish_is_not_taken_back_when_an_offer_is_waved_aside():
    conversation = Talk(facts_of("planning"))
    conversation.say("please add gift cards")
    conversation.say("can we add a blog?")

    reply = conversation.say("forget it")

    assert reply.actions == ()
    assert conversation.facts.change_requests[0].withdrawn_at is None


def test_reply_to_a_later_question_is_not_what_a_message_refers_to():
    conversation = Talk(facts_of("planning"))
    conversation.say("can we add a blog?")
    earlier = message("yes").model_copy(update={"id": "msg_01JNB3ZK8R5V6W7X8Y9Z000000"})

    reply = RuleBrain().answer(earlier, conversation.facts)

    assert reply.actions == ()


def test_sentence_from_which_a_secret_was_cut_is_not_read():
    conversation = Talk(facts_of("design"))

    alone = conversation.say("My password for Stripe is [removed]")
    beside = conversation.say("my pin is [removed]. How much is spent?")

    assert alone.content == "Nothing was done with it: I never need a secret in the conversation."
    assert "removed" not in beside.content
    assert "EUR 3,620" in beside.content


@pytest.mark.parametrize(
    ("asked", "done"),
    [("can we drop the vouchers?", ["RecordWish"]), ("should I approve the style guide?", [])],
    ids=["a wish", "a decision"],
)
def test_yes_still_answers_whether_a_wish_is_noted_after_an_announcement_and_never_a_decision(asked, done):
    conversation = Talk(facts_of("design"))
    conversation.say(asked)
    announced = message("The **Style guide** waits for your approval.").model_copy(
        update={"id": "msg_01JNB3ZK8R5V6W7X8Y9Z000002A", "sender_type": "agent", "about": About(topic="approvals")}
    )
    conversation.facts = replace(conversation.facts, recent=(*conversation.facts.recent, announced))

    reply = conversation.say("yes")

    assert [type(action).__name__ for action in reply.actions] == done
