"""The language cues are written in, and that every cue is well written."""

import pytest

from domain.pa.intent.concepts import CONCEPTS
from domain.pa.intent.lexicon import Tokenizer
from domain.pa.intent.pattern import NAME, PROJECT, UNKNOWN, match_at, parse
from domain.pa.intent.sentence_splitter import read_sentences
from domain.pa.intent.tables import FRAME, TOPICS
from domain.pa.intent.word_forms import compounds
from tables import for_each

TABLES = {**TOPICS, **FRAME}
WEIGHTS = ("covering", "strong", "plain", "weak", "vetoes")


def lines(topic: str) -> list[str]:
    text = "\n".join(getattr(TABLES[topic], weight) for weight in WEIGHTS)
    return [line.strip() for line in text.splitlines() if line.strip()]


def matches(source: str, text: str) -> bool:
    (sentence,) = read_sentences(text)
    tokens = Tokenizer().tokens(sentence.words, [])
    return any(match_at(parse(source), tokens, start) is not None for start in range(len(tokens)))


@pytest.mark.parametrize(
    ("source", "text", "expected"),
    [
        ("run out of MONEY", "are we running out of the cash", True),
        ("run out of MONEY", "are we out of cash", False),
        ("when ~ ready", "when will it be ready", True),
        ("when ~ ready", "when will all of it finally be really ready", False),
        ("when ~~ ready", "when will all of it finally be really ready", True),
        ("tell ~ password", "tell me which password", False),
        ("tell ... password", "tell me which password", True),
        ("give ME? password", "give the password", True),
        ("give ME? password", "give us the password", True),
        ("^ help $", "please help", True),
        ("^ help $", "help me", False),
        ("^ move", "the move", False),
        ("approve|accept", "was it accepted", True),
        ("NUM day", "in 3 days", True),
        ("NAME", "how is Zephyr", True),
        ("NAME", "how is zephyr", False),
    ],
)
def test_pattern_matches_what_it_says(source: str, text: str, expected: bool) -> None:
    assert matches(source, text) is expected


@for_each("topic", TABLES)
def test_cues_name_only_families_that_exist(topic: str) -> None:
    named = {symbol for line in lines(topic) for element in parse(line).elements for symbol in element.symbols}

    assert "" not in named
    assert {symbol for symbol in named if symbol.isupper()} <= {*CONCEPTS, PROJECT, NAME, UNKNOWN}


@for_each("topic", TABLES)
def test_cues_neither_begin_nor_end_with_a_gap(topic: str) -> None:
    assert [line for line in lines(topic) if line[0] in "~." or line[-1] in "~."] == []


@for_each("topic", TABLES)
def test_cues_of_a_topic_are_written_once(topic: str) -> None:
    written = lines(topic)

    assert len(written) == len(set(written))


def test_every_family_is_named_by_a_cue_or_a_rule() -> None:
    named = {symbol for topic in TABLES for line in lines(topic) for e in parse(line).elements for symbol in e.symbols}

    assert set(CONCEPTS) <= named


@for_each(("pair", "joined"), sorted(compounds().items()))
def test_compound_is_two_words_and_stands_for_one(pair: str, joined: str) -> None:
    assert len(pair.split()) == 2
    assert len(joined.split()) == 1
