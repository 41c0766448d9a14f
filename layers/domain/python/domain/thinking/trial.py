"""A trial of the configured model, which the operator starts: one word, asked in the way of every question."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, Field

from common.telemetry import logger
from domain.thinking.asking import Asking, TokensSpent
from domain.thinking.task import ModelFailed, Subject, Task
from domain.work.queue import ThoughtWork

KIND = "try"
OPERATOR = "operator"  # the account on which trials are counted; nobody signs in to it


class Word(BaseModel):
    """One word."""

    word: Annotated[str, Field(max_length=40)]


TRIAL = Task(
    name="trial",
    version=1,
    instructions="You are asked whether you can be reached. Answer with the one word that the message asks for.",
    data={"say": "ready"},
    output=Word,
    max_tokens=2_000,  # some models think before their first word
)


def try_model(asking: Asking, work: ThoughtWork, seconds: float) -> None:
    """Ask for the word, and store the result as a step. A model that fails is a result too, and raises nothing."""
    subject = Subject(work.account_id, work.subject_id, project_version=0)
    try:
        thought = asking.ask(TRIAL, subject, seconds=seconds)
    except ModelFailed as failed:
        logger.warning("model_tried", model=asking.name, failure=failed.failure.value)
    except TokensSpent:
        logger.warning("model_tried", model=asking.name, failure="tokens_spent")
    else:
        logger.info("model_tried", model=asking.name, tokens=thought.input_tokens + thought.output_tokens)
