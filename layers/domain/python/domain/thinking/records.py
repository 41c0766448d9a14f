"""What is stored about the model as a whole (pk = MODEL, sk = STATE). A door reads it without knowing of steps."""

from __future__ import annotations

from datetime import datetime
from functools import cache

from common.clock import from_iso, to_iso
from common.dynamo import ConditionFailed, Table, assignments
from common.services import frozen, service
from common.settings import settings
from domain.thinking.task import Failure

_STATE = {"pk": "MODEL", "sk": "STATE"}


@frozen
class ModelState:
    """How the last call of the model went, for all accounts: `failure` is None when it answered. `since` when."""

    model: str
    failure: Failure | None
    since: datetime


@service
class ModelStates:
    """The access patterns of the state of the model."""

    table: Table

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
def model_states() -> ModelStates:
    """The one store of this process for the state alone."""
    return ModelStates(Table(settings.thinking_table))
