"""What-ifs: computed by the rules of the estimate and the dates, and nothing else."""

from __future__ import annotations

from datetime import date

import pytest

from brain_briefs import TAVERNA
from brain_stories import drafted, story
from domain.projects.estimate import estimate
from domain.projects.questionnaire import validate_answers
from domain.projects.records import Money
from domain.projects.states import DeliverableKind
from domain.thinking.facts import Duration, MoneyRange
from domain.thinking.languages import LANGUAGES
from domain.thinking.render import reading
from domain.thinking.scenarios import date_scenario, entries_of, price_scenario, stated, wish_price_of

MONDAY = date(2026, 3, 2)


def values(found):
    return {item.noun: item.value for item in found}


def estimated(**changes):
    """The published estimate for the brief with other answers."""
    given = validate_answers({**TAVERNA, **changes}, today=MONDAY)
    return estimate({name: value for name, value in given.items() if value is not None}, today=MONDAY)


@pytest.mark.parametrize("name", ["complete draft", "planning", "design"])
def test_brief_without_an_entry_costs_what_the_published_rule_says(name):
    found = values(price_scenario(story(name).facts, drop=["R3"]))

    expected = estimated(must_haves=TAVERNA["must_haves"][:2])
    assert found["estimate_in_case"] == Money(amount=expected.total, currency="EUR")
    assert found["estimate_days_in_case"] == Duration(expected.working_days, "working_days")
    saved = estimated().total - expected.total
    assert found["saved_in_case"] == MoneyRange(saved, saved, "EUR")


def test_brief_with_more_and_on_other_platforms_costs_what_the_published_rule_says():
    facts = story("planning").facts

    found = values(price_scenario(facts, drop=["I1"], add=["A blog"], platforms=["ios", "web", "no such thing"]))

    expected = estimated(
        integrations=["Stripe"], must_haves=[*TAVERNA["must_haves"], "A blog"], platforms=["web", "ios"]
    )
    assert found["estimate_in_case"] == Money(amount=expected.total, currency="EUR")
    assert "added_in_case" in found


@pytest.mark.parametrize(("name", "stands"), [("planning", True), ("complete draft", False), ("cancelled", False)])
def test_case_says_that_an_accepted_estimate_stands_where_there_is_one(name, stands):
    facts = story(name).facts

    said = [reading(fact, "en") for fact in stated(facts, price_scenario(facts, add=["A blog"]), first=1)]

    told = "your accepted estimate stands in the case “A blog”, too, until it is agreed anew"
    assert (told in said) == stands


@pytest.mark.parametrize("asked", [{}, {"drop": ["R9", "hello"]}, {"platforms": ["mars"]}])
def test_case_that_changes_nothing_has_no_price(asked):
    assert price_scenario(story("planning").facts, **asked) == ()


def test_case_without_a_required_answer_has_no_price():
    assert price_scenario(drafted("Frog", {"goal": "A game"}).facts, add=["Levels"]) == ()


def test_dropped_entry_that_a_comment_added_is_known_by_its_id():
    facts = story("revised").facts

    assert "R4" in entries_of(facts)
    assert price_scenario(facts, drop=["R4"]) != ()


def test_approving_later_moves_the_end_by_as_many_working_days():
    facts = story("planning").facts  # a Wednesday

    friday, monday = (values(date_scenario(facts, approved_on=date(2026, 3, day))) for day in (6, 9))

    assert (friday["end_if_approved"], monday["end_if_approved"]) == (date(2026, 3, 24), date(2026, 3, 25))
    assert friday["spare_if_approved"].amount - monday["spare_if_approved"].amount == 1


def test_approving_one_of_several_leaves_the_others_to_be_done():
    facts = story("planning").facts
    day = date(2026, 3, 6)

    everything = values(date_scenario(facts, approved_on=day))
    one = values(date_scenario(facts, approved_on=day, documents=[DeliverableKind.ROADMAP]))

    assert one["end_if_approved"] > everything["end_if_approved"]


def test_other_deadline_is_compared_with_the_expected_end():
    facts = story("planning").facts  # the documents are expected to be done on 26 March

    assert values(date_scenario(facts, deadline=date(2026, 3, 20))) == {
        "delay_by_deadline": Duration(4, "working_days")
    }
    assert values(date_scenario(facts, deadline=date(2026, 4, 1))) == {"spare_by_deadline": Duration(4, "working_days")}


def test_draft_that_begins_later_ends_later():
    facts = story("complete draft").facts

    assert values(date_scenario(facts, goes_on=date(2026, 4, 1)))["end_if_begun"] == date(2026, 4, 23)


@pytest.mark.parametrize(
    ("name", "asked"),
    [
        ("planning", {}),
        ("planning", {"approved_on": date(2026, 3, 1)}),
        ("planning", {"approved_on": date.max}),
        ("completed", {"approved_on": date(2026, 12, 1)}),
        ("cancelled", {"goes_on": date(2026, 12, 1)}),
        ("empty draft", {"goes_on": date(2026, 12, 1)}),
    ],
)
def test_day_in_the_past_and_a_project_that_is_over_have_no_date(name, asked):
    assert date_scenario(story(name).facts, **asked) == ()


def test_nothing_is_changed_by_asking():
    facts = story("planning").facts
    before = repr(facts)

    price_scenario(facts, drop=["R1", "R2"], add=["A blog"])
    date_scenario(facts, approved_on=date(2026, 3, 6), deadline=date(2026, 5, 1))

    assert repr(facts) == before


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_case_reads_in_every_language(language):
    facts = story("planning").facts
    day = date(2026, 4, 6)
    found = (
        *price_scenario(facts, drop=["R3"]),
        *price_scenario(facts, add=["A blog"]),
        *date_scenario(facts, approved_on=day),
        *date_scenario(facts, goes_on=day),
        *date_scenario(facts, deadline=date(2026, 3, 20)),
        *date_scenario(facts, deadline=day),
    )
    facts_stated = (*stated(facts, found, first=1), wish_price_of(facts, "A blog"))

    read = [reading(fact, language) for fact in facts_stated]

    assert len({fact.id for fact in facts_stated[:-1]}) == len(found)
    assert all("_" not in text and "{" not in text for text in read)
    assert len(set(read)) == len(read)
