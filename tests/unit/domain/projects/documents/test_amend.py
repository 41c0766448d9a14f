"""Each wish has an answer, also where it cannot be done."""

from __future__ import annotations

from typing import Any

import pytest

from domain.projects.states import DeliverableKind

SCOPE, ROADMAP = DeliverableKind.SCOPE, DeliverableKind.ROADMAP


def changes_in(text: str) -> str:
    return text.split("## Changes in this revision\n")[1].split("\n## ", maxsplit=1)[0]


@pytest.mark.parametrize(
    ("comment", "answer"),
    [
        ("Add the web", "`web` was among the platforms already."),
        ("Add gift vouchers paid by card", "It is there already, as R4."),
        ("R9: also on Sundays", "Not applied: no entry has the id R9."),
        ("Replace Frobnicator with Stripe", "Not applied: nothing in the brief is called “Frobnicator”."),
        ("Remove the deadline", "There is no deadline any more."),
        ("Drop the web", "`web` is no longer a platform."),
        ("Drop delivery", "Not applied: it is left out already, as X1."),
        ("A loyalty programme is out of scope", "Not applied: it is left out already, as X2."),
        ("Remove X1", "X1 is withdrawn: Delivery and takeaway."),
        ("Rename R4 to Gift cards", "R4 now reads: Gift cards."),
        ("Remove R1", "R1 is withdrawn: Online table booking with confirmation e-mail."),
    ],
)
def test_a_revision_says_what_became_of_a_wish(restaurant: Any, comment: str, answer: str) -> None:
    assert answer in changes_in(restaurant.revised(SCOPE, comment).text(SCOPE))


def test_a_deadline_that_is_not_set_cannot_be_shifted(restaurant: Any) -> None:
    story = restaurant.revised(ROADMAP, "Remove the deadline").revised(ROADMAP, "Push the deadline back by one week")

    assert "there is no deadline to move; name a day with its year" in changes_in(story.text(ROADMAP))


def test_documents_still_hold_together_when_everything_is_withdrawn(restaurant: Any) -> None:
    gone = [*(f"R{n}" for n in range(1, 6)), *(f"A{n}" for n in range(1, 4)), "I1", "I2", "M1", "M2", "C1", "C2", "X1"]
    story = restaurant.revised(SCOPE, "\n".join(f"Remove {name}" for name in (*gone, "web"))).finished()

    for text in (story.text(SCOPE), *(story.text(kind) for kind in list(DeliverableKind)[3:])):
        for question in ("what is to be made?", "where is it to run?", "for whom is it?"):
            assert question in text


def test_a_brief_grows_no_further_than_its_intake_could(restaurant: Any) -> None:
    comment = "\n".join(f"Add thing {number}" for number in range(20))
    text = restaurant.revised(SCOPE, comment).text(SCOPE)

    assert "### R20 Thing 14" in text
    assert "### R21" not in text
    assert "| Add thing 15 | Not applied: the brief holds as many of these as it can; drop one first. |" in text
