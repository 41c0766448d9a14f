"""Schedules in words: from "every other Friday at 3pm until December" to stored rules and their next runs."""

from domain.schedules.reading import Kind, Reading, ScheduleUnclearError, read_schedule, read_when
from domain.schedules.recurrence import Schedule, shortest_gap

__all__ = ["Kind", "Reading", "Schedule", "ScheduleUnclearError", "read_schedule", "read_when", "shortest_gap"]
