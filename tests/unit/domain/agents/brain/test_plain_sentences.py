from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.agents.brain.plain_sentences import MAX_SENTENCES, plain_words, sentences_of


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("What's the STATUS", "what is the status"),
        ("Don’t do it", "do not do it"),
        ("the project's café, must-haves: 3 - 4", "the project cafe, must haves: 3 - 4"),
        ("a\u2014b", "a b"),
        ("a \u2014 b", "a - b"),
        ("**bold** <b>&", "bold b"),
        ("", ""),
    ],
)
def test_plain_words_are_in_lower_case_without_accents_and_contractions(text, plain):
    assert plain_words(text) == plain


@pytest.mark.parametrize(
    ("text", "plains", "questions"),
    [
        ("Hello. Is it done? Yes!", ["hello", "is it done", "yes"], [False, True, False]),
        ("what is the budget", ["what is the budget"], [True]),
        ("Version 2.1 is out; see example.com", ["version 2 1 is out", "see example com"], [False, False]),
        ("one\ntwo", ["one", "two"], [False, False]),
        ('He said "approve it. Now!" Yes', ["he said quotation yes"], [False]),
        ("He said \u201eja\u201c and \u00abnon\u00bb", ["he said quotation and quotation"], [False]),
        ('approve "Roadmap"', ["approve roadmap"], [False]),
        ('an open "quote runs on. To the end', ["an open quotation"], [False]),
        ("> quoted\nsaid", ["quotation", "said"], [False, False]),
        ("```\ncode\n```\nsaid", ["quotation", "quotation", "quotation", "said"], [False] * 4),
        ("Ana wrote:\nstop. now", ["ana wrote:", "quotation"], [False, False]),
        ("Changes:\nstop it", ["changes:", "stop it"], [False, False]),
        ("it's the users' wish, isn't it", ["it is the users wish, is not it"], [False]),
        ("...", [], []),
    ],
)
def test_sentences_are_plain_and_quotations_are_masked(text, plains, questions):
    found = sentences_of(text)

    assert [sentence.plain for sentence in found] == plains
    assert [sentence.is_question for sentence in found] == questions


def test_sentence_keeps_its_own_words_and_place():
    text = "Hi.  Ask GDPR \u201cnow\u201d; thanks"

    _, asked, _ = sentences_of(text)

    assert asked.text == "Ask GDPR \u201cnow\u201d"
    assert text[asked.start : asked.end].strip() == asked.text


def test_sentences_are_bounded():
    assert len(sentences_of("go. " * 2_000)) == MAX_SENTENCES


@given(st.text(max_size=200))
def test_sentences_are_found_in_any_text_in_order(text):
    found = sentences_of(text)

    assert all(left.end <= right.start for left, right in pairwise(found))
    assert all(sentence.words for sentence in found)
