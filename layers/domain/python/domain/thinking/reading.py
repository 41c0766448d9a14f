"""The assistant's second reader: a model says what a message asks for that the rules are unsure about (ADR 24).

The assistant's door waits for the answer, so there is no queue between them. Nothing is done here: what comes back is
checked by the door against its lists and the customer's own words, and answered by the rules.
"""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Final, Literal

from pydantic import BaseModel, Field

from common.telemetry import logger
from domain.language.intents import Intent
from domain.thinking.asking import Asking, TokensSpent
from domain.thinking.prompts import reading as prompt
from domain.thinking.steps import Subject
from domain.thinking.task import Failure, ModelFailed, Task

KIND: Final = "reading"
MAX_PROJECTS = 60
_MAX_TOKENS = 400
_FEWEST_SECONDS = 1.0
Name = Annotated[str, Field(max_length=200)]


class Read(BaseModel):
    """The model's answer. `order` is an order about tasks in English words, or empty."""

    language: Annotated[str, Field(pattern="^[a-z]{2}$")]
    intents: Annotated[list[Intent], Field(max_length=3)] = []
    projects: Annotated[list[Name], Field(max_length=10)] = []
    order: Annotated[str, Field(max_length=300)] = ""


class ReadingWork(BaseModel):
    """What the door sends. `projects` are the account's, `candidates` those between which the rules are undecided."""

    kind: Literal["reading"] = KIND
    account_id: str
    request_id: str
    message: str
    projects: list[str]
    candidates: list[str]
    today: str
    answer_by: datetime


class ReadingAnswer(BaseModel):
    """What the door gets: `read`, or why there is nothing."""

    read: Read | None = None
    failure: str = ""


def read_message(asking: Asking, work: ReadingWork, seconds: float) -> ReadingAnswer:
    """Ask once what `work.message` asks for, within `seconds` and before `work.answer_by`.

    The same request asked again gets the stored answer, and nothing is paid twice.
    """
    left = min(seconds, (work.answer_by - asking.now()).total_seconds())
    if left < _FEWEST_SECONDS:
        return _unread(Failure.TIMED_OUT.value)
    try:
        thought = asking.ask(_task(work), Subject(work.account_id, work.request_id, 0), seconds=left)
    except ModelFailed as failed:
        return _unread(failed.failure.value)
    except TokensSpent:
        return _unread("tokens_spent")
    return ReadingAnswer(read=thought.output)


def _task(work: ReadingWork) -> Task[Read]:
    return Task(
        name=KIND,
        version=prompt.VERSION,
        instructions=prompt.TEXT,
        data={
            "message": work.message,
            "projects": list(work.projects),
            "candidates": list(work.candidates),
            "today": work.today,
        },
        output=Read,
        max_tokens=_MAX_TOKENS,
    )


def _unread(failure: str) -> ReadingAnswer:
    logger.info("message_unread", failure=failure)
    return ReadingAnswer(failure=failure)
