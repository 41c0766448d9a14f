from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from common.errors import InvalidRequest
from domain.projects.questionnaire import QUESTIONS, validate_answers
from tables import for_each

TODAY = date(2026, 3, 2)


@for_each(
    ("question", "value", "complaint"),
    [
        ("goal", 7, "This must be text."),
        ("goal", " \u00a0\n", "This must not be empty."),
        ("goal", "x" * 2001, "This takes at most 2,000 characters."),
        ("goal", "a\x00b", "This must not contain the control character U+0000."),
        ("goal", "a\u202eb", "This must not contain the control character U+202E."),
        ("goal", "a\ud800b", "This must not contain the control character U+D800."),
        ("approver", "Ana\nBob", "This must not contain the control character U+000A."),
        ("audience", ["Guests", 3], "This must be a list of texts."),
        ("audience", [], "This needs at least one entry."),
        ("audience", ["a", "b", "c", "d", "e", "f", "g"], "This takes at most 6 entries."),
        ("audience", ["Guests", "  "], "Entry 2 must not be empty."),
        ("audience", ["Guests", "GUESTS"], "Entry 2 repeats an earlier one."),
        ("tone", "rude", "This must be one of plain, warm, playful, formal, expert."),
        ("deadline", "2026-03-02", "This must be after today, 2 Mar 2026."),
        ("deadline", "2026-02-30", "This must be a date that exists, YYYY-MM-DD."),
        ("deadline", "2026-W20-1", "This must be a date, YYYY-MM-DD."),
        ("deadline", 20260303, "This must be a date, YYYY-MM-DD."),
        ("deadline", "2036-03-03", "This must be within 10 years."),
        ("personal_data", 1, "This must be true or false."),
        ("favourite_colour", "blue", "This is not a question of the intake."),
    ],
)
def test_validate_answers_says_what_is_wrong_when_an_answer_does_not_fit(
    question: str, value: Any, complaint: str
) -> None:
    with pytest.raises(InvalidRequest) as refused:
        validate_answers({question: value}, today=TODAY)

    assert [(p.field, p.message) for p in refused.value.problems] == [(f"answers.{question}", complaint)]


@for_each(
    "value",
    [
        *[{"amount": amount, "currency": "EUR"} for amount in (0, 10.5, "100", True)],
        {"amount": 100, "currency": "XXX"},
        {"amount": 100},
        {"amount": 100, "currency": "EUR", "tip": 1},
        100,
    ],
)
def test_money_is_refused_when_it_is_not_whole_units_of_a_quoted_currency(value: Any) -> None:
    with pytest.raises(InvalidRequest) as refused:
        validate_answers({"budget_ceiling": value}, today=TODAY)

    assert refused.value.problems[0].field == "answers.budget_ceiling"


def test_validate_answers_names_every_problem_when_several_answers_are_wrong() -> None:
    with pytest.raises(InvalidRequest) as refused:
        validate_answers({"goal": "", "tone": "rude", "approver": "Ana", "nonsense": 1}, today=TODAY)

    assert [p.field for p in refused.value.problems] == ["answers.goal", "answers.tone", "answers.nonsense"]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


@given(st.dictionaries(st.sampled_from([question.id for question in QUESTIONS]) | st.text(max_size=6), JSON))
def test_validate_answers_answers_or_refuses_by_field_for_any_json(answers: dict[str, Any]) -> None:
    try:
        accepted = validate_answers(answers, today=TODAY)
    except InvalidRequest as refused:
        assert {p.field.removeprefix("answers.") for p in refused.problems} <= set(answers)  # noqa: PT017 - either way
    else:
        assert accepted.keys() == answers.keys()
