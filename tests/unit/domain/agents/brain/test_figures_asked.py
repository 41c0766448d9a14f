"""One table of figures: a document's price, each phase, the dearest, a share, a distance, and a follow-up to them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from brain_stories import message, story
from domain.agents.brain.rules import RuleBrain
from domain.receipts.steps import Op

DESIGN, DRAFT = story("design").facts, story("complete draft").facts


def answered(text, facts=DESIGN):
    return RuleBrain().answer(message(text), facts)


def after(first, text, facts=DESIGN):
    """The reply to `text` right after the reply to `first`."""
    asked = message(first)
    reply = RuleBrain().answer(asked, facts)
    told = asked.model_copy(
        update={"id": "msg_01JNB3ZK8R5V6W7X8Y9Z0A1B2D", "sender_type": "agent", "reply_to": asked.id}
        | {"content": reply.content, "about": reply.about}
    )
    following = message(text).model_copy(update={"id": "msg_01JNB3ZK8R5V6W7X8Y9Z0A1B2E"})
    return RuleBrain().answer(following, replace(facts, recent=(*facts.recent, asked, told))).content


@pytest.mark.parametrize(
    ("text", "beginning"),
    [
        ("How much was the roadmap?", "**Roadmap** (CPO): EUR 400 by the estimate, EUR 400 spent so far."),
        ("delivery plan = how much", "**Delivery plan** (CTO): EUR 990 by the estimate, EUR 0 spent so far."),
        ("Which document will be most costly?", "**Architecture plan** (CTO): EUR 1,620 by the estimate"),
        ("Is the roadmap the dearest document?", "**Architecture plan** (CTO): EUR 1,620 by the estimate"),
        ("Is the roadmap the cheapest document?", "**Roadmap** (CPO): EUR 400 by the estimate"),
        ("which stage is the pricey one", "**Development** (CTO): 6 working days, EUR 3,690 by the estimate"),
        ("which phase takes longest?", "**Development** (CTO): 6 working days"),
        ("Share of the ceiling already used, in percent?", "EUR 3,620 of the estimated EUR 8,640 for planning and"),
        ("How far under the 9,000 are we?", "Your ceiling is EUR 9,000; the estimate of EUR 8,640 for"),
        (
            "how far under the 12,000 are we",
            "The estimate for planning and documents is EUR 8,640, EUR 3,360 less than EUR 12,000.",
        ),
        ("Till which amount can your team spend before asking me?", "Your ceiling is EUR 9,000; the estimate"),
        ("n what would finishing the docs cost", "EUR 5,020 of the estimate of EUR 8,640"),
        ("Do your prices contain the fees of a hosting company?", "No: the EUR 8,640 is for planning and documents"),
        ("Is the VAT included in the price?", "The EUR 8,640 is for planning and documents alone"),
        ("does the architecture plan cost more than 5,000?", "**Architecture plan** (CTO): EUR 1,620 by the estimate"),
    ],
)
def test_figure_asked_for_stands_first(text, beginning):
    reply = answered(text)

    assert reply.content.startswith(beginning)
    assert reply.actions == ()


@pytest.mark.parametrize("text", ["what's the split of the 8,640 by stage?", "break the costs down by phase for me"])
def test_split_by_phase_has_each_phase_and_the_sum(text):
    said = answered(text).content

    assert said.startswith("Together EUR 8,640 by the estimate.\n\nThe dearest first:\n\n- **Development** (CTO)")
    assert "- **Design** (CDO): 3 working days, EUR 1,540 by the estimate, EUR 1,540 spent so far" in said
    assert "- **Launch** (CMO): 3 working days, EUR 1,330 by the estimate, EUR 0 spent so far" in said


def test_cost_of_each_document_keeps_to_the_phase_named():
    said = answered("Cost of each document of the development phase.").content

    assert said.count("\n- ") == 3
    assert "- **Delivery plan** (CTO): EUR 990" in said


def test_courtesy_around_a_question_is_not_looked_up():
    text = (
        "Hi there! Kayla, new treasurer. Could you walk me through what it has cost us, by phase, when you get a sec?"
    )

    assert "EUR 1,540 spent so far" in answered(text).content


@pytest.mark.parametrize(
    ("first", "text", "beginning"),
    [
        ("which document is the dearest?", "and the cheapest?", "**Roadmap** (CPO): EUR 400"),
        ("which is the most expensive phase", "and the least?", "**Launch** (CMO): 3 working days, EUR 1,330"),
        ("how much was the style guide?", "and the flows?", "**Key user flows** (CDO): EUR 840"),
        ("how much is spent?", "in percent?", "EUR 3,620 of the estimated EUR 8,640 for planning and"),
        ("tell me about the launch plan", "How much costs this plan?", "**Launch plan** (CMO): EUR 700"),
        ("which documents wait for me?", "which of the two is dearer?", "**Key user flows** (CDO): EUR 840"),
        (
            "who wrote the roadmap?",
            "Who wrote it, and what did it cost?",
            "The **Roadmap**, revision 1, was written by",
        ),
    ],
)
def test_follow_up_asks_the_figure_of_what_was_spoken_of(first, text, beginning):
    assert after(first, text).startswith(beginning)


def test_ceiling_says_where_the_team_stops_and_what_may_still_be_spent():
    said = answered("How much more may be spent before you stop?").content

    assert "The team stops and asks you at EUR 9,000, so EUR 5,380 may still be spent" in said


def test_percent_is_derived_from_the_figures_it_shows():
    reply = answered("spent so far in %")

    assert "is spent so far, 42 % of the estimate and 40 % of your ceiling." in reply.content
    assert any(span.step.op is Op.QUOTIENT for said in reply.evidence for span in said.spans)


def test_draft_has_the_figures_of_its_estimate():
    assert answered("what does each phase cost?", DRAFT).content.startswith("Together EUR 8,640 by the estimate.")
