"""What it would come to to leave something out: told from the build outlook, never priced as building it."""

from __future__ import annotations

import pytest

from brain_stories import message, story
from domain.agents.brain.rules import RuleBrain
from domain.receipts.steps import Op

FACTS = story("design").facts


def answered(text, facts=FACTS):
    return RuleBrain().answer(message(text), facts)


@pytest.mark.parametrize(
    "text",
    [
        "What happens if we drop the gift vouchers?",
        "Suppose the vouchers were left out: what would that save?",
        "How much cheaper is it without R3? Only curious, please change nothing.",
        "Could we skip the gift vouchers?",
        "Imagine the vouchers disappear. Does it get smaller?",
        "Is it cheaper if vouchers are not included? No changes, please.",
    ],
)
def test_what_leaving_out_an_entry_saves_is_told_and_nothing_is_done(text):
    reply = answered(text)

    assert "**R3**, “Gift vouchers paid by card”, building would take about 3–12 days of effort less" in reply.content
    assert "EUR 2,160 to EUR 8,640" in reply.content
    assert "Nothing was changed." in reply.content
    assert reply.actions == ()
    assert "Exclusions" not in reply.content


def test_whether_it_is_there_and_what_if_it_is_left_out_are_both_answered():
    said = answered("Are gift vouchers in the brief, and what if we leave them out?").content

    assert said.startswith("Yes")
    assert "without **R3**" in said.lower() or "Without **R3**" in said


@pytest.mark.parametrize(
    "text", ["What would we save if Greek were dropped?", "How much less is it if the menu is not in German?"]
)
def test_part_of_an_entry_has_no_price_of_its_own(text):
    said = answered(text).content

    assert said.startswith("Without the whole of **R2**")
    assert "I can't price a part of it." in said
    assert "1–4 days of effort less" in said


@pytest.mark.parametrize(
    "text", ["Please drop the vouchers.", "Leave the carousel out.", "Please remove the fax gateway."]
)
def test_wish_to_remove_is_never_priced_as_building(text):
    said = answered(text).content

    assert "building “" not in said
    assert "building it" not in said
    assert (
        "days less" in said
        or "effort less" in said
        or "I can't price that; the build outlook of the whole is EUR 18,000" in said
    )


@pytest.mark.parametrize(
    "text", ["Was anything left out?", "Can guests book without an account?", "Why was takeaway dropped?"]
)
def test_what_is_out_already_and_how_a_thing_works_are_no_removals(text):
    assert "effort less" not in answered(text).content


def test_amount_is_derived_from_the_days_and_the_day_rate():
    reply = answered("What would dropping the vouchers save?")

    spans = [span for said in reply.evidence for span in said.spans if span.value == 2160]

    assert [span.step.op for span in spans] == [Op.PRODUCT]
