"""What of a model's prose may stand in a document: recorded sections pass, and each of these sentences does not."""

from __future__ import annotations

import pytest

from domain.projects.documents.brief import Item
from domain.projects.documents.markdown import Words
from domain.projects.documents.written import Piece, Plan
from domain.projects.records import WrittenBlock
from domain.thinking.flaws import Flaw
from domain.thinking.section_check import LONGEST_TEXT, SectionCheck
from tables import for_each

CHECK = SectionCheck(frozenset({"R1", "R2", "I1"}), "Guests book a table, gift vouchers, a yearly feast, Stripe")
CRITERIA = Piece(
    Plan("Must-haves", "", per="requirements", form="criteria"),
    (Item("R1", Words("Guests book a table")), Item("R2", Words("Gift vouchers"))),
)

HARMLESS = [
    "Given a table is taken, when a guest asks for it, then the page offers another one of the same size.",
    "A voucher cannot be redeemed again once its sum is used up.",
    "The page must not ask for more than a name and a way to call back.",
    "When the booking is cancelled by the guest, the table is free at once for everybody else.",
    "Once {{R2}} is paid through {{I1}}, the guest sees a code and the owner sees the sum.",
    "If {{I1}} is not available, the order is kept and the guest is told how to pay at the table.",
    "The list is ready when the kitchen opens, and it is never empty without a reason.",
    "{{R1}} carries the goal, and {{R2}} could be cut first, because vouchers can be sold at the counter.",
    "The release must wait until the owner has approved the texts.",
    "An order that was paid cannot be changed by a waiter.",
    "A booking is confirmed only after the guest has opened the mail.",
    "No page shows a price without the tax.",
    "The approver tries {{R1}} on an old phone before the product is opened to guests.",
    "Vouchers are sent as a PDF, because a printer stands in every office.",
    "The kitchen prints the list in the morning, and the waiters see it all evening.",
    "A guest sees tonight's tables before anything is typed, also on a busy weekend.",
    "It is unclear whether summer seats on the terrace count as tables, and the owner counts them every summer.",
    "The yearly feast must not be mixed up with a table for the night.",
    "A guest can leave at any moment without a loss.",
    "A card must never be charged twice for the same table.",
    "Given a table was chosen, when somebody else takes it, then the guest must be told so.",
    "As soon as the guest has paid, the table is held, and it is free again soon after a cancellation.",
    "The terminal needs a roof; until it has one, {{R2}} is built against a terminal in the kitchen.",
    "The page must never thank the guest for a meal or promise a table by the window.",
    "It should be proven before anything else that a voucher can be printed.",
    "The printer of the kitchen should work without a network.",
    "None may be lost while the page is half typed.",
    "The committee of the guild reads every review, and leaving that to {{I1}} saves nothing.",
    "A waiter writes bookings down for a while, and the phone falls silent sooner than the door.",
]

