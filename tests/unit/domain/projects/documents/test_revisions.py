"""A revision answers its comment: what is understood changes the text, what is not is said to be open."""

from __future__ import annotations

import re
from datetime import date
from typing import Any

import pytest

from domain.projects.records import Money
from domain.projects.states import DeliverableKind, DeliverableState

BRIEF, SCOPE, ROADMAP = DeliverableKind.PRODUCT_BRIEF, DeliverableKind.SCOPE, DeliverableKind.ROADMAP


def changes_in(text: str) -> str:
    """The section that answers the comment."""
    return text.split("## Changes in this revision\n")[1].split("\n## ", maxsplit=1)[0]


def body_of(text: str) -> str:
    """The document without that section."""
    before, _, after = text.partition("## Changes in this revision\n")
    return before + after.partition("\n## ")[2]


def test_a_first_revision_has_no_changes_to_tell(restaurant: Any) -> None:
    assert all("Changes in this revision" not in text for text in restaurant.texts.values())


def test_a_revision_quotes_the_comment_so_that_it_cannot_break_out(restaurant: Any) -> None:
    text = restaurant.revised(SCOPE, "Line one\n# <b>two</b>\n- three | four").text(SCOPE)

    assert "> Line one\n> \\# &lt;b&gt;two&lt;/b&gt;\n> \\- three \\| four" in changes_in(text)
    assert "| Document | revision 2 |" in text


def test_an_added_must_have_gets_its_id_and_criteria(restaurant: Any) -> None:
    text = restaurant.revised(SCOPE, "Please add a waiting list for Saturday evenings.").text(SCOPE)

    assert "Added as R6: Waiting list for Saturday evenings." in changes_in(text)
    assert "| R6 | Waiting list for Saturday evenings |" in text
    assert "Acceptance criteria for R1, R2, R3, R4, R5, R6 are still to be written" in text


def test_an_added_must_have_is_in_every_document_written_after_it(restaurant: Any) -> None:
    story = restaurant.revised(SCOPE, "Please add a waiting list.").finished()

    later = [kind for kind in DeliverableKind if kind not in {BRIEF, ROADMAP}]
    assert all(re.search(r"\bR6\b", story.text(kind)) for kind in later)


def test_a_change_names_the_documents_that_do_not_have_it_yet(restaurant: Any) -> None:
    text = restaurant.revised(SCOPE, "Please add a waiting list.").text(SCOPE)

    assert "Without it: Product brief (revision 1) and Roadmap (revision 1)." in changes_in(text)


def test_a_dropped_must_have_is_withdrawn_and_keeps_its_id(restaurant: Any) -> None:
    text = restaurant.revised(SCOPE, "Drop the gift vouchers").text(SCOPE)

    assert "R4 is withdrawn: Gift vouchers paid by card." in changes_in(text)
    assert text.count("| R4 |") == 1
    assert "| R5 | Party enquiry form for companies |" in text
    assert "| R4 | Gift vouchers paid by card | withdrawn in Scope and acceptance criteria, revision 2 |" in text


@pytest.mark.parametrize("target", ["newsletter", "the moon"])
def test_a_drop_that_names_nothing_is_an_open_point(restaurant: Any, target: str) -> None:
    text = restaurant.revised(SCOPE, f"Drop {target}").text(SCOPE)

    assert "neither the brief nor this document has such an entry" in changes_in(text)
    assert re.search(rf"\| O\d \| “Drop {target}” Not applied: .* \| CPO, with the customer \|", text)


def test_a_drop_that_fits_two_entries_asks_which(restaurant: Any) -> None:
    story = restaurant.revised(SCOPE, "Add a party menu").revised(SCOPE, "Drop party")

    assert "it fits several entries (R5, A3, R6); name one by its id" in changes_in(story.text(SCOPE))
    assert "| R5 | Party enquiry form for companies |" in story.text(SCOPE)


def test_a_dropped_section_is_left_out(restaurant: Any) -> None:
    text = restaurant.revised(ROADMAP, "Leave out the dates section").text(ROADMAP)

    assert "The section “Dates” is left out." in changes_in(text)
    assert "## Dates" not in text


