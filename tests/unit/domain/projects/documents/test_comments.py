from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.projects.documents.comments import read_comment, restored, stored
from domain.projects.documents.edits import (
    CEILING,
    Add,
    Drop,
    Edit,
    Mention,
    Move,
    Refine,
    Replace,
    SetTerm,
    Shorten,
)
from domain.projects.records import ReadClause
from tables import for_each


@for_each(
    ("comment", "edit"),
    [
        ("Make it shorter", Shorten()),
        ("This is too long", Shorten()),
        ("It's way too long", Shorten()),
        ("Can you make the document more concise?", Shorten()),
        ("Add gift vouchers", Add("requirements", "gift vouchers")),
        ("Please also add a must-have: guests can cancel online", Add("requirements", "guests can cancel online")),
        ("Could you add opening hours?", Add("requirements", "opening hours")),
        ("Add dark mode as a must-have", Add("requirements", "dark mode")),
        ("Add an integration with Xero", Add("integrations", "Xero")),
        ("Add a new audience: the press", Add("audiences", "press")),
        ("Also add an Android app", Add("platforms", "android")),
        ("Drop the newsletter", Drop("newsletter")),
        ("Remove R3", Drop("R3")),
        ("We don't need directions", Drop("directions")),
        ("The newsletter is out of scope", Drop("newsletter")),
        ("Use Adyen instead of Stripe", Replace("Stripe", "Adyen")),
        ("Replace Stripe with Adyen", Replace("Stripe", "Adyen")),
        ("Move the deadline to 2026-09-01", SetTerm("deadline", "2026-09-01")),
        ("Move the deadline to 1 September 2026", SetTerm("deadline", "2026-09-01")),
        ("Change the launch date to September 1st, 2026", SetTerm("deadline", "2026-09-01")),
        ("Set the budget to 12,000 EUR", CEILING),
        ("The budget ceiling should be €15k", CEILING),
        ("Raise the ceiling to 20000", CEILING),
        ("R2 should also cover vegetarian dishes", Refine("R2", "cover vegetarian dishes")),
        ("Make it more formal", SetTerm("tone", "formal")),
        ("Use simpler language", SetTerm("tone", "plain")),
        ("Approver is Maria Lopez", SetTerm("approver", "Maria Lopez")),
        ("Could you also mention that we close on Mondays?", Mention("we close on Mondays")),
        ("We don't need the blog any more", Drop("blog")),
        ("R2 isn't needed", Drop("R2")),
        ("Forget about the newsletter", Drop("newsletter")),
        ("Budget should be 30k", CEILING),
        ("Please make it a bit shorter", Shorten()),
        ("R2 is wrong: it's gift cards not vouchers", Replace("vouchers", "gift cards", "R2")),
        ("Change vouchers to gift cards in R4", Replace("vouchers", "gift cards", "R4")),
        ("Can we have a waiting list too?", Add("requirements", "waiting list")),
        ("I think we should drop R3", Drop("R3")),
        ("Remove OpenTable, we don't use it any more", Drop("OpenTable")),
        ("Please shorten this, my partner won't read it", Shorten()),
        ("Guests should be able to cancel online", Add("requirements", "Guests should be able to cancel online")),
        ("There should be a page for events", Add("requirements", "page for events")),
        ("Add: children's menu", Add("requirements", "children's menu")),
        ("Please swap Stripe for Mollie everywhere", Replace("Stripe", "Mollie")),
        ("R4 should read: Gift cards", Replace("R4", "Gift cards", "R4")),
        ("M1 should be 300 bookings", Replace("M1", "300 bookings", "M1")),
        ("Please write it in a friendlier tone", SetTerm("tone", "warm")),
        ("Our launch is Sept 3rd 2027", SetTerm("deadline", "2027-09-03")),
        ("Move R4 to the top", Move("R4")),
        ("Put R4 before R1, it matters more", Move("R4", "R1")),
        ("R3 first", Move("R3")),
        ("R4: gift cards, not vouchers", Replace("vouchers", "gift cards", "R4")),
        ("We don’t need the blog", Drop("blog")),
    ],
)
def test_read_comment_understands_a_wish_in_everyday_words(comment: str, edit: Edit) -> None:
    assert [clause.edit for clause in read_comment(comment)] == [edit]


