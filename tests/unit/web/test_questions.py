"""What the pages suggest: each example is an answer that the intake takes, each question one that the CEO answers."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest
from domain.agents.brain.rules import RuleBrain

from brain_stories import message, story
from domain.projects.questionnaire import QUESTIONS, validate_answers
from domain.projects.states import DeliverableState

LIB = Path(__file__).parents[3] / "web" / "src" / "lib"
EXAMPLES = json.loads((LIB / "examples.json").read_text())
NEXT = json.loads((LIB / "next-questions.json").read_text())


def test_every_question_has_an_example_that_the_intake_takes():
    given = {name: example for name, example in EXAMPLES.items() if example is not None}

    assert set(EXAMPLES) == {question.id for question in QUESTIONS}
    assert set(EXAMPLES) - set(given) == {"deadline"}  # a day is an example for a while only
    assert set(validate_answers(given, today=date(2026, 11, 23))) == set(given)


# The project's state, the kind of question, and what the answer to each of its questions must say.
ANSWERED = [
    ("empty draft", "draft", ["`must_haves`", "Work begins once"]),
    ("complete draft", "complete", ["is likely to cost EUR", "likely to be done on", "the CPO begins planning"]),
    ("planning", "approval", ["Contents: Decide first; Goal"]),
    ("revised", "revised", ["shows your comment “The opening hours are missing”"]),
    ("planning", "approvals", ["3 documents wait for you"]),
    ("development", "credential", ["**Source repository** for the CTO, since"]),
    ("on hold", "on_hold", ["nothing moves until you resume it"]),
    ("design", "active", ["Next: your decision on", "2 things hold", "likely to be done on", "for what is left"]),
    ("completed", "completed", ["is likely to cost EUR", "10 of 10 documents are approved"]),
]


@pytest.mark.parametrize(("state", "kind", "says"), ANSWERED, ids=lambda one: one if isinstance(one, str) else "")
def test_each_suggested_question_is_answered_where_it_is_suggested(state, kind, says):
    facts = story(state).facts
    reviewed = [one for one in facts.deliverables if one.state is DeliverableState.IN_REVIEW]
    title = next((one.title for one in reviewed if one.revision > 1 or kind != "revised"), "")

    answers = [RuleBrain().answer(message(one.replace("{title}", title)), facts).content for one in NEXT[kind]]

    assert [fragment in answer for fragment, answer in zip(says, answers, strict=True)] == [True] * len(says), answers


def test_no_kind_of_question_is_left_out():
    assert {kind for _, kind, _ in ANSWERED} == set(NEXT)