def test_a_moved_deadline_moves_the_dates_that_hang_on_it_and_the_project(restaurant: Any) -> None:
    story = restaurant.revised(ROADMAP, "Move the deadline to 2026-09-30")

    text = story.text(ROADMAP)
    assert "| Deadline | 2026-09-30 |" in text
    assert "2026-06-30" not in body_of(text)
    assert story.project.deadline == date(2026, 9, 30)


def test_a_deadline_in_the_past_is_refused_openly(restaurant: Any) -> None:
    story = restaurant.revised(ROADMAP, "Move the deadline to 2026-01-01")

    assert "2026-01-01 is not after the start of this phase" in changes_in(story.text(ROADMAP))
    assert story.project.deadline == date(2026, 6, 30)


def test_a_comment_about_the_ceiling_is_told_where_it_is_set(restaurant: Any) -> None:
    story = restaurant.revised(BRIEF, "Raise the budget to 20,000 EUR")

    assert "No comment changes the ceiling: set it on the page of the project" in changes_in(story.text(BRIEF))
    assert story.project.ceiling == Money(amount=9_000, currency="EUR")


@pytest.mark.parametrize("kind", [BRIEF, SCOPE, ROADMAP])
def test_a_shorter_revision_is_shorter_and_stays_so(restaurant: Any, kind: DeliverableKind) -> None:
    shortened = restaurant.revised(kind, "Make it shorter")
    again = shortened.revised(kind, "Use a formal tone")

    before, after = len(restaurant.text(kind)), len(body_of(shortened.text(kind)))
    assert after < before - 50
    assert "Left out: " in changes_in(shortened.text(kind))
    assert abs(len(body_of(again.text(kind))) - after) < 20
    assert "| R5 |" in shortened.text(kind) or kind is not SCOPE


def test_a_shorter_document_leaves_the_others_as_they_are(restaurant: Any) -> None:
    story = restaurant.revised(SCOPE, "Make it shorter").revised(ROADMAP, "Use a formal tone")

    assert "## Dates" in story.text(ROADMAP)


@pytest.mark.parametrize("wish", ["More detail on the party", "Add a section on payments", "Describe the menu"])
def test_what_the_brief_does_not_say_is_asked_back_and_not_made_up(restaurant: Any, wish: str) -> None:
    revised = restaurant.revised(SCOPE, wish).text(SCOPE)

    assert "Not applied: not understood as a change." in changes_in(revised)
    assert body_of(revised).split("## Open points")[0].count("R6") == 0


def test_a_sentence_to_mention_is_said_in_the_customers_words(restaurant: Any) -> None:
    story = restaurant.revised(SCOPE, "Could you also mention that we close on Mondays?")

    assert "## Mentioned at your request\n\n- We close on Mondays.\n" in story.text(SCOPE)
    assert "Now said: We close on Mondays." in changes_in(story.text(SCOPE))
    assert "close on Mondays" in story.revised(SCOPE, "Use a formal tone").text(SCOPE)
    assert "close on Mondays" not in story.revised(ROADMAP, "Use a formal tone").text(ROADMAP)


def test_a_wrong_word_in_an_entry_is_put_right(restaurant: Any) -> None:
    story = restaurant.revised(SCOPE, "R4 is wrong: it's gift cards not vouchers")

    assert "| R4 | Gift cards paid by card |" in story.text(SCOPE)
    assert "R4 now reads: Gift cards paid by card." in changes_in(story.text(SCOPE))


def test_a_correction_of_what_an_entry_does_not_say_is_refused(restaurant: Any) -> None:
    text = restaurant.revised(SCOPE, "R3 is wrong: it's gift cards not vouchers").text(SCOPE)

    assert "Not applied: R3, “Opening hours and directions”, does not say “vouchers”." in changes_in(text)
    assert "gift cards" not in body_of(text).split("## Open points")[0]