@pytest.mark.parametrize(
    "comment",
    [
        "The colours are ugly",
        "The deadline is 1.9.2026",
        "Push the launch back by two weeks",
        "Bring the deadline forward by 3 days",
        "Remove the deadline",
        "We can spend up to 12k EUR",
        "We switched from Stripe to Mollie",
        "X2 is no longer out of scope",
        "Our budget went up to 12k",
        "We have until 1 May 2027",
        "Remvoe R3",
        "Drop R3?",
        "R2 is not needed instead of R3",
        "Drop the deadline",
        "Add a rule",
        "There should be nothing about refunds",
        "We need 26 kennels instead of 24",
        "X2 is out of scope",
        "“In short” should read: Five of them on Web.",
        "Set the deadline to next Friday",
        "Move the deadline to 31 February 2026",
        "Wir brauchen auch Gutscheine",
        "add a must-have",
        "Fix the typo",
        "Add",
        "Make it blue",
        "It should be clearer",
        "We need it sooner",
        "We need more time",
        "Add R2",
        "A blog is needed",
        "It takes two weeks",
        "The release needs 2 weeks of testing",
        "Launch page two weeks before",
        "Launch texts ready by 1 May 2027",
        "It's for guests, not tourists",
        "Have a nice day",
        "X1 is wrong",
        "Drop it",
        "Delivery isn't out of scope any more",
        "Why is R3 in the second slice?",
        "More detail on payments",
        "Expand on the risks",
        "Add a section on accessibility",
        "We need a chapter about refunds",
        "There is nothing about refunds",
    ],
)
def test_read_comment_does_not_guess_when_it_does_not_understand(comment: str) -> None:
    assert [clause.edit for clause in read_comment(comment)] == [None]


@pytest.mark.parametrize(
    "word",
    ["review", "reviews", "contacts", "menu", "search", "payments", "deadline", "budget", "launch", "fun", "long"],
)
def test_read_comment_gives_a_bare_word_no_meaning(word: str) -> None:
    assert [clause.edit for clause in read_comment(word)] == [None]


@pytest.mark.parametrize("comment", ["Looks good, thanks!", "Great work so far.", "Please", "  "])
def test_read_comment_asks_for_nothing_when_it_is_only_kind(comment: str) -> None:
    assert read_comment(comment) == ()


def test_read_comment_takes_several_wishes_apart() -> None:
    comment = "Great work. But please add a waiting list and drop R2; also make it shorter.\n1. Add a FAQ\n- remove X1"

    assert [clause.edit for clause in read_comment(comment)] == [
        Add("requirements", "waiting list"),
        Drop("R2"),
        Shorten(),
        Add("requirements", "FAQ"),
        Drop("X1"),
    ]


def test_read_comment_reads_a_reason_that_asks_for_something_as_a_wish_of_its_own() -> None:
    assert [clause.edit for clause in read_comment("Make it shorter, our approver is Ana Diaz")] == [
        Shorten(),
        SetTerm("approver", "Ana Diaz"),
    ]


def test_read_comment_keeps_the_customers_words_for_each_wish() -> None:
    assert [clause.text for clause in read_comment("Please add chat, and drop R2.")] == ["Please add chat", "drop R2."]


def test_reading_is_restored_as_it_was_stored_and_an_edit_of_an_earlier_version_is_none() -> None:
    clauses = read_comment("Move R4 to the top. The deadline is 2026-09-01. Drop R2. It is red.")

    assert restored(stored(clauses)) == clauses
    (gone,) = restored([ReadClause(words="x", edit={"kind": "Reword", "section": "In short", "text": "x"})])
    assert gone.edit is None


@given(st.text(max_size=300))
def test_read_comment_reads_anything(comment: str) -> None:
    assert all(clause.text for clause in read_comment(comment))


@pytest.mark.parametrize(
    "unit", [" ", "add a as ", "change a to a with ", "budget to 1 1,", "the tone of ", "and then "]
)
def test_read_comment_takes_no_time_when_a_comment_is_made_to_take_it(unit: str) -> None:
    # Customers choose the text these patterns run on; 4,000 characters is the longest comment.
    comment = ("add " + unit * 4_000)[:4_000]

    began = time.process_time()
    read_comment(comment)

    assert time.process_time() - began < 1
