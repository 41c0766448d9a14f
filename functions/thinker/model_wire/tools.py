"""Wraps the tools of a task for a model: answers are cut at a length, and no call is answered twice."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Sequence
from typing import Any

from domain.thinking.task import MAX_TOOL_ANSWER_LENGTH

ASKED_BEFORE = "You have asked this before; the answer stands above. Give your final answer now."


def bounded(tools: Sequence[Callable[..., str]]) -> list[Callable[..., str]]:
    """The same tools, with names, parameters and docstrings as they are; their answers are cut to a maximum length.

    Called again with the same arguments, a tool says so instead of answering: small models repeat a call for ever.
    """
    asked: set[str] = set()
    return [_bounded(tool, asked) for tool in tools]


def _bounded(tool: Callable[..., str], asked: set[str]) -> Callable[..., str]:
    @functools.wraps(tool)
    def answer(*given: Any, **named: Any) -> str:
        call = json.dumps([tool.__name__, given, named], sort_keys=True, default=str)
        if call in asked:
            return ASKED_BEFORE
        asked.add(call)
        return tool(*given, **named)[:MAX_TOOL_ANSWER_LENGTH]

    return answer