def test_a_replaced_word_is_no_part_of_another(restaurant: Any) -> None:
    story = restaurant.revised(SCOPE, "R4 is wrong: it's gift cards not vouchers").revised(
        SCOPE, "Replace card by card or cash"
    )

    assert "R4 now reads: Gift cards paid by card or cash." in changes_in(story.text(SCOPE))
    assert "| R4 | Gift cards paid by card or cash |" in story.text(SCOPE)


def test_an_entry_that_says_more_than_what_is_replaced_keeps_the_rest(restaurant: Any) -> None:
    text = restaurant.revised(SCOPE, "Replace directions and hours by a map").text(SCOPE)

    assert "Not applied: R3, “Opening hours and directions”, does not say “directions and hours”." in changes_in(text)
    assert "| R3 | Opening hours and directions |" in text


def test_a_replaced_integration_is_replaced_everywhere_after(restaurant: Any) -> None:
    story = restaurant.revised(BRIEF, "Use Adyen instead of Stripe").finished()

    assert "I2 now reads: Adyen." in changes_in(story.text(BRIEF))
    for kind in (DeliverableKind.ARCHITECTURE_PLAN, DeliverableKind.DELIVERY_PLAN, DeliverableKind.TEST_PLAN):
        assert "Adyen" in story.text(kind)
        assert "Stripe" not in story.text(kind)


def test_an_addition_to_a_must_have_becomes_a_criterion_of_it(restaurant: Any) -> None:
    text = restaurant.revised(SCOPE, "R1 should also remember allergies").text(SCOPE)

    assert "- **R1.1** remember allergies" in text
    assert "Acceptance criteria for R2, R3, R4, R5 are still to be written" in text


def test_a_changed_tone_changes_how_the_product_speaks(restaurant: Any) -> None:
    story = restaurant.revised(BRIEF, "Make it more formal").finished()

    assert "| Tone | **formal** |" in story.text(DeliverableKind.STYLE_GUIDE)
    assert "in a tone that is formal" in story.text(DeliverableKind.MESSAGING)


def test_a_changed_approver_decides_from_then_on(restaurant: Any) -> None:
    text = restaurant.revised(SCOPE, "Approver is Nikos Papadopoulos").text(SCOPE)

    assert "| For approval by | Nikos Papadopoulos |" in text
    assert "| O1 | Acceptance criteria for R1, R2, R3, R4, R5 are still" in text
    assert "Eleni" not in body_of(text)


def test_an_added_platform_is_everywhere_after(restaurant: Any) -> None:
    story = restaurant.revised(BRIEF, "Also add an Android app").finished()

    assert "| Platforms | Web and Android |" in story.text(DeliverableKind.ARCHITECTURE_PLAN)
    assert "Also on Android" in story.text(DeliverableKind.DELIVERY_PLAN)
    assert "on Web and Android" in story.text(DeliverableKind.LAUNCH_PLAN)


@pytest.mark.parametrize("comment", ["The colours are ugly", "Réécrivez tout"])
def test_what_is_not_understood_is_an_open_point_with_its_owner(restaurant: Any, comment: str) -> None:
    text = restaurant.revised(SCOPE, comment).text(SCOPE)

    assert re.search(rf"\| O\d \| “{re.escape(comment)}” .+ \| CPO, with the customer \|", text)


def test_a_comment_that_asks_for_nothing_changes_nothing(restaurant: Any) -> None:
    revised = restaurant.revised(SCOPE, "Looks good, thanks!")

    assert "Nothing in it asked for a change; the text stands." in changes_in(revised.text(SCOPE))
    same = body_of(revised.text(SCOPE)).replace("revision 2", "revision 1").split("## Must-haves")[1]
    assert same == restaurant.text(SCOPE).split("## Must-haves")[1]


def test_a_document_can_be_revised_many_times(restaurant: Any) -> None:
    story = restaurant
    for number in range(2, 8):
        story = story.revised(SCOPE, f"Add thing number {number}")

    scope = next(item for item in story.deliverables if item.kind is SCOPE)
    assert (scope.state, scope.revision) == (DeliverableState.IN_REVIEW, 7)
    assert [f"R{number}" in story.text(SCOPE) for number in range(6, 12)] == [True] * 6
