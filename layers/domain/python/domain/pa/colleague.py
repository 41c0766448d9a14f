"""The assistant's questions to a model: what the function `thinker` is sent, and what it answers.

The assistant sends what is on record of the account. A caller who waits has the records' answer ready in case nothing
comes back in time. For a caller who looks later, the thinker puts its answer into the chat.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import cache, partial
from typing import Any, Literal

from botocore.config import Config
from botocore.exceptions import ClientError
from pydantic import ValidationError

from common.aws import client_with, unavailable_on_outage
from common.clock import utc_now
from common.errors import Unavailable
from common.fields import Instant
from common.model import Model
from common.services import service
from common.settings import settings
from common.telemetry import logger
from domain.agents.model_handover import REASONS
from domain.agents.records import Cost, FellBack
from domain.answers.cards import Prepared
from domain.answers.facts import Fact, FactView, Written
from domain.answers.views import CostView, SentenceView
from domain.pa.models import AssistantAnswer
from domain.pa.records import Task
from domain.thinking.agent import Thoughtful

PATIENCE = timedelta(seconds=25)  # API Gateway gives up after 29 s
_WAY_BACK = timedelta(seconds=2)  # of the answer, and the rest of our own work
_MOST_BYTES_LATER = 200_000  # Lambda keeps 256 KB of a call that nobody waits for
_HANDING_OVER_SECONDS = 3


class AssistantRequest(Model):
    """A message to the assistant with its account's facts. `projects`: names by id. `scopes`: None for a session."""

    request_id: str
    asked_at: Instant
    account_id: str
    message: str
    facts: tuple[Fact, ...]
    earlier: tuple[Written, ...]
    tasks: tuple[Task, ...]
    projects: dict[str, str]
    forms: tuple[Prepared, ...]
    timezone: str
    scopes: tuple[str, ...] | None

    @property
    def fits_later(self) -> bool:
        """Whether it may be sent without waiting for the answer: as JSON it has 200,000 bytes at most."""
        return len(self.model_dump_json().encode()) <= _MOST_BYTES_LATER


class Question(AssistantRequest):
    """What the thinker is sent. `sequence`: the number of the chat row for the answer; None where a call waits."""

    kind: Literal["assistant"] = "assistant"
    answer_by: Instant
    sequence: int | None = None


class Outcome(Model):
    """What came of a question: an answer, or why there is none; and what the model cost."""

    answer: Thoughtful | None = None
    fell_back: FellBack | None = None
    cost: Cost | None = None

    def told(self, ruled: AssistantAnswer) -> AssistantAnswer:
        """The model's answer; where there is none, `ruled`, the records' answer, with the reason."""
        cost, found = CostView.model_validate(self.cost) if self.cost else None, self.answer
        if found is None:
            reason = f"\n\n*Answered from your records alone: {REASONS[self.fell_back]}.*" if self.fell_back else ""
            return ruled.model_copy(update={"response": f"{ruled.response}{reason}", "cost": cost})
        return ruled.model_copy(
            update={
                "response": found.whole,
                "facts": [FactView.model_validate(one) for one in found.facts],
                "by": "model",
                "sentences": [SentenceView.model_validate(one) for one in found.sentences],
                "draft": found.draft or None,
                "cost": cost,
            }
        )


@service
class Colleague:
    """Asks the function `thinker`.

    `invoke` sends a payload and returns the answer; `hand_over` returns once Lambda has it. Both raise `Unavailable`.
    """

    invoke: Callable[[str], str]
    hand_over: Callable[[str], object]
    now: Callable[[], datetime]

    def ask(self, asked: AssistantRequest) -> Outcome:
        """Ask a model and wait, 25 s at most. Without an answer the outcome says why."""
        question = _question(asked, self.now() + PATIENCE - _WAY_BACK)
        try:
            return Outcome.model_validate_json(self.invoke(question.model_dump_json()))
        except Unavailable:
            logger.warning("assistant_not_thought", request_id=question.request_id)
            return Outcome(fell_back=FellBack.UNREACHABLE)
        except ValidationError:
            logger.exception("assistant_outcome_unread", request_id=question.request_id)
            return Outcome(fell_back=FellBack.UNUSABLE)

    def begin(self, asked: AssistantRequest, sequence: int, until: datetime) -> Outcome | None:
        """Have the thinker put its answer into the chat by `until`; returns None, or why it can't be reached."""
        question = _question(asked, until - _WAY_BACK).model_copy(update={"sequence": sequence})
        try:
            self.hand_over(question.model_dump_json())
        except Unavailable:
            logger.warning("assistant_not_thought", request_id=question.request_id)
            return Outcome(fell_back=FellBack.UNREACHABLE)
        return None


def _question(asked: AssistantRequest, answer_by: datetime) -> Question:
    return Question(**dict(asked) | {"facts": _told_apart(asked.facts)}, answer_by=answer_by)


def _told_apart(facts: Sequence[Fact]) -> tuple[Fact, ...]:
    """The facts, each with its own id, as several projects use the same ids; a fact that comes twice is kept once."""
    seen: set[str] = set()
    found = []
    for fact in facts:
        own = f"{fact.subject}.{fact.id}" if fact.id in seen else fact.id
        if own in seen:
            continue
        seen.add(own)
        found.append(replace(fact, id=own))
    return tuple(found)


def configured_colleague() -> Colleague:
    """The colleague that invokes the deployed function."""
    return Colleague(
        partial(_invoke, "RequestResponse", PATIENCE.total_seconds()),
        partial(_invoke, "Event", _HANDING_OVER_SECONDS),
        utc_now,
    )


def _invoke(kind: str, seconds: float, payload: str) -> str:
    """Call Lambda's Invoke once; returns the payload. Raises `Unavailable`, also when the function itself failed."""
    try:
        with unavailable_on_outage():
            answer = _functions(seconds).invoke(
                FunctionName=settings.thinker_function, InvocationType=kind, Payload=payload.encode()
            )
    except ClientError as error:
        raise Unavailable from error
    if "FunctionError" in answer:
        raise Unavailable
    body: bytes = answer["Payload"].read()
    return body.decode()


@cache
def _functions(seconds: float) -> Any:
    once = Config(read_timeout=seconds, retries={"total_max_attempts": 1, "mode": "standard"})
    return client_with("lambda", once)
