"""The build after the documents: must-haves in slices, dated between the last document and the deadline."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from domain.projects.dates import add_working_days, working_days_between
from domain.projects.documents.item import Item

_MOST_SLICES = 3
# One working day in so many is kept for the release test.
_RELEASE_SHARE = 5


@dataclass(frozen=True, slots=True)
class Slice:
    """A part of the build that can be shown: its requirements, most important first, and the day it should be done."""

    number: int
    requirements: tuple[Item, ...]
    done_by: date | None


@dataclass(frozen=True, slots=True)
class BuildPlan:
    """The build after the documents: slices, and working days between the last document and the deadline.

    Without a deadline nothing has a date; with one that leaves no time, `is_too_tight`.
    """

    starts_after: date
    slices: tuple[Slice, ...]
    working_days: int | None
    release_test_days: int
    is_too_tight: bool


def build_plan(musts: tuple[Item, ...], starts_after: date, deadline: date | None) -> BuildPlan:
    """Three slices at most, in the customer's order, dated evenly; a fifth of the time is the release test's."""
    groups = _grouped(musts)
    available = None if deadline is None else working_days_between(starts_after, deadline)
    release_test = 0 if available is None else max(0, available // _RELEASE_SHARE)
    build_days = 0 if available is None else available - release_test
    is_too_tight = available is not None and build_days < len(groups)
    has_dates = available is not None and not is_too_tight
    slices = tuple(
        Slice(
            number,
            group,
            add_working_days(starts_after, build_days * number // len(groups)) if has_dates else None,
        )
        for number, group in enumerate(groups, start=1)
    )
    return BuildPlan(starts_after, slices, available, release_test, is_too_tight)


def _grouped(musts: tuple[Item, ...]) -> tuple[tuple[Item, ...], ...]:
    count = min(_MOST_SLICES, len(musts))
    groups: list[tuple[Item, ...]] = []
    start = 0
    for index in range(count):
        size = len(musts) // count + (index < len(musts) % count)
        groups.append(musts[start : start + size])
        start += size
    return tuple(groups)