REFUSED = [
    ("It loads in 2 seconds.", Flaw.NUMBER),
    ("Two guests cannot take the same table.", Flaw.NUMBER),
    ("The page loads in half the time.", Flaw.NUMBER),
    ("The voucher costs EUR twenty.", Flaw.NUMBER),
    ("A reminder goes out on Friday.", Flaw.DATE),
    ("The guest is reminded three days before.", Flaw.DATE),
    ("Guests can book until midnight.", Flaw.DATE),
    ("The booking goes live in spring.", Flaw.DATE),
    ("The kitchen sees it via OpenTable.", Flaw.NAME),
    ("Anna Berger decides who gets the table.", Flaw.NAME),
    ("The map comes from Google.", Flaw.NAME),
    ("See booking-help.com for the rules.", Flaw.LINK),
    ("The page lives under /book/table on the server.", Flaw.LINK),
    ("The button reads “Book a table”.", Flaw.QUOTE),
    ("The **table** is shown first.", Flaw.MARKUP),
    ("The kitchen <script> prints it.", Flaw.MARKUP),
    ("{{R9}} is the heart of it.", Flaw.REFERENCE),
    ("{{f1}} is what the guest pays.", Flaw.REFERENCE),
    ("We have asked the owner about it.", Flaw.DEED),
    ("Please send the password to the team.", Flaw.DEED),
    ("Your guests must be able to cancel.", Flaw.DEED),
    ("This was agreed with the owner.", Flaw.DEED),
    ("Interviews showed that guests want it.", Flaw.DEED),
    ("Guests already book by phone.", Flaw.DEED),
    ("It follows best practices of the trade.", Flaw.DEED),
    ("According to the owner, vouchers sell well.", Flaw.DEED),
    ("The page will show every table.", Flaw.COMMITMENT),
    ("It is guaranteed that no table is lost.", Flaw.COMMITMENT),
    ("The kitchen is expected to answer.", Flaw.COMMITMENT),
    ("{{R1}} is finished, and {{R2}} follows.", Flaw.STATE),
    ("{{I1}} is connected and tested.", Flaw.STATE),
    ("{{R2}} has been approved.", Flaw.STATE),
    ("The prototype is ready.", Flaw.STATE),
    ("The budget has been approved.", Flaw.STATE),
    ("The project is on track.", Flaw.DEED),
    ("The team has started with the build.", Flaw.STATE),
    ("The deadline is overdue.", Flaw.STATE),
    ("It is cheaper than a phone call.", Flaw.NUMBER),
    ("Der Gast wählt einen Tisch und die Küche sieht ihn sofort.", Flaw.LANGUAGE),
    ("Le client choisit une table et la cuisine la voit.", Flaw.LANGUAGE),
    ("The release is this evening.", Flaw.DATE),
    ("The page goes live in the evening.", Flaw.DATE),
    ("The build comes to its end by the weekend.", Flaw.DATE),
    ("The vouchers are published in the summer.", Flaw.DATE),
    ("The kitchen gets it next spring.", Flaw.DATE),
    ("The owner reads a monthly report.", Flaw.DATE),
    ("The table is there sooner than planned.", Flaw.DATE),
    ("The code is looked at for a while.", Flaw.DATE),
    ("The owner commits to the menu.", Flaw.COMMITMENT),
    ("{{R1}} saves work.", Flaw.STATE),
    ("The page can be there any moment.", Flaw.DATE),
    ("A reminder is sent twice.", Flaw.NUMBER),
    ("No doubt it is sent twice.", Flaw.NUMBER),
    ("The table was chosen by the owner.", Flaw.DEED),
    ("The printer was tested before the owner came.", Flaw.DEED),
    ("The kitchen gets a proven printer.", Flaw.DEED),
    ("{{R1}} is built, and the kitchen uses it.", Flaw.STATE),
    ("The prototype is built.", Flaw.STATE),
    ("The kitchen promises a table.", Flaw.COMMITMENT),
    ("It should work by then.", Flaw.COMMITMENT),
    ("A ta\u200bble is chosen.", Flaw.CONTROL),
    ("x" * 1_000, Flaw.LENGTH),
]


@for_each("text", HARMLESS)
def test_normative_prose_about_the_product_may_stand(text):
    assert [*CHECK.of_blocks([WrittenBlock(text=text)])] == []


@for_each(("text", "flaw"), REFUSED)
def test_prose_that_states_what_only_records_know_is_refused(text, flaw):
    assert flaw in {failure.flaw for failure in CHECK.of_blocks([WrittenBlock(text=text)])}


def test_every_word_that_broke_a_rule_is_named_because_the_second_try_is_the_last():
    found = [*CHECK.of_blocks([WrittenBlock(text="Two guests wait for three hours, or until midnight.")])]

    assert [failure.words for failure in found] == ["two", "three", "midnight", "hours"]


def blocks_of(*items: tuple[str | None, list[str]]) -> list[WrittenBlock]:
    return [WrittenBlock(about=about, items=tuple(texts)) for about, texts in items]


