"""What the pages suggest: each example is an answer that the intake takes."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

from domain.projects.questionnaire import QUESTIONS, validate_answers

LIB = Path(__file__).parents[3] / "web" / "src" / "lib"
EXAMPLES = json.loads((LIB / "examples.json").read_text())


def test_every_question_has_an_example_that_the_intake_takes():
    given = {name: example for name, example in EXAMPLES.items() if example is not None}

    assert set(EXAMPLES) == {question.id for question in QUESTIONS}
    assert set(EXAMPLES) - set(given) == {"deadline"}  # a day is an example for a while only
    assert set(validate_answers(given, today=date(2026, 11, 23))) == set(given)
