"""The intake: its questions as data, the check of each answer by its type, and which answers are missing."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from enum import StrEnum
from typing import Any, get_args

from pydantic import ValidationError

from common.errors import FieldProblem, InvalidRequest, said
from common.services import frozen
from common.wording import day_of
from domain.projects.brief.records import Existing, Platform, Tone
from domain.projects.dates import parse_day
from domain.projects.records import AnswerValue, Money
from domain.projects.text import clean_line, clean_paragraphs

Answers = Mapping[str, AnswerValue]
_LATEST_DEADLINE_YEARS = 10


class QuestionType(StrEnum):
    """How an answer is written: text, a list of texts, one or several of the options, YYYY-MM-DD, money, true/false."""

    TEXT = "text"
    LONG_TEXT = "long_text"
    LIST = "list"
    CHOICE = "choice"
    MULTI_CHOICE = "multi_choice"
    DATE = "date"
    MONEY = "money"
    BOOLEAN = "boolean"


@frozen
class Question:
    """A question. `max_length` limits a text or a list's entries, `max_items` a list; a required list is not empty."""

    id: str
    section: str
    prompt: str
    type: QuestionType
    required: bool = False
    options: tuple[str, ...] = ()
    max_length: int | None = None
    max_items: int | None = None

    @property
    def most_entries(self) -> int:
        """How many entries a list or choice may have."""
        return self.max_items or len(self.options)


QUESTIONS: tuple[Question, ...] = (
    Question("goal", "Purpose", "What do you want to build, and why?",
             QuestionType.LONG_TEXT, required=True, max_length=2_000),
    Question("audience", "Purpose", "Who is it for? One group per entry, the most important first.",
             QuestionType.LIST, required=True, max_length=200, max_items=6),
    Question("success_measure", "Purpose", "How will you know it worked? One measure per entry, with a number.",
             QuestionType.LIST, required=True, max_length=300, max_items=6),
    Question("must_haves", "Scope", "What must it do on day one? One thing per entry, the most important first.",
             QuestionType.LIST, required=True, max_length=300, max_items=20),
    Question("out_of_scope", "Scope", "What is out of scope?",
             QuestionType.LIST, max_length=300, max_items=20),
    Question("platforms", "Technology", "Where should it run?",
             QuestionType.MULTI_CHOICE, required=True, options=get_args(Platform)),
    Question("integrations", "Technology", "Which other systems must it work with?",
             QuestionType.LIST, max_length=200, max_items=15),
    Question("existing", "Technology", "What do you have already?",
             QuestionType.MULTI_CHOICE, options=get_args(Existing)),
    Question("personal_data", "Technology", "Will it store personal data?", QuestionType.BOOLEAN),
    Question("tone", "Brand", "How should it sound?", QuestionType.CHOICE, options=get_args(Tone)),
    Question("deadline", "Limits", "When must it be live?", QuestionType.DATE),
    Question("budget_ceiling", "Limits", "What is the most it may cost?", QuestionType.MONEY),
    Question("constraints", "Limits", "Which rules apply: law, technology, company policy?",
             QuestionType.LIST, max_length=300, max_items=10),
    Question("approver", "People", "Who approves the documents? Name and role.",
             QuestionType.TEXT, required=True, max_length=200),
)  # fmt: skip

_QUESTIONS = {question.id: question for question in QUESTIONS}


def question_of(question_id: str) -> Question:
    """The question with this id, which must exist."""
    return _QUESTIONS[question_id]


def validate_answers(answers: Mapping[str, Any], *, today: date) -> dict[str, AnswerValue | None]:
    """Each answer in its stored form; None clears an answer.

    Raises InvalidRequest with every problem found, each under `answers.<id>`.
    """
    accepted: dict[str, AnswerValue | None] = {}
    problems: list[FieldProblem] = []
    for question_id, value in answers.items():
        try:
            accepted[question_id] = _validated(question_id, value, today)
        except ValueError as problem:
            problems.append(FieldProblem(f"answers.{question_id}", said(str(problem))))
    if problems:
        raise InvalidRequest("Some answers need another look.", problems=tuple(problems))
    return accepted


