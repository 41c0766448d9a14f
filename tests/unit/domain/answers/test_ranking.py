"""Which facts a message asks for: its topics, what it names, and the words that it shares."""

from __future__ import annotations

from datetime import UTC, datetime

from domain.answers.answering import UNSURE, answer
from domain.answers.facts import Fact, Sheet, Topic
from domain.answers.naming import Thing
from domain.answers.ranking import ranked
from domain.answers.reader import Asked, Likely, Read

NOW = datetime(2026, 11, 29, tzinfo=UTC)
ROADMAP = Thing("dlv_1", "Roadmap", "document")


def fact(fact_id: str, topic: Topic, text: str, subject: str = "prj_1", path: str = "status") -> Fact:
    return Fact(fact_id, topic, subject, text, subject, path, NOW)


SHEET = Sheet(
    (
        fact("progress.state", Topic.PROGRESS, "The project is under way."),
        fact("money.forecast", Topic.MONEY, "The forecast is EUR 20,000."),
        fact("money.to_fit", Topic.MONEY, "To keep your ceiling, leave out R1 (Order bread)."),
        fact("needs.apr_1", Topic.NEEDS, "Roadmap waits for your approval.", "dlv_1"),
        fact("needs.crq_1", Topic.NEEDS, "The CTO waits for access to Hosting.", "crq_1"),
        fact("document.roadmap", Topic.DOCUMENTS, "Roadmap is in review.", "dlv_1"),
        fact("document.scope", Topic.DOCUMENTS, "Scope is approved.", "dlv_2"),
        fact("brief.rules", Topic.BRIEF, "The brief has 1 rule: C1 Kept for ten years.", path="brief.entries.rule"),
        fact("brief.must_haves", Topic.BRIEF, "The brief has 1 must-have: R1 Order bread.", path="brief.entries.must"),
        fact("choice.D1", Topic.CHOICES, "D1: How long is hosting kept?", "D1"),
    )
)


def read(*topics: tuple[Asked, float], named: tuple[Thing, ...] = (), words: str = "", rare: str = "") -> Read:
    likely = tuple(Likely(topic, chance) for topic, chance in topics)
    told = frozenset([*words.split(), *rare.split()])
    return Read(likely, is_sure=True, is_question=True, named=named, words=told, rare=frozenset(rare.split()))


def ids(message: Read) -> list[str]:
    return [one.id for one in ranked(message, SHEET)]


def test_a_topic_shows_its_facts_in_their_order_and_nothing_else():
    assert ids(read((Asked.NEEDS, 0.9), (Asked.COST, 0.2))) == ["needs.apr_1", "needs.crq_1"]


def test_what_is_unlikely_shows_nothing_but_is_offered_as_a_guess():
    guess = read((Asked.COST, 0.2))

    told = answer(guess, SHEET)

    assert ids(guess) == []
    assert (told.opening, [one.id for one in told.facts], told.is_unsure) == (UNSURE, ["money.forecast"], True)


def test_a_thing_that_is_named_comes_before_all_that_was_asked_in_general():
    assert ids(read((Asked.STATUS, 0.9), named=(ROADMAP,))) == ["needs.apr_1"]


def test_a_shared_word_narrows_a_topic_to_the_facts_that_hold_it():
    assert ids(read((Asked.NEEDS, 0.6), words="hosting")) == ["needs.crq_1"]
    assert ids(read((Asked.BRIEF, 0.6), words="kept year")) == ["brief.rules"]


def test_a_rare_word_finds_its_fact_without_a_topic_and_an_open_choice_only_with_one():
    assert ids(read(rare="bread")) == ["brief.must_haves"]
    assert ids(read((Asked.CHOICES, 0.6), rare="long")) == ["choice.D1"]
    assert ids(read(rare="long")) == []


def test_what_to_leave_out_is_told_to_who_asks_about_limits_and_not_for_the_names_in_it():
    assert ids(read((Asked.CEILING, 0.9))) == ["money.forecast", "money.to_fit"]
    assert "money.to_fit" not in ids(read((Asked.TEAM, 0.6), rare="bread"))
