"""What is asked of a model, whoever runs it: one task with a typed output, within a time, and what it may cost.

The package `thinking` knows no model library; the function `thinker` brings one that does what `Model` says.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Protocol

from pydantic import BaseModel, JsonValue

from common.services import frozen

MAX_ROUNDS = 4  # requests of a task with tools, the one that brings the answer included
MAX_REPAIRS = 1  # of an answer in which something is wrong
MAX_TOOL_CALLS = 8
MAX_TOOL_ANSWER_LENGTH = 8_000
_BYTES_PER_TOKEN = 3  # English has four, and languages of longer characters come down to three
_SENSIBLE = 2  # tokenizers differ: a count of up to twice our estimate may be true
_FRAME_TOKENS = 1_000  # what the provider adds of its own: how to use tools, how to answer in a shape


@frozen
class Task[Output: BaseModel]:
    """One thing to think about.

    Attributes:
        name: the step, such as `understand`; stored with its result and shown in logs.
        version: that of the instructions; we use no stored result of another version.
        instructions: our own fixed text. Nothing that a customer or a model wrote is ever part of it.
        data: everything that was stored or said, as JSON: material to read, never instructions.
        output: the shape of the answer.
        max_tokens: how long an answer may be.
        tools: what the model may call while it thinks. Each reads and never writes; its docstring tells the model.
        check: says what is wrong with an answer, in words that the model can act on; "" where nothing is. The model may
            mend its answer once.
        finish: makes from an answer what is stored, such as the answer with what the tools found.
    """

    name: str
    version: int
    instructions: str
    data: Mapping[str, JsonValue]
    output: type[Output]
    max_tokens: int
    tools: tuple[Callable[..., str], ...] = ()
    check: Callable[[Output], str] | None = None
    finish: Callable[[Output], Output] | None = None


@frozen
class Subject:
    """What is thought about: a message, an event or a submission. Once `project_version` differs, no old step counts.

    `project_version`: the project's, whose facts change with it; of a submission, its number; without a project, 0.
    """

    account_id: str
    subject_id: str
    project_version: int


@frozen
class Tokens:
    """What was read and what was written; a provider charges for both."""

    read: int = 0
    written: int = 0

    @property
    def total(self) -> int:
        """The tokens read and written together."""
        return self.read + self.written

    def within(self, bound: Tokens) -> Tokens:
        """These tokens, each count not more than in `bound` and not less than 0."""
        return Tokens(min(max(self.read, 0), bound.read), min(max(self.written, 0), bound.written))


@frozen
class Thought[Output: BaseModel]:
    """What a model answered, in the shape that was asked for, and the tokens that it read and wrote.

    `price`: in millionths of a US dollar, by the provider's public list; None where nobody knows it.
    """

    output: Output
    input_tokens: int
    output_tokens: int
    price: int | None = None


class Failure(StrEnum):
    """Why a model gave nothing that can be used."""

    TIMED_OUT = "timed_out"
    UNREACHABLE = "unreachable"
    DENIED = "denied"
    THROTTLED = "throttled"
    REFUSED = "refused"
    UNUSABLE = "unusable"
    WITHHELD = "withheld"  # by us: what would have been sent holds a secret


# Failures after which a provider asks for no money: nobody answered, or nobody was let in.
UNPAID = frozenset({Failure.UNREACHABLE, Failure.DENIED, Failure.THROTTLED})


class ModelFailed(Exception):
    """A model gave nothing that can be used; `failure` says why, without any of its content."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure.value)
        self.failure = failure


class Model(Protocol):
    """A language model of any provider."""

    def think[Output: BaseModel](self, task: Task[Output], *, seconds: float) -> Thought[Output]:
        """Get one answer, by several requests if need be. Raises `ModelFailed`, after `seconds` at the latest."""
        ...


def tokens_in(*texts: str) -> int:
    """About how many tokens some texts have; at least 1."""
    return sum(len(text.encode()) for text in texts) // _BYTES_PER_TOKEN + 1


def prompt_of[Output: BaseModel](task: Task[Output]) -> str:
    """The user's message to the model: the data of the task, as JSON."""
    return json.dumps(task.data, ensure_ascii=False)


def most_of[Output: BaseModel](task: Task[Output]) -> Tokens:
    """The most tokens that a task can take, by an estimate before it is asked."""
    rounds = (MAX_ROUNDS if task.tools else 1) + (MAX_REPAIRS if task.check else 0)
    schema = json.dumps(task.output.model_json_schema())
    asked = tokens_in(task.instructions, prompt_of(task), schema) * _SENSIBLE + _FRAME_TOKENS
    looked_up = MAX_TOOL_CALLS * MAX_TOOL_ANSWER_LENGTH // _BYTES_PER_TOKEN if task.tools else 0
    return Tokens(rounds * (asked + looked_up), rounds * task.max_tokens)
