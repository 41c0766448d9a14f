"""What comes of reading a text, and the entry that reads it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from domain.pa.schedule.recurrence import Schedule
from domain.pa.schedule.unclear import ScheduleUnclearError

type Kind = Literal["recurring", "once", "none"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What a text asks for. `task` is the text without its time words; `text` says the schedule back, zone included."""

    kind: Kind
    task: str
    text: str
    timezone: str
    now: datetime
    schedule: Schedule | None = None

    @property
    def rrules(self) -> tuple[str, ...]:
        """RFC 5545, without DTSTART; empty unless recurring."""
        return self.schedule.rrules if self.schedule else ()

    @property
    def at(self) -> datetime | None:
        """The instant of a one-shot, in the zone in force."""
        return self.next_runs(1)[0] if self.kind == "once" else None

    def next_runs(self, n: int) -> list[datetime]:
        """The next `n` runs strictly after now, in the zone in force; fewer if there are fewer."""
        return self.schedule.occurrences_after(self.now, n) if self.schedule else []


def read_schedule(text: str, *, now: datetime, timezone: str) -> Reading:
    """Reads when a task should run out of the customer's words.

    Args:
        text: The task as the customer wrote it.
        now: An aware instant; every run is strictly after it.
        timezone: The account's IANA zone, which a zone in the text overrides.

    Raises:
        ScheduleUnclearError: a word about time was not understood, is ambiguous, impossible, past or contradictory.
    """
    # Whoever only lists or runs tasks starts without the grammar.
    from domain.pa.schedule.reader import read, suggest  # noqa: PLC0415 - loaded with the first text

    try:
        return read(text, now, timezone)
    except ScheduleUnclearError as unclear:
        offered = suggest(text, now, timezone, unclear)
        if offered:
            unclear.offer(offered.task, offered.text, offered.next_runs(3))
        raise
