"""A step of thinking: one task asked for one subject, and what came of it. A step done again costs nothing again."""

from __future__ import annotations

from datetime import timedelta
from enum import StrEnum

from common.services import frozen
from domain.thinking.bounds import NOTHING, Tokens
from domain.thinking.task import Failure

# As long as a queue keeps the message that the step belongs to: a redelivery finds it, and nobody else looks for it.
KEPT_FOR = timedelta(days=14)


class StepState(StrEnum):
    """How far a step is.

    `asked`: its tokens are promised, and its model may have been called. `done` and `failed` are final. `released`: it
    failed in a way that cost nothing, so the next delivery may try it again.
    """

    ASKED = "asked"
    DONE = "done"
    FAILED = "failed"
    RELEASED = "released"


# Failures after which a provider asks for no money: nobody answered, or nobody was let in.
UNPAID = frozenset({Failure.UNREACHABLE, Failure.DENIED, Failure.THROTTLED})


@frozen
class Subject:
    """What is thought about: a message, a section or an event, at one version of its project.

    When the project changes, the facts have changed, and no step of the version before counts any more.
    """

    account_id: str
    subject_id: str
    project_version: int


@frozen
class StepKey:
    """Which step: a task by name and version of its instructions, for a subject, in a role where several are asked."""

    subject: Subject
    task: str
    version: int
    role: str = ""


@frozen
class Step:
    """A step as it is stored.

    Attributes:
        key: which one.
        state: how far it is.
        month: the month in which its tokens were promised, as `2026-03`.
        promised: how many were.
        output: the answer as JSON, once it is done.
        cost: what it came to, and `price` as in `Thought`.
        failure: why it failed or was released.
    """

    key: StepKey
    state: StepState
    month: str
    promised: int
    output: str | None = None
    cost: Tokens = NOTHING
    price: int | None = None
    failure: Failure | None = None
