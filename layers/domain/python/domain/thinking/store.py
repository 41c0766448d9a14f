"""The thinking table: pk=ACCOUNT#id sk=STEP#subject#… has steps, pk=MODEL sk=STATE how the model does.

A step is one task asked for one subject, and what came of it. A step that is asked again is read, at no cost.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime, timedelta
from enum import StrEnum
from functools import cache

from common.clock import from_iso, to_iso
from common.dynamo import ConditionFailed, Item, Table, Write, assignments
from common.services import frozen, service
from common.settings import settings
from domain.thinking.task import Failure, Subject, Tokens

_STATE = {"pk": "MODEL", "sk": "STATE"}
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


@frozen
class StepKey:
    """The key of a step: a task with the version of its instructions, a subject, and the role asked, if any."""

    subject: Subject
    task: str
    version: int
    role: str = ""


@frozen
class Step:
    """A step as it is stored.

    `month` is when its tokens were `promised`, as `2026-03`; `output` the answer as JSON, once it is done, with its
    cost, and `price` as in `Thought`; `failure` why it failed or was released.
    """

    key: StepKey
    state: StepState
    month: str
    promised: int
    output: str | None = None
    cost: Tokens = Tokens()
    price: int | None = None
    failure: Failure | None = None


@frozen
class ModelState:
    """How the last call of the model went, for all accounts: `failure` is None when it answered. `since`: from when."""

    model: str
    failure: Failure | None
    since: datetime


@service
class ThinkingStore:
    """The access patterns of steps, and of the state of the model."""

    table: Table

    def beginning(self, step: Step, now: datetime) -> Write:
        """The update that makes a step asked, on condition that it is new or was released."""
        expression, values = assignments(
            {
                "state": step.state.value,
                "month": step.month,
                "promised": step.promised,
                "failure": None,
                "expires_at_epoch": int((now + KEPT_FOR).timestamp()),
            }
        )
        condition = "attribute_not_exists(#state) OR #state = :released"
        values |= {"released": StepState.RELEASED.value}
        return self.table.updating(_key(step.key), expression, values, condition=condition)

    def ending(self, step: Step) -> Write:
        """The update that makes an asked step done, failed or released. Its condition fails when it is not asked."""
        expression, values = assignments(
            {
                "state": step.state.value,
                "output": step.output,
                "tokens_read": step.cost.read,
                "tokens_written": step.cost.written,
                "price": step.price,
                "failure": None if step.failure is None else step.failure.value,
            }
        )
        values |= {"asked": StepState.ASKED.value}
        return self.table.updating(_key(step.key), expression, values, condition="#state = :asked")

    def find_model_state(self) -> ModelState | None:
        """GetItem pk=MODEL, sk=STATE; None before the first call."""
        item = self.table.get(_STATE)
        if item is None:
            return None
        failure = Failure(item["failure"]) if "failure" in item else None
        return ModelState(item["model"], failure, from_iso(item["since"]))

    def note_model_state(self, state: ModelState) -> None:
        """UpdateItem pk=MODEL, sk=STATE, only when it differs: `since` stays the instant at which it became so."""
        failure = None if state.failure is None else state.failure.value
        expression, values = assignments({"model": state.model, "failure": failure, "since": to_iso(state.since)})
        differs = "attribute_not_exists(#model) OR #model <> :model OR "
        differs += "attribute_exists(#failure)" if failure is None else "#failure <> :failure"
        if failure is not None:
            differs += " OR attribute_not_exists(#failure)"
        with suppress(ConditionFailed):
            self.table.update(_STATE, expression, values, condition=differs)


@cache
def thinking_store() -> ThinkingStore:
    """The store, built once for each process."""
    return ThinkingStore(Table(settings.thinking_table))


def step_of(key: StepKey, item: Item) -> Step:
    """The step with this key, from its row in the table."""
    return Step(
        key=key,
        state=StepState(item["state"]),
        month=item["month"],
        promised=item["promised"],
        output=item.get("output"),
        cost=Tokens(item.get("tokens_read", 0), item.get("tokens_written", 0)),
        price=item.get("price"),
        failure=Failure(item["failure"]) if "failure" in item else None,
    )


def _key(key: StepKey) -> Item:
    about = key.subject
    return {
        "pk": f"ACCOUNT#{about.account_id}",
        "sk": f"STEP#{about.subject_id}#{about.project_version}#{key.task}#{key.role}#{key.version}",
    }
