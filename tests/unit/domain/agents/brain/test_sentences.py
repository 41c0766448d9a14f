"""A message as sentences: plain words, own words, quotations masked."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.agents.brain.reader import READER, Act
from domain.agents.brain.sentences import MAX_SENTENCES, plain_words, sentences_of
from tools.intents.questions import CEO

LARGEST_WEIGHTS = 400_000


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("What's the STATUS", "what is the status"),
        ("Don’t do it", "do not do it"),
        ("the project's café, must-haves: 3 - 4", "the project cafe, must haves, 3, 4"),
        ("**bold** <b>&", "bold, b"),
        ("let's stop", "let us stop"),
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
        ("one\ntwo", ["one", "two"], [False, False]),
        ('He said "approve it. Now!" Yes', ["he said quotation yes"], [False]),
        ("He said \u201eja\u201c and \u00abnon\u00bb", ["he said quotation and quotation"], [False]),
        ('approve "Roadmap"', ["approve quotation"], [False]),
        ('an open "quote runs on. To the end', ["an open quotation"], [False]),
        ("> quoted\nsaid", ["quotation", "said"], [False, False]),
        ("Ana wrote:\nstop. now", ["ana wrote", "quotation"], [False, False]),
        ("Changes:\nstop it", ["changes", "stop it"], [False, False]),
        ("...", [], []),
    ],
)
def test_sentences_are_plain_and_quotations_are_masked(text, plains, questions):
    found = sentences_of(text)

    assert [sentence.plain for sentence in found] == plains
    assert [sentence.is_question for sentence in found] == questions


def test_sentence_keeps_its_own_words():
    _, asked, _ = sentences_of("Hi.  Ask GDPR  at the Café now; thanks")

    assert asked.text == "Ask GDPR at the Café now"


def test_sentences_are_bounded():
    assert len(sentences_of("go. " * 2_000)) == MAX_SENTENCES


@given(st.text(max_size=200))
def test_sentences_are_found_in_any_text_in_order(text):
    found = sentences_of(text)

    assert all(left.end <= right.start for left, right in pairwise(found))


@pytest.mark.parametrize(
    ("text", "act"),
    [
        ("is it over 9,000?", Act.QUESTION),
        ("can we add a blog?", Act.WEIGH),
        ("please add a blog", Act.WISH),
        ("approve the roadmap", Act.APPROVE),
        ("don't approve it yet", Act.WITHHELD),
        ("call my lawyer", Act.DEED),
        ("good night", Act.BYE),
    ],
)
def test_act_of_a_sentence_is_read_by_the_weights(text, act):
    assert [sentence.act for sentence in sentences_of(text)] == [act]


def test_name_of_the_project_decides_nothing():
    named, other = (sentences_of(f"how is {name} going?", name)[0] for name in ("Approve Everything", "Taverna"))

    assert named.odds == other.odds


def test_weights_are_small_and_were_learned_from_the_sentences_as_they_are():
    assert READER.weights().learned_from == CEO.learned_from(), "the sentences have changed: make intents"
    assert READER.path.stat().st_size <= LARGEST_WEIGHTS
