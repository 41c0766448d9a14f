"""Schedules in words: from "every other Friday at 3pm until December" to stored rules and their next runs."""

from domain.pa.schedule.reading import Kind, Reading, ScheduleUnclearError, read_schedule
from domain.pa.schedule.recurrence import Schedule, shortest_gap

__all__ = ["Kind", "Reading", "Schedule", "ScheduleUnclearError", "read_schedule", "shortest_gap"]
