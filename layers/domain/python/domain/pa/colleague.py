"""The assistant's answers with a model: asked by whoever waits for the answer, given by the function `thinker`.

The assistant sends what is on record of the account; the thinker reads the projects that the model asks about. The
caller waits, and has the answer of the records ready in case nothing comes back in time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import cache
from typing import Any, Literal

from botocore.config import Config
from botocore.exceptions import ClientError
from pydantic import ValidationError

from common.aws import client_with, unavailable_on_outage
from common.clock import utc_now
from common.errors import NotFound, Unavailable
from common.fields import Instant
from common.ids import new_id
from common.model import Model
from common.services import frozen, service
from common.settings import settings
from common.telemetry import logger
from domain.agents.records import Cost, FellBack
from domain.answers.amounts import NoSuchDeed
from domain.answers.cards import Prepared
from domain.answers.deeds import Deed, Form
from domain.answers.facts import Fact, Written
from domain.answers.preparing import Preparer
from domain.answers.project_facts import ProjectFacts
from domain.pa.cards import facts_of
from domain.pa.preparing import TaskPreparer
from domain.pa.records import Task
from domain.thinking.agent import Agent, Ground, Thoughtful
from domain.thinking.asking import Asking
from domain.thinking.service import why
from domain.thinking.task import Subject
from domain.thinking.tools import NotComputed

PATIENCE = timedelta(seconds=25)  # API Gateway gives up after 29 s
_WAY_BACK = timedelta(seconds=2)  # of the answer, and the rest of our own work
_OF_TASKS = frozenset({Form.REMIND, Form.RETIME, Form.TASK})


class AssistantRequest(Model):
    """A message to the assistant, with what is on record of its account. `scopes`: None for a person's session."""

    account_id: str
    message: str
    facts: tuple[Fact, ...]
    earlier: tuple[Written, ...]
    tasks: tuple[Task, ...]
    projects: dict[str, str]
    forms: tuple[Prepared, ...]
    timezone: str
    scopes: tuple[str, ...] | None


class Question(AssistantRequest):
    """What the thinker is sent."""

    kind: Literal["assistant"] = "assistant"
    request_id: str
    asked_at: Instant
    answer_by: Instant


class Outcome(Model):
    """What came of it: an answer, or why there is none; and what it cost."""

    answer: Thoughtful | None = None
    fell_back: FellBack | None = None
    cost: Cost | None = None


def answer_assistant(
    asking: Asking, question: Question, seconds: float, read: Callable[[str, str], ProjectFacts] = facts_of
) -> Outcome:
    """Think about a question within `seconds`. Whatever happens to the model, there is an outcome.

    `read` gives all of a project by the ids of its account and itself; it raises `NotFound`.
    """
    until = min(question.answer_by, asking.now() + timedelta(seconds=seconds))
    agent = Agent(_Account(question, read).ground(), asking, until, asking.now)
    try:
        return Outcome(answer=agent.answer(), cost=agent.cost)
    except Exception as problem:  # noqa: BLE001 - whatever is wrong with an answer, the records have one
        reason = why(problem, "assistant_failed", request_id=question.request_id)
        return Outcome(fell_back=reason, cost=agent.cost)


@frozen
class _Account:
    """What a question to the assistant is answered from."""

    question: Question
    read: Callable[[str, str], ProjectFacts]

    def ground(self) -> Ground:
        question, project_named = self.question, cache(self._project_named)
        own = question.scopes

        def prepared(deed: Deed, project: str) -> Prepared:
            if deed.form in _OF_TASKS:
                return TaskPreparer(question.tasks, question.timezone, question.asked_at).prepared(deed)
            try:
                facts = project_named(project)
            except NotComputed as problem:
                raise NoSuchDeed(str(problem)) from None
            card = Preparer(facts).prepared(deed)
            return replace(card, summary=f"{facts.project.name}: {card.summary}")

        return Ground(
            subject=Subject(question.account_id, question.request_id, 0),
            you_are=f"The owner's assistant over all their projects. Today is {question.asked_at:%A, %d %B %Y}.",
            facts=question.facts,
            earlier=question.earlier,
            message=question.message,
            prepared=prepared,
            project_named=project_named,
            scopes=frozenset(own) if own is not None else None,
            forms=question.forms,
        )

    def _project_named(self, name: str) -> ProjectFacts:
        """All of a project of this account. Raises `NotComputed`."""
        wanted = name.strip().casefold()
        named = [one for one, own in self.question.projects.items() if own.casefold() == wanted]
        found = named or ([*self.question.projects] if not wanted and len(self.question.projects) == 1 else [])
        if len(found) != 1:
            raise NotComputed(f"Name one project: {', '.join(self.question.projects.values()) or 'there are none'}.")
        try:
            return self.read(self.question.account_id, found[0])
        except NotFound:
            raise NotComputed("This project is gone.") from None


@service
class Colleague:
    """Asks the function `thinker`. `invoke` gives a function's answer to a payload, or raises `Unavailable`."""

    invoke: Callable[[str], str]
    now: Callable[[], datetime]

    def ask(self, asked: AssistantRequest) -> Outcome:
        """What a model answers; without an answer when it fails, or nothing came back in time."""
        now = self.now()
        question = Question(
            **dict(asked) | {"facts": _told_apart(asked.facts)},
            request_id=new_id("ask", now),
            asked_at=now,
            answer_by=now + PATIENCE - _WAY_BACK,
        )
        try:
            return Outcome.model_validate_json(self.invoke(question.model_dump_json()))
        except Unavailable:
            logger.warning("assistant_not_thought", request_id=question.request_id)
            return Outcome(fell_back=FellBack.UNREACHABLE)
        except ValidationError:
            logger.exception("assistant_outcome_unread", request_id=question.request_id)
            return Outcome(fell_back=FellBack.UNUSABLE)


def _told_apart(facts: Sequence[Fact]) -> tuple[Fact, ...]:
    """The facts with an id each: of several projects the same fact is on record."""
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
    """The one of this deployment."""
    return Colleague(_invoke, utc_now)


def _invoke(payload: str) -> str:
    """Lambda's Invoke, once. A broken function answers in a shape that is no `Outcome`."""
    try:
        with unavailable_on_outage():
            answer = _functions().invoke(FunctionName=settings.thinker_function, Payload=payload.encode())
    except ClientError as error:
        raise Unavailable from error
    if "FunctionError" in answer:
        raise Unavailable
    body: bytes = answer["Payload"].read()
    return body.decode()


@cache
def _functions() -> Any:
    once = Config(read_timeout=PATIENCE.total_seconds(), retries={"total_max_attempts": 1, "mode": "standard"})
    return client_with("lambda", once)
