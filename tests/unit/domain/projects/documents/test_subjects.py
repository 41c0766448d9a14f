from __future__ import annotations

import re
from dataclasses import fields

import pytest

from domain.projects.documents.subjects import SUBJECTS, Subject, subjects_of
from tables import for_each


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("Online table booking with confirmation e-mail", ["booking", "notifications"]),
        ("Gift vouchers paid by card", ["vouchers", "payments"]),
        ("The menu, in German and English", ["catalogue", "languages"]),
        ("Sign in with Microsoft Entra ID", ["accounts"]),
        ("Readers can search and order used books", ["search", "ordering"]),
        ("Donate money with Gift Aid", ["donations"]),
        ("Export everything to DATEV", ["exchange"]),
        ("Data stays in the EU", ["residency"]),
        ("Dienstplan mit Genehmigung", ["calendar", "workflow"]),
        ("60 hand-made levels", ["play"]),
        ("SOC 2 Type II", ["security"]),
        ("DSGVO", ["privacy"]),
        ("WCAG 2.2 AA", ["accessibility"]),
    ],
)
def test_subjects_of_finds_what_a_text_is_about_in_its_order(text: str, keys: list[str]) -> None:
    assert [subject.key for subject in subjects_of(text)] == keys


@pytest.mark.parametrize(
    "text",
    [
        "Weird weather",
        "In order to relax",
        "Places where people live, and don't leave",
        "Breakfast ideas",
        "A second opinion",
        "Bookkeeping itself",
        "",
    ],
)
def test_subjects_of_finds_nothing_when_a_word_only_looks_alike(text: str) -> None:
    assert subjects_of(text) == ()


@for_each("subject", SUBJECTS, ids=lambda subject: subject.key)
def test_a_subject_states_no_figure_that_could_contradict_a_brief(subject: Subject) -> None:
    texts = [getattr(subject, each.name) for each in fields(Subject) if each.name != "pattern"]

    assert not re.search(r"\d", " ".join(map(str, texts)))


@for_each("subject", SUBJECTS, ids=lambda subject: subject.key)
def test_a_subject_with_a_screen_has_all_that_a_flow_needs(subject: Subject) -> None:
    if subject.screen:
        assert len(subject.steps) >= 3
        assert subject.failure
        assert subject.benefit
    assert len(subject.criteria) >= 2


def test_subjects_have_keys_and_risks_of_their_own() -> None:
    assert len({subject.key for subject in SUBJECTS}) == len({subject.risk for subject in SUBJECTS}) == len(SUBJECTS)
