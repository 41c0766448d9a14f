"""Passages of the documents: found by what they are about, with ids that stay."""

from __future__ import annotations

import json

import pytest

from brain_stories import story
from domain.projects.states import DeliverableKind
from domain.thinking.lookups import Lookups
from domain.thinking.passages import find_passages, passages_of, read_document


@pytest.fixture(scope="module")
def passages():
    return passages_of(story("planning").facts)


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("gift voucher", "Gift vouchers paid by card"),
        ("allergens in the menu", "allergens"),
        ("what is out of scope: delivery", "Delivery and takeaway"),
        ("which law: GDPR", "GDPR"),
        ("roadmap in short", "3 must-haves, for 2 groups"),
    ],
)
def test_passage_that_bears_on_the_query_is_found_first(passages, query, words):
    assert words in find_passages(passages, query, limit=3)[0].text


def test_query_that_shares_no_word_finds_nothing(passages):
    assert find_passages(passages, "zebra unicorn", limit=3) == ()
    assert find_passages((), "gift voucher", limit=3) == ()


def test_passages_are_short_plain_and_numbered_in_order(passages):
    assert [passage.fact.id for passage in passages] == [f"p{number}" for number in range(1, len(passages) + 1)]
    assert all(len(passage.text.split()) > 1 and len(passage.text) <= 320 for passage in passages)
    assert not [passage.text for passage in passages if "**" in passage.text or "|" in passage.text]
    assert passages == passages_of(story("planning").facts)


@pytest.mark.parametrize(
    ("kind", "section", "reads"),
    [
        (DeliverableKind.DELIVERY_PLAN, "work packages", "W1 Foundation; Days of effort: 5 to 12"),
        (
            DeliverableKind.DELIVERY_PLAN,
            "work packages",
            "W2 R1 60 hand-made levels; Days of effort: 3 to 12; After: W1",
        ),
        (DeliverableKind.DELIVERY_PLAN, "sum", "Packages – 3"),
        (DeliverableKind.PRODUCT_BRIEF, "audiences", "A1 Commuters"),
        (DeliverableKind.PRODUCT_BRIEF, "measures", "M1 People like it"),
    ],
)
def test_row_of_a_table_reads_as_a_line(kind, section, reads):
    passages = passages_of(story("launch").facts)

    assert reads in [passage.text for passage in read_document(passages, kind, section)]


def test_label_of_a_passage_says_when_it_was_written():
    (changed, *_) = read_document(passages_of(story("revised").facts), DeliverableKind.SCOPE)

    assert changed.fact.label.endswith(", written on 2026-03-04")


def test_document_is_read_whole_or_by_the_words_of_a_heading(passages):
    whole = read_document(passages, DeliverableKind.ROADMAP)
    dates = read_document(passages, DeliverableKind.ROADMAP, "milestones")

    assert {passage.kind for passage in whole} == {DeliverableKind.ROADMAP}
    assert {passage.heading for passage in dates} == {"Milestones"}
    assert read_document(passages, DeliverableKind.LAUNCH_PLAN) == ()


def test_tools_return_facts_by_id_and_say_so_when_they_are_misused(passages):
    facts = story("planning").facts
    tools = Lookups(facts, passages, first=100)

    found = json.loads(tools.find_passage("gift voucher"))
    computed = json.loads(tools.price_scenario(drop=["R3"]))
    again = json.loads(tools.date_scenario(approved_on="2026-03-06"))

    assert all(name.startswith("p") for name in found)
    assert [*computed, *again] == [f"s{number}" for number in range(100, 108)]
    assert [fact.id for fact in tools.computed] == [*computed, *again]
    assert tools.read_document("secrets").startswith("The kinds are: product_brief")
    assert tools.date_scenario(deadline="next week") == "Days are written YYYY-MM-DD."
    assert tools.price_scenario() == "Nothing was found."
