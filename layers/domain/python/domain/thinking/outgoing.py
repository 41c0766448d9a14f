"""The last look at what leaves for a model: no text in which a secret stands is sent.

Deposited values cannot get here: a task's data is JSON, and the modules that know values may not be imported here. This
is for the secrets that customers type where none belong.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from pydantic import BaseModel, JsonValue

from common.telemetry import logger
from domain.keys.leaks import find_key_shape
from domain.thinking.task import Failure, ModelFailed, Task

LEFT_OUT = "Left out: it holds what looks like a secret."


def searched[Output: BaseModel](task: Task[Output]) -> Task[Output]:
    """The task, with tools that say `LEFT_OUT` instead of a secret.

    Raises `ModelFailed` (withheld) when the instructions or the data hold a secret: nothing of it is sent.
    """
    for text in (task.instructions, *texts_of(dict(task.data))):
        if kind := find_key_shape(text):
            logger.warning("prompt_withheld", step=task.name, kind=kind)
            raise ModelFailed(Failure.WITHHELD)
    return replace(task, tools=tuple(_searched(tool) for tool in task.tools))


def _searched(tool: Callable[..., str]) -> Callable[..., str]:
    @functools.wraps(tool)
    def answer(*given: Any, **named: Any) -> str:
        said = tool(*given, **named)
        return LEFT_OUT if find_key_shape(said) else said

    return answer


def texts_of(value: JsonValue) -> Iterator[str]:
    """Every text in the data, one by one: the escapes of JSON would hide where a secret begins."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for entry in value:
            yield from texts_of(entry)
    elif isinstance(value, dict):
        for name, entry in value.items():
            # Its name beside it, because some secrets are known by what stands before them.
            yield f"{name}: {entry}" if isinstance(entry, str) else name
            yield from texts_of(entry)
