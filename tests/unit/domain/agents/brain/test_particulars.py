"""Personal data, languages, the deadline and how the work goes on; entries of the brief found by all their words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from brain_stories import message, story
from domain.agents.brain.rules import RuleBrain

DESIGN, REVISED = story("design").facts, story("revised").facts


def answered(text, facts=DESIGN):
    return RuleBrain().answer(message(text), facts).content


def with_answers(**answers):
    """The project in design with other answers to the intake."""
    return replace(DESIGN, intake=DESIGN.intake.model_copy(update={"answers": {**DESIGN.intake.answers, **answers}}))


@pytest.mark.parametrize(("stored", "verdict"), [(True, "Yes: "), (False, "No: ")])
def test_personal_data_is_told_by_the_intake(stored, verdict):
    said = answered("Does it hold data about identifiable women?", with_answers(personal_data=stored))

    assert said.startswith(f"{verdict}by your intake it stores")
    assert "Rule C1: GDPR" in said


@pytest.mark.parametrize(
    ("rule", "text", "beginning"),
    [
        ("Portuguese only", "the app speaks english too?", "No: it names Portuguese: rule C1"),
        ("Hindi, Marathi and English", "Is there a Hindi version also", "Yes: it names Hindi, Marathi and English"),
        (
            "German, French and Italian",
            "In how many languages?",
            "3 languages, by the brief: German, French and Italian",
        ),
    ],
)
def test_language_is_told_by_the_entries_that_name_languages(rule, text, beginning):
    facts = with_answers(constraints=(rule,), must_haves=("Gift vouchers",))

    assert answered(text, facts).startswith(beginning)


def test_language_of_a_part_proves_neither_yes_nor_no():
    assert answered("does it speak welsh?").startswith("Not by the brief: it names German and Greek")


def test_deadline_is_told_whether_there_is_one():
    assert answered("Does it have to be out by some day?").startswith("Yes: your deadline is 2026-06-30.")
    assert answered("Does it have to be out by some day?", story("empty draft").facts).startswith("No: you set no dea")


@pytest.mark.parametrize(
    ("text", "beginning"),
    [
        ("Do all your documents need my yes?", "Yes: each of the 10 documents needs your approval"),
        ("is anything approved without me?", "No: each of the 10 documents needs your approval"),
        ("when she approves both you go to the development?", "Once every document of the **design** phase is"),
        ("if I approve only the flows, does development begin?", "Once every document of the **design** phase is"),
        (
            "What if I just sit on the flows till New Year's?",
            "Once every document of the **design** phase is",
        ),
        (
            "what comes after this phase?",
            "Once every document of the **design** phase is",
        ),
    ],
)
def test_how_the_work_goes_on_is_told_with_what_is_asked_first(text, beginning):
    assert answered(text).startswith(beginning)


@pytest.mark.parametrize(
    ("exclusion", "text"),
    [
        ("Payments", "May patients pay in it?"),
        ("Ticket sales", "Will people buy tickets with it?"),
        ("Video calls", "could the doctor do a video call?"),
    ],
)
def test_exclusion_is_found_by_all_its_words_in_other_forms(exclusion, text):
    said = answered(text, with_answers(out_of_scope=(exclusion,)))

    assert said.startswith(f"No, that is deliberately out of scope (X1): “{exclusion}”.")


def test_rule_is_found_by_its_number():
    assert "Kept for ten years" in answered(
        "are checks kept for 10 years?", with_answers(constraints=("Kept for ten years",))
    )


def test_audience_is_never_told_to_be_what_is_asked():
    facts = with_answers(audience=("District doctors",))

    assert not answered("can a doctor upload a slit lamp video?", facts).startswith(("Yes", "The brief has it"))


@pytest.mark.parametrize("text", ["What does it explicitly leave out?", "tell me what is expressly off the list"])
def test_exclusions_are_listed_in_odd_wording(text):
    assert answered(text).startswith("The brief has 1 exclusion, deliberately left out:")


def test_comment_is_told_with_the_revision_that_answers_it():
    said = answered("has my remark been worked in?", REVISED)

    assert said.startswith("Your comment on **")
    assert "it is answered by revision 2, and the document is in review" in said


@pytest.mark.parametrize("text", ["So September 3 is comfortable, yes or no", "is 3 September doable, yes or no"])
def test_day_is_held_against_the_records_without_a_question_mark(text):
    assert "2026-09-03" in answered(text)
