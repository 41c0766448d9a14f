"""What comes of reading a text: a schedule, or the one refusal of this package; and the entry that reads it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from common.errors import FieldProblem, InvalidRequest
from domain.pa.schedule.recurrence import Schedule

type Kind = Literal["recurring", "once", "none"]

_EXAMPLE = "every Monday at 9am"


class ScheduleUnclearError(InvalidRequest):
    """What was said about time is not certain enough to act on.

    `words` are the customer's own; `why` completes "…" is unclear: <why>; `example` is a phrase we do understand.

    `about_place`: the words are clear, but not what they belong to. `suggestion` is the nearest text that would be
    read, with its schedule and next runs; None if there is none.
    """

    code = "SCHEDULE_UNCLEAR"

    def __init__(self, words: str, why: str = "I did not understand it", example: str = _EXAMPLE) -> None:
        self.words = words.strip()
        self._told = f"“{self.words}” is unclear: {why}{'' if why.endswith('?') else '.'}"
        self.about_place = "a part of the task" in why
        message = f"{self._told} Say, for example, “{example}”."
        super().__init__(message, problems=(FieldProblem("task", message),))

    def offer(self, text: str, schedule: str, next_runs: Sequence[datetime]) -> None:
        """Names a text that would be read instead of an example."""
        self.message = f"{self._told} Do you mean “{text}”? That would be {schedule}."
        self.problems = (FieldProblem("task", self.message),)
        self.suggestion = {
            "text": text,
            "schedule": schedule,
            "next_runs": [run.isoformat(timespec="minutes") for run in next_runs],
        }


def refuse_if(condition: object, words: str, why: str, example: str = _EXAMPLE) -> None:
    """Raises the refusal of these words if the condition holds."""
    if condition:
        raise ScheduleUnclearError(words, why, example)


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
