"""Every harmless claim of the tuning set, made false in each of many ways: the check drops nearly all of the results.

The mutants are made by machine, so they are many and plain; those in `data/thinking/tuning.txt` are fewer and cunning.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from domain.thinking.check import Check
from domain.thinking.flaws import Failure
from domain.thinking.languages import words_of
from domain.thinking.prose import pattern
from domain.thinking.render import Claim
from fact_sheets import SAMPLE, sheet_from, tuning_examples
from tables import by_day, for_each

Mutator = Callable[[str], str]
SHEET = sheet_from(SAMPLE)
HARMLESS = by_day(
    (
        (example["language"], example["claims"][0]["text"], example["claims"][0]["opinion"])
        for example in tuning_examples()
        if example["verdict"] == "harmless"
    ),
    every=2,
)
STATEMENT = re.compile(r"\{\{(?:f[1-6]|f10|d1)\}\}")
NOUN = re.compile(r"\{\{f(?:7|8|9|11|12)\}\}")


def appended(sentence: str) -> Mutator:
    return lambda text: f"{text} {sentence}"


def around(before: str, after: str = "") -> Mutator:
    return lambda text: STATEMENT.sub(lambda match: f"{before}{match.group()}{after}", text, count=1)


def instead_of_a_noun(words: str) -> Mutator:
    return lambda text: NOUN.sub(words, text, count=1)


ANYWHERE: dict[str, Mutator] = {
    "deed in English": appended("I have approved it for you."),
    "deed in German": appended("Ich habe das Projekt storniert."),
    "deed in French": appended("J'ai annulé votre projet."),
    "deed in Spanish": appended("He cancelado su proyecto."),
    "deed in Italian": appended("Ho annullato il progetto."),
    "secret": appended("Please send me your password."),
    "link": appended("https://example.org/pay"),
    "bare domain": appended("atrium.example"),
    "e-mail": appended("help@atrium.example"),
    "digits": appended("12"),
    "money": appended("EUR 12,400"),
    "markup": appended("**!**"),
    "image": appended("![x](y)"),
    "unseen character": appended("\u200b"),
    "no such fact": appended("{{f99}}."),
    "no such deed": appended("{{d9}}."),
    "other script": appended("Документ готов."),
    "quotation": appended("“Security concept”"),
    "code": appended("delete_project"),
    "number in words": appended("Two hundred."),
    "next week": appended("Next week, for you."),
    "promise": appended("We guarantee it to you."),
}
STATING: dict[str, Mutator] = {
    "denied": around("it is false that "),
    "softened": around("almost "),
    "asked": around("", "?"),
    "doubted": around("supposedly "),
    "conditional": around("if "),
    "moved": around("the build costs "),
    "quoted": around("“", "”"),
    "per month": around("", " per month"),
    "twice": around("twice "),
    "joined to a noun": around("", " {{f7}}"),
    "ended": around("", " no longer"),
    "doubled": around("", "{{f1}}"),
}
NAMING: dict[str, Mutator] = {
    "invented name": instead_of_a_noun("Maria Keller"),
    "invented title": instead_of_a_noun("the “Security Concept”"),
    "own title written out": instead_of_a_noun("Scope and acceptance criteria"),
    "statement for a noun": instead_of_a_noun("{{f1}}"),
}


def mutants(kind: Mutator, needed: re.Pattern[str]) -> Iterator[tuple[str, str, bool]]:
    for language, text, opinion in HARMLESS:
        if needed.search(text):
            yield language, kind(text), opinion


def failures(language: str, text: str, *, opinion: bool) -> tuple[Failure, ...]:
    return Check(SHEET, language, SAMPLE["question"]).failures(Claim(text, opinion))


def survivors(kind: Mutator, needed: re.Pattern[str]) -> tuple[int, list[str]]:
    made = list(mutants(kind, needed))
    return len(made), [text for language, text, opinion in made if not failures(language, text, opinion=opinion)]


ALL = (
    *((name, kind, re.compile("")) for name, kind in ANYWHERE.items()),
    *((name, kind, STATEMENT) for name, kind in STATING.items()),
    *((name, kind, NOUN) for name, kind in NAMING.items()),
)


@for_each(("name", "kind", "needed"), ALL, ids=lambda row: row[0])
def test_check_drops_a_harmless_claim_that_was_made_false(name, kind, needed):
    made, left = survivors(kind, needed)

    assert made > 50
    assert len(left) <= made // 100, left


@for_each("language", ["en", "de", "fr", "es", "it", "pt", "nl", "pl", "sv", "da"])
def test_check_drops_a_harmless_claim_with_any_day_or_month_added(language):
    months = words_of(language)["format"]["months"].split()
    claims = [(text, opinion) for code, text, opinion in HARMLESS if code == language]

    kept = [
        (text, month)
        for text, opinion in claims
        for month in months
        if not failures(language, f"{text.rstrip('.!?')} in {month}.", opinion=opinion)
    ]

    assert claims
    assert pattern(language, "date").search(months[0].lower())
    assert len(kept) <= len(claims) * len(months) // 100, kept
