from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from domain.thinking.facts import Duration, Fact, FactKind, Noun, Sheet, Source, Term, Words
from domain.thinking.languages import LANGUAGES, words_of
from domain.thinking.render import Claim, reading, render, sources_of
from fact_sheets import SAMPLE, sheet_from
from tables import for_each

SHEET = sheet_from(SAMPLE)


def fact(kind: FactKind, value: object, noun: str = "must_haves", name: Words | Term | None = None) -> Fact:
    return Fact("f1", kind, "a label", Noun(noun, name), value, Source("prj_1", "1"))


@for_each(
    ("language", "says"),
    [
        ("en", "the access is likely to cost EUR 12,400: no more than that"),
        ("de", "„The access is likely to cost EUR 12,400: no more than that“"),
    ],
)
def test_sentence_on_record_reads_in_its_own_words(language, says):
    sentence = Words("The access is likely to cost EUR 12,400: no more than that.")

    assert reading(fact(FactKind.SENTENCE, sentence), language) == says


@for_each("sentence", ["EUR 0 is spent", "R1 counts as booking", "40 % is done"])
def test_sentence_keeps_the_capitals_of_a_currency_and_an_id(sentence):
    assert reading(fact(FactKind.SENTENCE, Words(sentence)), "en") == sentence


@for_each(
    ("language", "says"),
    [
        ("en", "the access “Hosting” expires on 1 March 2026"),
        ("de", "der Zugang „Hosting“ läuft am 1. März 2026 ab"),
    ],
)
def test_date_reads_with_its_noun(language, says):
    expires = fact(FactKind.DATE, date(2026, 3, 1), "credential_expires", Words("Hosting"))

    assert reading(expires, language) == says


@for_each(
    ("language", "amount", "says"),
    [("en", 1, "1 day"), ("en", 2, "2 days"), ("fr", 0, "0 jour"), ("pl", 1, "1 dzień"), ("pl", 4, "4 dni")],
)
def test_duration_has_the_right_form(language, amount, says):
    assert says in reading(
        fact(FactKind.DURATION, Duration(amount, "days"), "in_review_for", Words("Roadmap")), language
    )


@for_each(("amount", "says"), [(2, "2 dni robocze"), (5, "5 dni roboczych"), (12, "12 dni roboczych")])
def test_polish_has_a_form_for_many(amount, says):
    assert says in reading(fact(FactKind.DURATION, Duration(amount, "working_days")), "pl")


@for_each(
    ("kind", "value", "says"),
    [
        (FactKind.DURATION, Duration(3, "working_days", 9), "3 to 9 working days"),
        (FactKind.COUNT, 1200, "1,200"),
        (FactKind.MOMENT, datetime(2026, 3, 1, 9, 5, tzinfo=UTC), "1 March 2026, 09:05 UTC"),
        (FactKind.STATE, Term("answer.goal"), "goal"),
    ],
)
def test_value_reads(kind, value, says):
    assert reading(fact(kind, value), "en") == f"the number of must-haves is {says}"


@for_each("language", LANGUAGES)
def test_every_language_has_every_clause_state_and_term(language):
    english, own = words_of("en"), words_of(language)

    for table in ("clauses", "states", "terms"):
        assert own[table].keys() == english[table].keys()
        for key, row in english[table].items():
            assert ("{name}" in own[table][key]) == ("{name}" in row), key
            assert ("{value}" in own[table][key]) == ("{value}" in row), key
    assert len(own["format"]["months"].split()) == 12


def test_customers_words_are_quoted_and_escaped_with_their_id():
    wish = fact(FactKind.TEXT, Words("<b>Vouchers</b> *now*"), "text", Words("R3"))

    assert reading(wish, "en") == "“&lt;b&gt;Vouchers&lt;/b&gt; \\*now\\*” (R3)"


@for_each(
    ("words", "says"),
    [("It is ours.", "“It is ours”."), ("Wait...", "“Wait...”."), ("Many a month", "“Many a month”.")],
)
def test_sentence_that_ends_in_words_of_the_customer_has_one_full_stop(words, says):
    sheet = Sheet((fact(FactKind.TEXT, Words(words), "goal"),))

    assert render(Claim("{{f1}}."), sheet, "en").text == says


def test_render_puts_the_words_in_with_a_capital_where_a_sentence_begins():
    said = render(Claim("{{f3}}, and {{f4}}. {{f5}}."), SHEET, "en")

    assert said.text == (
        "The document “Roadmap” is in review and waits for your decision, "
        "and the document “Product brief” is approved. The number of documents that wait for your decision is 2."
    )


def test_render_collects_each_source_once():
    claims = [render(Claim(text), SHEET, "en") for text in ("{{f3}}, and {{f1}}.", "{{f1}}.")]

    assert [source.id for source in claims[0].sources] == ["rec_f3", "rec_f1"]
    assert [source.id for source in sources_of(claims)] == ["rec_f3", "rec_f1"]


def test_render_refuses_a_reference_that_was_not_checked():
    with pytest.raises(ValueError, match="no fact f99"):
        render(Claim("{{f99}}"), SHEET, "en")


def test_deed_reads_as_what_was_done():
    assert render(Claim("{{d1}}."), SHEET, "en").text == (
        "I recorded your wish “Gift vouchers paid by card” as a change request."
    )


def test_sheet_refuses_two_facts_of_one_id():
    with pytest.raises(ValueError, match="same id"):
        Sheet((fact(FactKind.COUNT, 1), fact(FactKind.COUNT, 2)))


def test_no_answer_is_written_in_another_language():
    with pytest.raises(ValueError, match="'fi'"):
        words_of("fi")
