"""The thinking table: pk = ACCOUNT#id, sk = STEP#subject#… for steps; the model's state is in `records.py`."""

from __future__ import annotations

from datetime import datetime
from functools import cache

from common.dynamo import Item, Table, Write, assignments
from common.services import service
from common.settings import settings
from domain.thinking.bounds import Tokens
from domain.thinking.records import ModelStates
from domain.thinking.steps import KEPT_FOR, Step, StepKey, StepState
from domain.thinking.task import Failure


@service
class ThinkingStore(ModelStates):
    """The access patterns of steps, and of the state of the model."""

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
        price=item.get("price"),
        failure=Failure(item["failure"]) if "failure" in item else None,
    )


def _key(key: StepKey) -> Item:
    about = key.subject
    return {
        "pk": f"ACCOUNT#{about.account_id}",
        "sk": f"STEP#{about.subject_id}#{about.project_version}#{key.task}#{key.role}#{key.version}",
    }
