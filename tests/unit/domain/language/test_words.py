"""From a typed text to plain words: sentences, shorthand, spelling."""

import pytest

from domain.edit_distance import within_edits
from domain.language.reading import SOMEBODY, clauses_of
from domain.language.text import read_sentences
from domain.language.words import Speller, expand, forms_of, is_known


def plain(text: str) -> list[str]:
    clauses = [clause for one in read_sentences(text) for clause in clauses_of(one.words)]
    return [token.word.removeprefix(SOMEBODY) for clause in clauses for token in clause]


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("One. Two? Three!", ["one", "two", "three"]),
        ("Hi,\nis it done?", ["hi", "is it done"]),
        ("wrapped\nline", ["wrapped line"]),
        ("a paragraph\n\nanother", ["a paragraph", "another"]),
        ("Points:\n- cost\n- date", ["points", "cost", "date"]),
        ("version 2.5 is out", ["version 2 5 is out"]),
        ("see https://example.com/budget?late=1 now", ["see now"]),
        ("CAFÉ d\u2019été", ["cafe d'ete"]),
        ("pass\u200bword", ["password"]),
    ],
)
def test_text_is_cut_into_sentences(text: str, sentences: list[str]) -> None:
    assert [" ".join(word.text for word in sentence.words) for sentence in read_sentences(text)] == sentences


def test_sentence_is_a_question_when_it_ends_in_a_question_mark() -> None:
    assert [sentence.question for sentence in read_sentences("Is it? It is. Is it?!")] == [True, False, True]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("what's", ["what", "is"]),
        ("whats", ["what", "is"]),
        ("don't", ["do", "not"]),
        ("can't", ["can", "not"]),
        ("we're", ["we", "are"]),
        ("they'll", ["they", "will"]),
        ("ceo's", ["ceo"]),
        ("pls", ["please"]),
        ("plain", ["plain"]),
    ],
)
def test_shorthand_is_written_out(typed: str, meant: list[str]) -> None:
    assert expand(typed) == meant


@pytest.mark.parametrize(
    ("word", "base"),
    [("approvals", "approval"), ("stopped", "stop"), ("moving", "move"), ("replies", "reply"), ("spent", "spend")],
)
def test_base_form_is_among_the_forms(word: str, base: str) -> None:
    assert base in set(forms_of(word))


@pytest.mark.parametrize("word", ["news", "status", "access", "this"])
def test_word_that_only_looks_inflected_keeps_its_ending(word: str) -> None:
    assert set(forms_of(word)) == {word}


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("waht is teh budgte", "what is the budget"),
        ("aprovals", "approvals"),
        ("pasword", "password"),
        ("bloked", "blocked"),
        ("prioritys", "prioritys"),
        ("is it redy", "is it ready"),
        ("credentails", "credentials"),
        ("sign-off", "signoff"),
        ("dead line", "deadline"),
        ("api key", "apikey"),
    ],
)
def test_slip_is_read_as_the_word_that_was_meant(typed: str, meant: str) -> None:
    assert " ".join(plain(typed)) == meant


@pytest.mark.parametrize(
    "word",
    ["monkey", "honey", "coast", "clock", "weak", "lunch", "later", "house", "friend", "brother", "hair", "feet"],
)
def test_ordinary_word_is_never_read_as_another(word: str) -> None:
    assert is_known(word)
    assert plain(word) == [word]


def test_name_is_never_read_as_another_word() -> None:
    assert plain("Ask Albert Reuter") == ["ask", "albert", "reuter"]


@pytest.mark.parametrize(
    ("left", "right", "limit", "expected"),
    [
        ("budget", "budget", 0, True),
        ("budget", "bugdet", 1, True),
        ("budget", "budgt", 1, True),
        ("budget", "budgett", 1, True),
        ("budget", "badget", 1, True),
        ("budget", "bagdet", 1, False),
        ("credentials", "crdentails", 2, True),
        ("cost", "blocked", 2, False),
    ],
)
def test_within_edits_counts_slips(left: str, right: str, limit: int, expected: bool) -> None:
    assert within_edits(left, right, limit) is expected
    assert within_edits(right, left, limit) is expected


def test_speller_prefers_the_earlier_word_when_two_are_equally_near() -> None:
    assert Speller(["stock", "stick"]).nearest("steck") == "stock"
    assert Speller(["stick", "stock"]).nearest("steck") == "stick"


@pytest.mark.parametrize("word", ["zzzzzz", "ab", "12345", "xylophone"])
def test_speller_finds_nothing_where_nothing_is_near(word: str) -> None:
    assert Speller(["budget", "deadline"]).nearest(word) is None
