"""Which figure or particular a question asks for, by learned weights, and what the follow-up to it asks."""

from __future__ import annotations

from dataclasses import replace

import pytest

from domain.agents.brain.asked_for import READER, AskedFor, Figure, Of, Operation, Particular
from domain.agents.brain.sentences import sentences_of
from tools.intents.questions import OF_ASKED_FOR

LARGEST_WEIGHTS = 200_000


def test_weights_were_learned_from_the_questions_as_they_are_and_stay_small():
    assert READER.weights().learned_from == OF_ASKED_FOR.learned_from(), "the questions have changed: make intents"
    assert READER.path.stat().st_size < LARGEST_WEIGHTS


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("what's the split by stage?", AskedFor((Figure.ESTIMATED,), None, Of.PHASES)),
        ("which paper is the dearest", AskedFor((Figure.ESTIMATED,), Operation.MOST, Of.DOCUMENTS)),
        ("how far under my ceiling are we", AskedFor((Figure.HEADROOM,))),
        ("do we keep details of identifiable people?", AskedFor(particular=Particular.PERSONAL_DATA)),
        ("must I approve each single document?", AskedFor(particular=Particular.PROCESS)),
    ],
)
def test_question_is_read_as_figure_operation_and_scope_or_as_a_particular(text, asked):
    assert replace(sentences_of(text)[0].asked_for, odds=0.0) == asked


@pytest.mark.parametrize(
    "text", ["who approves?", "is takeaway included?", "what is out of scope", "pause the project"]
)
def test_nothing_of_the_table_is_asked_for_elsewhere(text):
    assert not sentences_of(text)[0].asked_for
