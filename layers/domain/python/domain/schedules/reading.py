"""The result of reading a text, the error for unclear texts, and the two functions that read texts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from common.errors import FieldProblem, InvalidRequest
from domain.schedules.recurrence import Schedule

type Kind = Literal["recurring", "once", "none"]

_EXAMPLE = "every Monday at 9am"


class ScheduleUnclearError(InvalidRequest):
    """What was said about time is not certain enough to act on.

    `words` are the customer's own; `why` completes "…" is unclear: <why>; `example` is a phrase we do understand;
    `read` is what was understood beside them. `suggestion`, where `offer` sets it, can be sent as a task unchanged.
    """

    code = "SCHEDULE_UNCLEAR"

    def __init__(
        self, words: str, why: str = "I did not understand it", example: str = _EXAMPLE, *, read: str = ""
    ) -> None:
        self.words, self.why, self.read = words.strip(), why, read.strip()
        understood = f"I read “{self.read}”. " if self.read else ""
        self._told = f"{understood}“{self.words}” is unclear: {why}{'' if why.endswith('?') else '.'}"
        message = f"{self._told} Say, for example, “{example}”."
        super().__init__(message, problems=(FieldProblem("task", message),))

    def of_field(self, name: str) -> None:
        """Name the request's field in which the words came."""
        self.problems = (FieldProblem(name, self.message),)

    def offer(self, task: str, when: str, schedule: str, next_runs: Sequence[datetime]) -> None:
        """Replace the example in the message by a task and a schedule that we would understand."""
        self.message = f"{self._told} Do you mean “{when}”? That would be {schedule}."
        self.problems = (FieldProblem("task", self.message),)
        self.suggestion = {
            "task": task,
            "when": when,
            "schedule": schedule,
            "next_runs": [run.isoformat(timespec="minutes") for run in next_runs],
        }


def refuse_if(condition: object, words: str, why: str, example: str = _EXAMPLE) -> None:
    """Raise `ScheduleUnclearError` about these words if the condition holds."""
    if condition:
        raise ScheduleUnclearError(words, why, example)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What a text asks for. `task` is the text without its schedule; `text` is the schedule in words, with its zone."""

    task: str
    text: str
    timezone: str
    now: datetime
    schedule: Schedule | None = None

    @property
    def kind(self) -> Kind:
        """Whether it runs again and again ("recurring"), once later ("once"), or at once ("none")."""
        if self.schedule is None:
            return "none"
        return "recurring" if self.schedule.recurring else "once"

    @property
    def at(self) -> datetime | None:
        """The instant of a task that runs once later, in `timezone`; None for other kinds."""
        return self.next_runs(1)[0] if self.kind == "once" else None

    def next_runs(self, n: int) -> list[datetime]:
        """The next `n` runs strictly after `now`, in `timezone`; fewer if there are fewer, [] for the kind "none"."""
        return self.schedule.occurrences_after(self.now, n) if self.schedule else []


def read_when(text: str, *, now: datetime, timezone: str) -> Reading:
    """Reads a text that is a schedule and nothing else: in words, RFC 5545, an ISO instant or date, or "now".

    Args:
        text: The schedule as the customer wrote it.
        now: An aware instant; every run is strictly after it.
        timezone: The account's IANA zone, which a zone in the text overrides.

    Raises:
        ScheduleUnclearError: we did not understand a word, or the text is ambiguous, impossible, past or contradictory.
    """
    # Whoever only lists or runs tasks starts without the grammar.
    from domain.schedules.whens import read  # noqa: PLC0415 - loaded with the first text

    return read(text, now, timezone)


def read_schedule(text: str, *, now: datetime, timezone: str) -> Reading:
    """Reads a task in words, with a schedule at its start, at its end, or right after its opening words.

    Args and raises: as `read_when`; also refuses words about time elsewhere, a condition or a negation.
    """
    from domain.schedules.placing import read  # noqa: PLC0415 - as above

    return read(text, now, timezone)
