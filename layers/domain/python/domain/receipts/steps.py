"""How a figure was derived: steps of a small closed set, each with its inputs, so that a stranger can recompute it."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, Self

from common.services import frozen


class Op(StrEnum):
    """What a step does with its inputs. docs/receipts.md says each one exactly."""

    VALUE = "value"
    NUMBER = "number"
    COUNT = "count"
    SUM = "sum"
    DIFFERENCE = "difference"
    PRODUCT = "product"
    QUOTIENT = "quotient"
    NEGATIVE = "negative"
    ABSOLUTE = "absolute"
    DAY_OF = "day_of"
    DAYS_BETWEEN = "days_between"
    HOURS_BETWEEN = "hours_between"
    LOCAL_TIME = "local_time"
    WORKING_DAYS_BETWEEN = "working_days_between"
    WORKING_DAYS_AFTER = "working_days_after"
    NAMED = "named"
    QUOTE = "quote"


@frozen
class Step:
    """One step of a derivation.

    Attributes:
        op: what is done.
        of: the steps that give its inputs, in order.
        record: of a `value`, the id of the record.
        field: of a `value`, the path of the field, such as `estimate.phases.0.cost`.
        number: of a `number`, a whole number that is part of a published rule; of a `named`, the customer's own.
        ids: of a `count`, what was counted.
        text: of a `quote`, the words as they stand where they were taken from; of a `local_time`, the time zone.
    """

    op: Op
    of: tuple[Step, ...] = ()
    record: str | None = None
    field: str | None = None
    number: int | None = None
    ids: tuple[str, ...] = ()
    text: str | None = None

    def as_json(self) -> dict[str, Any]:
        """The step as a receipt stores it: without what it does not have."""
        told: dict[str, Any] = {"op": self.op.value}
        if self.of:
            told["of"] = [step.as_json() for step in self.of]
        for name in ("record", "field", "number", "text"):
            if (value := getattr(self, name)) is not None:
                told[name] = value
        if self.op is Op.COUNT:
            told["ids"] = list(self.ids)
        return told

    @classmethod
    def from_json(cls, told: dict[str, Any]) -> Self:
        """The step that `as_json` told of. Raises `KeyError`, `TypeError` or `ValueError` for anything else."""
        fields = {name: told[name] for name in ("record", "field", "number", "text") if name in told}
        of = tuple(cls.from_json(one) for one in told.get("of", ()))
        return cls(Op(told["op"]), of, ids=tuple(told.get("ids", ())), **fields)

    def values(self) -> list[tuple[str, str]]:
        """The records and fields that it rests on."""
        if self.op is Op.VALUE and self.record and self.field:
            return [(self.record, self.field)]
        return [pair for step in self.of for pair in step.values()]

    def counted(self) -> list[str]:
        """What it counts, here and in its inputs."""
        return [*self.ids, *(one for step in self.of for one in step.counted())]