def missing(answers: Answers) -> tuple[str, ...]:
    """The ids of the required questions without an answer, in the questionnaire's order."""
    return tuple(question.id for question in QUESTIONS if question.required and question.id not in answers)


class _Rejected(ValueError):
    """An answer does not fit its question. The message says what is wrong, such as "must be text"."""


def _validated(question_id: str, value: Any, today: date) -> AnswerValue | None:
    question = _QUESTIONS.get(question_id)
    if question is None:
        raise _Rejected("is not a question of the intake")
    if value is None:
        return None
    match question.type:
        case QuestionType.TEXT | QuestionType.LONG_TEXT:
            return _text(question, value)
        case QuestionType.LIST:
            return _list(question, value)
        case QuestionType.CHOICE:
            return _option(question, value)
        case QuestionType.MULTI_CHOICE:
            return _options(question, value)
        case QuestionType.DATE:
            return _future_date(value, today)
        case QuestionType.MONEY:
            return _money(value)
        case QuestionType.BOOLEAN:
            return _boolean(value)


def _text(question: Question, value: Any) -> str:
    if not isinstance(value, str):
        raise _Rejected("must be text")
    clean = clean_paragraphs if question.type is QuestionType.LONG_TEXT else clean_line
    return clean(value, max_length=question.max_length or 0)


def _list(question: Question, value: Any) -> tuple[str, ...]:
    entries: list[str] = []
    for number, entry in enumerate(_sequence(question, value), start=1):
        try:
            entries.append(clean_line(entry, max_length=question.max_length or 0))
        except ValueError as problem:
            raise _Rejected(f"Entry {number} {problem}") from problem
        if entries[-1].casefold() in (earlier.casefold() for earlier in entries[:-1]):
            raise _Rejected(f"Entry {number} repeats an earlier one")
    return tuple(entries)


def _sequence(question: Question, value: Any) -> list[str]:
    if not isinstance(value, list | tuple) or not all(isinstance(entry, str) for entry in value):
        raise _Rejected("must be a list of texts")
    if question.required and not value:
        raise _Rejected("needs at least one entry")
    if len(value) > question.most_entries:
        raise _Rejected(f"takes at most {question.most_entries} entries")
    return list(value)


def _option(question: Question, value: Any) -> str:
    if value not in question.options:
        raise _Rejected(f"must be one of {', '.join(question.options)}")
    return str(value)


def _options(question: Question, value: Any) -> tuple[str, ...]:
    chosen = {_option(question, entry) for entry in _sequence(question, value)}
    return tuple(option for option in question.options if option in chosen)


def require_deadline(day: date, *, today: date) -> None:
    """Raise InvalidRequest unless `day` is after `today`, and at most ten years after it."""
    if problem := _problem_of_deadline(day, today):
        raise InvalidRequest.of("deadline", said(problem))


def _future_date(value: Any, today: date) -> str:
    day = parse_day(value)
    if problem := _problem_of_deadline(day, today):
        raise _Rejected(problem)
    return day.isoformat()


def _problem_of_deadline(day: date, today: date) -> str:
    if day <= today:
        return f"must be after today, {day_of(today)}"
    is_far = (day.year - _LATEST_DEADLINE_YEARS, day.month, day.day) > (today.year, today.month, today.day)
    return f"must be within {_LATEST_DEADLINE_YEARS} years" if is_far else ""


def _money(value: Any) -> Money:
    try:
        return Money.model_validate(value)
    except ValidationError as problem:
        reasons = (f"{'.'.join(map(str, error['loc'])) or 'it'}: {error['msg']}" for error in problem.errors())
        raise _Rejected("must be {amount, currency}; " + "; ".join(reasons)) from problem


def _boolean(value: Any) -> bool:
    if not isinstance(value, bool):
        raise _Rejected("must be true or false")
    return value
