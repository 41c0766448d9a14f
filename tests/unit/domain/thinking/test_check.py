from __future__ import annotations

from collections import Counter

import pytest

from domain.thinking.check import LONGEST_CLAIM, MOST_CLAIMS, Check
from domain.thinking.flaws import Flaw
from domain.thinking.languages import LANGUAGES, words_of
from domain.thinking.prose import pattern
from domain.thinking.render import Claim
from fact_sheets import SAMPLE, failed_claims, is_judged_rightly, sheet_from, tuning_examples
from tables import by_day, for_each

EXAMPLES = tuple(tuning_examples())
KINDS = (
    *("number", "date", "span", "state", "commitment", "negation", "deed", "secret", "harmless"),
    *("vault", "here", "openers", "acts"),
)
SHEET = sheet_from(SAMPLE)


def flaws(text: str, *, opinion: bool = False, language: str = "en", question: str = "Where do we stand?") -> set[Flaw]:
    return {item.flaw for item in Check(SHEET, language, question).failures(Claim(text, opinion))}


@for_each(
    "example", by_day(EXAMPLES, every=6), ids=lambda example: f"{example['language']}: {example['claims'][0]['text']}"
)
def test_check_judges_tuning_claim_rightly(example):
    assert is_judged_rightly(example), failed_claims(example)


def test_tuning_has_every_mutation_in_english_and_the_chief_ones_in_every_language():
    seen = Counter((example["language"], example["mutation"]) for example in EXAMPLES)

    chief = ("noun", "state", "polarity", "name", "deed", "secret", "date", "number_word", "commitment", "language")
    rest = ("figure", "title", "link", "reference", "markup", "control", "length")
    assert all(seen["en", mutation] for mutation in (*chief, *rest))
    assert not [(code, what) for code in LANGUAGES for what in chief if not seen[code, what]]


@for_each(
    ("text", "flaw"),
    [
        ("The build costs {{f1}}.", Flaw.STATEMENT),
        ("{{f3}} {{f4}}", Flaw.STATEMENT),
        ("{{f3}}, {{f7}}.", Flaw.STATEMENT),
        ("{{f3}}?", Flaw.POLARITY),
        ("{{f99}}.", Flaw.REFERENCE),
        ("You have 3 left.", Flaw.NUMBER),
        ("You would pay € for it.", Flaw.NUMBER),
        ("You could wait until next week.", Flaw.DATE),
        ("I see that your roadmap is blocked.", Flaw.STATE),
        ("We will help you.", Flaw.COMMITMENT),
        ("I have approved it for you.", Flaw.DEED),
        ("Das habe ich für Sie genehmigt.", Flaw.DEED),
        ("That is not true.", Flaw.STATE),
        ("Please ask Tom about it.", Flaw.NAME),
        ("Please read “Security concept”.", Flaw.QUOTE),
        ("You find it on example.org.", Flaw.LINK),
        ("Please send me your password.", Flaw.SECRET),
        ("Bitte lesen Sie das Dokument.", Flaw.LANGUAGE),
        ("Please look at **it**.", Flaw.MARKUP),
        ("Please\u200blook at it.", Flaw.CONTROL),
        ("", Flaw.LENGTH),
        ("Would you like that? " * (LONGEST_CLAIM // 20 + 1), Flaw.LENGTH),
        ("Hi! Hello! Thanks! Sure! Gladly!", Flaw.LENGTH),
    ],
)
def test_check_names_the_flaw(text, flaw):
    assert flaw in flaws(text)


def test_name_in_the_customers_question_may_be_said_back():
    assert Flaw.NAME in flaws("Would you like Mailchimp for that?")
    assert not flaws("Would you like Mailchimp for that?", question="What about Mailchimp?")


@pytest.mark.parametrize(
    "text",
    ["Nothing is missing.", "No one complained.", "The shop has not opened.", "I'd wait, as nothing is planned."],
)
def test_denial_of_how_things_stand_is_dropped(text):
    assert flaws(text)
    assert flaws(text, opinion=True)


def test_advice_to_add_nothing_is_kept():
    assert not flaws("I would add nothing.", opinion=True)


def test_role_may_not_use_a_fact_outside_its_slice():
    others = Check(sheet_from(SAMPLE | {"facts": SAMPLE["facts"][1:]}), "en", "")

    assert {item.flaw for item in others.failures(Claim("{{f1}}."))} == {Flaw.REFERENCE}


def test_answer_keeps_good_claims_in_order_and_says_why_the_others_are_dropped():
    claims = [Claim("{{f3}}."), Claim("It costs EUR 5."), Claim("{{f1}}.")]

    checked = Check(SHEET, "en", "").answer(claims)

    assert checked.kept == (claims[0], claims[2])
    assert [(claim, Flaw.NUMBER in {item.flaw for item in found}) for claim, found in checked.dropped] == [
        (claims[1], True)
    ]


def test_answer_of_too_many_claims_is_cut():
    checked = Check(SHEET, "en", "").answer([Claim("{{f3}}.")] * (MOST_CLAIMS + 2))

    assert len(checked.kept) == MOST_CLAIMS
    assert len(checked.dropped) == 2


@pytest.mark.parametrize("language", ["fi", "ja", "xx", ""])
def test_answer_in_a_language_that_cannot_be_read_is_not_shown(language):
    assert flaws("{{f3}}.", language=language) == {Flaw.LANGUAGE}


@for_each("language", LANGUAGES)
def test_language_file_has_every_list_that_the_check_reads(language):
    prose = words_of(language)["prose"]

    for kind in (*KINDS, "small"):
        assert prose[kind].strip()
        assert pattern(language, kind)
