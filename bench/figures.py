"""The results of the benchmark: figures, each beside its gate, as a table for people and as JSON for scripts."""

from __future__ import annotations

import json
import operator
import statistics
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Literal

Comparison = Literal["≤", "≥", "="]
_HOLDS: Mapping[Comparison, Callable[[float, float], bool]] = {"≤": operator.le, "≥": operator.ge, "=": operator.eq}
_MARK = {True: "ok", False: "MISSED", None: ""}
_WHOLE = 100  # figures from 100 on are shown without decimals


@dataclass(frozen=True, slots=True)
class Gate:
    """The bound that a figure must keep to."""

    comparison: Comparison
    bound: float

    def holds(self, value: float) -> bool:
        """Whether `value` keeps to the bound; NaN, a figure that could not be computed, never does."""
        return _HOLDS[self.comparison](value, self.bound)

    def __str__(self) -> str:
        return f"{self.comparison} {_number(self.bound)}"


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured value.

    Attributes:
        name: what was measured.
        value: the figure itself.
        unit: × for a ratio to the yardstick, else its unit.
        gate: None for a figure without a bound.
        note: details, such as its spread, its parts or the number of measurements.
    """

    name: str
    value: float
    unit: str
    gate: Gate | None = None
    note: str = ""

    @property
    def met(self) -> bool | None:
        """Whether the gate holds; None without one."""
        return None if self.gate is None else self.gate.holds(self.value)


@dataclass(frozen=True, slots=True)
class Section:
    """Figures of one kind. `explanation` says in a few lines how they were measured."""

    name: str
    figures: Sequence[Figure]
    explanation: Sequence[str] = field(default=())

    @property
    def missed(self) -> list[Figure]:
        """The figures that miss their gate."""
        return [figure for figure in self.figures if figure.met is False]


def at_most(bound: float) -> Gate:
    """A gate that a figure must not exceed."""
    return Gate("≤", bound)


def at_least(bound: float) -> Gate:
    """A gate that a figure must reach."""
    return Gate("≥", bound)


def exactly(bound: float) -> Gate:
    """A gate for counts: the figure must be exactly `bound`."""
    return Gate("=", bound)


def none(name: str, count: float, note: str = "") -> Figure:
    """The figure of a count that must be zero."""
    return Figure(name, count, "", exactly(0), note)


def ratio(name: str, ratios: Sequence[float], gate: Gate) -> Figure:
    """The median of two or more ratios to a yardstick; the note has the middle half, and how many there are."""
    return Figure(name, statistics.median(ratios), "×", gate, spread(ratios))


def spread(values: Sequence[float]) -> str:
    """The middle half of two or more `values`, and how many there are: `1.02…1.09, n = 15`."""
    low, _, high = statistics.quantiles(values, n=4)
    return f"{low:.2f}…{high:.2f}, n = {len(values)}"


def table(section: Section) -> str:
    """The section as aligned text: its name, how it was measured, and a row for each figure."""
    rows = [("", "figure", "", "gate", "", "")]
    for one in section.figures:
        shown = f"{_number(one.value)} {one.unit}"
        rows.append(("", one.name, shown, str(one.gate or ""), _MARK[one.met], one.note))
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    return "\n".join([f"\n{section.name}", *(f"  {line}" for line in section.explanation), *lines])


def write_json(sections: Iterable[Section], file: Path) -> None:
    """Write all sections to `file`: `{"sections": {name: [{name, value, unit, gate, met, note}]}}`."""
    content = {section.name: [_as_json(figure) for figure in section.figures] for section in sections}
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps({"sections": content}, indent=2, ensure_ascii=False) + "\n")


def _as_json(figure: Figure) -> Mapping[str, Any]:
    return {**asdict(figure), "gate": str(figure.gate) if figure.gate else None, "met": figure.met}


def _number(value: float) -> str:
    if value == int(value) or abs(value) >= _WHOLE:
        return f"{value:,.0f}"
    return f"{value:.2f}"
