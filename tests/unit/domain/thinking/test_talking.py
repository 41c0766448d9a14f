"""The weights that judge talk: they were learned from what is labelled now, and are measured on what was set aside."""

from __future__ import annotations

import math

from domain.thinking import talking
from domain.thinking.languages import LANGUAGES
from domain.thinking.talking import READER
from fact_sheets import is_judged_rightly, talk
from tables import for_each
from tools.intents.questions import TALK

LARGEST_WEIGHTS = 400_000
SET_ASIDE = tuple(talk("set_aside"))


def percent_right(verdict: str) -> float:
    judged = [one for one in SET_ASIDE if one["verdict"] == verdict]
    return 100 * sum(map(is_judged_rightly, judged)) / len(judged)


def test_weights_were_learned_from_the_talk_as_it_is_and_stay_small():
    assert READER.weights().learned_from == TALK.learned_from(), "the labelled talk has changed: make intents"
    assert READER.path.stat().st_size <= LARGEST_WEIGHTS


def test_nothing_is_learned_from_what_was_set_aside():
    assert not [path for path in TALK.paths if "set_aside" in path.parts]


@for_each(("verdict", "at_least"), [("mutant", 97), ("harmless", 65)])
def test_check_judges_talk_that_was_set_aside(verdict, at_least):
    assert {one["language"] for one in SET_ASIDE} == set(LANGUAGES)
    assert percent_right(verdict) >= at_least


def test_sentence_of_words_that_the_weights_never_saw_is_not_shown_unless_they_are_the_customers(monkeypatch):
    monkeypatch.setattr(talking, "LEAST_SURE", -math.inf)

    assert not talking.states_nothing("quokkas like wombats, numbats.", opinion=False, own=())
    assert talking.states_nothing("quokkas like wombats, numbats.", opinion=False, own=("quokkas", "wombats"))


def test_refused_sentence_names_the_word_that_weighs_most():
    assert talking.most_stating("the roadmap is with your lawyer.", opinion=False) in {
        "is",
        "with",
        "roadmap",
        "lawyer",
    }
    assert talking.most_stating("!", opinion=False) == ""
