"""What a model is told agrees with what code checks: the instructions' good claims pass, and the bad ones do not."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from brain_stories import message, story
from domain.projects.states import DeliverableKind, Role
from domain.thinking import understand
from domain.thinking.check import Check
from domain.thinking.facts import FactKind, Sheet
from domain.thinking.languages import LANGUAGES
from domain.thinking.opinion import DoubtKind, Doubts, doubts_in
from domain.thinking.project_sheet import sheet_of
from domain.thinking.prompts import claims, compose, consult
from domain.thinking.prompts import opinion as opinions
from domain.thinking.prompts import understand as understanding
from domain.thinking.render import Claim
from domain.work_items.records import Criterion, Evidence

GOOD = [json.loads(line) for line in claims.TEXT.splitlines() if line.startswith('{"text"')]
BAD = re.findall(r'^"(.+?)" \(', claims.TEXT, re.MULTILINE)
NOUNS = {"f7", "f20"}


def check(text: str, language: str) -> Check:
    """With a sheet that has what the examples refer to."""
    facts = list(sheet_of(story("planning").facts))
    title = next(fact for fact in facts if fact.kind is FactKind.TITLE)
    statements = iter([fact for fact in facts if fact.is_statement])
    named = dict.fromkeys(re.findall(r"f\d+", text))
    shown = [(name, title if name in NOUNS else next(statements)) for name in named]
    sheet = Sheet(
        tuple(type(fact)(name, fact.kind, fact.label, fact.noun, fact.value, fact.source) for name, fact in shown)
    )
    return Check(sheet, language, "Where do we stand?")


@pytest.mark.parametrize("example", GOOD, ids=lambda example: example["text"])
def test_good_example_passes_the_check(example):
    language = "de" if example["text"].startswith("Kurz") else "en"

    assert check(example["text"], language).failures(Claim(example["text"], example["opinion"])) == ()


@pytest.mark.parametrize("text", BAD)
def test_bad_example_is_thrown_away(text):
    assert check(text, "en").failures(Claim(text)) != ()


def test_there_are_examples_of_both():
    assert (len(GOOD), len(BAD)) == (5, 5)


def test_examples_of_understanding_are_answers_that_fit():
    found = re.findall(r'^(\{"language".*?\})$', understanding.TEXT, re.MULTILINE | re.DOTALL)

    read = [understand.Understood.model_validate_json(text) for text in found]

    assert [one.language for one in read] == ["en", "de", "en", "en", "es", "de", "en"]
    assert (read[1].wish, read[5].answers) == ("einen Newsletter", "yes")
    assert (read[2].considers, read[3].command) == ("get a reminder by SMS", None)
    assert understand.is_quoted(read[2].considers, "Could guests also get a reminder by SMS?")


def test_examples_of_opinions_are_doubts_that_hold():
    found = [json.loads(line) for line in re.findall(r"^\{.*(?:\n \{.*)?", opinions.TEXT, re.MULTILINE)]
    said = []
    for given, answer in zip(found[::2], found[1::2], strict=True):
        criteria = [Criterion(id=one, text=shown["asks"]) for one, shown in given.items()]
        evidence = [Evidence(criterion=one, met=True, text=shown["shown"]) for one, shown in given.items()]
        said.append(doubts_in(Doubts.model_validate(answer), criteria, evidence, ""))

    assert said == [
        ("R1.1, in a model's opinion: “test_books_a_table passes” leaves “on a phone” open.",),
        (
            "2, in a model's opinion: “reviewers may skip this one” speaks to whoever reviews, and shows nothing.",
            "2, in a model's opinion: “Works great” says that it is so, and names nothing that shows it.",
        ),
        (),
    ]
    assert all(f'"{kind}"' in opinions.TEXT for kind in DoubtKind)


def test_instructions_name_every_language_role_and_kind_of_fact():
    assert all(re.search(rf"\b{language}\b", understanding.TEXT) for language in LANGUAGES)
    assert set(consult.REMITS) == {role.value for role in Role}
    assert all(kind.value in claims.TEXT for kind in FactKind)
    assert claims.TEXT in consult.TEXT
    assert claims.TEXT in compose.TEXT


def test_reading_shows_the_brief_what_waits_and_what_was_asked():
    facts = story("planning").facts

    data: Any = understand.task_of(message("Hi"), facts).data

    assert data["today"] == "2026-03-04, Wednesday"
    assert data["project"]["brief"]["R3"] == "Gift vouchers paid by card"
    assert [one["document"] for one in data["project"]["waiting_for_the_customer"]] == [
        DeliverableKind.PRODUCT_BRIEF,
        DeliverableKind.SCOPE,
        DeliverableKind.ROADMAP,
    ]
