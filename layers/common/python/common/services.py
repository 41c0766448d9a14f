"""Services and stores: classes that hold what they work with, one of each in a process."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import dataclass_transform


@dataclass_transform(frozen_default=True, eq_default=False, field_specifiers=(field,))
def service[T](kind: type[T]) -> type[T]:
    """A dataclass whose fields nobody sets again, as mypy checks; two of them are never equal.

    Python generates the methods of a frozen dataclass at each start, which takes four times as long as these. A
    function has dozens of services, and starts with all of them.
    """
    return dataclass(eq=False, repr=False)(kind)


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen[T](kind: type[T]) -> type[T]:
    """A dataclass whose fields nobody sets again, as mypy checks; two of them with equal fields are equal."""
    return dataclass(unsafe_hash=True)(kind)
