"""The attempt that is under way: work with an idempotency key marks the key in the transaction that does the work.

So a process that dies after the work leaves a key that says so, and a repetition does not do the work again. The mark
holds the ids of what was made; by these, the repetition finds it and gives the answer that was lost.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any


@dataclass(slots=True)
class Running:
    """The attempt with an idempotency key that this request makes.

    Attributes:
        marking: makes the write that marks the key, with the ids that were made.
        before: the ids that an earlier attempt made when it did the work; None when none has done it.
        done: whether this attempt has done the work.
        made: the newest id that this attempt made of each kind.
    """

    marking: Callable[[Mapping[str, str]], dict[str, Any]]
    before: Mapping[str, str] | None = None
    done: bool = False
    made: dict[str, str] = field(default_factory=dict)


running: ContextVar[Running | None] = ContextVar("running", default=None)


def made_before(kind: str) -> str | None:
    """The id of kind `kind` that an earlier attempt made before its answer was lost; None if none did the work."""
    attempt = running.get()
    return attempt.before.get(kind) if attempt and attempt.before else None


def note_made(kind: str, identifier: str) -> None:
    """Remember a new id, so that the mark names it; without an attempt, or after its work, do nothing."""
    attempt = running.get()
    if attempt is not None and not attempt.done:
        attempt.made[kind] = identifier
