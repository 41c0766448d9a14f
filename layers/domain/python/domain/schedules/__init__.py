"""Schedules in words: turn "every other Friday at 3pm until December" into stored rules and compute their next runs."""

from domain.schedules.reading import Kind, Reading, ScheduleUnclearError, read_schedule, read_when
from domain.schedules.recurrence import Schedule, shortest_gap

__all__ = ["Kind", "Reading", "Schedule", "ScheduleUnclearError", "read_schedule", "read_when", "shortest_gap"]
