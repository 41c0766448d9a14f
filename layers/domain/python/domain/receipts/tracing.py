"""Traced values: numbers and days that know which field of which record they are, or what they were computed from.

They behave as the values they stand for. Arithmetic between them gives traced values, and put into a text they write
themselves with a mark. So whoever words an answer gives its derivations without knowing of them. Traced records are for
wording only: nothing stored is ever made of them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import fields, is_dataclass, replace
from datetime import date, datetime, timedelta
from typing import Any, Self, SupportsIndex, cast
from zoneinfo import ZoneInfo

from pydantic import BaseModel

from common.clock import to_iso
from domain.receipts.marks import marked, unmarked
from domain.receipts.steps import Op, Step

_UNITS = {timedelta(days=1): Op.DAYS_BETWEEN, timedelta(hours=1): Op.HOURS_BETWEEN}
CLOCK = "clock"
"""The record of the moment at which an answer was given; its field is `now`."""


class Whole(int):
    """A whole number that knows where it comes from."""

    step: Step

    def __new__(cls, value: int, step: Step) -> Self:
        """`value` with its derivation."""
        made = super().__new__(cls, value)
        made.step = step
        return made

    def __format__(self, spec: str) -> str:
        """The number as `spec` asks, with its mark."""
        return told(self, format(int(self), spec))

    def __add__(self, other: int) -> Whole:
        """A traced sum."""
        return Whole(int(self) + int(other), _joined(Op.SUM, self, other))

    def __radd__(self, other: int) -> Whole:
        """A traced sum; nothing is added to a first number."""
        return Whole(int(self) + int(other), _joined(Op.SUM, other, self)) if other else self

    def __sub__(self, other: int) -> Whole:
        """A traced difference."""
        return Whole(int(self) - int(other), _joined(Op.DIFFERENCE, self, other))

    def __rsub__(self, other: int) -> Whole:
        """A traced difference."""
        return Whole(int(other) - int(self), _joined(Op.DIFFERENCE, other, self))

    def __mul__(self, other: int) -> Whole:
        """A traced product."""
        return Whole(int(self) * int(other), _joined(Op.PRODUCT, self, other))

    __rmul__ = __mul__

    def __floordiv__(self, other: int) -> Whole:
        """A traced quotient, rounded down."""
        return Whole(int(self) // int(other), _joined(Op.QUOTIENT, self, other))

    def __neg__(self) -> Whole:
        """A traced number with the other sign."""
        return Whole(-int(self), Step(Op.NEGATIVE, (self.step,)))

    def __abs__(self) -> Whole:
        """A traced number without its sign."""
        return Whole(abs(int(self)), Step(Op.ABSOLUTE, (self.step,)))


class Elapsed(timedelta):
    """The time between two traced moments or days."""

    between: tuple[Step, Step]

    @property
    def days(self) -> int:
        """Whole days, rounded down."""
        return Whole(timedelta(0, self.total_seconds()).days, Step(Op.DAYS_BETWEEN, self.between))

    def __floordiv__(self, other: Any) -> Any:
        """How many whole hours or days, traced; anything else is as of any span of time."""
        plain = timedelta(0, self.total_seconds()) // other
        operation = _UNITS.get(other)
        return plain if operation is None else Whole(plain, Step(operation, self.between))


class Day(date):
    """A day that knows where it comes from."""

    step: Step | None = None

    @classmethod
    def of(cls, day: date, step: Step) -> Self:
        """`day` with its derivation."""
        made = cls(day.year, day.month, day.day)
        made.step = step
        return made

    def __sub__(self, other: Any) -> Any:
        """The time between two traced days keeps both; anything else is as of any day."""
        return _elapsed(date(self.year, self.month, self.day) - other, other, self)


class Moment(datetime):
    """A moment that knows where it comes from."""

    step: Step | None = None

    @classmethod
    def at(cls, moment: datetime, step: Step) -> Self:
        """`moment` with its derivation."""
        made = cls.combine(moment, moment.timetz())
        made.step = step
        return made

    def date(self) -> date:
        """The day, which comes from where the moment does."""
        day = date(self.year, self.month, self.day)
        return Day.of(day, Step(Op.DAY_OF, (self.step,))) if self.step else day

    def __sub__(self, other: Any) -> Any:
        """The time between two traced moments keeps both; anything else is as of any moment."""
        plain = datetime.combine(date(self.year, self.month, self.day), self.timetz())
        return _elapsed(plain - other, other, self)


def told(value: int | date, text: str) -> str:
    """`text`, which shows `value`, with the mark of a traced value; as it stands for any other."""
    step = getattr(value, "step", None)
    if step is None:
        return text
    return marked(text, step, int(value) if isinstance(value, int) else _written(value))


def told_locally(moment: datetime, timezone: str, text: str) -> str:
    """`text`, which shows a moment on the clock of `timezone` to the minute, with the mark of a traced moment."""
    step = getattr(moment, "step", None)
    if step is None:
        return text
    local = moment.astimezone(ZoneInfo(timezone))
    return marked(text, Step(Op.LOCAL_TIME, (step,), text=timezone), f"{local:%Y-%m-%dT%H:%M}")


def is_traced(value: object) -> bool:
    """Whether a number, day or moment knows where it comes from."""
    return getattr(value, "step", None) is not None


def quoted(raw: str, text: str) -> str:
    """`text`, which shows words `raw` of a customer's or a document's, marked as that if a figure is among them."""
    if not any(one.isdigit() for one in text):
        return text
    return marked(text, Step(Op.QUOTE, text=raw), raw)


def named(number: int) -> Whole:
    """A number that the customer named in the question."""
    return Whole(number, Step(Op.NAMED, number=number))


def named_day(day: date) -> date:
    """A day that the customer named in the question."""
    return Day.of(day, Step(Op.NAMED, text=day.isoformat()))


def of_rule(number: int) -> int:
    """A number that stands in a published rule, such as a price list."""
    return Whole(number, Step(Op.NUMBER, number=number))


def total(numbers: Iterable[int]) -> int:
    """Their sum, traced also when there are none."""
    found = list(numbers)
    steps = [_step_of(number) for number in found]
    return Whole(sum(map(int, found)), Step(Op.SUM, tuple(step for step in steps if step)))


def count(things: Iterable[object]) -> int:
    """How many there are, and which: by their ids, or by their own words."""
    ids = tuple(_name(thing) for thing in things)
    return Whole(len(ids), Step(Op.COUNT, ids=ids))


def computed_day(op: Op, start: date, amount: int, day: date) -> date:
    """`day`, traced where both of what it was computed from are."""
    first, second = _step_of(start), _step_of(amount)
    return day if first is None or second is None else Day.of(day, Step(op, (first, second)))


def computed_number(op: Op, start: date, end: date, number: int) -> int:
    """`number`, traced where both days that it was computed from are."""
    first, second = _step_of(start), _step_of(end)
    return number if first is None or second is None else Whole(number, Step(op, (first, second)))


def traced[T](value: T, record: str, path: str = "") -> T:
    """A copy of a record, or of a part of it at `path`, in which every number, day and moment is traced."""
    return cast("T", _traced(value, record, path))


def _traced(value: Any, record: str, path: str) -> Any:
    if value is None or isinstance(value, bool | Whole | Day | Moment):
        return value
    if isinstance(value, str):
        return unmarked(value) if type(value) is str else value
    if isinstance(value, int | date):
        return _leaf(value, Step(Op.VALUE, record=record, field=path))
    if isinstance(value, BaseModel):
        return _remade(value, type(value).model_fields, lambda changes: value.model_copy(update=changes), record, path)
    if is_dataclass(value) and not isinstance(value, type):
        names = [one.name for one in fields(value) if one.init]
        return _remade(value, names, lambda changes: replace(cast("Any", value), **changes), record, path)
    if isinstance(value, tuple | list):
        return type(value)(_traced(one, record, _below(path, number)) for number, one in enumerate(value))
    if isinstance(value, dict):
        return {name: _traced(one, record, _below(path, name)) for name, one in value.items()}
    return value


def _remade(value: Any, names: Collection[str], remake: Callable[[dict[str, Any]], Any], record: str, path: str) -> Any:
    held = {name: getattr(value, name) for name in names}
    changes = {
        name: after for name, one in held.items() if (after := _traced(one, record, _below(path, name))) is not one
    }
    return remake(changes) if changes else value


def _leaf(value: int | date, step: Step) -> int | date:
    if isinstance(value, datetime):
        return Moment.at(value, step)
    return Day.of(value, step) if isinstance(value, date) else Whole(value, step)


def _below(path: str, name: object) -> str:
    return f"{path}.{name}" if path else str(name)


def _step_of(value: object) -> Step | None:
    step = getattr(value, "step", None)
    if step is None and isinstance(value, int):
        return Step(Op.NUMBER, number=int(cast("SupportsIndex", value)))
    return cast("Step | None", step)


def _joined(op: Op, one: int, other: int) -> Step:
    first, second = (_step_of(value) or Step(Op.NUMBER, number=int(value)) for value in (one, other))
    if op is Op.SUM and first.op is Op.SUM:
        return Step(op, (*first.of, second))
    return Step(op, (first, second))


def _elapsed(plain: Any, other: Any, later: Day | Moment) -> Any:
    earlier = getattr(other, "step", None)
    if not isinstance(plain, timedelta) or earlier is None or later.step is None:
        return plain
    elapsed = Elapsed(plain.days, plain.seconds, plain.microseconds)
    elapsed.between = (earlier, later.step)
    return elapsed


def _name(thing: object) -> str:
    if isinstance(thing, str):  # which has a method `title`
        return thing[:80]
    return str(getattr(thing, "id", None) or getattr(thing, "title", None) or thing)[:80]


def _written(value: date) -> str:
    return to_iso(value) if isinstance(value, datetime) else value.isoformat()
