"""A task's words with another time: no longer put together here; the customer names the whole schedule instead."""

from __future__ import annotations

from datetime import datetime

from domain.pa.records import Task


class CannotReschedule(ValueError):
    """The change says no time that can be put in the place of the task's own; the text says what to name."""


def rescheduled(task: Task, change: str, *, now: datetime, timezone: str) -> str:  # noqa: ARG001 - as it was called
    """The task's words with its time changed. Raises `CannotReschedule`."""
    raise CannotReschedule("Say all of its schedule, with the day and the hour")
