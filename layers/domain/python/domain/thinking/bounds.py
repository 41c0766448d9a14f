"""How much one task may cost at most: what is reserved before it is asked, and the most that is believed after it."""

from __future__ import annotations

import json

from pydantic import BaseModel

from common.services import frozen
from domain.thinking.task import Task

MAX_ROUNDS = 4  # requests of a task with tools, the one that brings the answer included
MAX_REPAIRS = 1  # of an answer in which something is wrong
MAX_TOOL_CALLS = 8
MAX_TOOL_ANSWER_LENGTH = 8_000
_BYTES_PER_TOKEN = 3  # English has four, and languages of longer characters come down to three
_SENSIBLE = 2  # tokenizers differ: a count of up to twice our estimate may be true
_FRAME_TOKENS = 1_000  # what the provider adds of its own: how to use tools, how to answer in a shape


@frozen
class Tokens:
    """What was read and what was written; a provider charges for both."""

    read: int = 0
    written: int = 0

    @property
    def total(self) -> int:
        """All of them."""
        return self.read + self.written

    def within(self, bound: Tokens) -> Tokens:
        """The same, but not more than `bound` and not less than nothing."""
        return Tokens(min(max(self.read, 0), bound.read), min(max(self.written, 0), bound.written))


NOTHING = Tokens()


def tokens_in(*texts: str) -> int:
    """About how many tokens some texts have; at least 1."""
    return sum(len(text.encode()) for text in texts) // _BYTES_PER_TOKEN + 1


def prompt_of[Output: BaseModel](task: Task[Output]) -> str:
    """What the model reads as the user's message: the data of the task, as JSON."""
    return json.dumps(task.data, ensure_ascii=False)


def most_of[Output: BaseModel](task: Task[Output]) -> Tokens:
    """The most that a task can cost, as far as it can be known before."""
    rounds = (MAX_ROUNDS if task.tools else 1) + (MAX_REPAIRS if task.check else 0)
    schema = json.dumps(task.output.model_json_schema())
    asked = tokens_in(task.instructions, prompt_of(task), schema) * _SENSIBLE + _FRAME_TOKENS
    looked_up = MAX_TOOL_CALLS * MAX_TOOL_ANSWER_LENGTH // _BYTES_PER_TOKEN if task.tools else 0
    return Tokens(rounds * (asked + looked_up), rounds * task.max_tokens)
