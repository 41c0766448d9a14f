from __future__ import annotations

import pytest

from domain.playbooks.library import playbooks
from domain.playbooks.reading import MOST_KINDS, read_guide, read_kinds, read_system
from domain.playbooks.words import telling_stems
from effort import processor_seconds


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Patients can book, move and cancel appointments online", "booking"),
        ("Reminder by SMS the day before", "notifications"),
        ("Patients fill in a medical history form before the first visit", "forms"),
        ("Pay by card", "payments"),
        ("Customers get a voucher code for 10 % off", "vouchers"),
        ("Search all recipes by ingredient", "search"),
        ("It works without internet and uploads later", "offline"),
        ("Staff swap shifts with each other", "shifts"),
        ("Export everything to Excel", "exports"),
        ("Sign in with a password", "accounts"),
        ("Who has which key", "lending"),
        ("Keys: who took them", "lending"),
    ],
)
def test_everyday_must_haves_are_what_a_builder_would_call_them(text: str, kind: str) -> None:
    assert kind in read_kinds(text).kinds


def test_at_most_two_kinds_are_stated() -> None:
    text = "Members book courts, pay by card, get an SMS reminder, rate the coach and export invoices to Excel"

    assert len(read_kinds(text).kinds) == MOST_KINDS


@pytest.mark.parametrize(
    ("text", "system"),
    [
        ("Google Calendar", "google-calendar"),
        ("our SAP at the head office", "sap"),
        ("Stripe", "stripe"),
        ("the till from 1998", "other"),
    ],
)
def test_other_systems_are_known_by_their_names(text: str, system: str) -> None:
    assert read_system(text) == system


@pytest.mark.parametrize(
    ("text", "guide"),
    [("GDPR", "gdpr"), ("must pass WCAG 2.2 AA", "accessibility"), ("no purple anywhere", "other")],
)
def test_rules_are_known_by_what_they_ask_for(text: str, guide: str) -> None:
    assert read_guide(text) == guide


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("Something with a slot", "booking"),
        ("A chapter and a flag", "notifications"),
        ("A flag and a chapter", "notifications"),
        ("Qwertz", None),
    ],
    ids=["one hint", "two hints", "two hints in another order", "no hint"],
)
def test_what_is_only_hinted_at_is_asked_about_and_not_stated(text: str, asked: str | None) -> None:
    read = read_kinds(text)

    assert (read.kinds, read.asked) == ((), asked)


def test_two_words_of_one_group_are_no_pair() -> None:
    assert "lending" not in read_kinds("Key, keys and keys").kinds


def test_words_that_say_nothing_link_nothing() -> None:
    assert telling_stems(["people can see the list"]) & telling_stems(["users see a list"]) == frozenset()
    assert telling_stems(["Therapists see their day"]) & telling_stems(["therapist"])


def test_longest_text_of_repeated_signs_is_read_in_milliseconds() -> None:
    pairs = [sign for book in playbooks().kinds.values() for sign in book.signs.pairs]
    signs = [stem for sign in pairs for group in sign for stem in group]
    worst = max({*signs}, key=signs.count)
    texts = [f"{worst} " * 60, "say whether coming " * 15, "a b " * 75, "book time " * 30]

    assert processor_seconds(lambda: [read_kinds(text[:300]) for text in texts]) < 0.2
