"""The thinking table: pk = ACCOUNT#id#SUBJECT#id, sk = STEP#… for steps; pk = MODEL, sk = STATE for the model."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import cache

from common.clock import from_iso, to_iso
from common.dynamo import ConditionFailed, Item, Table, Write, assignments
from common.settings import settings
from domain.thinking.bounds import Tokens
from domain.thinking.records import ModelState
from domain.thinking.steps import KEPT_FOR, Step, StepKey, StepState
from domain.thinking.task import Failure

_STATE = {"pk": "MODEL", "sk": "STATE"}


@dataclass(frozen=True, slots=True)
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
        try:
            self.table.update(_STATE, expression, values, condition=differs)
        except ConditionFailed:
            return


@cache
def thinking_store() -> ThinkingStore:
    """The one store of this process."""
    return ThinkingStore(Table(settings.thinking_table))


def step_of(key: StepKey, item: Item) -> Step:
    """The step in a row."""
    return Step(
        key=key,
        state=StepState(item["state"]),
        month=item["month"],
        promised=item["promised"],
        output=item.get("output"),
        cost=Tokens(item.get("tokens_read", 0), item.get("tokens_written", 0)),
        failure=Failure(item["failure"]) if "failure" in item else None,
    )


def _key(key: StepKey) -> Item:
    about = key.subject
    return {
        "pk": f"ACCOUNT#{about.account_id}#SUBJECT#{about.subject_id}",
        "sk": f"STEP#{about.project_version}#{key.task}#{key.role}#{key.version}",
    }
