from __future__ import annotations

from dataclasses import replace

import pytest

from brain_stories import story
from domain.agents.brain.protocol import RecordDecision, RecordWish
from domain.agents.brain.understanding import understand
from domain.projects.states import Role
from grounding import Ground


@pytest.mark.parametrize(
    ("text", "owner"),
    [
        ("please also add a newsletter", Role.CMO),
        ("Could you please add a dark mode too?", Role.CDO),
        ("Please add an API for partners", Role.CTO),
        ("We'd like guests to rate their dishes", Role.CPO),
        ("It would be great to have a loyalty card", Role.CPO),
        ("we no longer need the opening hours", Role.CPO),
        ("Feature request: seat map", Role.CPO),
        ("Please add a waiting list to the roadmap", Role.CPO),
    ],
)
def test_wish_is_recorded_with_its_owner_and_price(asking, text, owner):
    reply = asking("planning", text)

    assert reply.actions == (RecordWish(text.rstrip("?"), owner),)
    assert [entry.role for entry in reply.contributions] == [owner]
    assert f"“{text.rstrip('?')}”" in reply.content
    assert "Noting it costs nothing; revision 2 of the **Product brief**" in reply.content
    assert "To take it back, say “undo that”" in reply.content
    assert Ground.of(story("planning").facts).unfounded(reply) == set()


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("please add a newsletter", "please add a newsletter"),
        ("We'd like guests to rate their dishes", "add a must-have: We'd like guests to rate their dishes"),
        ("we no longer need the opening hours", "we no longer need the opening hours"),
    ],
)
def test_noted_wish_says_that_nothing_changed_and_what_would_change_it(asking, text, asked):
    reply = asking("planning", text)

    assert reply.content.startswith("Nothing is changed yet. Noted as a change request")
    assert f"To have it done: “request changes on the Product brief: {asked}”." in reply.content


def test_noted_wish_waits_for_the_next_document_where_none_is_in_review(asking):
    reply = asking(replace(story("planning").facts, approvals=()), "please add a newsletter")

    assert "To have it done: request the change on the next document that comes to you for approval." in reply.content


@pytest.mark.parametrize(
    "text",
    [
        "Should we add a blog?",
        "What would it cost to add a blog?",
        "How much would a blog cost?",
        "can we also add a blog?",
        "Could we have a blog too?",
    ],
)
def test_wish_is_priced_and_not_recorded_when_only_thought_about(asking, text):
    reply = asking("planning", text)

    assert "building “" in reply.content
    assert "nothing was recorded" in reply.content
    assert reply.actions == ()


@pytest.mark.parametrize(
    "text",
    [
        "Please drop the vouchers.",
        "Leave the carousel out.",
        "Please remove the fax gateway.",
        "Could we skip the gift vouchers?",
        "What would we save if Greek were dropped?",
        "How much less is it if the menu is not in German?",
        "Suppose the vouchers were left out: what would that save?",
        "Imagine the vouchers disappear. Does it get smaller?",
    ],
)
def test_taking_something_out_is_never_priced_as_building_it(asking, text):
    said = asking("design", text).content

    assert "building “" not in said
    assert "building it" not in said


def test_what_leaving_out_an_entry_saves_is_told_and_nothing_is_done(asking):
    reply = asking("design", "What happens if we drop the gift vouchers?")

    assert "without “the gift vouchers” building takes about 3–12 days less" in reply.content
    assert "nothing was recorded" in reply.content
    assert reply.actions == ()


@pytest.mark.parametrize("state", ["complete draft", "completed", "cancelled"])
def test_wish_is_not_recorded_when_there_is_no_work_to_change(asking, state):
    assert asking(state, "Please add a newsletter").actions == ()


@pytest.mark.parametrize(
    "text",
    [
        "We decided to go with Stripe",
        "Decision: the menu comes first",
        "We have agreed on a launch in May",
        "let's go with Hetzner",
    ],
)
def test_decision_is_recorded_in_the_customers_words(asking, text):
    reply = asking("design", text)

    assert reply.actions == (RecordDecision(text),)
    assert f"“{text}”" in reply.content


@pytest.mark.parametrize(
    "text",
    ["Have we decided on Stripe?", "What did we decide?", "We haven't decided yet", "If we decided to go with Stripe?"],
)
def test_decision_is_not_recorded_when_none_is_stated(asking, text):
    assert asking("design", text).actions == ()


def test_decision_is_not_recorded_when_the_key_may_not_decide(asking):
    reply = asking("design", "We decided to go with Stripe", may_decide=False)

    assert reply.actions == ()
    assert "`projects:write`" in reply.content


@pytest.mark.parametrize(
    "message",
    ["A caterer wants to join us. What did we say about weddings?",
     "I want to tell our bank precisely. When is the deadline?",
     "We'd love to sell honey one summer. How much is spent?"],
)  # fmt: skip
def test_statement_beside_a_question_is_no_wish(message):
    assert understand(message).wishes == ()


def test_order_beside_a_question_is_a_wish():
    (wish,) = understand("Please add a honey shop. How much is spent?").wishes

    assert wish.text == "Please add a honey shop"


@pytest.mark.parametrize(
    "rest", ["leave the other two", "let the others wait", "skip the rest for now", "drop the others"]
)
@pytest.mark.parametrize("joint", [", ", ". ", " and "])
def test_what_is_left_beside_an_order_is_never_a_wish(asking, rest, joint):
    reply = asking("planning", f"approve the roadmap{joint}{rest}")

    assert not [one for one in reply.actions if isinstance(one, RecordWish)]


def test_no_entry_of_the_brief_says_yes_to_what_a_question_only_points_at(asking):
    said = asking("design", "Our IT says a token only for reading is enough. Is this correct?").content

    assert "Yes" not in said
