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

    answer = "yes" if stored else "no"
    asked = "Will it store data about identifiable people?"
    assert said.startswith(f"{verdict}by your intake: {asked} You answered: {answer}.")
    assert "“GDPR”" in said


@pytest.mark.parametrize(
    ("rule", "text"),
    [
        ("Portuguese only", "the app speaks english too?"),
        ("Hindi, Marathi and English", "Is there a Hindi version also"),
        ("German, French and Italian", "In how many languages?"),
    ],
)
def test_entries_that_name_languages_are_shown_without_yes_or_no(rule, text):
    facts = with_answers(constraints=(rule,), must_haves=("Gift vouchers",))

    assert answered(text, facts) == f"By the brief, languages are named in rule C1, “{rule}”."


def test_deadline_is_told_whether_there_is_one():
    assert answered("Does it have to be out by some day?").startswith("Yes: your deadline is 2026-06-30.")
    assert answered("Does it have to be out by some day?", story("empty draft").facts).startswith("No: you set no dea")


@pytest.mark.parametrize(
    ("text", "beginning"),
    [
        ("Do all your documents need my yes?", "Once every document of the **design** phase is"),
        ("is anything approved without me?", "Once every document of the **design** phase is"),
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


def test_comment_is_told_with_the_state_of_its_document():
    said = answered("has my remark been worked in?", REVISED)

    assert said.startswith("Your comments on documents, the latest first:")
    assert "(CPO), revision 2: in review, waiting for your approval" in said


@pytest.mark.parametrize("text", ["So September 3 is comfortable, yes or no", "is 3 September doable, yes or no"])
def test_day_is_held_against_the_records_without_a_question_mark(text):
    assert "2026-09-03" in answered(text)
