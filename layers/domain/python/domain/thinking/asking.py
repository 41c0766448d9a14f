"""Asks the model for a step: once, within the account's tokens, and never again for what is stored.

A worker may die between any two lines. What is written, in order:

1. The step as asked, and the promise of its tokens: one transaction. A delivery after this finds the promise made.
2. The model is called. A worker that dies here has asked in vain; the next one asks again under the same promise.
3. The step as done, its tokens as spent, the day's counters: one transaction. A delivery after this reads the answer.

No text in which a secret stands is sent. Deposited values cannot get here: a task's data is JSON, and the modules that
know values may not be imported here. `searched` is for the secrets that customers type where none belong.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime
from typing import Any

from pydantic import BaseModel, JsonValue, ValidationError

from common.dynamo import Write
from common.optimistic import settle
from common.services import service
from common.telemetry import logger
from common.transactions import TransactionFailed, transact
from domain.keys.secret_shapes import find_key_shape
from domain.thinking.store import ModelState, Step, StepKey, StepState, ThinkingStore, step_of
from domain.thinking.task import UNPAID, Failure, Model, ModelFailed, Subject, Task, Thought, Tokens, most_of
from domain.usage.tokens import TokenLedger

LEFT_OUT = "Left out: it holds what looks like a secret."


class TokensSpent(Exception):
    """The account's month has no room for this step. The rules answer, and say so."""


@service
class Asking:
    """The model, by its configured name, with the store of its steps and the ledger of its tokens.

    Roles that are asked side by side change one row, the account's month; hence `settle`.
    """

    model: Model
    name: str
    store: ThinkingStore
    ledger: TokenLedger
    now: Callable[[], datetime]

    def ask[Output: BaseModel](
        self, task: Task[Output], subject: Subject, *, seconds: float, role: str = ""
    ) -> Thought[Output]:
        """The model's answer, or the one that this step got before.

        `role` tells apart those who are asked the same; the model may take `seconds`.

        Raises:
            ModelFailed: the model gave nothing that can be used, now or when the step was asked before.
            TokensSpent: the month has no room; the model was not called. Unavailable: DynamoDB is down.
        """
        asked = searched(task)
        step = self._begin(StepKey(subject, task.name, task.version, role), most_of(task).total)
        if step.state is not StepState.ASKED:
            return _stored(step, task.output)
        try:
            thought = self.model.think(asked, seconds=seconds)
        except ModelFailed as failed:
            self._fail(step, failed.failure, most_of(task))
            self._note(failed.failure)
            raise
        cost = Tokens(thought.input_tokens, thought.output_tokens).within(most_of(task))
        output = task.finish(thought.output) if task.finish else thought.output
        done = replace(step, state=StepState.DONE, output=output.model_dump_json(), cost=cost, price=thought.price)
        kept = self._end(done, *self._spending(step, cost))
        self._note(None)
        return _stored(kept, task.output)

    def _begin(self, key: StepKey, most: int) -> Step:
        """The step, asked anew with `most` tokens promised; or as it stands, if begun before. Raises `TokensSpent`."""
        step = Step(key, StepState.ASKED, self.ledger.month(), most)
        if most > self.ledger.limit:
            raise TokensSpent
        promise = self.ledger.promising(key.subject.account_id, step.month, most)
        try:
            settle(lambda: transact([self.store.beginning(step, self.now()), promise]))
        except TransactionFailed as failed:
            if 0 in failed.items:
                return step_of(key, failed.items[0])
            raise TokensSpent from failed
        return step

    def _fail(self, step: Step, failure: Failure, most: Tokens) -> None:
        """End a step without an answer. What may have been paid for counts in full, since nobody says what it cost."""
        account_id = step.key.subject.account_id
        if failure in UNPAID:
            released = replace(step, state=StepState.RELEASED, failure=failure)
            self._end(released, self.ledger.releasing(account_id, step.month, step.promised))
        else:
            failed = replace(step, state=StepState.FAILED, failure=failure, cost=most)
            self._end(failed, *self._spending(step, most))

    def _spending(self, step: Step, cost: Tokens) -> tuple[Write, ...]:
        account_id = step.key.subject.account_id
        return self.ledger.spending(
            account_id, step.month, step.promised, model=self.name, read=cost.read, written=cost.written
        )

    def _end(self, step: Step, *books: Write) -> Step:
        """Write the end of a step with its books. Returns what is stored: a second worker may have been faster."""
        try:
            settle(lambda: transact([self.store.ending(step), *books]))
        except TransactionFailed as failed:
            return step_of(step.key, failed.items[0])
        return step

    def _note(self, failure: Failure | None) -> None:
        self.store.note_model_state(ModelState(self.name, failure, self.now()))


def _stored[Output: BaseModel](step: Step, output: type[Output]) -> Thought[Output]:
    """The answer in a step that was ended. Raises `ModelFailed` when it has none, or none that still fits."""
    if step.output is None:
        raise ModelFailed(step.failure or Failure.UNUSABLE)
    try:
        answer = output.model_validate_json(step.output)
    except ValidationError as problem:
        raise ModelFailed(Failure.UNUSABLE) from problem
    return Thought(answer, step.cost.read, step.cost.written, step.price)


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
