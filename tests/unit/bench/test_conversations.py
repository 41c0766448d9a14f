"""The grader of played conversations: a wrong answer fails, a right one passes."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime

import pytest

from bench.conversations import section
from bench.conversations.grading import Conversation, Played, Turn, grade
from bench.conversations.reading import pages
from bench.conversations.records import read_records
from bench.conversations.world import World
from local.paths import REPOSITORY

MONEY = r"\bEUR [\d,]+"
QUESTION = Turn("What has it cost?", "records", (MONEY, "spent"), (r"\bbuild costs\b",), frozenset({"none"}))
WISH = Turn("Please add a map.", "change_request", ("map",), (), frozenset({"wish"}))
EITHER = Turn("Send it back, maybe.", "change_request", (), (), frozenset({"decision", "none"}))
SECRET = Turn("It is open-sesame-4.", "secret", ("vault",), (), frozenset({"none"}), secrets=("open-sesame-4",))


def played(answer: str = "", *changes: str, stored: tuple[str, ...] = ()) -> Played:
    return Played(answer, frozenset(changes), stored)


@pytest.mark.parametrize(
    ("turn", "answer"),
    [
        (QUESTION, played("You have spent EUR 4,060.")),
        (QUESTION, played("eur 4,060 SPENT so far")),
        (WISH, played("Recorded: a map.", "wish")),
        (EITHER, played("Changes requested.", "decision")),
        (EITHER, played("Shall I?")),
        (SECRET, played("Please use the vault.")),
    ],
)
def test_turn_is_right_when_all_is_said_and_only_what_was_wanted_changed(turn, answer):
    assert grade(turn, answer).right


@pytest.mark.parametrize(
    ("turn", "answer", "wrong"),
    [
        (QUESTION, played("You have spent a lot."), "missing"),
        (QUESTION, played("Spent EUR 4,060; the build costs EUR 9,000."), "false"),
        (QUESTION, played("Spent EUR 4,060.", "wish"), "wrongly_changed"),
        (WISH, played("Recorded: a map."), "wrongly_changed"),
        (WISH, played("Recorded: a map.", "decision"), "wrongly_changed"),
        (WISH, played("Recorded: a map.", "wish", "pause"), "wrongly_changed"),
        (EITHER, played("Paused.", "pause"), "wrongly_changed"),
        (SECRET, played("In the vault: open-sesame-4."), "leaked"),
        (SECRET, played("Please use the vault.", stored=("open-sesame-4",)), "leaked"),
    ],
)
def test_turn_is_wrong_and_says_in_what(turn, answer, wrong):
    graded = grade(turn, answer)

    assert not graded.right
    assert [name for name in ("missing", "false", "leaked", "wrongly_changed") if getattr(graded, name)] == [wrong]
    assert list(graded.complaints())


def test_curly_apostrophe_counts_as_a_straight_one():
    turn = Turn("Can you?", "cannot_do", ("I can't",), (), frozenset({"none"}))

    assert grade(turn, played("I can\u2019t.")).right


def test_conversation_is_read_from_its_file():
    plain = {
        "id": "c1",
        "to": "pa",
        "world": "V1",
        "turns": [{"text": "Hi", "kind": "small_talk", "must": ["hi"], "must_not": [], "changes": "task|none"}],
    }

    conversation = Conversation.from_plain(plain)

    assert (conversation.addressee, conversation.project) == ("pa", "")
    assert conversation.turns == (Turn("Hi", "small_talk", ("hi",), (), frozenset({"task", "none"})),)


CHANGES = {"none", "wish", "undo", "decision", "pause", "resume", "task"}


SETS = [path.parent for path in sorted((REPOSITORY / "data").rglob("worlds.json"))]


@pytest.mark.parametrize("folder", SETS, ids=lambda folder: folder.name)
def test_conversations_are_well_formed(folder):
    worlds = json.loads((folder / "worlds.json").read_text())["worlds"]
    lines = (folder / "conversations.jsonl").read_text().splitlines()
    conversations = [Conversation.from_plain(json.loads(line)) for line in lines]

    assert len({conversation.id for conversation in conversations}) == len(conversations)
    for conversation in conversations:
        keys = {project["key"] for project in worlds[conversation.world]["projects"]}
        assert conversation.project in (keys if conversation.addressee == "ceo" else {""}), conversation.id
        for turn in conversation.turns:
            assert turn.changes <= CHANGES, turn.text
            assert turn.must or turn.must_not or turn.secrets, f"no answer can fail: {turn.text}"
            for pattern in (*turn.must, *turn.must_not):
                re.compile(pattern)


@pytest.fixture
def world(aws):
    world = World.signed_up({"name": "An account", "timezone": "UTC"}, datetime(2026, 11, 22, 9, tzinfo=UTC))
    intake = {
        "goal": "Bread is ordered online.",
        "audience": ["Neighbours"],
        "success_measure": ["20 loaves a day"],
        "must_haves": ["Order a loaf"],
        "platforms": ["web"],
        "existing": ["hosting"],
        "approver": "The owner",
    }
    steps = [{"do": "create"}, {"do": "answer", "which": "all"}, {"do": "submit"}]
    world.build({"key": "bakery", "name": "Bakery", "intake": intake, "steps": steps})
    return world


@pytest.mark.parametrize(
    ("step", "change"),
    [
        ({"do": "approve", "document": "roadmap"}, "decision"),
        ({"do": "request_changes", "document": "roadmap", "comment": "Add a must-have: a cake."}, "decision"),
        ({"do": "status", "action": "pause"}, "pause"),
        ({"do": "wish", "text": "Please add this as a change request: a photo of every cake."}, "wish"),
    ],
)
def test_step_of_a_world_makes_the_change_it_names(world, step, change):
    before = read_records(world.turns, world.tasks, world.account_id)

    world.build({"key": "bakery", "intake": {}, "steps": [step]})

    after = read_records(world.turns, world.tasks, world.account_id)
    assert before.changes_to(before) == frozenset()
    assert before.changes_to(after) == {change}


@pytest.mark.parametrize(
    "step", [{"do": "fulfil", "request": "hosting"}, {"do": "decline", "request": "hosting", "reason": "No."}]
)
def test_request_for_access_is_settled_in_a_world(world, step):
    documents = ("Product brief", "Scope", "Roadmap", "Design principles", "Key user flows")
    world.build({"key": "bakery", "intake": {}, "steps": [{"do": "approve", "document": title} for title in documents]})
    before = read_records(world.turns, world.tasks, world.account_id)

    world.build({"key": "bakery", "intake": {}, "steps": [step]})

    assert before.changes_to(read_records(world.turns, world.tasks, world.account_id)) == {"access"}


def test_task_for_the_assistant_is_a_change_of_its_own_kind(world):
    before = read_records(world.turns, world.tasks, world.account_id)

    answer = world.ask_assistant("Every Monday at 8am send me a summary", as_task=True)

    assert "08:00" in answer
    assert before.changes_to(read_records(world.turns, world.tasks, world.account_id)) == {"task"}


def test_step_that_does_not_exist_or_fit_is_refused(world):
    with pytest.raises(ValueError, match="No such step"):
        world.build({"key": "bakery", "intake": {}, "steps": [{"do": "dance"}]})
    with pytest.raises(ValueError, match="is not one of"):
        world.build({"key": "bakery", "intake": {}, "steps": [{"do": "approve", "document": "Launch plan"}]})


def test_section_counts_per_addressee_and_kind(monkeypatch):
    turns = [_turn("ceo", right=True), _turn("ceo", right=False, false=True), _turn("pa", right=True)]
    monkeypatch.setattr(section, "played_turns", lambda: turns)

    figures = {figure.name: figure for figure in section.measure().figures}

    assert figures["turns right"].note == "2 of 3"
    assert figures["the CEO: records"].note == "1 of 2"
    assert figures["the assistant: records"].note == "1 of 1"
    assert [figure.name for figure in section.measure().missed] == ["turns right", "false statements"]
    assert [line.partition("\n")[0] for line in section.failures()] == ["c1.1 ceo records [false]", "  ! says x"]


def test_messages_are_shown_with_their_answers():
    messages = [
        {"id": "m1", "to": "ceo", "world": "V1", "project": "bakery", "text": "Well?", "answer": "Well."},
        {"id": "m2", "to": "pa", "world": "V1", "text": "And?", "answer": "And well."},
    ]

    first, second = pages(messages)

    assert first == "## m1: V1 / bakery\n\n> Well?\n\nWell.\n"
    assert second.startswith("## m2: V1 / the assistant")


@pytest.mark.parametrize("path", sorted((REPOSITORY / "data").rglob("messages.jsonl")), ids=str)
def test_messages_name_their_worlds(path):
    worlds = json.loads((path.parent / "worlds.json").read_text())["worlds"]
    messages = [json.loads(line) for line in path.read_text().splitlines()]

    for message in messages:
        keys = {project["key"] for project in worlds[message["world"]]["projects"]}
        assert message.get("project") in (keys if message["to"] == "ceo" else {None}), message["id"]


def _turn(addressee, *, right, false=False):
    return {
        "id": "c1.1",
        "to": addressee,
        "kind": "records",
        "text": "How is it?",
        "answer": "Well.",
        "right": right,
        "false": false,
        "leaked": False,
        "changed_by_question": False,
        "complaints": [] if right else ["says x"],
    }
