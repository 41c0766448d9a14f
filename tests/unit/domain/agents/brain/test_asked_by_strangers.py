"""What customers asked in words of their own and were answered beside: days, evidence, sums, promises."""

from __future__ import annotations

from dataclasses import replace

import pytest

from brain_stories import message, story
from domain.agents.brain.protocol import RecordWish
from domain.agents.brain.rules import RuleBrain

PLANNING, DESIGN = (story(name).facts for name in ("planning", "design"))


def answered(text, facts):
    return RuleBrain().answer(message(text), facts).content


@pytest.mark.parametrize("text", ["Can we go live before July?", "Are we live in August?", "Is it late for August?"])
def test_month_is_held_against_nothing_and_the_dates_are_told(text):
    said = answered(text, PLANNING)

    assert not said.startswith(("Yes", "No:", "Not promised"))
    assert "expected to be done on" in said


@pytest.mark.parametrize("text", ["Is the website up until November?", "So roadmap is kind of fine no?"])
def test_question_that_is_not_read_for_sure_is_answered_by_the_record_without_a_yes(text):
    said = answered(text, PLANNING)

    assert not said.startswith(("Yes", "No:", "Right"))
    assert "estimate yes" not in said


@pytest.mark.parametrize("text", ["should I approve the roadmap?", "ought we to pause now?"])
def test_question_for_advice_is_never_answered_by_yes_or_no(text):
    assert not answered(text, PLANNING).startswith(("Yes", "No:", "Right"))


def test_word_that_begins_like_a_month_names_none():
    assert "it will be on time" not in answered("Is it live before marketing begins?", PLANNING)


def test_sum_below_the_least_is_answered_no_and_its_range_is_said_once():
    said = answered("Do documents and building together stay below 9,500?", DESIGN)

    assert said.startswith("No: ")
    assert said.count("EUR 26,640 to EUR 69,840") == 1
    assert "open" not in said.split("\n")[0].split("Nobody")[0]


@pytest.mark.parametrize(
    "text",
    ["The hosting login will come on Thursday.", "We'll give you the hosting tomorrow.", "The domain comes next week."],
)
def test_promise_of_access_is_not_recorded(text):
    reply = RuleBrain().answer(message(text), story("blocked").facts)

    assert reply.actions == ()
    assert any(words in reply.content for words in ("Nothing was recorded", "was asked for on", "requests are open"))


def test_name_of_the_project_is_taken_for_no_credential():
    said = answered("Which access do you need for Frog?", story("empty draft").facts)

    assert "is called" not in said


def test_wish_for_a_day_is_never_priced_as_building():
    said = answered("We want to open by the end of August. Is that doable?", PLANNING)

    assert "nothing was recorded" in said
    assert "building “" not in said


def test_date_is_never_priced_as_building():
    assert "By the build outlook, building" not in answered("Could it also be live by 15 August?", PLANNING)


def test_how_to_answer_is_no_question_beside_one():
    said = answered("What is the budget? Three sentences will do.", DESIGN)

    assert "EUR 8,640" in said
    assert "I took this for" not in said


@pytest.mark.parametrize("text", ["What did we agree on for Apple Ladder?", "What is built for Apple Ladder?"])
def test_name_of_the_project_itself_is_not_looked_up_in_its_records(text):
    named = replace(DESIGN, project=DESIGN.project.model_copy(update={"name": "Apple Ladder"}))

    said = answered(text, named)

    assert "apple" not in said
    assert "not in the records" not in said


@pytest.mark.parametrize(
    "text", ["Can we still add a level, now that everything is finished?", "Is it the leaderboard that you want?"]
)
def test_question_about_something_else_gets_no_yes(text):
    assert not answered(text, story("completed").facts).startswith("Yes")


def test_what_is_only_to_be_left_is_no_wish():
    reply = RuleBrain().answer(
        message("Approve the roadmap. Leave the others, Tom wants to read them first."), PLANNING
    )

    assert not [action for action in reply.actions if isinstance(action, RecordWish)]
