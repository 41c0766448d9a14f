"""Class decorators for dataclasses that load fast: `service` for services and stores, `frozen` for values."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from operator import attrgetter
from typing import Any, cast, dataclass_transform


@dataclass_transform(frozen_default=True, eq_default=False, field_specifiers=(field,))
def service[T](kind: type[T]) -> type[T]:
    """Make a class a dataclass whose fields nobody sets again (mypy checks it). Two instances are never equal.

    Python generates the methods of a frozen dataclass at each start, which takes four times as long as without
    `frozen`. A function has dozens of services, and starts with all of them.
    """
    return dataclass(eq=False, repr=False)(kind)


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen[T](kind: type[T]) -> type[T]:
    """Make a class a dataclass whose fields nobody sets again (mypy checks it). Instances with equal fields are equal.

    All such classes share their methods. Python would generate them for each class at each start, which takes longer
    than everything else about the class.
    """
    made: Any = dataclass(eq=False, repr=False)(kind)
    given = made.__match_args__
    made._given = attrgetter(*given) if given else type  # noqa: SLF001 - the fields; of a class without any, itself
    for name, method in _SHARED.items():
        if name not in vars(made):
            setattr(made, name, method)
    return cast(type[T], made)


def _equals(one: Any, other: Any) -> Any:
    if other.__class__ is not one.__class__:
        return NotImplemented
    return one is other or one._given(one) == one._given(other)  # noqa: SLF001


def _hashed(one: Any) -> int:
    return hash(one._given(one))  # noqa: SLF001


def _shown(one: Any) -> str:
    """The text of `repr`, without the fields that say `repr=False`, such as secrets."""
    shown = (f"{each.name}={getattr(one, each.name)!r}" for each in fields(one) if each.repr)
    return f"{type(one).__qualname__}({', '.join(shown)})"


_SHARED = {"__eq__": _equals, "__hash__": _hashed, "__repr__": _shown}
