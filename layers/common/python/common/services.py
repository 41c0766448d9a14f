"""Services and stores: classes that hold what they work with, one of each in a process."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any, dataclass_transform


@dataclass_transform(frozen_default=True, eq_default=False, field_specifiers=(field,))
def service[T](kind: type[T]) -> type[T]:
    """A dataclass whose fields nobody sets again, as mypy checks; two of them are never equal.

    Python generates the methods of a frozen dataclass at each start, which takes four times as long as these. A
    function has dozens of services, and starts with all of them.
    """
    return dataclass(eq=False, repr=False)(kind)


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen[T](kind: type[T]) -> type[T]:
    """A dataclass whose fields nobody sets again, as mypy checks; two of them with equal fields are equal.

    All such classes share their methods. Python would generate them for each class at each start, which takes longer
    than everything else about the class.
    """
    made = dataclass(eq=False, repr=False)(kind)
    for name, method in _SHARED.items():
        if name not in vars(made):
            setattr(made, name, method)
    return made


def _values(one: Any) -> tuple[object, ...]:
    """The fields that its maker is given, in order."""
    return tuple(getattr(one, name) for name in one.__match_args__)


def _equals(one: object, other: object) -> bool:
    return _values(one) == _values(other) if other.__class__ is one.__class__ else NotImplemented


def _hashed(one: object) -> int:
    return hash(_values(one))


def _shown(one: Any) -> str:
    """Without the fields that say `repr=False`, such as secrets."""
    shown = (f"{each.name}={getattr(one, each.name)!r}" for each in fields(one) if each.repr)
    return f"{type(one).__qualname__}({', '.join(shown)})"


_SHARED = {"__eq__": _equals, "__hash__": _hashed, "__repr__": _shown}
