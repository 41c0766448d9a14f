"""Each wish has an answer, also where it cannot be done."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from domain.projects.documents.compose import compose
from domain.projects.states import DeliverableKind

SCOPE, ROADMAP = DeliverableKind.SCOPE, DeliverableKind.ROADMAP


def changes_in(text: str) -> str:
    return text.split("## Changes in this revision\n")[1].split("\n## ", maxsplit=1)[0]


@pytest.mark.parametrize(
    ("comment", "answer"),
    [
        ("Add the web", "It was so already."),
        ("Add gift vouchers paid by card", "It is there already, as R4."),
        ("R9: also on Sundays", "Not applied: nothing in the brief is called “R9”."),
        ("Replace Frobnicator with Stripe", "Not applied: nothing in the brief is called “Frobnicator”."),
        ("Remove the deadline", "Not applied: not understood as a change."),
        ("Drop the web", "`web` is no longer a platform."),
        ("Drop delivery", "It is left out already, as X1."),
        ("A loyalty programme is out of scope", "It is left out already, as X2."),
        ("Remove X1", "X1 is withdrawn: Delivery and takeaway."),
        ("Rename R4 to Gift cards", "R4 now reads: Gift cards."),
        ("Replace voucher with card in R4", "Not applied: R4, “Gift vouchers paid by card”, does not say “voucher”."),
        ("Move R4 before R2", "R4 now comes before R2."),
        ("Move R3 to the top", "R3 now comes before R1."),
        ("Move R3 before A1", "Not applied: A1 is not in the same list as R3."),
        ("“Prices” should read: All is free.", "Not applied: not understood as a change."),
        ("Expand on the menu", "Not applied: not understood as a change."),
        ("Why so late?", "A question, not a change: ask it in the conversation."),
        ("Remove R1", "R1 is withdrawn: Online table booking with confirmation e-mail."),
    ],
)
def test_a_revision_says_what_became_of_a_wish(restaurant: Any, comment: str, answer: str) -> None:
    assert answer in changes_in(restaurant.revised(SCOPE, comment).text(SCOPE))


@pytest.mark.parametrize(
    "comment",
    [
        "Add the web",
        "Add gift vouchers paid by card",
        "Drop delivery",
        "Use a warm tone",
        "The approver is Eleni Papadopoulou, owner",
        "Move the deadline to 2026-06-30",
        "Move R1 to the top",
        "Move R1 before R2",
        "Replace OpenTable with OpenTable",
        "R4 should read: Gift vouchers paid by card",
    ],
)
def test_what_is_so_already_is_neither_applied_nor_an_open_point(restaurant: Any, comment: str) -> None:
    composed = compose(SCOPE, restaurant.brief(), revision=2, comment=comment)

    assert [(point.applied, point.is_open) for point in composed.points] == [(False, False)]
    assert "already" in composed.points[0].note
    assert comment not in composed.content.split("## Open points")[1]


@pytest.mark.parametrize("comment", ["Mention that we close on Mondays", "R1 should also sing"])
def test_what_an_earlier_comment_made_so_is_not_applied_once_more(restaurant: Any, comment: str) -> None:
    story = restaurant.revised(SCOPE, comment)

    (point,) = compose(SCOPE, story.brief(), revision=3, comment=comment).points

    assert (point.applied, point.note) == (False, "It was so already.")


def test_a_moved_must_have_keeps_its_id_in_every_document_after(restaurant: Any) -> None:
    story = restaurant.revised(SCOPE, "Move R4 to the top").finished()

    flows = story.text(DeliverableKind.USER_FLOWS)
    assert flows.index("| R4 | Gift vouchers paid by card |") < flows.index("| R1 | Online table booking")


def test_a_text_names_the_deadline_of_the_project_whatever_comments_named_before(restaurant: Any) -> None:
    moved = restaurant.revised(SCOPE, "Move the deadline to 2026-09-01")
    assert moved.project.deadline == date(2026, 9, 1)

    project = moved.project.changed(moved.now, deadline=date(2026, 8, 1))
    later = replace(moved, project=project).revised(DeliverableKind.PRODUCT_BRIEF, "Use a formal tone")

    assert "| Deadline | 2026-08-01 |" in later.text(DeliverableKind.PRODUCT_BRIEF)
    assert later.project.deadline == date(2026, 8, 1)


def test_a_drop_takes_the_must_have_and_leaves_the_exclusion_of_the_same_words(restaurant: Any) -> None:
    story = restaurant.revised(SCOPE, "Add delivery forms").revised(SCOPE, "Drop delivery")

    assert "R6 is withdrawn: Delivery forms." in changes_in(story.text(SCOPE))
    assert "| X1 | Delivery and takeaway |" in story.text(SCOPE)


def test_documents_still_hold_together_when_everything_is_withdrawn(restaurant: Any) -> None:
    gone = [*(f"R{n}" for n in range(1, 6)), *(f"A{n}" for n in range(1, 4)), "I1", "I2", "M1", "M2", "C1", "C2", "X1"]
    story = restaurant.revised(SCOPE, "\n".join(f"Remove {name}" for name in (*gone, "web"))).finished()

    for kind in (SCOPE, DeliverableKind.USER_FLOWS, DeliverableKind.TEST_PLAN, DeliverableKind.MESSAGING):
        assert "0 must-haves, for 0 groups on open" in story.text(kind)


def test_a_brief_grows_no_further_than_its_intake_could(restaurant: Any) -> None:
    comment = "\n".join(f"Add thing {number}" for number in range(20))
    text = restaurant.revised(SCOPE, comment).text(SCOPE)

    assert "| R20 | Thing 14 |" in text
    assert "| R21 |" not in text
    assert "| Add thing 15 | Not applied: the brief holds as many of these as it can; drop one first. |" in text
