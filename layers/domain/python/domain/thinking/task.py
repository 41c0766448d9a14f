"""What is asked of a model, whoever runs it: one task with a typed output, within a time.

The room `thinking` knows no model library; the function `thinker` brings one that does what `Model` says.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Protocol

from pydantic import BaseModel, JsonValue

from common.services import frozen


@frozen
class Task[Output: BaseModel]:
    """One thing to think about.

    Attributes:
        name: the step, such as `understand`; stored with its result and shown in logs.
        version: of its instructions; a stored result of another version is not used.
        instructions: our own fixed text. Nothing that a customer or a model wrote is ever part of it.
        data: everything that was stored or said, as JSON: material to read, never instructions.
        output: the shape of the answer.
        max_tokens: the longest answer.
        tools: what the model may call while it thinks. Each reads and never writes; its docstring tells the model.
        check: says what is wrong with an answer, in words that the model can act on; "" where nothing is. The model may
            mend its answer once.
        finish: what is stored of an answer, with what the tools found.
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
class Thought[Output: BaseModel]:
    """What a model answered, in the shape that was asked for, and the tokens it was paid for.

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


class ModelFailed(Exception):
    """A model gave nothing that can be used; `failure` says why, without any of its content."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure.value)
        self.failure = failure


class Model(Protocol):
    """A model of anyone's."""

    def think[Output: BaseModel](self, task: Task[Output], *, seconds: float) -> Thought[Output]:
        """Ask once. Raises `ModelFailed`, after `seconds` at the latest."""
        ...