FIRST = "A table cannot be booked by somebody else for the same sitting."
NOBODY = "Nobody sees who else sits at the table."
OTHER = "A voucher cannot be redeemed again once its sum is used up."


def test_criteria_for_each_entry_may_stand():
    assert CHECK.failures(CRITERIA, blocks_of(("R1", [FIRST, NOBODY]), ("R2", [OTHER]))) == ()


@pytest.mark.parametrize(
    ("blocks", "words"),
    [
        (blocks_of(("R1", [FIRST])), "nothing about R2"),
        (blocks_of(("R1", [FIRST]), ("R2", [])), "an empty block"),
        (blocks_of(("R1", [FIRST]), ("R2", [FIRST])), "said twice"),
        (blocks_of(("R1", [FIRST]), ("R2", [OTHER]), ("I1", ["It must not be lost."])), "one block for each entry"),
        (blocks_of(("R1", [FIRST]), ("R2", [OTHER]), (None, ["It must not be lost."])), "one block for each entry"),
        (blocks_of(("R1", [FIRST]), ("R2", ["Vouchers are lovely presents."])), "lovely presents"),
        (blocks_of(("R1", [FIRST]), ("R2", [OTHER] * 11)), "too many"),
    ],
)
def test_criteria_that_leave_out_repeat_or_cannot_be_checked_are_refused(blocks, words):
    assert words in " ".join(failure.words for failure in CHECK.failures(CRITERIA, blocks))


SITTING = "A table cannot be kept for somebody who has cancelled."
BAD = "A table must be free after 20 minutes."


@pytest.mark.parametrize(
    ("blocks", "expected"),
    [
        ([("R1", "", [FIRST, BAD, SITTING]), ("R2", "", [OTHER])], [("R1", [FIRST, SITTING]), ("R2", [OTHER])]),
        ([("R1", "", [FIRST, BAD]), ("R2", "", [OTHER])], [("R2", [OTHER])]),
        ([("R1", BAD, [FIRST, SITTING]), ("R2", "", [OTHER])], [("R2", [OTHER])]),
        ([("R1", "", [FIRST, SITTING, "Vouchers are lovely presents."])], [("R1", [FIRST, SITTING])]),
        ([("R1", "", [BAD])], []),
        ([("R1", "", [FIRST]), ("R2", "", [FIRST])], []),
        ([("R1", "", [FIRST]), ("I1", "", ["It must not be lost."])], []),
    ],
)
def test_what_may_stand_is_kept_of_blocks_that_may_not(blocks, expected):
    written = [WrittenBlock(about=about, text=text, items=tuple(items)) for about, text, items in blocks]

    kept = CHECK.passing(CRITERIA, written)

    assert [(block.about, list(block.items)) for block in kept] == expected


def test_flow_that_lacks_a_step_is_not_kept():
    steps = Piece(Plan("Flows", "", per="requirements", form="steps"), CRITERIA.entries)

    kept = CHECK.passing(steps, blocks_of(("R1", [FIRST, BAD, SITTING]), ("R2", [OTHER, FIRST])))

    assert [block.about for block in kept] == ["R2"]


@pytest.mark.parametrize(
    "text",
    [
        "The report must have at least two sentences.",
        "The list names Monday.",
        "Piet must be able to read the card.",
        "The page says “Sie” to guests.",
    ],
)
def test_customers_own_numbers_days_names_and_quotations_may_stand_in_what_is_written_for_them(text):
    asked = SectionCheck(CHECK.entries, CHECK.words, "Two sentences, name Monday, let Piet read it, use “Sie”.")

    assert list(CHECK.of_text(text, LONGEST_TEXT))
    assert not list(asked.of_text(text, LONGEST_TEXT))


def test_what_the_customer_did_not_say_is_refused_beside_what_they_did():
    asked = SectionCheck(CHECK.entries, CHECK.words, "Two sentences at least.")

    flaws = {failure.flaw for failure in asked.of_text("Three guests wait on Tuesday.", LONGEST_TEXT)}

    assert {Flaw.NUMBER, Flaw.DATE} <= flaws
